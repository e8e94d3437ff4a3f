"""What was done under which message id, so that a message that comes again is answered as it was the first time."""

from __future__ import annotations

from wonderland.server.tables.entries import AnyEntry, ClientEntry, Started
from wonderland.server.tables.state import TableState

#: Who sent a message, for which seat, and the id that their client gave it.
Key = tuple[str | None, int, str]


class Answers:
    """The version that each message made: for the current game and the one before.

    Older games are looked up in the log (``loading.find_answer``): hardly ever is a message of theirs sent again.
    """

    def __init__(self) -> None:
        self._now: dict[Key, int] = {}
        self._before: dict[Key, int] = {}
        #: The versions with which the current game and the one before began.
        self._began = 0
        self._complete_since = 0
        self._seats = 0

    def note(self, entry: AnyEntry, after: TableState) -> None:
        """An entry has been appended, which led to this state."""
        if isinstance(entry, Started):
            self._before, self._now = self._now, {}
            self._complete_since, self._began = self._began, after.version
        elif isinstance(entry, ClientEntry) and entry.id is not None:
            self.keep(after.seats[entry.seat].person, entry.seat, entry.id, after.version)

    def keep(self, person: str | None, seat: int, id: str, version: int) -> None:
        self._now[person, seat, id] = version
        self._seats = max(self._seats, seat + 1)

    def find(self, person: str | None, seat: int | None, id: str) -> int | None:
        """The version that a message made. One device may play several seats, each with ids of its own; but a seat has
        another number in the next game when others have left, and none once its person has.
        """
        if seat is None:
            return self._find_anywhere(self._now, person, id) or self._find_anywhere(self._before, person, id)
        return self._now.get((person, seat, id)) or self._find_anywhere(self._before, person, id)

    def _find_anywhere(self, games: dict[Key, int], person: str | None, id: str) -> int | None:
        return next((found for seat in range(self._seats) if (found := games.get((person, seat, id)))), None)

    def cover(self, version: int | None) -> bool:
        """Whether everything is here that a client can have done who had that version (None: any) when it sent it."""
        return (version or 0) >= self._complete_since

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Answers) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]  # it changes
