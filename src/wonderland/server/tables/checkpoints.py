"""A table before one of its later games, as JSON: it is rebuilt from there instead of from its first entry.

The game itself is not in it: the entry that follows deals the next one.
"""

from __future__ import annotations

from typing import Any

import msgspec

from wonderland.games.registry import find
from wonderland.server.tables.entries import Position, TimeLimit
from wonderland.server.tables.state import Phase, Seat, TableState


class StoredState(msgspec.Struct, frozen=True, kw_only=True):
    """Those parts of a table's state that matter once another game has begun."""

    version: int
    at: int
    host: str
    game: str
    options: dict[str, Any]
    public: bool
    rated: bool
    time_limit: TimeLimit
    invite: str
    phase: Phase
    number: int
    seats: tuple[Seat, ...]
    series: Any
    played_by: tuple[tuple[str | None, str], ...]
    kicked: tuple[str, ...]
    hints: bool = False
    position: Position | None = None


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(StoredState)


def encode_checkpoint(state: TableState) -> bytes:
    """The state just before a game begins."""
    own = {name: getattr(state, name) for name in StoredState.__struct_fields__ if name != "options"}
    return _encoder.encode(StoredState(**own, options=msgspec.to_builtins(state.options)))


def decode_checkpoint(id: str, data: bytes) -> TableState:
    """The state again; raises ``msgspec.DecodeError`` or a refusal where this version cannot read it."""
    stored = _decoder.decode(data)
    table = find(stored.game).table
    own = msgspec.structs.asdict(stored)
    own["options"] = table.options(stored.options)
    own["series"] = None if stored.series is None else msgspec.convert(stored.series, table.SeriesState)
    return TableState(id=id, **own)
