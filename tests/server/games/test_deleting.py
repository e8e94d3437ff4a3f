"""Deleting somebody, interrupted after every write: after a restart, or when the disk has room, they are gone."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import select
from sqlalchemy.exc import OperationalError

from server.games.quick import TIMEOUT_SECONDS, QuickContext, actor, app_of, visitor
from server.games.test_erasure import Ear
from wonderland.server.errors import NotSaved, Unknown
from wonderland.server.people import Person
from wonderland.server.people.credentials import Credential
from wonderland.server.people.deletions import FIRST_RETRY
from wonderland.server.sockets.chat import ChatSender
from wonderland.server.store.record_store import UploadedRecord
from wonderland.server.store.sql.schema import chat, deletions, games, imports, log, people, played, tokens
from wonderland.server.tables import requests
from wonderland.server.tables.rebuilder import RETRY_AFTER_MS
from wonderland.server.tables.requests import NewSeat, NewTable
from wonderland.server.tables.table import Table
from wonderland.server.wire.codec import encode

#: What everything of the person and of their bot holds, in whatever case.
MARK = "Zyxwv"


class WatchedContext(QuickContext):
    """A context that calls ``committed`` after every transaction, and whose disk can be ``full``."""

    def __init__(self, data: Path) -> None:
        super().__init__(data)
        self.committed: Callable[[], object] = lambda: None
        self.full = False
        database: Any = self.database
        self._writer, self._write = database.writer, database.log_writer.write
        database.writer, database.log_writer.write = self, self._append

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[Any]:
        """In place of the writer's."""
        if self.full:
            raise OperationalError("COMMIT", {}, sqlite3.OperationalError("database or disk is full"))
        async with self._writer.begin() as connection:
            yield connection
        self.committed()

    async def dispose(self) -> None:
        await self._writer.dispose()

    async def _append(self, *words: Any) -> Any:
        if self.full:
            raise sqlite3.OperationalError("database or disk is full")
        found = await self._write(*words)
        self.committed()
        return found

    async def idle(self) -> None:
        """Until nothing goes on any more, deletions included."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while self.people.deletions._tasks:
                await asyncio.wait(self.people.deletions._tasks.values())
        await self.settle()


async def say(context: QuickContext, table: Table, person: Person, text: str, token: str | None = None) -> None:
    done = asyncio.get_running_loop().create_future()
    credential = Credential(person=person, token=token)
    sender = ChatSender(context.store.chat, context.clock, context.tables, table.now.id, credential)
    sender.send(text, text, lambda version, problem: done.set_result(problem))
    assert await done is None


async def fill(context: QuickContext) -> str:
    """Somebody with a bot who has left traces everywhere; their id."""
    ann, cy = await context.people.guest("Ann"), await context.people.guest("Cy")
    zyx = await context.people.claim(await context.people.guest(f"{MARK} Quill"), f"{MARK}.quill", "correct horse")
    bot = await context.people.make_bot(zyx, f"{MARK} Robo")
    token, _ = await context.people.make_token(zyx, bot.id, f"{MARK} at home")
    await context.people.reset_link(f"{MARK}.quill")
    closed = await context.sit("parade", ann, zyx)
    await say(context, closed, zyx, f"words of {MARK}")
    await context.finish(closed)
    await context.ask(closed, requests.close(closed.now, actor(ann)))
    await context.act(await context.sit("parade", zyx, ann, bot))
    await context.act(await context.sit("parade", zyx, "rabbit"))
    over = await context.sit("parade", bot, cy)
    await context.finish(over)
    gathering = await context.tables.create(actor(zyx), NewTable("parade", [NewSeat("me"), NewSeat(), NewSeat()]))
    await context.ask(gathering, requests.sit(gathering.now, actor(ann), None, None))
    watched = await context.sit("nimble", ann, cy)
    await say(context, watched, zyx, f"{MARK} only watches")
    await say(context, watched, bot, f"{MARK} beeps", token.id)
    record = msgspec.json.encode({"game": "parade", "players": [MARK]})
    uploaded = UploadedRecord(id="i1", created=1, game="parade", record=record)
    await context.store.records.add(uploaded, [MARK], zyx.id, lambda gone, records: None)
    await context.settle()
    return zyx.id


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder that is only copied from, and who is in it."""
    folder = tmp_path_factory.mktemp("filled") / "data"

    async def prepare() -> str:
        async with QuickContext(folder) as context:
            return await fill(context)

    person = asyncio.run(prepare())
    for table in (people, tokens, log, chat, games, played, imports):
        assert holds_name(folder / "wonderland.db", table.name), table.name
    return folder, person


