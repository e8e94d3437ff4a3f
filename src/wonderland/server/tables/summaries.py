"""A table as lists show it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from wonderland.server.tables import requests
from wonderland.server.tables.entries import TimeLimit
from wonderland.server.tables.state import TableState


class SeatSummary(msgspec.Struct, frozen=True):
    """A taken seat in a list of tables."""

    name: str
    #: The bot, whose name here is the English one.
    bot: str | None = None
    person: str | None = None


class TableSummary(msgspec.Struct, frozen=True):
    """A table in a list."""

    id: str
    game: str
    #: As in a table's view.
    options: dict[str, object]
    #: As in a table view; or `set_aside` for a table whose log cannot be read.
    phase: str
    time_limit: TimeLimit
    #: Whether its games count for the ratings.
    rated: bool
    #: Who sits there; None for a free seat.
    seats: list[SeatSummary | None]
    #: When it last changed, in milliseconds since 1970.
    at: int
    #: Whether it waits for the caller.
    waiting_for_you: bool = False
    #: The caller's seats.
    mine: list[int] = []
    #: The seats for which the table waits, except those that a bot plays: to act, or before the game to be ready.
    waiting: list[int] = []
    #: When the first of them must have acted; the caller, if it waits for them. None: no clock runs.
    deadline: int | None = None
    #: Which game at this table it is, from 1, and when that began; 0 before the first.
    number: int = 0
    begins: int = 0
    #: How many actions that game has seen; only in the list of public tables.
    moves: int = 0


class ListedTable(msgspec.Struct, frozen=True):
    """What is the same for everybody in whose list a table is. The store keeps it for tables that are not in memory."""

    id: str
    game: str
    options: dict[str, object]
    phase: str
    time_limit: TimeLimit
    rated: bool
    seats: list[SeatSummary | None]
    at: int
    #: Each seat that the table waits for, except those that a bot plays, and its deadline.
    waiting: list[tuple[int, int | None]]
    number: int
    begins: int
    moves: int


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(ListedTable)


def encode_listed(table: ListedTable) -> bytes:
    return _encoder.encode(table)


def decode_listed(data: bytes) -> ListedTable:
    return _decoder.decode(data)


def listed_table(state: TableState, moves: int = 0) -> ListedTable:
    return ListedTable(
        state.id,
        state.game,
        msgspec.to_builtins(state.options),
        state.phase,
        state.time_limit,
        state.rated,
        [
            SeatSummary(seat.name, seat.bot if seat.kind == "bot" else None, seat.person) if seat.taken else None
            for seat in state.seats
        ],
        state.at,
        [(seat, state.deadline(seat)) for seat in waited_for(state) if not state.seats[seat].bot],
        state.number,
        state.begins,
        moves,
    )


def table_summary(table: TableState | ListedTable, person: str | None) -> TableSummary:
    """A table as this person's list shows it; None: as everybody's does."""
    listed = listed_table(table) if isinstance(table, TableState) else table
    mine = [number for number, seat in enumerate(listed.seats) if person and seat and seat.person == person]
    yours = [(seat, deadline) for seat, deadline in listed.waiting if seat in mine]
    deadlines = [deadline for _, deadline in yours or listed.waiting if deadline is not None]
    return TableSummary(
        listed.id,
        listed.game,
        listed.options,
        listed.phase,
        listed.time_limit,
        listed.rated,
        listed.seats,
        listed.at,
        bool(yours),
        mine,
        [seat for seat, _ in listed.waiting],
        min(deadlines, default=None),
        listed.number,
        listed.begins,
        0 if person else listed.moves,
    )


def waited_for(state: TableState) -> Sequence[int]:
    """The seats that must act; before a game that begins for all at once, those that are not ready."""
    if state.phase == "gathering" and state.full and requests.begins_for_all_at_once(state):
        return [seat for seat, held in enumerate(state.seats) if not held.ready]
    return state.waiting


def set_aside_summary(id: str, game: str, touched: int) -> TableSummary:
    """A table whose log cannot be read."""
    return TableSummary(id, game, {}, "set_aside", TimeLimit(), False, [], touched)
