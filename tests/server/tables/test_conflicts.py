"""Somebody else has written to a table's log: their entries are read, and what was asked for here is decided again."""

from __future__ import annotations

import pytest
from sqlalchemy import insert, select

from server.kit import Client, TestContext, actor, legal
from server.rows import read_rows, write_rows
from wonderland.core.errors import NotAllowed
from wonderland.server.errors import NotRead
from wonderland.server.store.sql.schema import log
from wonderland.server.tables import requests
from wonderland.server.tables.entries import (
    ActedEntry,
    AnyEntry,
    AwayEntry,
    HostChangedEntry,
    decode_entry,
    encode_entry,
)
from wonderland.server.tables.rebuilder import RETRY_AFTER_MS
from wonderland.server.tables.table import Table

pytestmark = [
    pytest.mark.usefixtures("store"),
    pytest.mark.one_process("whoever else writes here tells nobody"),
]


async def write_elsewhere(context: TestContext, table: Table, *entries: AnyEntry) -> None:
    """What another server writes to the log, unseen by this one."""
    version, at = context.now(table).now.version, context.clock.now() + 1
    rows = [
        {"table_id": table.now.id, "number": version + number, "at": at, "entry": encode_entry(entry)}
        for number, entry in enumerate(entries, 1)
    ]
    await write_rows(context.store, (insert(log), rows))


async def logged(context: TestContext, table: Table) -> list[AnyEntry]:
    rows = await read_rows(
        context.store, select(log.c.number, log.c.entry).where(log.c.table_id == table.now.id).order_by(log.c.number)
    )
    assert [number for number, _ in rows] == list(range(1, len(rows) + 1))
    return [decode_entry(entry) for _, entry in rows]


def mover(table: Table, clients: list[Client]) -> tuple[Client, str]:
    (seat,) = table.now.waiting
    return next(client for client in clients if client.seat == seat), str(legal(table.now, seat)[0])


async def test_what_still_holds_is_done_after_all(context: TestContext) -> None:
    table, clients = await context.seated("Ann", "Bob")
    client, action = mover(table, clients)
    other = 1 - (client.seat or 0)
    await write_elsewhere(context, table, HostChangedEntry(str(table.now.seats[other].person)))
    version = table.now.version
    answer = await client.play(action, id="mine")
    assert (answer["type"], answer["version"]) == ("accepted", version + 2)
    entries = await logged(context, table)
    assert isinstance(entries[-1], ActedEntry)
    assert entries[-1].id == "mine"
    for each in clients:
        each.check()
        assert each.connected
        assert len(each.heard("snapshot")) == 1, "what was missed came as events"


async def test_what_no_longer_holds_is_refused_with_its_reason(context: TestContext) -> None:
    table, clients = await context.seated("Ann", "Bob")
    client, action = mover(table, clients)
    seat = client.seat or 0
    theirs = str(legal(table.now, seat)[-1])
    await write_elsewhere(context, table, ActedEntry(seat, theirs, "from another device"))
    before = len(await logged(context, table))
    answer = await client.play(action, id="mine")
    assert (answer["type"], answer["key"]) == ("refused", "refused_not_your_turn")
    assert len(await logged(context, table)) == before
    # Nothing is broken: the next turn is played as usual.
    after, action = mover(context.now(table), clients)
    assert after is not client
    assert (await after.play(action))["type"] == "accepted"
    for each in clients:
        each.check()


async def test_the_same_message_taken_by_another_server_is_not_done_twice(context: TestContext) -> None:
    table, clients = await context.seated("Ann", "Bob")
    client, action = mover(table, clients)
    await write_elsewhere(context, table, ActedEntry(client.seat or 0, action, "mine"))
    version = table.now.version
    answer = await client.play(action, id="mine", version=version)
    assert (answer["type"], answer["version"]) == ("accepted", version + 1)
    acted = [entry for entry in await logged(context, table) if isinstance(entry, ActedEntry)]
    assert len(acted) == 1


async def test_a_conflict_at_one_table_is_no_matter_for_another(context: TestContext) -> None:
    """Both are written in one transaction."""
    games = [await context.seated(f"Ann {number}", f"Bob {number}") for number in range(3)]
    disturbed, _ = games[1]
    (seat,) = disturbed.now.waiting
    await write_elsewhere(context, disturbed, AwayEntry(seat, "hatter", "late"))
    sent = []
    for table, clients in games:
        client, action = mover(table, clients)
        sent.append((client, client.act(action, id="mine")))
    await context.settle()
    answers = [client.answer(id) for client, id in sent]
    assert [answer["type"] for answer in answers] == ["accepted", "refused", "accepted"]
    assert answers[1]["key"] == "table_bot_plays"
    assert all(context.now(table) is table for table, _ in (games[0], games[2])), "they were not rebuilt"


async def test_timers_and_bots_go_on_when_nothing_could_be_read_at_first(
    context: TestContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, clients = await context.seated("Ann", "Bob")
    client, action = mover(table, clients)
    other = 1 - (client.seat or 0)
    await write_elsewhere(context, table, HostChangedEntry(str(table.now.seats[other].person)))

    async def unreachable(*_: object) -> object:
        raise NotRead("not_saved_unreachable")

    with monkeypatch.context() as lost:
        for name in ("entries_after", "load"):
            lost.setattr(context.store.tables, name, unreachable)
        id = client.act(action, id="mine")
        await context.settle()
    await context.advance(RETRY_AFTER_MS)
    assert client.answer(id)["type"] == "accepted"
    assert not context.tables.scheduler(table.now.id).stopped
    client.check()


async def test_many_at_once_in_a_live_game_are_all_answered_in_order(context: TestContext) -> None:
    table, (ann, bob) = await context.seated("Ann", "Bob", game="nimble")
    await write_elsewhere(context, table, ActedEntry(1, "flip", "elsewhere"))
    ids = [client.act(action) for client, action in ((ann, "flip"), (bob, "flip"), (ann, "back"), (bob, "flip"))]
    await context.settle()
    answers = [client.answer(id) for client, id in zip((ann, bob, ann, bob), ids, strict=True)]
    assert [answer["type"] for answer in answers] == ["accepted"] * 4
    versions = [answer["version"] for answer in answers]
    assert versions == list(range(versions[0], versions[0] + 4))
    acted = [(entry.seat, entry.action) for entry in await logged(context, table) if isinstance(entry, ActedEntry)]
    assert acted == [(1, "flip"), (0, "flip"), (1, "flip"), (0, "back"), (1, "flip")]
    ann.check()
    bob.check()


async def test_two_want_the_same_seat(context: TestContext) -> None:
    ann, bob, cy = [await context.person(name) for name in ("Ann", "Bob", "Cy")]
    table = await context.table(ann)
    (entry,) = requests.sit(table.now, actor(bob), 1, None)
    await write_elsewhere(context, table, entry)
    with pytest.raises(NotAllowed) as refused:
        await context.tables.append(table, lambda table: requests.sit(table.now, actor(cy), 1, None))
    assert refused.value.key in ("table_playing", "table_seat_taken")
    await context.settle()
    assert context.now(table).now.seats[1].person == bob.id
    assert context.now(table).now.phase == "playing", "the table is full, so the game begins"


async def test_a_table_that_was_closed_elsewhere(context: TestContext) -> None:
    table, clients = await context.seated("Ann", "Bob")
    client, action = mover(table, clients)
    await context.store.admin.close_table(table.now.id, b'{"type":"closed","why":"admin"}', context.clock.now())
    answer = await client.play(action)
    assert answer["type"] == "refused"
    assert not any(each.connected for each in clients)
    assert context.tables.get(table.now.id) is None
