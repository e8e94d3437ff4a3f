"""Tables whose log cannot be read are set aside, so that everything else can start."""

from __future__ import annotations

import msgspec
import structlog

from wonderland.core.errors import NotAllowed

_logger = structlog.get_logger(__name__)


class TableSetAside(NotAllowed):
    """The table exists, but its log cannot be read."""


class SetAside(msgspec.Struct, frozen=True):
    """What is known of such a table without its log."""

    id: str
    game: str
    #: When its phase last changed.
    touched: int
    #: People who sit, or sat, there.
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
        """Set a table aside, and log the reason."""
        self._tables[table.id] = table
        _logger.error("table_set_aside", table=table.id, game=table.game, reason=str(problem))

    def remove(self, id: str) -> None:
        self._tables.pop(id, None)

    def clear(self) -> None:
        self._tables.clear()

    def of(self, person: str) -> list[SetAside]:
        return [table for table in self._tables.values() if person in table.people]

    def expect_readable(self, id: str) -> None:
        """Raises ``TableSetAside`` for such a table."""
        if id in self._tables:
            raise TableSetAside("table_set_aside")
