"""Who is on the site: everybody with an open socket, at a table or on any other page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable


class Presence:
    """Counts the sockets of each person. ``on_change`` are called with a person who has come or gone.

    >>> presence = Presence()
    >>> presence.on_change.append(lambda person: print(person, presence.is_here(person)))
    >>> presence.arrive("ann")
    ann True
    >>> presence.arrive("ann")
    >>> presence.leave("ann")
    >>> presence.leave("ann")
    ann False
    """

    def __init__(self) -> None:
        self._sockets: Counter[str] = Counter()
        self.on_change: list[Callable[[str], None]] = []

    def arrive(self, person: str) -> None:
        """A socket of this person was opened."""
        self._sockets[person] += 1
        if self._sockets[person] == 1:
            self._tell(person)

    def leave(self, person: str) -> None:
        """One of them was closed."""
        self._sockets[person] -= 1
        if not self._sockets[person]:
            del self._sockets[person]
            self._tell(person)

    def is_here(self, person: str) -> bool:
        return person in self._sockets

    def _tell(self, person: str) -> None:
        for observer in self.on_change:
            observer(person)
