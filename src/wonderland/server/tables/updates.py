"""What a table tells those who watch it, as typed objects. The sockets encode them (``wire/codec.py``)."""

from __future__ import annotations

from typing import Any

import msgspec

from wonderland.server.store.chat_store import ChatLine as ChatLine
from wonderland.server.tables.views import By, Plain, TableView


class TableUpdate(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower):
    """Something that watchers are told."""


class Snapshot(TableUpdate, frozen=True):
    """The whole table as the client may see it. ``time`` is the server's, in milliseconds since 1970."""

    version: int
    at: int
    time: int
    table: TableView
    #: The latest chat lines, oldest first.
    chat: tuple[ChatLine, ...]
    #: What the view means, for clients that opened the socket with ``explain=1``.
    explanation: Any = None
    #: The view as text and the legal actions, for clients that opened it with ``plain=1``.
    plain: Plain | None = None


class Event(TableUpdate, frozen=True):
    """What one entry of the table's log changes in the table view of the version before (docs/protocol.md)."""

    version: int
    at: int
    #: Who did what in the game; None for everything else.
    by: By | None
    changes: list[list[Any]]
    explanation: Any = None
    plain: Plain | None = None


class Said(TableUpdate, frozen=True):
    """Somebody has written a chat line."""

    line: ChatLine


class Present(TableUpdate, frozen=True):
    """Which seats are connected now, and how many spectators."""

    seats: tuple[int, ...]
    spectators: int
    #: The seats whose people are on the site, at this table or anywhere else.
    online: tuple[int, ...] = ()
    #: The seats that have been waited for so long, and whose people are so long gone, that the others may agree to let
    #: a bot play.
    away: tuple[int, ...] = ()


AnyUpdate = Snapshot | Event | Said | Present


class Delivery(msgspec.Struct, gc=False):
    """An update on its way to one or more watchers."""

    update: AnyUpdate
    #: For the sockets: the first of them stores the encoded update here, so that one for many watchers is encoded once.
    text: bytes | None = None