def holds_name(path: Path, *tables: str) -> list[str]:
    """The tables of the database, all or some, in which a byte of the name is left."""
    found = []
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (table,) in rows:
            kept = repr(connection.execute(f'SELECT * FROM "{table}"').fetchall()).lower()
            if (not tables or table in tables) and MARK.lower() in kept:
                found.append(table)
    return found


def copy(data: Path, to: Path) -> Path:
    """The folder as a process that is killed right now would leave it."""
    shutil.copytree(data, to, ignore=shutil.ignore_patterns("*.lock", "*-shm"))
    return to


async def check_gone(context: QuickContext, person: str) -> None:
    """Nothing is left of them, in the database and in what tables show, and nothing is left to do."""
    assert holds_name(context.database.path) == []
    assert await context.rows(select(deletions)) == []
    found = await context.people.find(person)
    assert found
    assert found.kind == "gone"
    assert len(context.tables.in_memory()) == 4
    for table in context.tables.in_memory():
        assert not table.now.seats_of(person) or table.now.phase == "playing"
        for seat in (None, *range(len(table.now.seats))):
            watcher = Ear()
            watcher.seat = seat
            assert MARK.lower() not in encode(table.snapshot(watcher)).decode().lower()


async def delete(context: QuickContext, id_: str) -> None:
    person = await context.people.find(id_)
    assert person
    await context.people.delete(person)


async def test_killed_after_any_write(filled: tuple[Path, str], tmp_path: Path) -> None:
    folder, person = filled
    copies: list[Path] = []
    async with WatchedContext(copy(folder, tmp_path / "first")) as context:
        await context.settle()
        context.committed = lambda: copies.append(copy(tmp_path / "first", tmp_path / f"after {len(copies) + 1}"))
        await delete(context, person)
        context.committed = lambda: None
        await context.idle()
        await check_gone(context, person)
    assert len(copies) > 10
    unfinished = 0
    for number, data in enumerate(copies):
        again: list[Path] = []
        unfinished += bool(holds_name(data / "wonderland.db"))
        context = WatchedContext(data)
        # Killed once more, while it is finished after the start.
        context.committed = lambda: again.append(copy(data, tmp_path / f"{number} again {len(again)}"))  # noqa: B023
        async with context:
            context.committed = lambda: None
            await check_gone(context, person)
        if again:
            async with WatchedContext(again[number % len(again)]) as context:
                await check_gone(context, person)
    assert unfinished > 5


async def test_the_disk_is_full_after_any_write(filled: tuple[Path, str], tmp_path: Path) -> None:
    folder, person = filled
    number = 0
    while True:
        async with WatchedContext(copy(folder, tmp_path / str(number))) as context:
            written = 0

            def count() -> None:
                nonlocal written
                written += 1
                context.full = written == number  # noqa: B023

            await context.settle()
            context.committed = count
            context.full = number == 0
            if number == 0:
                with pytest.raises(NotSaved):
                    await delete(context, person)
                found = await context.people.find(person)
                assert found
                assert found.kind == "account", "nothing has happened"
                context.full = False
                await delete(context, person)
            else:
                await delete(context, person)
            failed, context.full = context.full, False
            context.committed = lambda: None
            waited = 0
            while await context.rows(select(deletions)):
                assert failed
                assert waited < 4 * FIRST_RETRY
                waited += RETRY_AFTER_MS  # tables come back first
                context.clock.advance(RETRY_AFTER_MS)
                await context.idle()
            await context.idle()
            await check_gone(context, person)
        number += 1
        if number > 1 and not failed:
            break
    assert number > 10


async def test_while_the_disk_stays_full_it_is_tried_less_and_less_often(
    filled: tuple[Path, str], tmp_path: Path
) -> None:
    folder, person = filled
    async with WatchedContext(copy(folder, tmp_path / "data")) as context:
        await context.settle()
        context.committed = lambda: setattr(context, "full", True)
        await delete(context, person)
        tries = 0
        for _ in range(60):
            context.clock.advance(FIRST_RETRY)
            tries += bool(context.people.deletions._tasks)
            await context.idle()
        assert 3 <= tries <= 8
        context.full, context.committed = False, lambda: None
    async with QuickContext(tmp_path / "data") as again:
        await check_gone(again, person)


