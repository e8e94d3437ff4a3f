"""Records without the names of people who have been deleted, or who must not learn who the others were."""

from __future__ import annotations

from typing import Any

import msgspec

from wonderland.messages import say
from wonderland.records.writing import encode


def anonymous_name(seat: int) -> str:
    """The replacement for an erased name. Records are in no language; their keys are in English."""
    return say("player_name", "en", number=seat + 1)


def record_without_name(kept: bytes, seat: int, name: str) -> bytes:
    """A record without the name at one seat."""
    try:
        record = msgspec.json.decode(kept)
        record["players"][seat] = anonymous_name(seat)
        return encode(record)
    except (msgspec.DecodeError, LookupError, TypeError):
        # A damaged record cannot be replayed, but the name could still be read.
        return kept.replace(name.encode(), anonymous_name(seat).encode())


def without_other_names(record: dict[str, Any], seat: int) -> dict[str, Any]:
    """A record without the names of the other players."""
    return {
        **record,
        "players": [name if at == seat else anonymous_name(at) for at, name in enumerate(record["players"])],
    }
