"""Signs of life: an instance that could not give one in time counts itself as paused."""

from __future__ import annotations

import asyncio

from server.fakes import FakeClock
from wonderland.server.background_tasks import BackgroundTasks
from wonderland.server.cluster.membership import BEAT_INTERVAL_MS, Membership
from wonderland.server.store.instance_store import LEASE_MS, Instance


class SlowStore:
    """Notes signs of life once it is let go."""

    def __init__(self) -> None:
        self.ready = asyncio.Event()
        self.ready.set()

    async def beat(self, mine: Instance) -> list[Instance]:
        await self.ready.wait()
        return [mine]

    async def all(self) -> list[Instance]:
        return []

    async def tables(self) -> dict[str, int]:
        return {}

    async def remove(self, id: str) -> None:
        pass


async def test_a_sign_of_life_that_takes_longer_than_the_lease_is_a_pause() -> None:
    """Whatever was due meanwhile was put off, because the lease seemed lost; so somebody must look again."""
    clock, store, background_tasks = FakeClock(), SlowStore(), BackgroundTasks()
    mine = Instance(id="a", address="", version="1", secrets="s", started=0, seen=0)
    membership = Membership(store, clock, background_tasks, lambda: mine)
    returns: list[int] = []
    membership.on_return.append(lambda: returns.append(clock.now()))
    await membership.join()
    assert membership.valid
    store.ready.clear()
    clock.advance(BEAT_INTERVAL_MS)  # it begins in time
    await asyncio.sleep(0)
    clock.advance(LEASE_MS)
    assert not membership.valid
    store.ready.set()
    await background_tasks.wait()
    assert returns == [clock.now()]
    membership.stop()
