"""What one seat, or a spectator, may see of a table. Nothing else of a table leaves the process."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from wonderland.core.changes import Change, changes
from wonderland.core.description import describe
from wonderland.games.registry import AnyGame
from wonderland.server.tables.entries import LeftReason, TimeLimit
from wonderland.server.tables.state import Phase, TableState


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """A seat, as everyone sees it."""

    kind: Literal["open", "reserved", "person", "bot"]
    name: str
    person: str | None
    #: The bot that plays here: the seat's own, or the one that plays for an absent person.
    bot: str | None
    left: LeftReason | None
    ready: bool
    #: The seats whose people have agreed to let a bot play here, while the person is away.
    agreed: tuple[int, ...]
    #: Until when the person must act, if a clock runs.
    deadline: int | None


class StandingView(msgspec.Struct, frozen=True, gc=False):
    """Where a seat came: its place (1 is best, equal places are shared) and the two numbers that decided."""

    place: int
    score: int
    second: int


class By(msgspec.Struct, frozen=True, gc=False):
    """Who did what; ``action`` is None for those who may not know it."""

    seat: int
    action: str | None


class PlainAction(msgspec.Struct, frozen=True, gc=False):
    """Something the seat may do now: what to send, and how to call it."""

    action: str
    label: str


class Plain(msgspec.Struct, frozen=True, gc=False):
    """A view as text and the legal actions, for clients that know nothing of the game."""

    text: str
    actions: tuple[PlainAction, ...]


class TableView(msgspec.Struct, frozen=True, gc=False):
    """A table as one seat (None: a spectator) sees it. ``view`` is the game's view of that seat."""

    id: str
    seat: int | None
    game: str
    options: Any
    public: bool
    #: Whether its games count for the ratings.
    rated: bool
    #: Whether the only person here may ask what the moves are worth; the games then count for nothing.
    hints: bool
    #: Whether this game goes on from a moment of another one.
    what_if: bool
    time_limit: TimeLimit
    #: The person who may start games, change seats and close the table.
    host: str
    #: The invitation code for reserved seats; only for people at the table.
    invite: str | None
    phase: Phase
    #: Which game at this table this is, from 1; 0 before the first.
    number: int
    begins: int
    seats: tuple[SeatView, ...]
    #: The seats that must act before the game goes on; none where everybody acts at once.
    waiting: tuple[int, ...]
    view: Any
    #: The result, as data; None before the end.
    result: dict[str, Any] | None
    #: Who came where, by seat; None while the game goes on.
    standings: tuple[StandingView, ...] | None
    #: Ratings before and after, by seat; None when the game is not rated.
    ratings: tuple[tuple[float, float], ...] | None
    closed: str | None


def seat_views(state: TableState) -> tuple[SeatView, ...]:
    """The seats, as everyone sees them."""
    return tuple(
        [
            SeatView(
                held.kind,
                held.name,
                held.person,
                held.bot,
                held.left,
                held.ready,
                held.agreed,
                state.deadline(number),
            )
            for number, held in enumerate(state.seats)
        ]
    )


def table_view(state: TableState, seat: int | None, seats: tuple[SeatView, ...] | None = None) -> TableView:
    """What ``seat`` may see, made from the game's own view and the public part of the table.

    ``seats`` are the seat views, if the caller has them already.
    """
    playing = state.game_state is not None
    return TableView(
        state.id,
        seat,
        state.game,
        state.options,
        state.public,
        state.rated,
        state.hints,
        state.what_if,
        state.time_limit,
        state.host,
        None if seat is None else state.invite,
        state.phase,
        state.number,
        state.begins,
        seat_views(state) if seats is None else seats,
        state.waiting,
        state.rules.view(state.game_state, seat) if playing else None,
        state.result,
        None if state.standings is None else tuple([StandingView(*standing) for standing in state.standings]),
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
    own = after.rules.table.own
    now = own(after.game_state, seat)
    if before.number != after.number:  # the view of a new game is sent whole
        return [["view", "seat", seat], *(["view", name, value] for name, value in now.items())]
    known = own(before.game_state, seat)
    return changes(known, now, "view") if known != now else invite


def action_by(state: TableState, seat: int | None) -> By | None:
    """The action with which the game came to this version, as a seat (None: a spectator) may know it."""
    if state.by is None:
        return None
    actor, action = state.by
    known = actor == seat or state.rules.table.is_public(action)
    return By(actor, str(action) if known else None)


def plain(game: AnyGame, view: Any) -> Plain:
    """What a view says, in words; made from the view alone."""
    actions = tuple([PlainAction(str(action), str(action)) for action in game.choices(view)])
    return Plain(describe(view), actions)
