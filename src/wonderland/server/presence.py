"""Who is on the site: everybody with an open socket, at a table or on any other page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping


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
        #: By instance, how many sockets each person has elsewhere; and by person, at how many instances.
        self._elsewhere: dict[str, dict[str, int]] = {}
        self._instances: Counter[str] = Counter()
        self.on_change: list[Callable[[str], None]] = []
        #: Called with a person and how many sockets they have here from now on.
        self.on_sockets: list[Callable[[str, int], None]] = []

    def arrive(self, person: str) -> None:
        """A socket of this person was opened."""
        self._set(person, self._sockets[person] + 1)

    def leave(self, person: str) -> None:
        """One of them was closed."""
        self._set(person, self._sockets[person] - 1)

    def is_here(self, person: str) -> bool:
        """Whether they are on the site, by whichever instance."""
        return person in self._sockets or person in self._instances

    def is_elsewhere(self, person: str) -> bool:
        return person in self._instances

    def sockets_elsewhere(self, person: str) -> int:
        if person not in self._instances:
            return 0
        return sum(sockets.get(person, 0) for sockets in self._elsewhere.values())

    def here(self) -> dict[str, int]:
        """How many sockets each person has here."""
        return dict(self._sockets)

    # ---- what other instances say -------------------------------------------------------------------

    def set_elsewhere(self, instance: str, sockets: Mapping[str, int], whole: bool = False) -> None:
        """How many sockets these people have at another instance; ``whole``: nobody else has one there."""
        known = self._elsewhere.setdefault(instance, {})
        gone = dict.fromkeys(known.keys() - sockets.keys(), 0) if whole else {}
        for person, count in {**gone, **sockets}.items():
            before = self.is_here(person)
            if count and person not in known:
                self._instances[person] += 1
            elif not count and person in known:
                self._instances -= Counter([person])
            if count:
                known[person] = count
            else:
                known.pop(person, None)
            if self.is_here(person) != before:
                self._tell(person)

    def elsewhere(self, instance: str) -> Mapping[str, int]:
        """Who is at another instance, as far as is known."""
        return self._elsewhere.get(instance, {})

    def forget(self, instance: str) -> None:
        """An instance has ended."""
        self.set_elsewhere(instance, {}, whole=True)
        self._elsewhere.pop(instance, None)

    def _set(self, person: str, count: int) -> None:
        before = self.is_here(person)
        if count:
            self._sockets[person] = count
        else:
            del self._sockets[person]
        for observer in self.on_sockets:
            observer(person, count)
        if self.is_here(person) != before:
            self._tell(person)

    def _tell(self, person: str) -> None:
        for observer in self.on_change:
            observer(person)
