"""What a table's new entries change in the store's lists of tables, and its checkpoint. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from wonderland.server.store.log_rows import Checkpoint, TableListChange, TableRow
from wonderland.server.tables.checkpoints import encode_checkpoint
from wonderland.server.tables.state import Seat, TableState
from wonderland.server.tables.summaries import encode_listed, listed_table


def looks_same(before: TableState | None, after: TableState) -> bool:
    """Whether the row of a table stays as it is, but for whose turn it is."""
    if before is None or before.phase != after.phase or before.host != after.host or before.invite != after.invite:
        return False
    return before.seats is after.seats or [*map(_holder, before.seats)] == [*map(_holder, after.seats)]


def _holder(seat: Seat) -> tuple[str, str, str | None, str | None]:
    """Who sits there, as lists show it; whether they are ready or away is not kept in the row."""
    return seat.kind, seat.name, seat.person, seat.bot if seat.kind == "bot" else None


def list_change(
    before: TableState | None, fresh: Sequence[TableState], moves: int, checkpoint: Checkpoint | None
) -> TableListChange:
    """The row of a table after the states ``fresh``, and who sits down or stands up. ``moves``: of the current game."""
    last = fresh[-1]
    known = set(before.people) if before else set()
    people = [person for state in fresh for person in state.people]
    sat_down = tuple(dict.fromkeys(person for person in people if person not in known))
    stood_up = tuple((known | set(sat_down)) - set(last.people))
    closed = last.phase == "closed"
    row = TableRow(
        last.game,
        last.phase,
        last.public,
        last.host,
        None if closed else last.invite,
        last.phase == "gathering" and any(seat.kind == "open" for seat in last.seats),
        last.version,
        b"" if closed else encode_listed(listed_table(last, moves)),
    )
    return TableListChange(row, before is None, sat_down, stood_up, checkpoint)


def new_checkpoint(before: TableState | None, fresh: Sequence[TableState], last: int, least: int) -> Checkpoint | None:
    """The state before a game that begins, if at least ``least`` entries were written since the checkpoint ``last``."""
    begun = fresh[-1]
    if not before or begun.version != begun.started or begun.version - last < least:
        return None
    ending = fresh[-2] if len(fresh) > 1 else before
    return Checkpoint(ending.version, encode_checkpoint(ending))
