"""What one seat, or a spectator, sees of a table. The only thing about a table that leaves the process."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from wonderland.core.changes import Change, changes
from wonderland.server.tables.entries import LeftReason, TimeLimit
from wonderland.server.tables.state import Phase, TableState


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """Who sits there, as everyone sees it."""

    kind: Literal["open", "reserved", "person", "bot"]
    name: str
    person: str | None
    #: The bot that plays here: one of the ladder, or the one that plays on for somebody.
    bot: str | None
    left: LeftReason | None
    ready: bool
    #: When the person must have acted, if a clock runs.
    deadline: int | None


class TableView(msgspec.Struct, frozen=True, gc=False):
    """A table as one seat (None: a spectator) sees it. ``view`` is the game's view of that seat."""

    id: str
    seat: int | None
    game: str
    options: dict[str, Any]
    public: bool
    time_limit: TimeLimit
    #: The person who may start, kick and close.
    host: str
    #: The key that lets others sit down at reserved seats; only for those who sit here.
    invite: str | None
    phase: Phase
    #: Which game at this table this is, from 1; 0 before the first.
    number: int
    begins: int
    seats: tuple[SeatView, ...]
    view: Any
    #: The end of the game, as data; None while it goes on.
    result: dict[str, Any] | None
    #: Ratings before and after, by seat; None when the game is not rated.
    ratings: tuple[tuple[float, float], ...] | None
    closed: str | None


def seat_views(state: TableState) -> tuple[SeatView, ...]:
    """Who sits where, as everyone sees it."""
    return tuple(
        [
            SeatView(held.kind, held.name, held.person, held.bot, held.left, held.ready, state.deadline(number))
            for number, held in enumerate(state.seats)
        ]
    )


def table_view(state: TableState, seat: int | None, seats: tuple[SeatView, ...] | None = None) -> TableView:
    """What ``seat`` sees; made from the game's own view and from what is public about the table.

    ``seats`` are the seat views, where the caller has them already.
    """
    playing = state.game_state is not None
    return TableView(
        state.id,
        seat,
        state.game,
        state.options,
        state.public,
        state.time_limit,
        state.host,
        None if seat is None else state.invite,
        state.phase,
        state.number,
        state.begins,
        seat_views(state) if seats is None else seats,
        state.rules.view(state.game_state, seat) if playing else None,
        state.result,
        state.ratings,
        state.closed,
    )


def own_changes(before: TableState, after: TableState, seat: int | None) -> list[Change]:
    """What changes for a seat beyond what changes for a spectator: the invitation, and its part of the game's view."""
    if seat is None:
        return []
    invite: list[Change] = [] if after.invite == before.invite else [["invite", after.invite]]
    if after.game_state is before.game_state:
        return invite
    own = after.customs.own
    now = own(after.game_state, seat)
    if before.number != after.number:  # the view of a new game is told whole
        return [["view", "seat", seat], *(["view", name, value] for name, value in now.items())]
    return changes(own(before.game_state, seat), now, "view")
