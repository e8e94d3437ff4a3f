"""What is due at a table is done by exactly one instance at a time, and by another one seconds after that has ended."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.cluster.instances import Instance, Instances
from server.cluster.test_tables import check_same, seated
from server.fakes import FakeClock
from server.kit import Client, TestContext, actor, legal, new_seat
from wonderland.core.errors import NotAllowed
from wonderland.server.admin.readiness import Readiness, ReadinessCheck
from wonderland.server.cluster.membership import BEAT_INTERVAL_MS
from wonderland.server.store.instance_store import LEASE_MS
from wonderland.server.tables import requests
from wonderland.server.tables.entries import TimeLimit
from wonderland.server.tables.requests import NewTable
from wonderland.server.tables.table import Table


def holder(instances: Instances, table: Table) -> Instance:
    """The one instance that looks after a table."""
    (found,) = [one for one in instances.running if one.cluster and one.cluster.leases.holds(table.now.id)]
    return found


def kill(instances: Instances, instance: Instance) -> None:
    """It sends no more heartbeats, and does nothing any more."""
    assert instance.cluster
    instance.cluster.stop()
    instances.running.remove(instance)


async def test_another_instance_takes_over_within_seconds(instances: Instances) -> None:
    tables, clients = await seated(instances, "Ann", bots="rabbit")
    table = tables[0]
    dead = holder(instances, table)
    others = [one for one in instances.running if one is not dead]
    ann = Client(others[0], table, clients[0].person)
    ann.connect()
    await instances.settle()
    kill(instances, dead)
    await others[0].advance(LEASE_MS + 2 * BEAT_INTERVAL_MS)
    after = holder(instances, table)
    assert after in others
    asked = after.bots.asked
    for _ in range(4):
        now = others[0].now(table).now
        if ann.seat in now.waiting:
            assert (await ann.play(legal(now, ann.seat or 0)[0]))["type"] == "accepted"
        else:
            await others[0].advance(10_000)
    assert after.bots.asked > asked, "its bots play on"
    ann.check()
    instances.running.append(dead)


async def test_an_instance_that_was_paused_does_nothing_before_it_has_asked(
    instances: Instances, clock: FakeClock
) -> None:
    tables, clients = await seated(instances, "Ann", "Bob")
    table = tables[0]
    paused = holder(instances, table)
    assert paused.cluster
    (seat,) = table.now.waiting
    client = next(one for one in clients if one.seat == seat)
    here = Client(paused, table, client.person)
    here.connect()
    await instances.settle()
    kill(instances, paused)
    await instances[0].advance(LEASE_MS + 2 * BEAT_INTERVAL_MS)
    other = holder(instances, table)
    assert other is not paused
    # It wakes up, and the first thing that it hears is a move.
    instances.running.append(paused)
    assert not paused.cluster.leases.holds(table.now.id)
    assert await ReadinessCheck(paused).ready() == Readiness(False, ("instance_paused",))
    assert (await here.play(legal(table.now, seat)[0]))["key"] == "not_saved_paused"
    await paused.cluster.membership._beat()
    await instances.settle()
    assert await ReadinessCheck(paused).ready() == Readiness(True)
    await instances[0].advance(2_500)
    assert holder(instances, table) is other
    assert (await here.play(legal(paused.now(table).now, seat)[0]))["type"] == "accepted"
    check_same([one.now(table) for one in instances.running], clients)


@pytest.mark.long("a minute of heartbeats")
async def test_a_table_that_its_holder_drops_is_looked_after_by_whoever_has_it(instances: Instances) -> None:
    tables, clients = await seated(instances, "Ann", "Bob")
    first = holder(instances, tables[0])
    for client in clients:
        if client.context is first:
            client.vanish()
    await instances.settle()
    first.tables.idle_after_ms = 60_000
    scheduler = first.tables.scheduler(tables[0].now.id)
    scheduler._idle_after_ms = 60_000
    scheduler.refresh()
    await instances[0].advance(70_000)
    assert first.tables.get(tables[0].now.id) is None
    assert holder(instances, tables[0]) is not first


async def test_a_table_that_was_dropped_during_a_pause_is_not_left_behind(instances: Instances) -> None:
    """The store still says that we look after it, so nobody else does."""
    tables, clients = await seated(instances, "Ann", "Bob")
    first = holder(instances, tables[0])
    assert first.cluster
    for client in clients:
        if client.context is first:
            client.vanish()
    await instances.settle()
    first.cluster.membership._lapsed = True
    first.tables.memory.drop_idle(first.now(tables[0]))
    await instances.settle()
    assert first.tables.get(tables[0].now.id) is None
    first.cluster.membership._lapsed = False
    await instances[0].advance(15_000)
    assert holder(instances, tables[0]) is first


@pytest.mark.long("minutes of heartbeats")
async def test_a_deadline_of_a_table_that_was_in_memory_of_a_dead_instance(instances: Instances) -> None:
    """Nobody else has it in memory."""
    first = instances[0]
    ann, bob = await first.person("Ann"), await first.person("Bob")
    limit = TimeLimit("seconds", 60)
    table = await first.tables.create(
        actor(ann), NewTable("parade", [new_seat("me"), new_seat("open")], time_limit=limit)
    )
    await first.tables.append(table, lambda table: requests.sit(table.now, actor(bob), None, None))
    await instances.settle()
    assert holder(instances, table) is first
    kill(instances, first)
    await instances[0].advance(30_000)
    after = holder(instances, table)
    assert after.now(table).now.phase == "playing"
    (seat,) = after.now(table).now.waiting
    assert not after.now(table).now.seats[seat].bot, "its clock has begun again"
    await instances[0].advance(70_000)
    assert after.now(table).now.seats[seat].bot, "the time was up"
    instances.running.append(first)


async def test_other_secrets_are_refused(
    instances: Instances, tmp_path: Path, clock: FakeClock, redis_url: str
) -> None:
    stranger = Instances(tmp_path / "elsewhere", clock, redis_url, number=1)
    with pytest.raises(NotAllowed) as refused:
        await stranger.start(1)
    assert refused.value.key == "instance_other_secrets"


async def test_a_server_that_knows_of_no_others_is_refused(instances: Instances, tmp_path: Path) -> None:
    with pytest.raises(NotAllowed) as refused:
        async with TestContext(tmp_path / "alone", FakeClock()):
            pass
    assert refused.value.key == "database_in_use"
