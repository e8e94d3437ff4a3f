"""Records as files."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from litestar import Response

from wonderland.server.store.people import AnyRow

KINDS = {"json": "application/json", "jsonl": "application/jsonl"}


def download(rows: Sequence[AnyRow], kind: str) -> Response[bytes]:
    """Kept records, one a line, under a name that says which game, when and whose."""
    players = msgspec.json.decode(rows[0].record)["players"]
    name = file_name(rows[0].game, rows[0].ended, players, kind)
    return Response(
        b"".join(row.record + b"\n" for row in rows),
        media_type=KINDS[kind],
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


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
