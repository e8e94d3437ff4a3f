"""What one seat, or a spectator, sees of a table. The only thing about a table that leaves the process."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from wonderland.core.changes import Change, changes
from wonderland.server.tables.entries import Left, Pace
from wonderland.server.tables.moment import Moment, Phase


class SeatFace(msgspec.Struct, frozen=True, gc=False):
    """Who sits there, as everyone sees it."""

    kind: Literal["open", "reserved", "person", "bot"]
    name: str
    person: str | None
    #: The bot that plays here: one of the ladder, or the one that plays on for somebody.
    bot: str | None
    left: Left | None
    ready: bool
    #: When the person must have acted, if a clock runs.
    deadline: int | None


class Face(msgspec.Struct, frozen=True, gc=False):
    """A table as one seat (None: a spectator) sees it. ``view`` is the game's view of that seat."""

    table: str
    seat: int | None
    game: str
    options: dict[str, Any]
    public: bool
    pace: Pace
    #: The person who may start, kick and close.
    host: str
    #: The key that lets others sit down at reserved seats; only for those who sit here.
    invite: str | None
    phase: Phase
    #: Which game at this table this is, from 1; 0 before the first.
    number: int
    begins: int
    seats: tuple[SeatFace, ...]
    view: Any
    #: The end of the game, as data; None while it goes on.
    result: dict[str, Any] | None
    #: Ratings before and after, by seat; None when the game is not rated.
    ratings: tuple[tuple[float, float], ...] | None
    closed: str | None


def seat_faces(moment: Moment) -> tuple[SeatFace, ...]:
    """Who sits where, as everyone sees it."""
    return tuple(
        [
            SeatFace(held.kind, held.name, held.person, held.bot, held.left, held.ready, moment.deadline(number))
            for number, held in enumerate(moment.seats)
        ]
    )


def face(moment: Moment, seat: int | None, seats: tuple[SeatFace, ...] | None = None) -> Face:
    """What ``seat`` sees; made from the game's own view and from what is public about the table.

    ``seats`` are the seat faces, where the caller has them already.
    """
    playing = moment.state is not None
    return Face(
        moment.id,
        seat,
        moment.game,
        moment.options,
        moment.public,
        moment.pace,
        moment.host,
        None if seat is None else moment.invite,
        moment.phase,
        moment.number,
        moment.begins,
        seat_faces(moment) if seats is None else seats,
        moment.rules.view(moment.state, seat) if playing else None,
        moment.result,
        moment.ratings,
        moment.closed,
    )


def own_changes(before: Moment, after: Moment, seat: int | None) -> list[Change]:
    """What changes in a seat's face besides what changes in a spectator's: the invitation, and its part of the view."""
    if seat is None:
        return []
    invite: list[Change] = [] if after.invite == before.invite else [["invite", after.invite]]
    if after.state is before.state:
        return invite
    own = after.customs.own
    now = own(after.state, seat)
    if before.number != after.number:  # the view of a new game is told whole
        return [["view", "seat", seat], *(["view", name, value] for name, value in now.items())]
    return changes(own(before.state, seat), now, "view")
