"""A person's own data as one JSON object, and nothing of other people.

The tables' logs are not read: they hold the hidden cards of games that are still being played.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from typing import Any, TypeVar

import msgspec
from msgspec.structs import asdict

from wonderland.server.people.anonymous import without_other_names
from wonderland.server.people.person import Person
from wonderland.server.store.chat_store import ExportedChatLine
from wonderland.server.store.game_store import ExportedGame
from wonderland.server.store.record_store import UploadedRecord
from wonderland.server.store.store import Store

Data = dict[str, Any]
Row = TypeVar("Row", bound=msgspec.Struct)


async def export(store: Store, person: Person) -> bytes:
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
        "bots": await _bots(store, person.id),
        "ratings": [
            {"game": one.game, "mu": one.mu, "sigma": one.sigma, "games": one.games, "updated": one.updated}
            for one in await store.games.ratings(person.id)
        ],
        "games": await _all(store.games.export(person.id), _game),
        "chat": await _all(store.chat.export(person.id), _chat_line),
        "imports": await _all(store.records.export(person.id), _record),
    }
    return msgspec.json.encode(found)


async def _bots(store: Store, owner: str) -> list[Data]:
    tokens = await store.tokens.of_owner(owner)
    return [
        {
            "id": bot.id,
            "name": bot.name,
            "created": bot.created,
            "tokens": [
                {"id": token.id, "label": token.label, "created": token.created, "used": token.used}
                for token in tokens
                if token.bot == bot.id
            ],
        }
        for bot in await store.people.bots(owner)
    ]


def _game(game: ExportedGame) -> Data:
    figures = msgspec.Raw(game.figures.encode()) if game.figures else None
    return {
        **asdict(game),
        "figures": figures,
        "record": without_other_names(msgspec.json.decode(game.record), game.seat),
    }


def _chat_line(line: ExportedChatLine) -> Data:
    return asdict(line)


def _record(record: UploadedRecord) -> Data:
    return {**asdict(record), "record": msgspec.Raw(record.record)}


async def _all(pages: AsyncGenerator[Sequence[Row], None], write: Callable[[Row], Data]) -> msgspec.Raw:
    """All rows as a JSON list, encoded in a thread, page by page: there may be years of games."""
    async with aclosing(pages):
        written = [await asyncio.to_thread(_encode, rows, write) async for rows in pages]
    return msgspec.Raw(b"[" + b",".join(written) + b"]")


def _encode(rows: Sequence[Row], write: Callable[[Row], Data]) -> bytes:
    return b",".join(msgspec.json.encode(write(row)) for row in rows)
