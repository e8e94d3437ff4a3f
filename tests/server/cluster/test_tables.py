"""One table on several instances: everybody sees the same, wherever they are connected."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from server.cluster.instances import Instance, Instances, load_everywhere
from server.kit import Client, actor, legal
from server.rows import read_rows
from wonderland.server.bus.bus import ALL
from wonderland.server.bus.messages import Acknowledged, AnyMessage, Rewritten
from wonderland.server.errors import NotRead
from wonderland.server.people import Person
from wonderland.server.store.log_rows import IN_MEMORY
from wonderland.server.store.sql import schema
from wonderland.server.tables import requests
from wonderland.server.tables.summaries import decode_listed, listed_table
from wonderland.server.tables.table import Table


async def seated(
    instances: Instances, *names: str, game: str = "parade", bots: str = ""
) -> tuple[list[Table], list[Client]]:
    """A game that has begun, with each person connected to another instance; the table as each instance has it."""
    first = instances[0]
    people = [await first.person(name) for name in names]
    seats = " ".join(["me", *["open"] * (len(names) - 1), *bots.split()])
    table = await first.table(people[0], game, seats)
    await load_everywhere(instances.running, table.now.id)
    for place, person in enumerate(people[1:], 1):
        await sit(instances[place % len(instances.running)], table, person)
    await instances.settle()
    clients = [Client(instances[place % len(instances.running)], table, person) for place, person in enumerate(people)]
    for client in clients:
        client.connect()
    await instances.settle()
    if first.now(table).now.phase == "gathering":
        for client in clients:
            await client.do("ready")
    begins = first.now(table).now.begins
    if begins > first.clock.now():
        first.clock.advance(begins - first.clock.now())
        await instances.settle()
    return [instance.now(table) for instance in instances.running], clients


async def sit(instance: Instance, table: Table, person: Person) -> None:
    here = await instance.tables.load(table.now.id)
    await instance.tables.append(here, lambda table: requests.sit(table.now, actor(person), None, None))


def check_same(tables: list[Table], clients: list[Client]) -> None:
    assert len({table.now.version for table in tables}) == 1
    for client in clients:
        client.check()
    assert len({client.version for client in clients}) == 1


async def test_a_game_of_three_who_are_connected_to_three_instances(instances: Instances) -> None:
    tables, clients = await seated(instances, "Ann", "Bob", "Cy")
    random = Random(1)
    while tables[0].now.phase == "playing":
        seat = tables[0].now.waiting[0]
        client = next(one for one in clients if one.seat == seat)
        answer = await client.play(random.choice(legal(tables[0].now, seat)))
        assert answer["type"] == "accepted"
        check_same(tables, clients)
    assert tables[0].now.phase == "over"
    assert all(len(client.heard("snapshot")) == 1 for client in clients), "all else came as events"
    archived = await instances[2].store.games.archived_numbers(tables[0].now.id)
    assert list(archived) == [1]


async def test_who_is_first_where_two_place_on_the_same_pile(instances: Instances) -> None:
    """N11, over two instances: both write to the log in the same moment, and one of them is told it was too late."""
    tables, clients = await seated(instances, "Ann", "Bob", game="nimble")
    for _ in range(10):
        sent = [(client, client.act("flip")) for client in clients]
        await instances.settle()
        assert [client.answer(id)["type"] for client, id in sent] == ["accepted"] * 2
        check_same(tables, clients)
        top = clients[0].table_view["view"]["tops"][0]
        version = tables[0].now.version
        sent = [(client, client.act(f"place 0 on {top}")) for client in clients]
        await instances.settle()
        answers = [client.answer(id) for client, id in sent]
        made = sorted(answer["version"] for answer in answers if answer["type"] == "accepted")
        assert made == list(range(version + 1, version + 1 + len(made)))
        assert made, "the first found the pile as it was"
        check_same(tables, clients)


async def test_bots_think_at_one_instance_only(instances: Instances) -> None:
    tables, (ann,) = await seated(instances, "Ann", bots="rabbit rabbit")
    for _ in range(6):
        (seat,) = tables[0].now.waiting
        if seat == ann.seat:
            assert (await ann.play(legal(tables[0].now, seat)[0]))["type"] == "accepted"
        else:
            await instances[0].advance(5_000)
        check_same(tables, [ann])
    asked = [instance.bots.asked for instance in instances.running]
    assert sorted(asked)[:2] == [0, 0]
    assert max(asked) > 0


async def test_who_is_connected_is_known_everywhere(instances: Instances) -> None:
    tables, (ann, bob) = await seated(instances, "Ann", "Bob")
    eve = Client(instances[2], tables[2], None)
    eve.connect()
    await instances.settle()
    for client in (ann, bob, eve):
        client.read()
        assert client.present == ([0, 1], 1)
    bob.vanish()
    await instances.settle()
    for client in (ann, eve):
        client.read()
        assert client.present == ([0], 1)
    assert all(not instance.presence.is_here(bob.person.id) for instance in instances.running if bob.person)


async def test_chat_is_heard_everywhere_in_the_same_order(instances: Instances) -> None:
    _, clients = await seated(instances, "Ann", "Bob", "Cy")
    for number in range(3):
        for client in clients:
            client.send("say", text=f"line {number}")
        await instances.settle()
    for client in clients:
        client.check()
        assert [line["number"] for line in client.chat] == list(range(1, 10))


async def test_a_message_that_one_instance_accepted_is_answered_alike_by_another(instances: Instances) -> None:
    tables, clients = await seated(instances, "Ann", "Bob")
    (seat,) = tables[0].now.waiting
    client = next(one for one in clients if one.seat == seat)
    client.read()
    version = client.version
    action = legal(tables[0].now, seat)[0]
    first = await client.play(action, id="mine", version=version)
    again = Client(instances[2], tables[2], client.person)
    again.connect()
    await instances.settle()
    assert await again.play(action, id="mine", version=version) == first


async def test_a_table_that_is_closed_at_one_instance_is_closed_at_all(instances: Instances) -> None:
    tables, clients = await seated(instances, "Ann", "Bob")
    await instances[2].tables.close(tables[0].now.id)
    await instances.settle()
    assert not any(client.connected for client in clients)
    assert all(instance.tables.get(tables[0].now.id) is None for instance in instances.running)


async def test_a_rewritten_log_counts_as_read_only_once_it_is(
    instances: Instances, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever deletes a person waits until no instance has their name in memory."""
    tables, clients = await seated(instances, "Ann", "Bob")
    id = tables[0].now.id
    told: list[tuple[str, str]] = []

    def hear(sender: str, message: AnyMessage) -> None:
        if isinstance(message, Acknowledged):
            told.append((sender, message.id))

    instances[0].bus.on_message.append(hear)

    async def unreachable(*_: object) -> object:
        raise NotRead("not_saved_unreachable")

    with monkeypatch.context() as lost:
        lost.setattr(instances[1].store.tables, "load", unreachable)
        instances[0].bus.publish(ALL, Rewritten(id, "first"))
        await instances.settle()
    assert instances[2].cluster
    assert [sender for sender, reference in told if reference == "first"] == [instances[2].cluster.instance]
    instances[0].bus.publish(ALL, Rewritten(id, "second"))
    await instances.settle()
    assert len([sender for sender, reference in told if reference == "second"]) == 2
    check_same([instance.now(tables[0]) for instance in instances.running], clients)


