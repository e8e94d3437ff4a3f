"""Tables whose log cannot be read: they are set aside, and everything else goes on."""

from __future__ import annotations

import msgspec
import structlog

from wonderland.core.errors import NotAllowed

_logger = structlog.get_logger(__name__)


class TableSetAside(NotAllowed):
    """The table is there, but cannot be shown until whoever hosts has looked after it."""


class SetAside(msgspec.Struct, frozen=True):
    """What is known of such a table without its log."""

    id: str
    game: str
    #: When it last changed its phase.
    touched: int
    #: Those who sit, or sat, there.
    people: frozenset[str]


class SetAsideTables:
    """All of them, by id. They are tried again at every start: a later version may be able to read them."""

    def __init__(self) -> None:
        self._tables: dict[str, SetAside] = {}

    def __len__(self) -> int:
        return len(self._tables)

    def __contains__(self, id: str) -> bool:
        return id in self._tables

    def add(self, table: SetAside, problem: Exception) -> None:
        """Set a table aside, and tell whoever hosts why."""
        self._tables[table.id] = table
        _logger.error("table_set_aside", table=table.id, game=table.game, reason=str(problem))

    def remove(self, id: str) -> None:
        self._tables.pop(id, None)

    def clear(self) -> None:
        self._tables.clear()

    def of(self, person: str) -> list[SetAside]:
        return [table for table in self._tables.values() if person in table.people]

    def expect_readable(self, id: str) -> None:
        """Raises why a table cannot be found although it exists."""
        if id in self._tables:
            raise TableSetAside("table_set_aside")
