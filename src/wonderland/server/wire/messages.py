"""The messages of the sockets, one class each (docs/protocol.md). JSON, one message per frame."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from wonderland.server.bounds import Text
from wonderland.server.tables.summaries import TableSummary
from wonderland.server.tables.updates import Event, Present, Said, Snapshot

#: A message id chosen by the client: a message with the same id never acts twice.
Id = Annotated[str, Meta(min_length=1, max_length=40)]


# ---- from the client ---------------------------------------------------------------------------------


class ClientMessage(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower):
    """A message from a client."""


class Act(ClientMessage, frozen=True):
    """Act in the game. ``version`` is the newest the client has seen."""

    id: Id
    version: int
    action: Annotated[str, Meta(max_length=40)]


class Say(ClientMessage, frozen=True):
    """Write a chat line."""

    id: Id
    text: Text


class Resign(ClientMessage, frozen=True):
    """Resign: a bot plays to the end."""

    id: Id
    version: int | None = None


class Back(ClientMessage, frozen=True):
    """Take over again from the bot."""

    id: Id
    version: int | None = None


class Agree(ClientMessage, frozen=True):
    """Agree to let a bot play for the person at a seat, who is away; or withdraw that."""

    id: Id
    seat: int
    agree: bool = True
    version: int | None = None


class Ready(ClientMessage, frozen=True):
    """Ask for another game, or withdraw that."""

    id: Id
    ready: bool = True
    version: int | None = None


class Mute(ClientMessage, frozen=True):
    """Hide a person's chat lines on this connection, or show them again."""

    person: Annotated[str, Meta(max_length=40)]
    mute: bool = True


class Sync(ClientMessage, frozen=True):
    """Ask for what has happened since a version (0: everything); ``at`` is that version's time."""

    version: int = 0
    at: int | None = None


class Pong(ClientMessage, frozen=True):
    """The answer to a ping."""

    number: int


AnyClientMessage = Act | Say | Resign | Back | Agree | Ready | Mute | Sync | Pong


# ---- from the server ---------------------------------------------------------------------------------


class ServerMessage(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower):
    """Something the server sends, besides the updates of a table (``tables/updates.py``)."""


class Accepted(ServerMessage, frozen=True):
    """The message with that id is on disk, as this version."""

    id: str
    version: int


class Refused(ServerMessage, frozen=True):
    """A refused message, and why. ``id`` is that of the message, if it could be read."""

    id: str | None
    kind: Literal["unreadable", "not_allowed", "too_late", "limited", "not_saved"]
    key: str
    text: str
    version: int


class Ping(ServerMessage, frozen=True):
    """To be answered with the number, at once. ``rtt`` is the last round-trip time in milliseconds, None before."""

    number: int
    time: int
    rtt: int | None


class Bye(ServerMessage, frozen=True):
    """The connection is closed; reconnect after that many milliseconds, unless None."""

    why: Literal["restarting", "closed", "slow", "flood", "banned"]
    retry: int | None


# ---- on a person's socket ----


class Tables(ServerMessage, frozen=True):
    """All tables where the person sits."""

    tables: list[TableSummary]


class Summary(ServerMessage, frozen=True):
    """A table where the person sits has changed, or is new: whose turn it is, a deadline, who sits there."""

    table: TableSummary


class Gone(ServerMessage, frozen=True):
    """A table is closed, or the person no longer sits there."""

    table: str


AnyServerMessage = Snapshot | Event | Accepted | Refused | Said | Present | Ping | Bye | Tables | Summary | Gone
