"""What instances tell each other, one typed class per message."""

from __future__ import annotations

from typing import Literal

import msgspec


class BusMessage(msgspec.Struct, frozen=True, array_like=True):
    """Any message."""


# ---- about tables, to those who have them in memory ------------------------------------------------


class Written(BusMessage, frozen=True, array_like=True, tag="written"):
    """Entries of these tables are on disk, up to these versions."""

    versions: dict[str, int]


class Said(BusMessage, frozen=True, array_like=True, tag="said"):
    """Chat lines up to this number are on disk."""

    table: str
    number: int


class Watching(BusMessage, frozen=True, array_like=True, tag="watching"):
    """The sender has the table in memory, and these seats and so many spectators are connected to it."""

    table: str
    #: Its newest entry and its newest chat line, as far as the sender knows.
    version: int
    line: int
    seats: tuple[int, ...]
    spectators: int
    #: How fast the bots are to play, where somebody has chosen that.
    bot_pace: Literal["slow", "normal", "fast"] = "normal"
    #: Whether the others are to say the same of themselves.
    answer: bool = False


class Dropped(BusMessage, frozen=True, array_like=True, tag="dropped"):
    """The sender no longer has the table in memory. ``released``: nor does it look after it."""

    table: str
    released: bool = False


class Rewritten(BusMessage, frozen=True, array_like=True, tag="rewritten"):
    """A log was changed other than by appending: the table must be read anew. Acknowledged."""

    table: str
    id: str = ""


# ---- about people, to those whose pages are open ----------------------------------------------------


class TableChanged(BusMessage, frozen=True, array_like=True, tag="table_changed"):
    """A list in which this person's tables are shown is out of date."""

    person: str
    table: str


# ---- to all -----------------------------------------------------------------------------------------


class Hello(BusMessage, frozen=True, array_like=True, tag="hello"):
    """The sender has not heard everything: the others, or the one that is named, are to say who is with them."""

    instance: str | None = None


class Present(BusMessage, frozen=True, array_like=True, tag="present"):
    """How many sockets each of these people has at the sender; ``whole``: nobody else has one there."""

    sockets: dict[str, int]
    whole: bool = False


class Beat(BusMessage, frozen=True, array_like=True, tag="beat"):
    """A heartbeat. ``present`` is a checksum of who is here: who has missed something asks (``Hello``)."""

    present: int = 0


class PeopleChanged(BusMessage, frozen=True, array_like=True, tag="people_changed"):
    """These were renamed, muted, banned, logged out everywhere or deleted. Acknowledged."""

    people: tuple[str, ...]
    id: str = ""


class CredentialEnded(BusMessage, frozen=True, array_like=True, tag="credential_ended"):
    """A token was revoked, or the cookie of one browser given back. Acknowledged."""

    person: str
    token: str | None
    session: int | None
    id: str = ""


class Acknowledged(BusMessage, frozen=True, array_like=True, tag="acknowledged"):
    """What the message of that id asked for is done."""

    id: str


class Counted(BusMessage, frozen=True, array_like=True, tag="counted"):
    """Something that is limited has happened: by limit and key, how often."""

    counts: tuple[tuple[str, str, int], ...]


class Blocked(BusMessage, frozen=True, array_like=True, tag="blocked"):
    """Somebody has flooded the sender, and is kept out for a while."""

    person: str
    milliseconds: int


class Draining(BusMessage, frozen=True, array_like=True, tag="draining"):
    """The sender stops: its tables want somebody to look after them."""


AnyMessage = (
    Written
    | Said
    | Watching
    | Dropped
    | Rewritten
    | TableChanged
    | Hello
    | Present
    | Beat
    | PeopleChanged
    | CredentialEnded
    | Acknowledged
    | Counted
    | Blocked
    | Draining
)
#: Those whose sender waits for an answer.
AcknowledgedMessage = Rewritten | PeopleChanged | CredentialEnded
