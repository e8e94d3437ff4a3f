"""Tables are in memory only while somebody needs them, and nobody notices."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import select, update

from server.fakes import FakeClock
from server.kit import Client, TestContext, legal
from server.rows import read_rows, write_rows
from wonderland.core.errors import NotAllowed
from wonderland.server.store.log_rows import IN_MEMORY
from wonderland.server.store.sql.schema import checkpoints, tables
from wonderland.server.tables import table as table_module
from wonderland.server.tables.entries import TimeLimit
from wonderland.server.tables.loading import load_table
from wonderland.server.tables.scheduler import IDLE_LIMIT_MS
from wonderland.server.tables.table import Table
from wonderland.server.tables.tables import IDLE_AFTER_MS

HOUR_MS = 3_600_000


class ForgetfulContext(TestContext):
    """One that drops tables as a real server does."""

    def __init__(self, folder: Path, clock: FakeClock) -> None:
        super().__init__(folder, clock)
        self.keeps_tables = False

    async def unload_idle(self) -> None:
        """Until tables that nobody needs have been dropped."""
        await self.advance(IDLE_AFTER_MS + 1)
        await self.settle()

    def loaded(self, table: Table) -> bool:
        return self.tables.get(table.now.id) is not None

    async def due(self, table: Table) -> int | None:
        ((due,),) = await read_rows(self.store, select(tables.c.due).where(tables.c.id == table.now.id))
        return None if due is None else int(due)


@pytest.fixture
async def context(store: str, tmp_path: Path, clock: FakeClock) -> AsyncIterator[ForgetfulContext]:
    async with ForgetfulContext(tmp_path, clock) as context:
        yield context


async def leave(context: ForgetfulContext, *clients: Client) -> None:
    for client in clients:
        client.vanish()
    await context.settle()


async def test_a_table_that_nobody_needs_is_dropped_and_comes_back(context: ForgetfulContext) -> None:
    table, (ann, bob) = await context.seated("Ann", "Bob", bots=["rabbit"])
    first = next(client for client in (ann, bob) if legal(table.now, client.seat or 0))
    await first.play(legal(table.now, first.seat or 0)[0])
    await leave(context, ann)
    await context.unload_idle()
    assert context.loaded(table), "Bob is there"
    await leave(context, bob)
    await context.unload_idle()
    assert not context.loaded(table)
    before = table.now
    await bob.come()
    assert context.now(table).now == before
    bob.check()
    await ann.come()
    waiting = next(client for client in (ann, bob) if client.seat in context.now(table).now.waiting)
    answer = await waiting.play(legal(context.now(table).now, waiting.seat or 0)[0])
    assert answer["type"] == "accepted"
    ann.check()
    bob.check()


async def test_lists_are_the_same_whether_tables_are_in_memory_or_not(context: ForgetfulContext) -> None:
    playing, (ann, bob) = await context.seated("Ann", "Bob", public=True, time_limit=TimeLimit("days", 2))
    assert ann.person
    assert bob.person
    moved = next(client for client in (ann, bob) if client.seat in playing.now.waiting)
    await moved.play(legal(playing.now, moved.seat or 0)[0])
    waiting = await context.table(ann.person, seats="me open", public=True)
    people = [ann.person.id, bob.person.id]

    async def lists() -> list[object]:
        shown = [await context.table_lists.of_person(person) for person in people]
        return [await context.table_lists.public(), shown, await context.table_lists.by_code(waiting.now.invite)]

    before = await lists()
    assert [len(tables) for tables in before[1]] == [2, 1]  # type: ignore[attr-defined]
    await leave(context, ann, bob)
    await context.unload_idle()
    assert not context.loaded(playing)
    assert not context.loaded(waiting)
    assert await lists() == before
    assert not context.tables.in_memory(), "lists load nothing"


async def test_a_clock_runs_out_at_a_table_that_is_not_in_memory(context: ForgetfulContext) -> None:
    table, (ann, bob) = await context.seated("Ann", "Bob", time_limit=TimeLimit("days", 1))
    await leave(context, ann, bob)
    await context.unload_idle()
    assert not context.loaded(table)
    (late,) = table.now.waiting
    assert await context.due(table) == table.now.deadline(late)
    await context.advance(24 * HOUR_MS)
    state = (await context.tables.load(table.now.id)).now
    assert state.seats[late].left == "late"


async def test_an_idle_table_is_closed_though_it_is_not_in_memory(context: ForgetfulContext) -> None:
    ann = await context.person("Ann")
    table = await context.table(ann)
    await context.unload_idle()
    assert not context.loaded(table)
    await context.advance(IDLE_LIMIT_MS["gathering"] - IDLE_AFTER_MS - 10)
    assert await context.table_lists.of_person(ann.id)
    await context.advance(20)
    assert await context.table_lists.of_person(ann.id) == []
    with pytest.raises(NotAllowed, match="no table"):
        await context.tables.load(table.now.id)
    with pytest.raises(NotAllowed, match="code"):
        await context.table_lists.by_code(table.now.invite)


async def test_somebody_looks_now_and_then(context: ForgetfulContext) -> None:
    """Looking keeps it in memory for a while, and does not put off its end."""
    table = await context.table(await context.person("Ann"))
    for _ in range(10):
        await context.advance(IDLE_AFTER_MS // 2)
        await context.tables.load(table.now.id)
        assert context.now(table) is table
    await context.advance(IDLE_LIMIT_MS["gathering"] - 5 * IDLE_AFTER_MS)
    with pytest.raises(NotAllowed, match="no table"):
        await context.tables.load(table.now.id)


async def test_who_comes_while_a_table_is_being_dropped_keeps_it(
    context: ForgetfulContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (ann, bob) = await context.seated("Ann", "Bob")
    await leave(context, ann, bob)
    mark_unloaded = context.store.tables.mark_unloaded

    async def come_before(unloaded: object, instance: object) -> None:
        ann.connect()
        bob.connect()
        await mark_unloaded(unloaded, instance)  # type: ignore[arg-type]

    monkeypatch.setattr(context.store.tables, "mark_unloaded", come_before)
    await context.unload_idle()
    assert context.now(table) is table
    monkeypatch.undo()
    first = next(client for client in (ann, bob) if client.seat in table.now.waiting)
    assert (await first.play(legal(table.now, first.seat or 0)[0]))["type"] == "accepted"
    assert await context.due(table) == IN_MEMORY, "else a server that is killed now would not look at it again"


async def test_a_start_loads_only_what_was_in_memory_when_the_server_was_killed(
    store: str, tmp_path: Path, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with ForgetfulContext(tmp_path, clock) as context:
        idle = [await context.table(await context.person(f"Ann {number}")) for number in range(5)]
        await context.unload_idle()
        table, (ann,) = await context.seated("Bob", bots=["rabbit"])
        await leave(context, ann)
        assert context.loaded(table)

        async def killed(unloaded: object, instance: object) -> None:
            """Nothing more is written."""

        monkeypatch.setattr(context.store.tables, "mark_unloaded", killed)
    async with ForgetfulContext(tmp_path, clock) as context:
        await context.settle()
        assert [one.now.id for one in context.tables.in_memory()] == [table.now.id]
        assert all([await context.tables.load(one.now.id) for one in idle])
    async with ForgetfulContext(tmp_path, clock) as context:
        await context.settle()
        assert context.tables.in_memory() == [], "it was stopped in order"


async def test_a_bot_whose_move_was_interrupted_moves_after_the_start(
    store: str, tmp_path: Path, clock: FakeClock
) -> None:
    async with ForgetfulContext(tmp_path, clock) as context:
        table, (ann,) = await context.seated("Ann", bots=["rabbit"])
        while ann.seat in table.now.waiting:
            await ann.play(legal(table.now, ann.seat or 0)[0])
        version = table.now.version
        ann.vanish()
    async with ForgetfulContext(tmp_path, clock) as context:
        await context.advance(10_000)
        assert (await context.tables.load(table.now.id)).now.version > version


@pytest.mark.parametrize("readable", [True, False])
async def test_a_long_log_is_read_from_its_checkpoint(
    context: ForgetfulContext, monkeypatch: pytest.MonkeyPatch, readable: bool
) -> None:
    monkeypatch.setattr(table_module, "MIN_ENTRIES_PER_CHECKPOINT", 10)
    table, (ann, bob) = await context.seated("Ann", "Bob", game="nimble", options={"challenge": True})
    sent = await ann.play("flip", id="first game")
    for client in (ann, bob):
        await client.do("resign", version=client.version)
    await finish(context, table)
    for client in (ann, bob):
        await client.do("ready", version=client.version, ready=True)
    await context.settle()
    state = context.now(table).now
    assert (state.phase, state.number) == ("playing", 2)
    assert state.series
    assert state.series.played == 1
    await leave(context, ann, bob)
    await context.unload_idle()
    stored = await context.store.tables.load(table.now.id, 1)
    assert stored
    assert stored.checkpoint
    assert stored.entries[0][0] == stored.checkpoint.number + 1 > 10
    if not readable:
        await write_rows(context.store, update(checkpoints).values(state=b"no JSON"))
    again = (await context.tables.load(table.now.id)).now
    whole = load_table(table.now.id, await context.store.tables.read_log(table.now.id), 1)
    assert whole
    assert again == whole.states[-1] == state
    # A message of the first game gets the answer it had.
    await ann.come()
    repeated = await ann.play("flip", id="first game", version=sent["version"] - 1)
    assert repeated["version"] == sent["version"]


async def finish(context: TestContext, table: Table) -> None:
    """Bots play a round to its end."""
    for _ in range(2_000):
        if context.now(table).now.phase == "over":
            return
        await context.advance(1_000)
    raise AssertionError("the round does not end")


async def test_codes_are_unique_and_free_again(context: ForgetfulContext, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = await context.person("Ann")
    codes = iter(["K7M4PX", "K7M4PX", "K7M4PC", "K7M4PX"])
    monkeypatch.setattr("wonderland.server.tables.tables.new_code", lambda: next(codes))
    first, second = [await context.table(ann) for _ in range(2)]
    assert (first.now.invite, second.now.invite) == ("K7M4PX", "K7M4PC")
    await context.tables.close(first.now.id)
    assert (await context.table(ann)).now.invite == "K7M4PX"
