"""The quick context on three instances over PostgreSQL and Redis: tables, players and requests are at all of them."""

from __future__ import annotations

from contextlib import AsyncExitStack
from itertools import cycle
from pathlib import Path
from typing import Any, Self

from server.cluster.instances import Member, load_everywhere, settle_together, until
from server.fakes import FakeClock
from server.games.quick import QuickContext
from server.stores import CurrentStore
from wonderland.server.people import Person
from wonderland.server.tables.table import Table

NUMBER = 3


class QuickInstance(QuickContext, Member):
    """One of several: to settle means that all of them have."""

    together: list[QuickInstance]

    def __init__(self, folder: Path, clock: FakeClock, number: int, **settings: Any) -> None:
        super().__init__(
            folder / f"instance{number}",
            clock,
            database=CurrentStore.url,
            redis=CurrentStore.redis,
            secrets=folder / "secrets",
            **settings,
        )

    @property
    def busy(self) -> bool:
        return super().busy or bool(self.archiver.waiting)

    @property
    def instances(self) -> list[QuickInstance]:
        return self.together

    async def settle(self) -> None:
        await settle_together(self.together)

    async def let_bots_act(self) -> None:
        await self.settle()  # a message that is on its way for a minute counts as replayed, and is dropped
        await super().let_bots_act()
        await self.settle()


class SpreadQuickContext(QuickInstance):
    """The first of three instances, as a test of one process sees it.

    Tables are opened at the next of them, each seat acts at another one, and requests go to all in turn.
    """

    def __init__(self, folder: Path, clock: FakeClock | None = None, **settings: Any) -> None:
        clock = clock or FakeClock()
        super().__init__(folder, clock, 1, **settings)
        self._others = [QuickInstance(folder, clock, number, **settings) for number in range(2, NUMBER + 1)]
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        await super().__aenter__()
        self.together = [self]
        for other in self._others:
            other.together = self.together
            await self._stack.enter_async_context(other)
            self.together.append(other)
        self._hosts = cycle(self._others)
        await self.settle()
        return self

    async def __aexit__(self, *problem: object) -> None:
        await self._stack.aclose()
        await super().__aexit__(*problem)

    async def sit(self, game: str, *who: Person | str, **choices: Any) -> Table:
        id = (await next(self._hosts).sit(game, *who, **choices)).now.id
        await load_everywhere(self.together, id)
        return self.tables.find(id)

    async def _act(self, table: Table, seat: int, action: Any) -> None:
        there = await self.together[seat % NUMBER].tables.load(table.now.id)
        await super()._act(there, seat, action)
        version = there.now.version
        await until(lambda: table.now.version >= version)


def make_quick_context(folder: Path) -> QuickContext:
    """What the tests of a quick context run on: one process, or three instances where they are told so."""
    return SpreadQuickContext(folder) if CurrentStore.redis else QuickContext(folder)
