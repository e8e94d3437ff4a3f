"""A match in a file, so that it can go on after whatever interrupts it.

A ``.jsonl`` that only grows: first the match, then a line a game, in their order, each written out before the next is
played. The last line may be torn by a crash; then that game is played again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Self

import msgspec

from wonderland.arena.match import Match
from wonderland.arena.played import Played
from wonderland.core.errors import NotAllowed, Unreadable
from wonderland.core.fields import at
from wonderland.records.writing import check_place

VERSION = 1


class Plan(msgspec.Struct, frozen=True):
    """The first line: the match, and how much of it was wanted."""

    arena: int
    match: Match
    games: int
    until_sure: bool = False


class Keeper:
    """Writes a match down while it is played."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    @classmethod
    def begin(cls, path: Path, plan: Plan) -> Self:
        """A new file. One that is there already may hold days of playing, so it is never replaced."""
        check_place(path)
        if path.exists() and path.stat().st_size:
            raise NotAllowed("arena_save_exists", file=path)
        keeper = cls(path.open("wb"))
        keeper._write(plan)
        return keeper

    @classmethod
    def go_on(cls, path: Path) -> Self:
        """Append to what is there; half a line at the end is cut off."""
        file = path.open("r+b")
        whole = 0
        for line in file:
            whole += len(line) if line.endswith(b"\n") else 0
        file.truncate(whole)
        file.seek(0, os.SEEK_END)
        return cls(file)

    def keep(self, played: Played) -> None:
        self._write(played)

    def _write(self, data: object) -> None:
        self._file.write(msgspec.json.encode(data) + b"\n")
        self._file.flush()

    def close(self) -> None:
        self._file.close()


def read_plan(path: Path) -> Plan:
    """What a file wants played."""
    with path.open("rb") as file:
        line = file.readline()
    try:
        plan = msgspec.json.decode(line, type=Plan)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise Unreadable("arena_no_match", file=path) from None
    if plan.arena != VERSION or not line.endswith(b"\n"):
        raise Unreadable("arena_no_match", file=path)
    # Whatever somebody has changed in it is checked as if it had been asked for.
    match = plan.match
    if Match.of(match.bots, match.players, match.seed, match.budget) != match:
        raise Unreadable("arena_no_match", file=path)
    return plan


def read_games(path: Path, match: Match) -> Iterator[Played]:
    """The games in a file, in their order; half a line at the end is as good as none."""
    with path.open("rb") as file:
        file.readline()
        for number, line in enumerate(file):
            if not line.endswith(b"\n"):
                return
            with at("at_line", line=number + 2):
                yield _game(line, number, match, path)


def _game(line: bytes, number: int, match: Match, path: Path) -> Played:
    try:
        played = msgspec.json.decode(line, type=Played)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise Unreadable("arena_bad_line", file=path, game=number) from None
    seats = [played.places, played.thinking, *played.numbers.values()]
    if played.number != number or any(len(values) != match.players for values in seats) or 1 not in played.places:
        raise Unreadable("arena_bad_line", file=path, game=number)
    return played


def check_same(path: Path, plan: Plan, wanted: dict[str, object]) -> None:
    """Refuse what was asked for beside ``--resume`` where the file holds something else."""
    there = {
        "BOT": plan.match.bots,
        "--players": plan.match.players,
        "--seed": plan.match.seed,
        "--budget": plan.match.budget.milliseconds,
        "--rollouts": plan.match.budget.rollouts,
    }
    for key, value in wanted.items():
        if value is not None and value != there[key]:
            raise NotAllowed("arena_other_match", file=path, key=key, there=_shown(there[key]), here=_shown(value))


def _shown(value: object) -> object:
    return "–" if value is None else value
