"""Who sits at which of the tables in memory."""

from __future__ import annotations

from collections.abc import Iterable


class SeatIndex:
    """By person, the ids of the tables.

    >>> index = SeatIndex()
    >>> index.change("t1", (), ["ann", "bob"])
    >>> index.change("t1", ["bob"], ["ann"])
    >>> index.tables_of("ann"), index.tables_of("bob")
    (('t1',), ())
    """

    def __init__(self) -> None:
        self._tables: dict[str, dict[str, None]] = {}

    def tables_of(self, person: str) -> tuple[str, ...]:
        return tuple(self._tables.get(person, ()))

    def change(self, id: str, before: Iterable[str], after: Iterable[str]) -> None:
        """Note who sits at a table, and who no longer does."""
        for person in before:
            self._tables.get(person, {}).pop(id, None)
            if not self._tables.get(person):
                self._tables.pop(person, None)
        for person in after:
            self._tables.setdefault(person, {})[id] = None

    def clear(self) -> None:
        self._tables.clear()
