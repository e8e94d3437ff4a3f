"""Several contexts in one process on one PostgreSQL and one Redis, with time that stands still."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from functools import cached_property, partial
from itertools import count
from pathlib import Path
from typing import Any, Self

import pytest

from server.fakes import YEARS_MS, FakeClock
from server.kit import ROUNDS, TestContext
from server.stores import CurrentStore
from wonderland.server.bus.bus import ALL
from wonderland.server.bus.messages import Acknowledged, AnyMessage
from wonderland.server.bus.redis_bus import RedisBus
from wonderland.server.cluster import cluster, membership
from wonderland.server.context import ServerContext
from wonderland.server.store import instance_store
from wonderland.server.store.sql import instances as sql_instances
from wonderland.server.tables.table import Table

BUS_SECONDS = 30  #: after which a message counts as lost

_markers = count(1)


class Member(ServerContext):
    """A context of which is known when it has heard everything that others have told it."""

    @cached_property
    def markers(self) -> set[str]:
        """The markers of others that have arrived, from the first time that this is asked."""
        heard: set[str] = set()

        def mark(sender: str, message: AnyMessage) -> None:
            if isinstance(message, Acknowledged):
                heard.add(message.id)

        self.bus.on_message.append(mark)
        return heard

    @property
    def redis(self) -> RedisBus:
        assert isinstance(self.bus, RedisBus)
        return self.bus

    @property
    def busy(self) -> bool:
        return bool(self.background_tasks.tasks) or not self.journal.idle

    async def settle_alone(self) -> None:
        raise NotImplementedError


async def settle_together(members: Sequence[Member]) -> None:
    """Until everything that was begun anywhere is on disk and told everywhere."""
    rounds = 0
    while True:
        rounds += 1
        assert rounds < ROUNDS, "something goes on and on"
        for one in members:
            await one.settle_alone()
        await _exchange_markers(members)
        await until(lambda: all(one.redis.settled for one in members))
        if not any(one.busy for one in members):
            return


async def _exchange_markers(members: Sequence[Member]) -> None:
    """Messages keep their order: whoever has heard the last has heard all."""
    heard = {one: one.markers for one in members}
    names = {one: f"marker {next(_markers)}" for one in members}
    for one, name in names.items():
        one.bus.publish(ALL, Acknowledged(name))
    await until(lambda: all(names[other] in heard[one] for one in members for other in members if one is not other))


class Instance(TestContext, Member):
    """One of several: to settle means that all of them have."""

    together: Instances

    def __init__(self, folder: Path, clock: FakeClock, redis: str, number: int, **settings: Any) -> None:
        super().__init__(
            folder / f"instance{number}",
            clock,
            seed=number,
            database=CurrentStore.url,
            redis=redis,
            secrets=folder / "secrets",
            **settings,
        )

    async def settle(self) -> None:
        await self.together.settle()


class Instances:
    """``async with Instances(…) as (one, other, third)``."""

    def __init__(self, folder: Path, clock: FakeClock, redis: str, number: int = 3, **settings: Any) -> None:
        self._make = partial(Instance, folder, clock, redis, **settings)
        self._first = number
        self.running: list[Instance] = []
        self._stacks: dict[Instance, AsyncExitStack] = {}

    async def __aenter__(self) -> Self:
        try:
            for number in range(1, self._first + 1):
                await self.start(number)
        except BaseException:
            await self.__aexit__()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        for instance in list(self.running):
            await self.stop(instance)

    def __getitem__(self, place: int) -> Instance:
        return self.running[place]

    def make(self, number: int) -> Instance:
        instance = self._make(number=number)
        instance.together = self
        return instance

    async def start(self, number: int) -> Instance:
        instance = self.make(number)
        stack = self._stacks[instance] = AsyncExitStack()
        await stack.enter_async_context(instance)
        self.running.append(instance)
        await self.settle()
        return instance

    async def stop(self, instance: Instance) -> None:
        self.running.remove(instance)
        await self._stacks.pop(instance).aclose()

    async def settle(self) -> None:
        await settle_together(self.running)


async def until(condition: Callable[[], bool]) -> None:
    """Redis takes real time, if little."""
    async with asyncio.timeout(BUS_SECONDS):
        while not condition():
            await asyncio.sleep(0.0005)


def never_dies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let heartbeats last for years, for tests in which years pass."""
    for module in (instance_store, sql_instances, membership):
        monkeypatch.setattr(module, "LEASE_MS", 2 * YEARS_MS)
    monkeypatch.setattr(membership, "BEAT_INTERVAL_MS", YEARS_MS)
    monkeypatch.setattr(cluster, "TICK_MS", YEARS_MS)


async def load_everywhere(instances: Sequence[ServerContext], id: str) -> None:
    """Have a table in the memory of every instance, as if somebody were connected to it at each."""
    for instance in instances:
        instance.tables.idle_after_ms = YEARS_MS
        await instance.tables.load(id)


class SpreadContext(Instance):
    """The first of three instances, as a test of one process sees it: each client is connected to the next of them."""

    def __init__(self, folder: Path, clock: FakeClock, **settings: Any) -> None:
        super().__init__(folder, clock, CurrentStore.redis, 1, **settings)
        self.together = Instances(folder, clock, CurrentStore.redis, **settings)
        self._turn = count()
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        await super().__aenter__()
        self.together.running.append(self)
        for number in (2, 3):
            await self._stack.enter_async_context(other := self.together.make(number))
            self.together.running.append(other)
        await self.settle()
        return self

    async def __aexit__(self, *problem: object) -> None:
        await self._stack.aclose()
        await super().__aexit__(*problem)

    def place(self) -> TestContext:
        place = self.together.running[next(self._turn) % len(self.together.running)]
        place.direct = self.direct
        return place

    async def table(self, *words: Any, **choices: Any) -> Table:
        table = await super().table(*words, **choices)
        await load_everywhere(self.together.running, table.now.id)
        return table


def make_context(folder: Path, clock: FakeClock) -> TestContext:
    """What the tests of a context run on: one process, or three instances where they are told so."""
    return SpreadContext(folder, clock) if CurrentStore.redis else TestContext(folder, clock)