# ---- logs that cannot be read ------------------------------------------------------------------------


#: An entry of a table that has been closed.
SELECT = """SELECT entry FROM log WHERE number = 3 AND table_id = (SELECT id FROM tables WHERE phase = 'closed')"""
UPDATE = SELECT.replace("SELECT entry FROM log", "UPDATE log SET entry = ?", 1)


def ask(data: Path, query: str, *words: object) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(data / "wonderland.db")) as connection, connection:
        return connection.execute(query, words).fetchall()


@pytest.mark.parametrize(
    "entry",
    [
        b'{"type":"dealt","name":"Zyxwv Quill","person":"%s"}',
        b'{"type":"seated","seat":0,"kind":"person","name":"Zyxwv Quill","person":"%s"',
        b'{"type":"seated","seat":0,"kind":"person","name":"Zyxwv \\"Q',
        b'\xff{"type":"seated","name" : "Zyxwv Quill"}',
    ],
    ids=["unknown", "torn", "torn in the name", "no text"],
)
async def test_the_name_is_taken_out_of_entries_that_cannot_be_read(
    filled: tuple[Path, str], tmp_path: Path, entry: bytes
) -> None:
    folder, person = filled
    data = copy(folder, tmp_path / "data")
    ask(data, UPDATE, entry.replace(b"%s", person.encode()))
    async with QuickContext(data) as context:
        await delete(context, person)
        await check_gone(context, person)
    ((kept,),) = ask(data, SELECT)
    assert b'"name":""' in kept


async def test_the_name_of_others_stays_in_an_entry_of_an_unknown_kind(
    filled: tuple[Path, str], tmp_path: Path
) -> None:
    folder, person = filled
    data = copy(folder, tmp_path / "data")
    entry = b'{"type":"dealt","name":"Ann","person":"ann"}'
    ask(data, UPDATE, entry)
    async with QuickContext(data) as context:
        await delete(context, person)
    assert ask(data, SELECT) == [(entry,)]


async def test_a_damaged_record_of_a_game_loses_the_name(filled: tuple[Path, str], tmp_path: Path) -> None:
    folder, person = filled
    data = copy(folder, tmp_path / "data")
    ask(data, "UPDATE games SET record = CAST(record || '?' AS BLOB)")
    async with QuickContext(data) as context:
        await delete(context, person)
        await check_gone(context, person)


# ---- what is asked just before -----------------------------------------------------------------------


async def test_who_is_gone_sits_down_nowhere_any_more(filled: tuple[Path, str], tmp_path: Path) -> None:
    """Requests that found out who asks before the deletion, and act after it."""
    folder, id_ = filled
    async with QuickContext(copy(folder, tmp_path / "data")) as context:
        person = await context.people.find(id_)
        assert person
        new_table = NewTable("parade", [NewSeat("me"), NewSeat(), NewSeat()])
        table = await context.tables.create(actor(await context.people.guest("Dee")), new_table)
        opening = asyncio.ensure_future(context.tables.create(actor(person), new_table))
        await context.people.delete(person)
        with pytest.raises(Unknown):
            await context.ask(table, requests.sit(table.now, actor(person), None, None))
        with pytest.raises(Unknown):
            await context.tables.create(actor(person), new_table)
        await asyncio.wait([opening])
        await context.settle()
        assert holds_name(context.database.path) == []


async def test_who_is_gone_brings_no_record_any_more(filled: tuple[Path, str], tmp_path: Path) -> None:
    folder, id_ = filled
    async with QuickContext(copy(folder, tmp_path / "data")) as context:
        person = await context.people.find(id_)
        assert person
        ((kept,),) = await context.rows(select(games.c.record).limit(1))
        begun, goes_on = asyncio.Event(), asyncio.Event()

        async def run(work: Callable[..., Any], *words: Any) -> Any:
            begun.set()
            await goes_on.wait()
            return work(*words)

        context.replays.run = run  # type: ignore[method-assign,assignment]
        async with visitor(app_of(context), context, person) as browser:
            asked = asyncio.ensure_future(browser.post("/api/records", json=msgspec.json.decode(kept)))
            await begun.wait()
            await context.people.delete(person)
            goes_on.set()
            answer = await asked
        assert (answer.status_code, answer.json()["error"]["key"]) == (404, "person_gone")
        assert await context.rows(select(imports)) == []
