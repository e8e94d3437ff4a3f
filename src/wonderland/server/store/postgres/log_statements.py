"""The log's statements: everything that many tables append in one statement, and so in one round trip."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wonderland.server.store.log_rows import IN_MEMORY, Checkpoint, LogAppend, TableRow

INSERT_ENTRIES = (
    "INSERT INTO log (table_id, number, at, entry) "
    "SELECT * FROM unnest($1::text[], $2::int[], $3::bigint[], $4::bytea[])"
)

#: The same with what changes in the lists of tables. All parts of a statement see the database as it was before: so no
#: table and no person at a table may occur twice (``list_arrays``).
INSERT_ENTRIES_AND_LISTS = f"""
WITH entries AS ({INSERT_ENTRIES}),
listed AS (
    SELECT * FROM unnest(
        $5::text[], $6::bool[], $7::bigint[],
        $8::text[], $9::text[], $10::bool[], $11::text[], $12::text[], $13::bool[], $14::int[], $15::bytea[]
    ) AS listed (id, new, at, game, phase, public, host, invite, joinable, version, summary)
),
seats AS (SELECT * FROM unnest($16::text[], $17::text[], $18::bool[]) AS seats (table_id, person, current)),
added AS (
    INSERT INTO tables
        (id, game, phase, public, host, invite, joinable, version, summary, created, touched, due, unreadable)
    SELECT id, game, phase, public, host, invite, joinable, version, summary, at, at, {IN_MEMORY}, FALSE
    FROM listed WHERE new
),
changed AS (
    UPDATE tables SET phase = listed.phase, host = listed.host, invite = listed.invite, joinable = listed.joinable,
        version = listed.version, summary = listed.summary, touched = listed.at,
        due = CASE WHEN listed.phase <> 'closed' THEN {IN_MEMORY} END, empty_since = NULL
    FROM listed WHERE NOT listed.new AND tables.id = listed.id
),
sat_down AS (
    INSERT INTO seated (table_id, person, current) SELECT table_id, person, TRUE FROM seats WHERE current
    ON CONFLICT (table_id, person) DO UPDATE SET current = TRUE
),
kept AS (
    INSERT INTO checkpoints (table_id, number, state) SELECT * FROM unnest($19::text[], $20::int[], $21::bytea[])
    ON CONFLICT (table_id) DO UPDATE SET number = excluded.number, state = excluded.state
)
UPDATE seated SET current = FALSE
FROM seats WHERE NOT seats.current AND seated.table_id = seats.table_id AND seated.person = seats.person
"""

NEWEST_NUMBER = "SELECT max(number) FROM log WHERE table_id = $1"
NEWEST_NUMBERS = (
    "SELECT id, (SELECT coalesce(max(number), 0) FROM log WHERE table_id = id) FROM unnest($1::text[]) AS id"
)

#: By table, what is newer than a version: one statement for any number of tables, so that it is prepared once. A
#: subquery with an order is not merged into the join: without statistics PostgreSQL would then read the whole log.
ENTRIES_AFTER = (
    "SELECT newer.* FROM unnest($1::text[], $2::int[]) AS known (id, version), LATERAL ("
    "SELECT table_id, number, at, entry FROM log WHERE table_id = id AND number > version ORDER BY number) AS newer"
)

#: Of these entries, those that are in the log exactly so.
FIND_ENTRIES = (
    "SELECT log.table_id, log.number FROM log "
    "JOIN unnest($1::text[], $2::int[], $3::bigint[], $4::bytea[]) AS ours (table_id, number, at, entry) "
    "ON log.table_id = ours.table_id AND log.number = ours.number AND log.at = ours.at AND log.entry = ours.entry"
)


def entry_arrays(appends: Sequence[LogAppend]) -> list[Sequence[Any]]:
    # In the same order on every instance, so that two of them do not wait for each other.
    rows = sorted(row for append in appends for row in append.rows)
    return list(zip(*rows, strict=True)) if rows else [(), (), (), ()]


def list_arrays(appends: Sequence[LogAppend]) -> list[Sequence[Any]]:
    """What changes in the lists, each table once and each person at it once: the last change counts."""
    tables: dict[str, tuple[bool, int, TableRow]] = {}
    seats: dict[tuple[str, str], bool] = {}
    checkpoints: dict[str, Checkpoint] = {}
    for append in appends:
        if append.change is None:
            continue
        id, _, at, _ = append.rows[-1]
        new = append.change.new or (id in tables and tables[id][0])
        tables[id] = new, at, append.change.row
        seats.update({(id, person): True for person in append.change.sat_down})
        seats.update({(id, person): False for person in append.change.stood_up})
        if append.change.checkpoint:
            checkpoints[id] = append.change.checkpoint
    listed = [(id, new, at, *row) for id, (new, at, row) in tables.items()]
    sitting = [(id, person, current) for (id, person), current in seats.items()]
    kept = [(id, *checkpoint) for id, checkpoint in checkpoints.items()]
    return [*_columns(listed, 3 + len(TableRow._fields)), *_columns(sitting, 3), *_columns(kept, 3)]


def _columns(rows: Sequence[tuple[Any, ...]], count: int) -> list[Sequence[Any]]:
    return list(zip(*rows, strict=True)) if rows else [()] * count
