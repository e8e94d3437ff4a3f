"""What is in a cluster's database: logs, finished games and ratings."""

from __future__ import annotations

from typing import Any, NamedTuple

import asyncpg

from server.faults.kept import Log
from wonderland.server.store.game_store import ArchivedGame, ArchivedSeat, Rating
from wonderland.server.store.sql.schema import games, log, people, played, ratings
from wonderland.server.store.table_store import LogRow
from wonderland.server.tables import entries


class Stored(NamedTuple):
    """Everything that the checker compares with what clients were told."""

    #: By table, as rows and decoded.
    rows: dict[str, list[LogRow]]
    logs: dict[str, Log]
    games: list[ArchivedGame]
    seats: list[ArchivedSeat]
    ratings: list[Rating]
    #: By person: guest, account …
    kinds: dict[str, str]


def stored(found: dict[str, list[dict[str, Any]]]) -> Stored:
    """From the rows of each table of the database."""
    rows: dict[str, list[LogRow]] = {}
    logs: dict[str, Log] = {}
    for row in sorted(found["log"], key=lambda row: (row["table_id"], row["number"])):
        rows.setdefault(row["table_id"], []).append((row["number"], row["at"], row["entry"]))
        logs.setdefault(row["table_id"], []).append((row["at"], entries.decode_entry(row["entry"])))
    return Stored(
        rows,
        logs,
        [ArchivedGame(**{name: row[name] for name in ArchivedGame.__struct_fields__}) for row in found["games"]],
        [ArchivedSeat(**{name: row[name] for name in ArchivedSeat.__struct_fields__}) for row in found["played"]],
        [Rating(**{name: row[name] for name in Rating.__struct_fields__}) for row in found["ratings"]],
        {row["id"]: row["kind"] for row in found["people"]},
    )


async def read(url: str) -> Stored:
    """From PostgreSQL, past the proxies."""
    connection = await asyncpg.connect(url)
    try:
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            return stored(
                {
                    table.name: [dict(row) for row in await connection.fetch(f'SELECT * FROM "{table.name}"')]
                    for table in (log, games, played, ratings, people)
                }
            )
    finally:
        await connection.close()
