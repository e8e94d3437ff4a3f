"""The context of people on three instances over PostgreSQL and Redis: requests and calls go to all of them in turn."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from typing import Any, Self

from server.fakes import FakeClock
from server.games.spread import SpreadQuickContext
from server.people.small import Rows, SmallContext, quick
from server.stores import CurrentStore
from wonderland.server.context import ServerContext
from wonderland.server.people import People
from wonderland.server.people.passwords import Passwords
from wonderland.server.settings import Settings


class SpreadSmallContext(SpreadQuickContext, Rows):
    """The first of three instances, as a test of one process sees it; there are tables, but nobody is at any."""

    def __init__(self, folder: Path, clock: FakeClock) -> None:
        super().__init__(folder, clock, limit_factor=1)

    async def __aenter__(self) -> Self:
        await super().__aenter__()
        for one in self.instances:
            one.people.passwords = Passwords(quick())
        return self

    @property
    def elsewhere(self) -> People:
        return self.instances[1].people


class PeopleInTurn:
    """The people of several instances: each call goes to the next one's."""

    def __init__(self, instances: Sequence[ServerContext]) -> None:
        self._turn = cycle(instances)

    def __getattr__(self, name: str) -> Any:
        return getattr(next(self._turn).people, name)


def make_small_context(folder: Path, clock: FakeClock) -> Any:
    """What the tests of people run on: one process, or three instances where they are told so."""
    return SpreadSmallContext(folder, clock) if CurrentStore.redis else SmallContext(Settings(data=folder), clock)


def people_of(context: Any) -> Any:
    return context.people if len(context.instances) == 1 else PeopleInTurn(context.instances)
