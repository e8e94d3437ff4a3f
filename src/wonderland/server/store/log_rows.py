"""What a table writes to its log, and what that changes in the lists of tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

#: One entry: table, number, time, and the entry itself.
LogEntryRow = tuple[str, int, int, bytes]


#: Instead of a time in ``tables.due``: the table is in memory, or was when the server was killed.
IN_MEMORY = 0


class TableRow(NamedTuple):
    """A table's row in the list of tables, as its newest entry leaves it."""

    game: str
    phase: str
    public: bool
    host: str
    #: None once the table is closed.
    invite: str | None
    #: Whether a seat is free for anybody.
    joinable: bool
    version: int
    #: The table as lists show it, as JSON.
    summary: bytes


class Checkpoint(NamedTuple):
    """A table before one of its later games: it is rebuilt from here and the entries that follow."""

    #: The entry after which this was the state.
    number: int
    #: As JSON (``tables/checkpoints.py``).
    state: bytes


class TableListChange(NamedTuple):
    """What changes in the lists of tables and of who sits where, together with a table's new entries.

    The table is in memory, so its row gets ``IN_MEMORY`` as the time when it is due, and nobody counts as gone.
    """

    row: TableRow
    #: Whether the table is new.
    new: bool = False
    #: Those who sit there and did not before; and those who no longer do.
    sat_down: Sequence[str] = ()
    stood_up: Sequence[str] = ()
    #: Replaces the table's checkpoint.
    checkpoint: Checkpoint | None = None


class LogAppend(msgspec.Struct, frozen=True, gc=False):
    """What one table writes at a time: all of it, or nothing. All rows are of the same table."""

    rows: Sequence[LogEntryRow]
    change: TableListChange | None = None
