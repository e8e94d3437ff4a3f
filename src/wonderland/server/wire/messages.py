"""Every message of a table's socket, one class each (docs/protocol.md). JSON, one message a frame."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from wonderland.server.bounds import Text
from wonderland.server.tables.views import By, Plain, TableView

#: The client's own name for a message: sending it again never acts twice.
Id = Annotated[str, Meta(min_length=1, max_length=40)]


# ---- from the client ---------------------------------------------------------------------------------


class ClientMessage(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower):
    """Something a client sends."""


class Act(ClientMessage, frozen=True):
    """Do something in the game. ``version`` is the newest the client has seen."""

    id: Id
    version: int
    action: Annotated[str, Meta(max_length=40)]


class Say(ClientMessage, frozen=True):
    """Say something to the table."""

    id: Id
    text: Text


class Resign(ClientMessage, frozen=True):
    """Give up: a bot plays on, for good."""

    id: Id
    version: int | None = None


class Back(ClientMessage, frozen=True):
    """Take over again from the bot that stood in."""

    id: Id
    version: int | None = None


class Ready(ClientMessage, frozen=True):
    """Ask for another game, or no longer."""

    id: Id
    ready: bool = True
    version: int | None = None


class Mute(ClientMessage, frozen=True):
    """Hear no more of what a person says here; or hear it again."""

    person: Annotated[str, Meta(max_length=40)]
    mute: bool = True


class Sync(ClientMessage, frozen=True):
    """Send what has happened since the version the client has (0: everything); ``at`` is that version's."""

    version: int = 0
    at: int | None = None


class Pong(ClientMessage, frozen=True):
    """The answer to a ping, at once."""

    number: int


AnyClientMessage = Act | Say | Resign | Back | Ready | Mute | Sync | Pong


# ---- from the server ---------------------------------------------------------------------------------


class ServerMessage(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower):
    """Something the server sends."""


class ChatLine(msgspec.Struct, frozen=True):
    """One line of the table's talk."""

    number: int
    at: int
    person: str | None
    name: str
    text: str


class Snapshot(ServerMessage, frozen=True):
    """The whole table as the client may see it. ``time`` is the server's, in milliseconds since 1970."""

    version: int
    at: int
    time: int
    table: TableView
    #: The latest lines of talk, oldest first.
    chat: tuple[ChatLine, ...]
    #: What the view means, for clients that opened the socket with ``explain=1``.
    explanation: Any = None
    #: The view as text and the legal actions, for clients that opened it with ``plain=1``.
    plain: Plain | None = None


class Event(ServerMessage, frozen=True):
    """What one entry of the table's log changes in the view of the version before (docs/protocol.md)."""

    version: int
    at: int
    #: Who did what in the game; None for everything else.
    by: By | None
    changes: list[list[Any]]
    explanation: Any = None
    plain: Plain | None = None


class Accepted(ServerMessage, frozen=True):
    """The message of that id is on disk; it made this version."""

    id: str
    version: int


class Refused(ServerMessage, frozen=True):
    """A message that was not followed, and why. ``id`` is the message's, if it had one that could be read."""

    id: str | None
    kind: Literal["unreadable", "not_allowed", "too_late", "limited", "not_saved"]
    key: str
    text: str
    version: int


class Said(ServerMessage, frozen=True):
    """Somebody said something; ``line`` as in a snapshot."""

    line: ChatLine


class Present(ServerMessage, frozen=True):
    """Which seats are connected now, and how many others watch."""

    seats: tuple[int, ...]
    spectators: int


class Ping(ServerMessage, frozen=True):
    """Answer with the number, at once. ``rtt`` is the last measured round trip in milliseconds, None before."""

    number: int
    time: int
    rtt: int | None


class Bye(ServerMessage, frozen=True):
    """The connection ends now; come again after that many milliseconds, unless None."""

    why: Literal["restarting", "closed", "slow", "flood", "banned"]
    retry: int | None


AnyServerMessage = Snapshot | Event | Accepted | Refused | Said | Present | Ping | Bye
