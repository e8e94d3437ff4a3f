"""Who looks after a table: its clocks, its bots, its archive, its end when nobody comes any more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class Leases(Protocol):
    """Of the tables in the memory of this instance. Exactly one instance looks after a table at a time; if two ever
    think so, the numbers of the log let only one of them write.
    """

    #: Ourselves, as the store knows us; None: there is nobody else.
    instance: str | None

    def holds(self, id: str) -> bool:
        """Whether we look after this table now."""
        ...

    def want(self, id: str) -> None:
        """The table is in memory now: look after it if nobody else does."""
        ...

    def give_up(self, id: str) -> bool:
        """The table is no longer in memory; returns whether we looked after it."""
        ...

    async def take_orphans(self, limit: int, in_memory: Callable[[str], bool]) -> list[str]:
        """Tables that an instance had in memory which has died, and our own that are not ``in_memory`` any more: we
        look after them once they are there.
        """
        ...


class OnlyInstance:
    """There is nobody else."""

    instance: str | None = None

    def holds(self, id: str) -> bool:
        return True

    def want(self, id: str) -> None:
        pass

    def give_up(self, id: str) -> bool:
        return True

    async def take_orphans(self, limit: int, in_memory: Callable[[str], bool]) -> list[str]:
        return []
