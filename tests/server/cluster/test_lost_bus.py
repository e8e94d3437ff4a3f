"""Redis may lose everything at any moment: what matters is read from the database a moment later."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from redis_server import RedisServer
from server.cluster.instances import Instances, until
from server.cluster.test_tables import check_same, seated
from server.fakes import FakeClock
from server.kit import legal
from wonderland.server.bus.bus import ALL
from wonderland.server.bus.messages import Beat
from wonderland.server.cluster.cluster import CHECK_TICKS_UNTOLD, COMPARE_TICKS, TICK_MS, UNHEARD_MS
from wonderland.server.store.people_store import PersonChange


@pytest.fixture
def redis() -> Iterator[RedisServer]:
    """One for this test alone."""
    with RedisServer() as server:
        yield server


@pytest.fixture
async def instances(postgres: str, redis: RedisServer, tmp_path: Path, clock: FakeClock) -> AsyncIterator[Instances]:
    async with Instances(tmp_path, clock, redis.url, number=2) as instances:
        yield instances


async def pass_time(instances: Instances, milliseconds: int) -> None:
    """As ``advance``, without waiting for the bus."""
    clock = instances[0].clock
    for _ in range(0, milliseconds, TICK_MS):
        clock.advance(TICK_MS)
        for one in instances.running:
            await one.settle_alone()


async def test_moves_chat_and_bans_without_redis_and_with_it_again(instances: Instances, redis: RedisServer) -> None:
    tables, clients = await seated(instances, "Ann", "Bob")
    redis.stop()
    await until(lambda: not any(one.bus.connected for one in instances.running))
    for _ in range(4):
        (seat,) = tables[0].now.waiting
        client = next(one for one in clients if one.seat == seat)
        id = client.act(legal(client.context.now(tables[0]).now, seat)[0])
        client.send("say", text="hello")
        await client.context.settle_alone()
        assert client.answer(id)["type"] == "accepted"
        await pass_time(instances, COMPARE_TICKS * TICK_MS)
        check_same([one.now(tables[0]) for one in instances.running], clients)
    # Nobody can be told of a change; whoever is concerned is found by asking the database.
    bob = clients[1]
    assert bob.person
    await instances[0].store.people.change(bob.person.id, PersonChange(banned=True))
    await pass_time(instances, CHECK_TICKS_UNTOLD * TICK_MS)
    assert not bob.connected
    redis.start()
    await until(lambda: all(one.bus.connected for one in instances.running))
    await instances.settle()
    for one in instances.running:
        assert one.now(tables[0]).audience.elsewhere, "they know of each other again"
    clients[0].check()


async def test_a_redis_that_lets_nobody_publish_counts_as_lost(instances: Instances, redis: RedisServer) -> None:
    _, clients = await seated(instances, "Ann", "Bob")
    bob = clients[1]
    assert bob.person
    redis.let_publish(False)
    await pass_time(instances, TICK_MS)  # a heartbeat is refused
    await until(lambda: not any(one.bus.connected for one in instances.running))
    await instances[0].store.people.change(bob.person.id, PersonChange(banned=True))
    await pass_time(instances, CHECK_TICKS_UNTOLD * TICK_MS)
    assert not bob.connected
    redis.let_publish(True)
    await until(lambda: _beat_and_look(instances))


def _beat_and_look(instances: Instances) -> bool:
    """Whether all can send again, which they know when they have sent something."""
    for one in instances.running:
        one.bus.publish(ALL, Beat())
    return all(one.bus.connected for one in instances.running)


async def test_whom_an_instance_that_is_not_heard_bans_is_out_as_soon(
    instances: Instances, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, clients = await seated(instances, "Ann", "Bob")
    bob = clients[1]
    assert bob.person
    # Whatever lies between: nothing that it sends arrives, and neither notices it.
    monkeypatch.setattr(instances[0].bus, "publish", lambda channel, message: None)
    await instances[0].store.people.change(bob.person.id, PersonChange(banned=True))
    await pass_time(instances, UNHEARD_MS + (CHECK_TICKS_UNTOLD + 1) * TICK_MS)
    assert not bob.connected
