"""Somebody else has written to a table's log: their entries are read, and what was asked for here is decided again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import insert, select

from server.kit import TURNS, Client, TestContext, actor, legal
from server.rows import read_rows, write_rows
from server.tables.test_accepted_messages import another_game
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


async def test_what_was_asked_for_is_refused_when_nothing_can_be_read_after_a_conflict(
    context: TestContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody waits without an answer; and once the database is back, timers and bots go on."""
    table, clients = await context.seated("Ann", "Bob")
    client, action = mover(table, clients)
    other = 1 - (client.seat or 0)
    await write_elsewhere(context, table, HostChangedEntry(str(table.now.seats[other].person)))

    async def unreachable(*_: object) -> object:
        raise NotRead("not_saved_unreachable")

    with monkeypatch.context() as lost:
        for name in ("entries_after", "load"):
            lost.setattr(context.store.tables, name, unreachable)
        for id in ("first", "second"):
            assert (await client.play(action, id))["key"] == "not_saved_unreachable"
    await context.advance(RETRY_AFTER_MS)
    assert not context.tables.scheduler(table.now.id).stopped
    assert (await client.play(action, "third"))["type"] == "accepted"
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


# ---- a message that is sent again while it is decided --------------------------------------------------


class Gate:
    """Holds up whoever calls a function, from when it is closed until it is opened."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, of: object, name: str) -> None:
        self._call = getattr(of, name)
        self._open, self._reached = asyncio.Event(), asyncio.Event()
        self._open.set()
        monkeypatch.setattr(of, name, self._pass)

    async def _pass(self, *words: Any) -> Any:
        self._reached.set()
        await self._open.wait()
        return await self._call(*words)

    def close(self) -> None:
        self._open.clear()
        self._reached.clear()

    def open(self) -> None:
        self._open.set()

    @property
    def is_reached(self) -> bool:
        return self._reached.is_set()

    async def reached(self) -> None:
        """Wait until somebody stands before it."""
        await self._reached.wait()


WORDS = pytest.mark.parametrize(
    "words", [("act", {"action": "flip"}), ("resign", {}), ("back", {})], ids=lambda words: words[0]
)
Words = tuple[str, dict[str, Any]]


async def before_a_message(context: TestContext, words: Words) -> tuple[Table, list[Client], Callable[[], None]]:
    """A game, and the first player's message, which its function sends, each time with the same id."""
    table, clients = await context.seated("Ann", "Bob", game="nimble")
    if words[0] == "back":
        assert clients[0].person
        await context.ask(table, requests.leave(table.now, actor(clients[0].person)))
    version = table.now.version

    def send() -> None:
        clients[0].send(words[0], id="mine", version=version, **words[1])

    return table, clients, send


async def made_by(context: TestContext, table: Table, id: str) -> list[int]:
    """The versions that a message has made."""
    return [
        version for version, entry in enumerate(await logged(context, table), 1) if getattr(entry, "id", None) == id
    ]


async def check_answers(context: TestContext, table: Table, clients: list[Client], count: int) -> None:
    """Each copy of the message has the same answer, and what it says is in the log, once."""
    await context.settle()
    answers = clients[0].answers("mine")
    (version,) = await made_by(context, table, "mine")
    assert [(answer["type"], answer["version"]) for answer in answers] == [("accepted", version)] * count
    for client in clients:
        client.check()


@WORDS
async def test_a_copy_sent_during_a_conflict_is_told_what_the_message_made_in_the_end(
    context: TestContext, monkeypatch: pytest.MonkeyPatch, words: Words
) -> None:
    """The number that it had before the conflict is somebody else's. The journal is busy with another table."""
    table, clients, send = await before_a_message(context, words)
    other, (cy, _) = await context.seated("Cy", "Dee", game="nimble")
    reading = Gate(monkeypatch, context.store.tables, "entries_after")
    writing = Gate(monkeypatch, context.database, "append")
    await write_elsewhere(context, table, HostChangedEntry(str(table.now.seats[1].person)))
    reading.close()
    send()
    await reading.reached()
    writing.close()
    cy.act("flip")
    await writing.reached()
    send()
    reading.open()
    while table.broken:
        await asyncio.sleep(0)  # lets others run; takes no time
    writing.open()
    await check_answers(context, table, clients, 2)
    assert context.now(other) is other


@WORDS
async def test_a_copy_of_what_is_decided_again_is_not_refused(
    context: TestContext, monkeypatch: pytest.MonkeyPatch, words: Words
) -> None:
    table, clients, send = await before_a_message(context, words)
    reading = Gate(monkeypatch, context.store.tables, "entries_after")
    await write_elsewhere(context, table, HostChangedEntry(str(table.now.seats[1].person)))
    reading.close()
    send()
    await reading.reached()
    send()
    reading.open()
    await check_answers(context, table, clients, 2)


