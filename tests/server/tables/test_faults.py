"""The journal, and a disk that fails: nothing acknowledged is lost, nothing else is acknowledged."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from server.fakes import FakeClock
from server.kit import Client, TestContext, actor, legal
from wonderland.server.errors import NotSaved
from wonderland.server.store.journal import Journal
from wonderland.server.store.log_rows import LogEntryRow
from wonderland.server.store.migration import migrate
from wonderland.server.store.sqlite.database import SqliteDatabase
from wonderland.server.tables import requests
from wonderland.server.tables.entries import TimeLimit
from wonderland.server.tables.rebuilder import RETRY_AFTER_MS
from wonderland.server.tables.table import Table

pytestmark = pytest.mark.sqlite("locks and fills the file, and reads it as another program would")


def on_disk(folder: Path, table: str) -> list[int]:
    """The numbers of a table's log, as another program reads them."""
    with closing(sqlite3.connect(folder / "wonderland.db")) as connection:
        rows = connection.execute("SELECT number FROM log WHERE table_id = ? ORDER BY number", (table,))
        return [number for (number,) in rows]


@contextmanager
def locked(context: TestContext) -> Iterator[None]:
    """Another program writes, and does not end."""
    with closing(sqlite3.connect(context.database.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def full(context: TestContext) -> Iterator[None]:
    """There is no room for another page."""
    (pages,) = pragma(context, "page_count")
    pragma(context, f"max_page_count = {pages}")
    yield
    pragma(context, f"max_page_count = {1 << 30}")


def pragma(context: TestContext, words: str) -> tuple[Any, ...]:
    connection = context.database.log_writer._connection
    assert connection, "something has been written before"
    return connection.execute(f"PRAGMA {words}").fetchone() or ()


async def play_on(context: TestContext, table: Table, clients: list[Client]) -> dict[str, Any]:
    """Whoever is to move does; the answer to it."""
    state = context.now(table).now
    seat: int = state.game_state.turn
    return await clients[seat].play(legal(state, seat)[0])


# ---- a fault -----------------------------------------------------------------------------------------


async def test_a_locked_database_breaks_only_what_was_to_be_written(context: TestContext, tmp_path: Path) -> None:
    table, clients = await context.seated("Ann", "Bob")
    other, others = await context.seated("Cy", "Dee")
    before = table.now
    with locked(context):
        answer = await play_on(context, table, clients)
    assert (answer["type"], answer["kind"], answer["key"]) == ("refused", "not_saved", "not_saved_locked")
    assert context.now(table) is not table, "it has been rebuilt from what is on disk"
    assert context.now(table).now == before
    assert context.now(other) is other
    for client in (*clients, *others):
        client.check()
    # Everything goes on, for those who were connected too.
    for _ in range(5):
        assert (await play_on(context, table, clients))["type"] == "accepted"
        assert (await play_on(context, other, others))["type"] == "accepted"
    for client in (*clients, *others):
        client.check()
    assert on_disk(tmp_path, table.now.id) == list(range(1, before.version + 6))


async def test_a_full_disk_loses_nothing_acknowledged(context: TestContext, tmp_path: Path) -> None:
    table, clients = await context.seated("Ann", "Bob", game="nimble")
    done = 0
    with full(context):
        for number in range(2_000):
            answer = await clients[number % 2].play("flip" if number % 4 < 2 else "back")
            if answer["type"] == "refused":
                break
            done += 1
        assert answer["key"] == "not_saved_full"
        for client in clients:
            client.check()
    assert done > 0
    now = context.now(table).now
    assert on_disk(tmp_path, now.id) == list(range(1, now.version + 1))
    assert now.version == now.started + done
    assert (await clients[0].play("flip"))["type"] == "accepted"
    for client in clients:
        client.check()


async def test_what_follows_a_failure_leaves_no_gap(context: TestContext, tmp_path: Path) -> None:
    """More is appended while the failing transaction is on its way: it must not get to the disk without it."""
    table, (ann, bob) = await context.seated("Ann", "Bob", game="nimble")
    before = table.now.version
    ids = []
    with locked(context):
        ids += [client.act("flip") for client in (ann, bob, ann)]
        while not context.journal._busy:
            await asyncio.sleep(0)  # lets the writer begin
        ids += [client.act("flip") for client in (bob, ann)]  # these are for the transaction after it
    await context.settle()
    answers = [client.answer(id) for client, id in zip((ann, bob, ann, bob, ann), ids, strict=True)]
    done = [answer["version"] for answer in answers if answer["type"] == "accepted"]
    now = context.now(table).now
    assert now.version == before + len(done)
    assert on_disk(tmp_path, now.id) == list(range(1, now.version + 1))
    assert {answer["kind"] for answer in answers if answer["type"] == "refused"} <= {"not_saved"}
    for client in (ann, bob):
        client.check()


@pytest.mark.parametrize("time_limit", [TimeLimit(), TimeLimit("seconds", 5)])
async def test_while_the_disk_is_full_nobody_storms_it(context: TestContext, time_limit: TimeLimit) -> None:
    """Clocks and bots try again after a while, not at once: else this would never settle."""
    table, clients = await context.seated("Ann", "Bob", bots=["rabbit"], time_limit=time_limit)
    state = table.now
    with locked(context):
        for _ in range(10):
            await context.advance(RETRY_AFTER_MS)
        assert context.now(table).now.game_state == state.game_state
    await context.advance(20_000)
    now = context.now(table).now
    assert now.version > state.version or time_limit.unit == "none"
    for client in clients:
        client.check()
    if now.phase == "playing" and now.game_state.turn == 2:
        await context.advance(10_000)
    assert context.now(table).now.game_state.turn != 2, "the bot plays again"


async def test_a_start_that_failed_is_tried_again(context: TestContext) -> None:
    ann, bob = [await context.person(name) for name in ("Ann", "Bob")]
    table = await context.table(ann)
    with ExitStack() as stack:
        # Just between the last one who sits down and the start.
        table.on_change.insert(0, lambda before, after: stack.enter_context(locked(context)))
        await context.ask(table, requests.sit(table.now, actor(bob), None, None))
        assert context.now(table).now.full
        assert context.now(table).now.phase == "gathering"
    await context.advance(RETRY_AFTER_MS)
    assert context.now(table).now.phase == "playing"


async def test_a_table_that_could_not_be_opened_is_not_there(context: TestContext) -> None:
    ann = await context.person("Ann")
    await context.table(ann)
    with locked(context), pytest.raises(NotSaved):
        await context.table(ann)
    await context.settle()
    assert len(context.tables.in_memory()) == 1


async def test_people_who_are_there_are_there_after_a_fault(context: TestContext) -> None:
    """A rebuilt table knows who is connected: it is not idle, and nobody is replaced."""
    table, clients = await context.seated("Ann", "Bob")
    with locked(context):
        await play_on(context, table, clients)
    await context.advance(40 * 24 * 3_600_000)
    now = context.now(table).now
    assert now.phase == "playing"
    assert [seat.left for seat in now.seats] == [None, None]
    clients[0].vanish()
    await context.settle()
    clients[1].read()
    assert clients[1].present == ([1], 0)


async def test_who_came_back_at_the_wrong_moment_plays_when_the_disk_is_back(context: TestContext) -> None:
    table, (ann, bob) = await context.seated("Ann", "Bob", game="nimble")
    bob.vanish()
    await context.advance(121_000)
    await ann.do("agree", seat=1)
    assert table.now.seats[1].left == "away"
    with locked(context):
        ann.act("flip")
        bob.connect()
        await context.settle()
        assert context.now(table).now.seats[1].left == "away", "that he is back could not be written"
    await context.advance(RETRY_AFTER_MS)
    assert context.now(table).now.seats[1].left is None
    bob.check()


async def test_ids_are_known_after_a_fault(context: TestContext) -> None:
    table, (ann, bob) = await context.seated("Ann", "Bob", game="nimble")
    done = await ann.play("flip", "once")
    with locked(context):
        assert (await bob.play("flip", "lost"))["kind"] == "not_saved"
    assert await ann.play("flip", "once", table.now.started) == done
    assert (await bob.play("flip", "lost"))["type"] == "accepted", "it did not act, so it may now"
    assert len(bob.answers("lost")) == 2


# ---- the journal itself ------------------------------------------------------------------------------


@pytest.fixture
async def journal(tmp_path: Path) -> Any:
    migrate(tmp_path / "wonderland.db", None)
    database = SqliteDatabase(tmp_path / "wonderland.db", "normal")
    journal = Journal(database)
    journal.start()
    yield journal
    await journal.close()
    await database.close()


def row(table: str, number: int) -> tuple[str, int, int, bytes]:
    return table, number, 0, b"{}"


async def drained(journal: Journal) -> None:
    """Until everything that was appended is written; a writer that has stopped is told."""

    async def nothing(_: object) -> None:
        """Work that writes nothing."""

    done = asyncio.ensure_future(journal.run(nothing))
    assert journal._writer
    await asyncio.wait({done, journal._writer}, return_when=asyncio.FIRST_COMPLETED)
    assert done.done(), "the writer has stopped"


async def test_callbacks_come_in_order_and_after_the_commit(journal: Journal, tmp_path: Path) -> None:
    random = Random(5)
    numbers = {"a": 0, "b": 0, "c": 0}
    told: list[tuple[str, int]] = []
    sent: list[tuple[str, int]] = []

    def then(table: str, number: int, problem: NotSaved | None) -> None:
        assert problem is None
        assert number in on_disk(tmp_path, table), "on disk before anybody is told"
        told.append((table, number))

    for _ in range(300):
        for _ in range(random.randrange(4)):
            table = random.choice("abc")
            numbers[table] += 1
            number = numbers[table]
            sent.append((table, number))
            journal.append([row(table, number)], lambda p, t=table, n=number: then(t, n, p))  # type: ignore[misc]
        if random.random() < 0.3:
            await drained(journal)
    await drained(journal)
    assert told == sent


async def test_a_listener_that_raises_does_not_stop_the_writer(journal: Journal, tmp_path: Path) -> None:
    told: list[int] = []

    def raising(problem: NotSaved | None) -> None:
        raise RuntimeError("a mistake")

    journal.append([row("a", 1)], raising)
    journal.append([row("a", 2)], lambda problem: told.append(2))
    # Refused before the transaction begins: the same holds there.
    journal.append([row("a", 3)], raising, lambda: NotSaved("not_saved"))
    await drained(journal)
    journal.append([row("a", 3)], lambda problem: told.append(3))
    await drained(journal)
    assert told == [2, 3]
    assert on_disk(tmp_path, "a") == [1, 2, 3]


async def test_what_is_refused_takes_nothing_else_with_it(journal: Journal, tmp_path: Path) -> None:
    told: list[Any] = []

    async def mistaken(connection: Any) -> None:
        await connection.execute(text("INSERT INTO log VALUES ('b', 9, 0, x'00')"))
        raise ValueError("never mind")

    journal.append([row("a", 1)], told.append)
    journal.append([row("b", 1)], told.append, lambda: NotSaved("not_saved"))
    with pytest.raises(ValueError, match="never mind"):
        await journal.run(mistaken)
    assert [getattr(problem, "key", None) for problem in told] == ["not_saved", None]
    assert (on_disk(tmp_path, "a"), on_disk(tmp_path, "b")) == ([1], [])


async def test_one_tables_bad_entry_refuses_no_other(journal: Journal, tmp_path: Path) -> None:
    """All are in one transaction. What follows the bad one at the same table is refused with it: no log has a gap."""
    journal.append([row("a", 1)], lambda problem: None)
    await drained(journal)
    told: dict[str, str | None] = {}

    def append(name: str, *rows: LogEntryRow) -> None:
        journal.append(rows, lambda problem: told.update({name: getattr(problem, "key", None)}))

    append("b1", row("b", 1))
    append("a1", row("a", 2), row("a", 1))  # the second is there already
    append("a2", row("a", 2))
    append("b2", row("b", 2), row("b", 3))
    journal.append([("c", 1 << 70, 0, b"{}")], lambda problem: told.update({"c": getattr(problem, "key", None)}))
    append("d", row("d", 1))
    await drained(journal)
    assert told == {"b1": None, "a1": "not_saved", "a2": "not_saved", "b2": None, "c": "not_saved", "d": None}
    assert journal.problem is None, "the disk is well"
    assert [on_disk(tmp_path, table) for table in "abcd"] == [[1], [1, 2, 3], [], [1]]


async def test_work_that_fails_refuses_no_other(journal: Journal) -> None:
    async def wrong(connection: Any) -> None:
        await connection.execute(text("INSERT INTO log VALUES (:id, 1, 0, x'00')"), {"id": object()})

    async def right(connection: Any) -> str:
        await connection.execute(text("INSERT INTO log VALUES ('a', 1, 0, x'00')"))
        return "accepted"

    first, second = await asyncio.gather(journal.run(wrong), journal.run(right), return_exceptions=True)
    assert isinstance(first, SQLAlchemyError)
    assert second == "accepted"


async def test_closing_writes_what_waits(tmp_path: Path) -> None:
    migrate(tmp_path / "wonderland.db", None)
    database = SqliteDatabase(tmp_path / "wonderland.db", "normal")
    journal = Journal(database)
    journal.start()
    told: list[Any] = []
    for number in range(1, 6):
        journal.append([row("a", number)], told.append)
    await journal.close()
    journal.append([row("a", 6)], told.append)
    await database.close()
    assert on_disk(tmp_path, "a") == [1, 2, 3, 4, 5]
    assert told[:5] == [None] * 5
    assert told[5].key == "not_saved_stopping"


async def test_a_server_can_be_opened_after_a_fault(clock: FakeClock, tmp_path: Path) -> None:
    async with TestContext(tmp_path, clock) as context:
        table, clients = await context.seated("Ann", "Bob")
        with locked(context):
            await play_on(context, table, clients)
        await play_on(context, table, clients)
        state = context.now(table).now
    async with TestContext(tmp_path, clock) as again:
        assert again.now(table).now == state
