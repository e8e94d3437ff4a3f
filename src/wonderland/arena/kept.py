"""What a file of ``keeping.py`` holds; whatever somebody has changed in it is refused with its place."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from wonderland.arena.keeping import VERSION, Plan, Target
from wonderland.arena.match import Match
from wonderland.arena.played import Played
from wonderland.bots.running import KINDS
from wonderland.core.errors import NotAllowed, Unreadable
from wonderland.core.fields import at
from wonderland.core.table import ranked

_WRONG = (msgspec.MsgspecError, UnicodeDecodeError)


def read_plan(path: Path) -> Plan:
    """What a file wants played: its first line, with the last target."""
    with path.open("rb") as file:
        line = file.readline()
        targets = [target for other in file if (target := _target(other))]
    try:
        plan = msgspec.json.decode(line, type=Plan)
    except _WRONG:
        raise Unreadable("arena_no_match", file=path) from None
    if plan.arena != VERSION or not line.endswith(b"\n"):
        raise Unreadable("arena_no_match", file=path)
    # Whatever somebody has changed in it is checked as if it had been asked for.
    match, budget = plan.match, plan.match.budget
    counted = budget.milliseconds if budget.rollouts is None else min(budget.milliseconds, budget.rollouts)
    if counted < 1 or Match.of(match.bots, match.players, match.seed, budget, match.game) != match:
        raise Unreadable("arena_no_match", file=path)
    return plan.with_target(targets[-1]) if targets else plan


def read_games(path: Path, match: Match) -> Iterator[Played]:
    """The games in a file, in their order; half a line at the end is as good as none."""
    number = 0
    with path.open("rb") as file:
        file.readline()
        for place, line in enumerate(file, 2):
            if not line.endswith(b"\n"):
                return
            if _target(line):
                continue
            with at("at_line", line=place):
                yield _game(line, number, match, path)
            number += 1


def _target(line: bytes) -> Target | None:
    if not line.startswith(b'{"number"'):  # nearly all lines are games: look no further
        with suppress(*_WRONG):
            return msgspec.json.decode(line, type=Target)
    return None


def _game(line: bytes, number: int, match: Match, path: Path) -> Played:
    try:
        played = msgspec.json.decode(line, type=Played)
    except _WRONG:
        raise Unreadable("arena_bad_line", file=path, game=number) from None
    seats = [played.places, played.thinking, *played.measures.values()]
    right = (
        played.number == number
        and all(len(values) == match.players for values in seats)
        and played.places == ranked(played.places)
        and tuple(played.measures) == match.rules.table.measure_names
        and all(kind in KINDS for thinking in played.thinking for kind in thinking.faults)
    )
    if not right:
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
