"""Records as files."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from litestar import Response
from litestar.response import Stream

from wonderland.server.store.game_store import ArchivedGame

MEDIA_TYPES = {"json": "application/json", "jsonl": "application/jsonl"}


def download(row: ArchivedGame) -> Response[bytes]:
    """A kept record, under a name that says which game, when and whose."""
    return Response(row.record + b"\n", media_type=MEDIA_TYPES["json"], headers=_named(row, "json"))


def download_all(first: Sequence[ArchivedGame], more: Callable[[int], Awaitable[Sequence[ArchivedGame]]]) -> Stream:
    """Kept records, one a line, page by page: ``more`` gives those after the one of a number."""

    async def pages() -> AsyncIterator[bytes]:
        rows = first
        while rows:
            yield b"".join(row.record + b"\n" for row in rows)
            rows = await more(rows[-1].number)

    return Stream(pages(), media_type=MEDIA_TYPES["jsonl"], headers=_named(first[0], "jsonl"))


def _named(row: ArchivedGame, kind: str) -> dict[str, str]:
    players = msgspec.json.decode(row.record)["players"]
    name = file_name(row.game, row.ended, players, kind)
    return {"Content-Disposition": f'attachment; filename="{name}"'}


def file_name(game: str, at: int, players: Sequence[Any], kind: str) -> str:
    """A name that every system takes.

    >>> file_name("parade", 1_800_000_000_000, ["Zoë", "../../x", "狐"], "json")
    'parade-2027-01-15-zoe-x.json'
    """
    day = datetime.fromtimestamp(at / 1_000, UTC).date().isoformat()
    words = [game, day, *(_plain(str(player)) for player in players)]
    return "-".join(word for word in words if word)[:100] + f".{kind}"


def _plain(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