async def test_the_row_of_a_table_is_written_only_when_it_changes(instances: Instances) -> None:
    """However many instances write to its log in turn: each write costs the database more than the entry itself."""
    tables, clients = await seated(instances, "Ann", "Bob", "Cy")
    id, begun = tables[0].now.id, tables[0].now.version

    async def row() -> dict[str, Any]:
        (found,) = await read_rows(instances[0].store, select(schema.tables).where(schema.tables.c.id == id))
        return dict(found._mapping)

    for _ in range(7):
        (seat,) = tables[0].now.waiting
        assert (await clients[seat].play(legal(tables[0].now, seat)[0]))["type"] == "accepted"
    assert (await row())["version"] == begun
    # One of them stops looking after the table, and another says at once that it is in memory.
    holder = next(one for one in instances.running if one.cluster and one.cluster.leases.holds(id))
    await instances.stop(holder)
    left = [one for one in instances.running if one is not holder]
    await left[0].settle()
    found = await row()
    assert found["due"] == IN_MEMORY
    assert found["instance"] in [one.cluster.instance for one in left if one.cluster]


async def test_what_several_instances_change_is_in_the_row_of_the_table(instances: Instances) -> None:
    first = instances[0]
    people = [await first.person(name) for name in ("Ann", "Bob", "Cy")]
    table = await first.table(people[0], "parade", "me open open")
    await load_everywhere(instances.running, table.now.id)
    for turn in range(6):
        here, person = instances[1 + turn % 2], people[1 + turn // 2 % 2]
        if person.id in table.now.people:
            await here.ask(here.now(table), requests.leave(here.now(table).now, actor(person)))
        else:
            await sit(here, table, person)
        await instances.settle()
        (listed,) = await first.store.tables.of_person(people[0].id)
        now = first.now(table).now
        assert decode_listed(listed.summary).seats == listed_table(now).seats
        assert listed.current
