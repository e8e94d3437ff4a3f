"""Which version each accepted client message made, so that a message that is sent again gets the same answer again."""

from __future__ import annotations

from wonderland.server.tables.entries import CLIENT_ENTRIES, AnyEntry, StartedEntry
from wonderland.server.tables.state import TableState

#: The sender of a message, their seat, and the message id that the client chose.
MessageKey = tuple[str | None, int, str]


class AcceptedMessages:
    """The version that each message made, for the current game and the one before.

    Messages of older games are hardly ever sent again; they are searched for in the log (``loading.find_message``).
    """

    def __init__(self, since: int = 0) -> None:
        """``since``: the version from which on entries are recorded."""
        self._now: dict[MessageKey, int] = {}
        self._before: dict[MessageKey, int] = {}
        #: The versions with which the current game and the one before began.
        self._began = self._complete_since = since
        self._seats = 0

    def record(self, entry: AnyEntry, after: TableState) -> None:
        """Record the message id of an entry that led to the state ``after``."""
        if isinstance(entry, StartedEntry):
            self._before, self._now = self._now, {}
            self._complete_since, self._began = self._began, after.version
        elif isinstance(entry, CLIENT_ENTRIES) and entry.id is not None:
            self.add(after.seats[entry.seat].person, entry.seat, entry.id, after.version)

    def add(self, person: str | None, seat: int, id: str, version: int) -> None:
        self._now[person, seat, id] = version
        self._seats = max(self._seats, seat + 1)

    def rewind(self, version: int) -> None:
        """Forget messages of the current game that made a later version: it was not written after all."""
        self._now = {key: made for key, made in self._now.items() if made <= version}

    def find(self, person: str | None, seat: int | None, id: str) -> int | None:
        """The version that a message made. One device may play several seats, each with message ids of its own; but a
        seat may get another number in the next game, and has none once its person has left.
        """
        if seat is None:
            return self._find_anywhere(self._now, person, id) or self._find_anywhere(self._before, person, id)
        return self._now.get((person, seat, id)) or self._find_anywhere(self._before, person, id)

    def _find_anywhere(self, games: dict[MessageKey, int], person: str | None, id: str) -> int | None:
        for seat in range(self._seats if games else 0):
            if version := games.get((person, seat, id)):
                return version
        return None

    def covers(self, version: int | None) -> bool:
        """Whether every message is here that a client can have sent when it had that version (None: any)."""
        return (version or 0) >= self._complete_since

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AcceptedMessages) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]  # it changes
