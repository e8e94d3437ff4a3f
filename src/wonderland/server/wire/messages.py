"""Every message of a table's socket, one class each (docs/protocol.md). JSON, one message a frame."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from wonderland.server.bounds import Text
from wonderland.server.tables.updates import Event, Present, Said, Snapshot

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
    """Something the server sends, besides the updates of a table (``tables/updates.py``)."""


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
