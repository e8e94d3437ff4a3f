"""Backups of either database: one kind of file, restored into either; also while the server runs."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import asyncpg
import pytest

from commands import refusal, wonderland
from server.store.full_database import Played, all_rows
from server.store.test_migration import later
from wonderland.core.errors import NotAllowed
from wonderland.server.admin.client import announce_address
from wonderland.server.admin.execution import restore
from wonderland.server.context import ServerContext
from wonderland.server.settings import Settings
from wonderland.server.store import copies, migration
from wonderland.server.store.database import open_database
from wonderland.server.store.database_url import DatabaseUrl
from wonderland.server.store.sqlite import backup


@pytest.fixture
async def another(postgres_url: str) -> AsyncIterator[DatabaseUrl]:
    """A database that a test may spoil."""
    connection = await asyncpg.connect(postgres_url)
    await connection.execute("CREATE DATABASE another")
    yield DatabaseUrl.parse(urlunsplit(urlsplit(postgres_url)._replace(path="/another")))
    await connection.execute("DROP DATABASE another WITH (FORCE)")
    await connection.close()


def names_in(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as connection:
        return {name for (name,) in connection.execute("SELECT name FROM people")}


async def on_postgres(url: DatabaseUrl, command: str) -> list[Any]:
    connection = await asyncpg.connect(url.dsn)
    try:
        return [row[0] for row in await connection.fetch(command)]
    finally:
        await connection.close()


async def names(url: DatabaseUrl) -> set[str]:
    return set(await on_postgres(url, "SELECT name FROM people"))


async def test_a_backup_of_a_running_server_on_postgresql_goes_into_a_file_and_back(
    postgres: DatabaseUrl, tmp_path: Path
) -> None:
    async with ServerContext(Settings(data=tmp_path / "data", database=postgres.dsn)) as context:
        ann = await context.people.guest("Ann")
        where = ("--data", tmp_path / "data", "--database", postgres.dsn)
        done = await asyncio.to_thread(wonderland, "backup", tmp_path / "kept.db", *where)
        assert done.returncode == 0, done.stderr
        backup.check_backup(tmp_path / "kept.db")
        bob = await context.people.guest("Bob")

        assert await copies.restore(DatabaseUrl(tmp_path / "file.db"), tmp_path / "kept.db", tmp_path) is None
        assert names_in(tmp_path / "file.db") == {"Ann"}

        kept = await restore(context, tmp_path / "kept.db")
        assert kept
        assert names_in(kept) == {"Ann", "Bob"}
        assert await context.people.find(ann.id)
        assert await context.people.find(bob.id) is None
        await context.people.guest("Cat")
    assert await names(postgres) == {"Ann", "Cat"}


async def test_a_backup_of_a_file_goes_into_postgresql_without_a_server(
    full: tuple[Path, Played], postgres: DatabaseUrl, tmp_path: Path
) -> None:
    before = all_rows(full[0])
    file = await copies.save(DatabaseUrl(full[0]), tmp_path / "kept.db")
    where = ("--data", tmp_path / "other", "--database", postgres.dsn)
    done = await asyncio.to_thread(wonderland, "restore", file, *where)
    assert (done.returncode, done.stdout.count("\n")) == (0, 1), done.stderr + done.stdout
    again = await copies.save(postgres, tmp_path / "again.db")
    assert all_rows(again) == before
    done = await asyncio.to_thread(wonderland, "restore", again, *where)
    assert "What was there before is kept in " in done.stdout
    assert all_rows(Path(done.stdout.strip().rpartition(" ")[2])) == before


async def test_a_restore_that_fails_leaves_everything_as_it_was(postgres: DatabaseUrl, tmp_path: Path) -> None:
    async with ServerContext(Settings(data=tmp_path / "data", database=postgres.dsn)) as context:
        ann = await context.people.guest("Ann")
        (tmp_path / "diary").write_text("dear diary" * 100)
        with pytest.raises(NotAllowed, match="is no database of Wonderland"):
            await restore(context, tmp_path / "diary")
        odd = await copies.save(postgres, tmp_path / "odd.db")
        with closing(sqlite3.connect(odd)) as connection, connection:
            connection.execute("UPDATE people SET name = hex(zeroblob(40))")
        with pytest.raises(NotAllowed, match="there is a text of 80 characters"):
            await restore(context, odd)
        assert await context.people.find(ann.id)
        await context.people.guest("Bob")
    assert await names(postgres) == {"Ann", "Bob"}


async def test_a_database_that_another_server_uses_is_not_replaced(postgres: DatabaseUrl, tmp_path: Path) -> None:
    async with ServerContext(Settings(data=tmp_path / "data", database=postgres.dsn)) as context:
        await context.people.guest("Ann")
        file = await copies.save(postgres, tmp_path / "kept.db")
        with pytest.raises(NotAllowed, match="is in use by another server"):
            await copies.restore(postgres, file, tmp_path / "backups")
        await context.people.guest("Bob")
    assert await names(postgres) == {"Ann", "Bob"}


def test_the_old_file_is_not_taken_for_the_servers_database(tmp_path: Path) -> None:
    migration.migrate(tmp_path / "wonderland.db", None)
    moved = DatabaseUrl.parse("postgresql://alice:jabberwock@db.example/wonderland")
    with announce_address(Settings(data=tmp_path), "http://127.0.0.1:1", moved):
        said = refusal("backup", "--data", tmp_path)
        assert "uses postgresql://alice:***@db.example/wonderland; name that with --database" in said
    assert wonderland("backup", "--data", tmp_path).returncode == 0


async def test_a_backup_taken_while_others_write_is_of_one_moment(postgres: DatabaseUrl, tmp_path: Path) -> None:
    async with ServerContext(Settings(data=tmp_path / "data", database=postgres.dsn)) as context:
        written = 0
        copies_done = asyncio.Event()

        async def write() -> None:
            nonlocal written
            while not copies_done.is_set():
                await context.people.guest(f"Guest {written}")
                written += 1

        writer = asyncio.create_task(write())
        for number in range(3):
            least = written
            found = names_in(await copies.save(postgres, tmp_path / f"copy-{number}.db"))
            assert found == {f"Guest {index}" for index in range(len(found))}
            assert len(found) >= least, "what was acknowledged before is in it"
        copies_done.set()
        await writer
    assert written


async def test_an_older_database_is_kept_as_it_was_before_it_is_changed(
    another: DatabaseUrl, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with ServerContext(Settings(data=tmp_path / "data", database=another.dsn)) as context:
        await context.people.guest("Ann")
    older = migration.newest_revision()
    monkeypatch.setattr(migration, "MIGRATIONS_FOLDER", later(tmp_path / "later"))
    database = open_database(another)
    kept = await database.migrate(tmp_path / "backups")
    assert await database.migrate(tmp_path / "backups") is None
    await database.close()
    assert await names(another) == {"changed"}
    assert kept
    assert kept.name.endswith("-before-9999.db")
    assert (names_in(kept), backup.revision(kept)) == ({"Ann"}, older)
    assert await copies.restore(another, kept, tmp_path / "backups")
    assert await names(another) == {"changed"}, "migrated again, in a copy"