@WORDS
async def test_copies_sent_before_the_conflict_is_known(context: TestContext, words: Words) -> None:
    table, clients, send = await before_a_message(context, words)
    await write_elsewhere(context, table, HostChangedEntry(str(table.now.seats[1].person)))
    for _ in range(3):
        send()
    await check_answers(context, table, clients, 3)


async def test_a_copy_of_what_no_longer_holds_is_refused_alike(
    context: TestContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, clients, send = await before_a_message(context, ("act", {"action": "flip"}))
    reading = Gate(monkeypatch, context.store.tables, "entries_after")
    await write_elsewhere(context, table, AwayEntry(0, "hare", "resigned"))
    reading.close()
    send()
    await reading.reached()
    send()
    reading.open()
    await context.settle()
    assert [answer["key"] for answer in clients[0].answers("mine")] == ["table_bot_plays"] * 2
    assert await made_by(context, table, "mine") == []


async def test_a_copy_of_what_is_being_written_while_the_table_is_read_again(
    context: TestContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A log that was rewritten elsewhere is read once what is on its way there has arrived."""
    table, clients, send = await before_a_message(context, ("act", {"action": "flip"}))
    writing = Gate(monkeypatch, context.database, "append")
    reading = Gate(monkeypatch, context.store.tables, "load")
    writing.close()
    send()
    await writing.reached()
    context.tables.rebuilder.read_again(table.now.id)
    send()
    for _ in range(TURNS):
        await asyncio.sleep(0)  # lets others run; takes no time
    too_early = reading.is_reached
    writing.open()
    await check_answers(context, table, clients, 2)
    assert not too_early
    assert context.now(table) is not table


async def test_a_copy_from_an_earlier_game_is_found_after_a_conflict_too(
    context: TestContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (ann, bob) = await context.seated("Ann", "Bob", game="nimble")
    version = table.now.version
    done = await ann.play("flip", "once", version)
    for _ in range(2):
        await another_game(context, table, [ann, bob])
    reading = Gate(monkeypatch, context.store.tables, "entries_after")
    await write_elsewhere(context, table, HostChangedEntry(str(table.now.seats[1].person)))
    reading.close()
    bob.act("flip")
    await reading.reached()
    for _ in range(3):
        ann.act("flip", "once", version)
    reading.open()
    await context.settle()
    assert ann.answers("once") == [done] * 4


# ---- a table that is read again several times --------------------------------------------------------


class Reading:
    """Counts how often tables are loaded, and holds up the first after it has read."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, context: TestContext) -> None:
        self._load = context.store.tables.load
        self.begun = 0
        self.first_has_read, self.go_on = asyncio.Event(), asyncio.Event()
        monkeypatch.setattr(context.store.tables, "load", self._hold_up)

    async def _hold_up(self, *words: Any) -> Any:
        self.begun += 1
        is_first = self.begun == 1
        found = await self._load(*words)
        if is_first:
            self.first_has_read.set()
            await self.go_on.wait()
        return found


async def test_a_table_is_never_replaced_by_what_was_read_earlier(
    context: TestContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A log that is rewritten while it is read is read again, once for all who ask for that."""
    table, clients = await context.seated("Ann", "Bob")
    rebuilder, version = context.tables.rebuilder, table.now.version
    reading = Reading(monkeypatch, context)
    first = asyncio.create_task(rebuilder.read_again_now(table.now.id))
    await reading.first_has_read.wait()
    await write_elsewhere(context, table, HostChangedEntry(str(table.now.seats[1].person)))
    later = [asyncio.create_task(rebuilder.read_again_now(table.now.id)) for _ in range(3)]
    for _ in range(TURNS):
        await asyncio.sleep(0)  # lets others run; takes no time
    reading.go_on.set()
    assert await asyncio.gather(first, *later) == [True] * 4
    await context.settle()
    assert context.now(table).now.version == version + 1
    assert reading.begun == 2
    client, action = mover(context.now(table), clients)
    assert (await client.play(action))["type"] == "accepted"
    for each in clients:
        each.check()


async def test_a_log_that_cannot_be_read_again_is_tried_again_once(
    context: TestContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often it is asked for."""
    table, (client, _) = await context.seated("Ann", "Bob")
    tried = []

    async def unreachable(*words: object) -> object:
        tried.append(words)
        raise NotRead("not_saved_unreachable")

    with monkeypatch.context() as lost:
        lost.setattr(context.store.tables, "load", unreachable)
        for _ in range(5):
            assert not await context.tables.rebuilder.read_again_now(table.now.id)
        await context.advance(RETRY_AFTER_MS)
        assert len(tried) == 6
    await context.advance(RETRY_AFTER_MS)
    assert not context.now(table).broken
    client.check()
