"""The entries of a table's log. A table is rebuilt from them alone, so they hold everything, deals included."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

#: Why a bot plays for a person: the others agreed to it while they were away; they were too slow; they left the table
#: for now; or they resigned.
LeftReason = Literal["away", "late", "left", "resigned"]


class TimeLimit(msgspec.Struct, frozen=True):
    """How long a move may take: ``{"unit": "seconds", "amount": 60}``, ``{"unit": "days", "amount": 3}`` or none."""

    unit: Literal["none", "seconds", "days"] = "none"
    amount: int = 0

    @property
    def milliseconds(self) -> int | None:
        if self.unit == "none":
            return None
        return (1_000 if self.unit == "seconds" else 86_400_000) * self.amount


def _tag(class_name: str) -> str:
    return {"HostChangedEntry": "hosted"}.get(class_name, class_name.removesuffix("Entry").lower())


class Entry(msgspec.Struct, frozen=True, tag_field="type", tag=_tag, omit_defaults=True, gc=False):
    """One event in the life of a table."""


class Position(msgspec.Struct, frozen=True, gc=False):
    """Where the first game of a table begins instead of with a deal of its own: in the midst of another game."""

    #: As in a record, without the names.
    deal: dict[str, Any]
    #: The seat and the action, in order.
    actions: list[tuple[int, str]]
    #: By seat, the bot that takes it if nobody else has when the game begins; None for the host's own.
    bots: list[str | None]
    #: The version of the game's rules that accepted the actions.
    rules: int = 1


class OpenedEntry(Entry, frozen=True, gc=False):
    """The table was created. ``invite`` is its invitation code; ``rated``: its games count for the ratings.

    ``hints``: its only person may ask what the moves are worth.
    """

    host: str
    game: str
    seats: int
    options: dict[str, Any]
    public: bool
    time_limit: TimeLimit
    invite: str
    rated: bool = False
    hints: bool = False
    position: Position | None = None


class SeatedEntry(Entry, frozen=True, gc=False):
    """A seat changes: it is taken by a person or a bot, or free (open to all, or reserved for invited people)."""

    seat: int
    kind: Literal["open", "reserved", "person", "bot"]
    name: str = ""
    person: str | None = None
    bot: str | None = None
    #: The person who was removed and may not come back, and the new invitation code.
    out: str | None = None
    invite: str | None = None


class HostChangedEntry(Entry, frozen=True, gc=False):
    """Another person becomes the host."""

    host: str


class StartedEntry(Entry, frozen=True, gc=False):
    """A game starts: its deal as in a record, without the names, and when the first action is allowed."""

    deal: dict[str, Any]
    begins: int
    #: The version of the game's rules that made the deal.
    rules: int = 1


class ActedEntry(Entry, frozen=True, gc=False):
    """An action that the rules accepted. ``id`` is the client's message id: the same one never acts twice."""

    seat: int
    action: str
    id: str | None = None
    #: The version of the game's rules that accepted it.
    rules: int = 1


class AwayEntry(Entry, frozen=True, gc=False):
    """A bot plays for this seat from now on."""

    seat: int
    bot: str
    why: LeftReason
    #: The client's message id, if the person requested it; also below.
    id: str | None = None


class BackEntry(Entry, frozen=True, gc=False):
    """The person plays again."""

    seat: int
    id: str | None = None


class AgreedEntry(Entry, frozen=True, gc=False):
    """The person at ``seat`` agrees, or no longer does, to let a bot play for the one at ``away``, who is away."""

    seat: int
    away: int
    agree: bool = True
    id: str | None = None


class ReadyEntry(Entry, frozen=True, gc=False):
    """The person wants the next game, or no longer does."""

    seat: int
    ready: bool = True
    id: str | None = None


class RatedEntry(Entry, frozen=True, gc=False):
    """How the last game changed the ratings: per seat the rating before and after."""

    ratings: list[tuple[float, float]]


class ResumedEntry(Entry, frozen=True, gc=False):
    """The server has restarted: running clocks start again in full."""


class ClosedEntry(Entry, frozen=True, gc=False):
    """The table is closed."""

    why: Literal["host", "empty", "idle", "admin"]


#: Entries that a client's message made.
CLIENT_ENTRIES = (ActedEntry, AwayEntry, BackEntry, AgreedEntry, ReadyEntry)
AnyEntry = (
    OpenedEntry
    | SeatedEntry
    | HostChangedEntry
    | StartedEntry
    | ActedEntry
    | AwayEntry
    | BackEntry
    | AgreedEntry
    | ReadyEntry
    | RatedEntry
    | ResumedEntry
    | ClosedEntry
)

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(AnyEntry)


def encode_entry(entry: AnyEntry) -> bytes:
    return _encoder.encode(entry)


def decode_entry(data: bytes) -> AnyEntry:
    """Decode an entry.

    >>> decode_entry(encode_entry(ActedEntry(0, "play R3", "c1")))
    ActedEntry(seat=0, action='play R3', id='c1', rules=1)
    """
    entry: AnyEntry = _decoder.decode(data)
    return entry
