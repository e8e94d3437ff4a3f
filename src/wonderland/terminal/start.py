"""Sitting down: a fresh game or one that goes on, and the file it is kept in."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from wonderland.core.errors import NotAllowed, Unreadable
from wonderland.core.fields import at
from wonderland.games.registry import AnyGame
from wonderland.records import decode, read_lines, read_whole, save
from wonderland.records.log import Log
from wonderland.terminal.saving import games_folder, new_file

#: Opponents' names are the same in every language.
OPPONENTS = ("Ada", "Bruno", "Chloé", "Dinah", "Edwin")


class Start(msgspec.Struct, frozen=True):
    """What the person asked for on the command line."""

    lang: str
    name: str
    opponents: int | None
    random: Random
    save: Path | None
    resume: Path | None
    seat: int
    now: datetime

    def players(self, game: AnyGame, usual: int) -> tuple[str, ...]:
        """The person at the chosen seat and the opponents, as many as asked for."""
        number = usual if self.opponents is None else self.opponents
        if number + 1 not in game.seats:
            low, high = game.seats[0] - 1, game.seats[-1] - 1
            raise Unreadable("integer_wrong", value=number, low=low, high=high).within("at_key", key="--opponents")
        self.check_seat(number + 1)
        others = OPPONENTS[:number]
        return (*others[: self.seat], self.name, *others[self.seat :])

    def check_seat(self, players: int) -> None:
        if not 0 <= self.seat < players:
            raise Unreadable("integer_wrong", value=self.seat, low=0, high=players - 1).within("at_key", key="--seat")


class Keeper:
    """The games of one file: those that are over, and the last one, which is played."""

    def __init__(self, path: Path, logs: list[Log]) -> None:
        self.path = path
        self.logs = logs

    @classmethod
    def fresh(cls, start: Start, game: AnyGame, deal: Any, ending: str) -> Keeper:
        """A new file, written at once: a place that cannot be written is told before the game."""
        path = start.save or new_file(game.name, start.now, games_folder(), ending)
        if path.suffix != ".jsonl" and ending == "jsonl":
            raise NotAllowed("save_jsonl", file=path).within("at_key", key="--save")
        keeper = cls(path, [Log(game, deal)])
        keeper.save()
        return keeper

    @classmethod
    def resumed(cls, start: Start, path: Path, game: AnyGame) -> Keeper:
        """Go on from a record, or from the last line of a file of them; nothing is written before something is done."""
        with path.open("rb") as stream:
            if path.suffix == ".jsonl":
                logs = [_resume(raw, game, number) for number, raw in read_lines(stream)]
            else:
                logs = [_resume(read_whole(stream), game)]
        if not logs:
            raise Unreadable("record_empty")
        series = game.series()
        for number, log in enumerate(logs, 1):
            if path.suffix == ".jsonl":
                with at("at_line", line=number):
                    series.add(log.source, log.state)
        start.check_seat(len(logs[-1].state.players))
        return cls(start.save or path, logs)

    @property
    def log(self) -> Log:
        return self.logs[-1]

    def save(self) -> None:
        save(self.path, [log.record() for log in self.logs])


def _resume(raw: bytes | Exception, game: AnyGame, number: int | None = None) -> Log:
    if number is not None:
        with at("at_line", line=number):
            return _resume(raw, game)
    if isinstance(raw, Exception):
        raise raw
    log = Log.resume(decode(raw))
    if log.game.name != game.name:
        raise NotAllowed("resume_other_game", found=log.game.name, game=game.name)
    return log
