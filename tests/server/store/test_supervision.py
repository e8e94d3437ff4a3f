"""The journal's writer: whatever ends it, nobody waits for ever and somebody is told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from wonderland.server.errors import NotSaved
from wonderland.server.store.database import CommitInDoubt
from wonderland.server.store.journal import Journal
from wonderland.server.store.migration import migrate
from wonderland.server.store.sqlite.database import SqliteDatabase


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[SqliteDatabase]:
    migrate(tmp_path / "wonderland.db", None)
    database = SqliteDatabase(tmp_path / "wonderland.db", "normal")
    await database.open()
    yield database
    await database.close()


def break_appender(database: SqliteDatabase, problem: BaseException) -> None:
    """The disk is fine; the code that writes to it is not."""

    def fail(*_: object) -> None:
        raise problem

    database.log_writer._write = fail  # type: ignore[method-assign, assignment]


async def nothing(_: object) -> None:
    """Work that writes nothing."""


@pytest.mark.parametrize("problem", [MemoryError(), ValueError("odd"), asyncio.CancelledError()], ids=repr)
async def test_everyone_is_answered_when_the_writer_dies(database: SqliteDatabase, problem: BaseException) -> None:
    journal = Journal(database)
    deaths: list[BaseException] = []
    journal.on_failure.append(deaths.append)
    journal.start()
    break_appender(database, problem)
    told: list[NotSaved | None] = []
    journal.append([("a", 1, 0, b"{}")], told.append)
    waiting = asyncio.ensure_future(journal.run(nothing))
    await asyncio.wait([waiting])
    assert isinstance(waiting.exception(), NotSaved)
    assert [type(problem) for problem in deaths] == [type(problem)]
    journal.append([("a", 1, 0, b"{}")], told.append)
    with pytest.raises(NotSaved):
        await journal.run(nothing)
    assert [answer and answer.key for answer in told] == ["not_saved", "not_saved"]
    assert journal.idle
    await journal.close()


async def test_nobody_is_answered_twice(database: SqliteDatabase) -> None:
    """Entries are on disk and acknowledged when the other work of the same turn ends the writer."""
    journal = Journal(database)
    journal.start()
    told: list[NotSaved | None] = []

    async def ending(_: object) -> None:
        raise asyncio.CancelledError

    journal.append([("a", 1, 0, b"{}")], told.append)
    waiting = asyncio.ensure_future(journal.run(ending))
    await asyncio.wait([waiting])
    assert told == [None]
    assert isinstance(waiting.exception(), NotSaved)


async def test_a_commit_in_doubt_is_not_answered(database: SqliteDatabase) -> None:
    """Its sender would be told what may be wrong; the restarted server knows."""
    journal = Journal(database)
    journal.start()
    break_appender(database, CommitInDoubt())
    dead: asyncio.Future[BaseException] = asyncio.get_running_loop().create_future()
    journal.on_failure.append(dead.set_result)
    told: list[Any] = []
    journal.append([("a", 1, 0, b"{}")], told.append)
    assert isinstance(await dead, CommitInDoubt)
    assert told == []


async def test_a_writer_that_is_told_to_stop_has_not_died(database: SqliteDatabase) -> None:
    journal = Journal(database)
    deaths: list[BaseException] = []
    journal.on_failure.append(deaths.append)
    journal.start()
    await journal.run(lambda connection: connection.execute(text("UPDATE alembic_version SET version_num = '0001'")))
    await journal.close()
    assert (deaths, journal.failure) == ([], None)
