"""Reads a match file (``match_writer.py``); a line that was tampered with or damaged is refused by its number."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec.structs import replace

from wonderland.arena.game_result import GameResult
from wonderland.arena.match import Match
from wonderland.arena.match_writer import MATCH_FILE_VERSION
from wonderland.arena.plan import MatchPlan, Target
from wonderland.bots.running import FAULT_KINDS
from wonderland.core.errors import NotAllowed, Unreadable
from wonderland.core.fields import at
from wonderland.core.table import ranked

MAX_LUCK_SUM = 1e-6  #: by how much a kind of luck may differ from zero over all seats
_DECODE_ERRORS = (msgspec.MsgspecError, UnicodeDecodeError)


def read_plan(path: Path) -> MatchPlan:
    """The plan of a file: its first line, with the last target."""
    with path.open("rb") as file:
        line = file.readline()
        targets = [target for other in file if (target := _target(other))]
    try:
        plan = msgspec.json.decode(line, type=MatchPlan)
    except _DECODE_ERRORS:
        raise Unreadable("arena_no_match", file=path) from None
    if plan.arena != MATCH_FILE_VERSION or not line.endswith(b"\n"):
        raise Unreadable("arena_no_match", file=path)
    # The file may have been edited, so its values are checked like those of the command line.
    match, budget = plan.match, plan.match.budget
    smallest = budget.milliseconds if budget.rollouts is None else min(budget.milliseconds, budget.rollouts)
    checked = Match.of(
        match.bots, match.players, match.seed, budget, match.game, own_milliseconds=match.own_milliseconds
    )
    expected = replace(checked, evaluator=match.evaluator)
    if min([smallest, *match.own_milliseconds.values()]) < 1 or expected != match:
        raise Unreadable("arena_no_match", file=path)
    return plan.with_target(targets[-1]) if targets else plan


def read_games(path: Path, match: Match) -> Iterator[GameResult]:
    """The games in a file, in order; an incomplete last line is ignored."""
    number = 0
    with path.open("rb") as file:
        file.readline()
        for line_number, line in enumerate(file, 2):
            if not line.endswith(b"\n"):
                return
            if _target(line):
                continue
            with at("at_line", line=line_number):
                yield _game(line, number, match, path)
            number += 1


def _target(line: bytes) -> Target | None:
    if not line.startswith(b'{"number"'):  # nearly all lines are games: skip decoding those
        with suppress(*_DECODE_ERRORS):
            return msgspec.json.decode(line, type=Target)
    return None


def _game(line: bytes, number: int, match: Match, path: Path) -> GameResult:
    try:
        result = msgspec.json.decode(line, type=GameResult)
    except _DECODE_ERRORS:
        raise Unreadable("arena_bad_line", file=path, game=number) from None
    by_seat = [result.places, result.thinking, *result.measures.values(), *result.luck.values()]
    valid = (
        result.number == number
        and all(len(values) == match.players for values in by_seat)
        and result.places == ranked(result.places)
        and tuple(result.measures) == match.rules.table.measure_names
        and bool(result.luck) == (match.evaluator is not None)
        and all(abs(sum(of_kind)) < MAX_LUCK_SUM for of_kind in result.luck.values())
        and all(kind in FAULT_KINDS for thinking in result.thinking for kind in thinking.faults)
    )
    if not valid:
        raise Unreadable("arena_bad_line", file=path, game=number)
    return result


def check_same(path: Path, plan: MatchPlan, given: dict[str, object]) -> None:
    """Refuse options given beside ``--resume`` that differ from the match in the file."""
    in_file = {
        "BOT": plan.match.bots,
        "--players": plan.match.players,
        "--seed": plan.match.seed,
        "--budget": plan.match.budget.milliseconds,
        "--rollouts": plan.match.budget.rollouts,
    }
    if given.pop("--luck-adjusted", False) and plan.match.evaluator is None:
        raise NotAllowed("arena_luck_too_late", file=path, key="--luck-adjusted")
    for key, value in given.items():
        if value is not None and value != in_file[key]:
            raise NotAllowed("arena_other_match", file=path, key=key, there=_shown(in_file[key]), here=_shown(value))


def _shown(value: object) -> object:
    return "–" if value is None else value
