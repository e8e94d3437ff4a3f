"""A record step by step, as a seat saw it, for replays in the browser. Made from views only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import msgspec

from wonderland.core.changes import Change, changes
from wonderland.core.errors import unknown_seat
from wonderland.core.fields import Data
from wonderland.core.game import Step
from wonderland.games.registry import AnyGame
from wonderland.records.replaying import game_of
from wonderland.server.tables.views import By, Plain, plain

STEPS_PER_PAGE = 1_000  #: steps at a time


class ReplayStep(msgspec.Struct, frozen=True):
    """Who did what, when (milliseconds since the start, where the record tells), and what it changed in the views."""

    by: By
    time: int | None
    #: As in the events of a table's socket; the first item of each path is the place in ``views``.
    changes: list[Change]
    #: What the view then meant, where it was asked for; with open hands, what a spectator's means.
    explanation: Any = None
    #: The same view as text, where it was asked for.
    plain: Plain | None = None


class ReplayPage(msgspec.Struct, frozen=True):
    """A stretch of a record: the views at its beginning, and the steps from there."""

    game: str
    players: tuple[str, ...]
    #: How many steps came before.
    after: int
    #: One view, or with open hands one a seat.
    views: list[Any]
    steps: list[ReplayStep]
    #: Ask for the steps after this one; null when these were the last.
    next: int | None
    #: The result as a table shows it (docs/protocol.md), or as ``wonderland replay --json`` prints it where the record
    #: ends before its game; with the last steps only.
    result: dict[str, Any] | None
    #: What the first view means, and the same as text, as with the steps.
    explanation: Any = None
    plain: Plain | None = None


def replay_page(
    record: Data,
    whose: str = "",
    after: int = 0,
    most: int = STEPS_PER_PAGE,
    found: Iterable[Step[Any, Any]] | None = None,
    explain: bool = False,
    as_text: bool = False,
) -> ReplayPage:
    """The steps of a record that may be seen by everyone: its game is over, or somebody brought it along.

    ``whose`` view: a seat's number, ``all`` for every seat at once, with open hands, or empty for a spectator's.
    ``found``: the steps, where somebody has replayed the record already. ``explain``: with what the views mean;
    ``as_text``: with the views as text.
    """
    game = game_of(record)
    players = tuple(record["players"])
    seats = _seats(whose, len(players))

    def seen(step: Step[Any, Any]) -> list[Any]:
        return [game.view(step.state, seat) for seat in seats]

    def extras(step: Step[Any, Any]) -> tuple[Any, Plain | None]:
        view = game.view(step.state, seats[0] if len(seats) == 1 else None)
        return game.table.explain(view) if explain else None, plain(game, view) if as_text else None

    going = iter(game.steps(record) if found is None else found)
    after, last = _skip(going, after)
    first = before = seen(last)
    meaning = extras(last)
    shown: list[ReplayStep] = []
    for last in islice(going, most):
        now = seen(last)
        different = [[place, *c] for place, pair in enumerate(zip(before, now, strict=True)) for c in changes(*pair)]
        # The game is over, so nothing that was done is secret any more.
        shown.append(ReplayStep(By(last.seat or 0, str(last.action)), last.time, different, *extras(last)))
        before = now
    more = next(going, None) is not None
    end = after + len(shown)
    result = None if more else _result(game, last.state)
    return ReplayPage(game.name, players, after, first, shown, end if more else None, result, *meaning)


def _result(game: AnyGame, state: Any) -> dict[str, Any]:
    return game.result(state) if game.outcome(state) is None else game.table.result(state, None)


def _seats(whose: str, players: int) -> list[int | None]:
    if whose == "all":
        return list(range(players))
    if not whose:
        return [None]
    seat = int(whose)
    if nobody := unknown_seat(seat, players):
        raise nobody
    return [seat]


def _skip(found: Iterator[Step[Any, Any]], wanted: int) -> tuple[int, Step[Any, Any]]:
    """The step of that number, the deal being 0, or the last; and its number."""
    number, last = 0, next(found)
    for number, last in enumerate(islice(found, wanted), 1):  # noqa: B007  # used after the loop
        pass
    return number, last
