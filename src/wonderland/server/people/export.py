"""A person's own data as one JSON object, and nothing of other people.

The tables' logs are not read: they hold the hidden cards of games that are still being played.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import Select, select
from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.messages import say
from wonderland.server.people.person import Person
from wonderland.server.store.sql import people as store
from wonderland.server.store.sql.schema import chat, games, imports, played, ratings

Data = dict[str, Any]

ROWS_PER_PAGE = 50  #: rows at a time


async def export(connection: AsyncConnection, person: Person) -> bytes:
    """Profile, bots, ratings, finished games with their records, own chat and imported records, as JSON."""
    found = {
        "profile": {
            "id": person.id,
            "kind": person.kind,
            "name": person.name,
            "user": person.user,
            "created": person.created,
            "seen": person.seen,
        },
        "bots": await _bots(connection, person.id),
        "ratings": await _all(
            connection,
            select(ratings.c.game, ratings.c.mu, ratings.c.sigma, ratings.c.games, ratings.c.updated).where(
                ratings.c.person == person.id
            ),
        ),
        "games": await _games(connection, person.id),
        "chat": await _all(
            connection,
            select(chat.c.table_id, chat.c.at, chat.c.text).where(chat.c.person == person.id).order_by(chat.c.at),
        ),
        "imports": await _all(
            connection,
            select(imports.c.id, imports.c.created, imports.c.game, imports.c.record)
            .where(imports.c.person == person.id)
            .order_by(imports.c.created),
            lambda row: {**row, "record": msgspec.Raw(row["record"])},
        ),
    }
    return msgspec.json.encode(found)


async def _bots(connection: AsyncConnection, owner: str) -> list[Data]:
    keys = await store.tokens_of(connection, owner)
    return [
        {
            "id": bot.id,
            "name": bot.name,
            "created": bot.created,
            "tokens": [
                {"id": key.id, "label": key.label, "created": key.created, "used": key.used}
                for key in keys
                if key.person == bot.id
            ],
        }
        for bot in await store.bots(connection, owner)
    ]


async def _games(connection: AsyncConnection, id_: str) -> msgspec.Raw:
    own = (played.c.seat, played.c.place, played.c.score, played.c.second, played.c.left)
    skill = (played.c.mu_before, played.c.mu_after, played.c.sigma_before, played.c.sigma_after)
    query = (
        select(
            games.c.id,
            games.c.table_id,
            games.c.number,
            games.c.game,
            games.c.started,
            games.c.ended,
            games.c.rated,
            *own,
            *skill,
            games.c.record,
        )
        .join(played, played.c.game_id == games.c.id)
        .where(played.c.person == id_)
        .order_by(games.c.ended, games.c.id, played.c.seat)
    )
    return await _all(
        connection,
        query,
        lambda row: {**row, "record": without_other_names(msgspec.json.decode(row["record"]), row["seat"])},
    )


def without_other_names(record: Data, seat: int) -> Data:
    """A record without the names of the other players."""
    return {
        **record,
        "players": [name if at == seat else anonymous_name(at) for at, name in enumerate(record["players"])],
    }


def anonymous_name(seat: int) -> str:
    """The replacement for an erased name. Records are in no language; their keys are in English."""
    return say("player_name", "en", number=seat + 1)


async def _all(connection: AsyncConnection, query: Select[Any], change: Callable[[Data], Data] = dict) -> msgspec.Raw:
    """The rows of a query as a JSON list, encoded in a thread, page by page: there may be years of games."""
    found = await connection.stream(query.execution_options(yield_per=ROWS_PER_PAGE))
    pages = [
        await asyncio.to_thread(_write, [dict(row) for row in rows], change)
        async for rows in found.mappings().partitions()
    ]
    return msgspec.Raw(b"[" + b",".join(pages) + b"]")


def _write(rows: list[Data], change: Callable[[Data], Data]) -> bytes:
    return b",".join(msgspec.json.encode(change(row)) for row in rows)
