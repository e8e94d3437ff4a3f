"""People who change at one instance have changed at all of them, by the time that the request is answered."""

from __future__ import annotations

import asyncio
import json
from functools import partial

import pytest
from httpx import AsyncClient

from server.cluster.instances import Instances
from server.cluster.test_tables import seated
from server.games.quick import app_of, visitor
from server.kit import Client, Socket, actor, legal
from wonderland.server.errors import Limited
from wonderland.server.people.credentials import Credential
from wonderland.server.rate_limits import RATE_LIMITS
from wonderland.server.sockets.person_feed import PersonConnection


async def test_who_is_banned_at_one_instance_is_out_at_all(instances: Instances) -> None:
    _, (ann, bob) = await seated(instances, "Ann", "Bob")
    assert bob.person
    assert await instances[2].people.find(bob.person.id) == bob.person, "it is in the cache"
    await instances[0].people.ban(bob.person.id)
    await instances[1].settle_alone()
    assert not bob.connected, "before anything else is told"
    assert ann.connected
    found = await instances[2].people.find(bob.person.id)
    assert found
    assert found.banned
    await instances.settle()


async def test_a_revoked_token_ends_what_was_opened_with_it_everywhere(instances: Instances) -> None:
    first, second = instances[0], instances[1]
    owner = await first.people.claim(await first.person("Ann"), "ann", "a long password")
    bot = await first.people.make_bot(owner, "Robot")
    token, text = await first.people.make_token(owner, bot.id)
    assert await second.people.token_credential(text), "and is in the cache"
    tables, _ = await seated(instances, "Bob", "Cy")
    robot = Client(second, tables[1], bot, token=token.id)
    robot.connect()
    await instances.settle()
    await first.people.revoke(owner, bot.id, token.id)
    await second.settle_alone()
    assert not robot.connected
    assert await second.people.token_credential(text) is None
    await instances.settle()


async def test_a_browser_that_logs_out_is_logged_out_at_the_other_instances(instances: Instances) -> None:
    tables, (ann, bob) = await seated(instances, "Ann", "Bob")
    first, second = instances[0], instances[1]
    assert ann.person
    cookie = first.people.cookie(ann.person)
    tab = Client(second, tables[1], ann.person)
    found = await second.people.cookie_credential(cookie)
    assert isinstance(found, Credential)
    tab.credential = found
    tab.connect()
    await instances.settle()
    await first.people.log_out(cookie)
    await second.settle_alone()
    assert not tab.connected
    assert await second.people.by_cookie(cookie) is None
    assert bob.connected
    await instances.settle()


async def test_the_name_of_a_deleted_person_is_gone_everywhere(instances: Instances) -> None:
    tables, (ann, bob) = await seated(instances, "Ann", "Bob")
    assert bob.person
    await instances[0].people.delete(bob.person)
    await instances.settle()
    for instance in instances.running:
        state = instance.now(tables[0]).now
        assert "Bob" not in [seat.name for seat in state.seats]
    ann.check()


async def test_limits_are_counted_over_all_instances(instances: Instances) -> None:
    first, second = instances[0], instances[1]
    most = int(RATE_LIMITS["exports"].split()[0])
    for _ in range(most):
        first.limits.take("exports", "ann")
    await instances.settle()
    with pytest.raises(Limited):
        second.limits.take("exports", "ann")
    second.limits.take("exports", "bob")


async def test_connections_of_a_person_are_counted_over_all_instances(instances: Instances) -> None:
    tables, (ann, _) = await seated(instances, "Ann", "Bob")
    assert ann.person
    most = instances[0].settings.connections_per_person
    for number in range(most - 1):
        Client(instances[number % 2], tables[number % 2], ann.person).connect()
    await instances.settle()
    with pytest.raises(Limited):
        instances[2].socket_sessions.enter(ann.person.id, "192.0.2.1")


async def test_who_floods_one_instance_is_kept_out_of_all(instances: Instances) -> None:
    instances[0].socket_sessions.block("ann", 60_000)
    await instances.settle()
    with pytest.raises(Limited):
        instances[1].socket_sessions.enter("ann", "192.0.2.1")


async def test_what_one_has_done_at_one_instance_one_sees_at_another(instances: Instances) -> None:
    """Each request goes to another instance, and none waits for the bus."""
    ann = await instances[0].person("Ann")
    browsers: list[AsyncClient] = [visitor(app_of(one), one, ann) for one in instances.running]
    opened = (await browsers[0].post("/api/play-now", json={"game": "parade", "bots": ["rabbit"]})).json()
    address = f"/api/tables/{opened['id']}"
    assert (await browsers[1].get(address)).json()["seats"] == opened["seats"]
    table = await browsers[1].post("/api/tables", json={"game": "parade", "seats": [{"kind": "me"}, {"kind": "open"}]})
    address = f"/api/tables/{table.json()['id']}"
    await browsers[2].get(address)
    changed = await browsers[0].put(f"{address}/seats/1", json={"kind": "bot", "bot": "hatter"})
    assert changed.status_code == 200
    assert (await browsers[2].get(address)).json()["seats"][1]["bot"] == "hatter"
    assert {one["id"] for one in (await browsers[2].get("/api/me/tables")).json()} >= {table.json()["id"]}
    for browser in browsers:
        await browser.aclose()
    await instances.settle()


async def test_an_open_page_is_told_of_tables_at_other_instances(instances: Instances) -> None:
    tables, (ann, bob) = await seated(instances, "Ann", "Bob")
    page_at = instances[2]
    assert ann.person
    await page_at.tables.stop()  # it has no table in memory
    frames: list[str] = []
    page = PersonConnection(
        partial(page_at.table_lists.of_person, ann.person.id), Socket(frames).channel, page_at.clock, actor(ann.person)
    )
    page_at.presence.arrive(ann.person.id)
    page_at.person_feed.add(page)
    await instances.settle()
    await asyncio.gather(*page.tasks)
    frames.clear()
    await page_at.tables.stop()
    await instances.settle()
    (seat,) = tables[0].now.waiting
    mover = ann if ann.seat == seat else bob
    await mover.play(legal(tables[0].now, seat)[0])
    told = [json.loads(frame) for frame in frames]
    assert [one["type"] for one in told] == ["summary"]
    assert told[0]["table"]["waiting"] == list(tables[0].now.waiting)
    page_at.person_feed.remove(page)
    page_at.presence.leave(ann.person.id)


async def test_the_pace_of_bots_is_known_to_whoever_looks_after_the_table(instances: Instances) -> None:
    tables, _ = await seated(instances, "Ann", bots="rabbit")
    id = tables[0].now.id
    instances[1].set_bot_pace(id, "fast")
    await instances.settle()
    assert [one.tables.scheduler(id).bot_pace for one in instances.running] == ["fast"] * 3
