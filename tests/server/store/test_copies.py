"""Databases copied into each other: everything arrives as it was, or nothing does."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from commands import WONDERLAND, refusal, wonderland
from server.store.full_database import Played, all_rows, ask
from wonderland.core.errors import NotAllowed
from wonderland.server.admin import replays
from wonderland.server.admin.migrate_database import Migrated, migrate_database
from wonderland.server.context import ServerContext
from wonderland.server.settings import Settings
from wonderland.server.store import copies, migration
from wonderland.server.store.database_url import DatabaseUrl

Disturb = Callable[[str, str], Awaitable[None]]
TIMEOUT_SECONDS = 60  #: seconds after which what should have happened counts as stuck


class Observer:
    """Remembers what it is told."""

    def __init__(self) -> None:
        self.notes: list[NotAllowed] = []

    def progress(self, *what: Any) -> None:
        step, _, done, total = what
        assert step in ("copying", "comparing", "replaying")
        assert 0 < done <= total

    def note(self, fact: NotAllowed) -> None:
        self.notes.append(fact)


async def move(source: DatabaseUrl, to: DatabaseUrl) -> tuple[Migrated, Observer]:
    observer = Observer()
    return await migrate_database(source, to, observer), observer


@pytest.fixture
async def disturb(postgres: DatabaseUrl) -> AsyncIterator[Disturb]:
    """Lets something happen to every row that is inserted into a table of PostgreSQL."""

    async def disturb(table: str, then: str) -> None:
        function = f"RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {then}; RETURN NEW; END $$"
        await on_postgres(postgres.dsn, f"CREATE FUNCTION disturb() {function}")
        rows = f"BEFORE INSERT ON {table} FOR EACH ROW"
        await on_postgres(postgres.dsn, f"CREATE TRIGGER disturb {rows} EXECUTE FUNCTION disturb()")

    yield disturb
    await on_postgres(postgres.dsn, "DROP FUNCTION disturb CASCADE")


async def on_postgres(url: str, command: str) -> Any:
    connection = await asyncpg.connect(url)
    try:
        return await connection.fetch(command)
    finally:
        await connection.close()


async def rows_in(url: DatabaseUrl) -> int:
    async with copies.snapshot(url) as contents:
        return sum(found.rows for found in (await contents.sums()).values())


# ---- moving ------------------------------------------------------------------------------------------


async def test_to_postgresql_and_back_every_row_is_the_same(
    full: tuple[Path, Played], postgres: DatabaseUrl, tmp_path: Path
) -> None:
    path, played = full
    before = all_rows(path)
    assert all(before.values()), "something in every table"
    done, observer = await move(DatabaseUrl(path), postgres)
    assert done == (sum(map(len, before.values())), played.tables, played.games)
    assert [(note.key, note.values["id"]) for note in observer.notes] == [("migrate_unreadable", played.damaged)]
    back, observer = await move(postgres, DatabaseUrl(tmp_path / "back.db"))
    assert back == done
    assert [note.values["id"] for note in observer.notes] == [played.damaged]
    assert all_rows(tmp_path / "back.db") == before
    assert (tmp_path / "back.db").stat().st_mode & 0o777 == 0o600


async def test_from_file_to_file_with_replays_in_processes(
    full: tuple[Path, Played], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, played = full
    in_thread = (await move(DatabaseUrl(path), DatabaseUrl(tmp_path / "1.db")))[0]
    monkeypatch.setattr(replays, "MAX_ROWS_IN_THREAD", 0)
    monkeypatch.setattr(replays, "BYTES_PER_CHUNK", 1_000)
    done, observer = await move(DatabaseUrl(path), DatabaseUrl(tmp_path / "2.db"))
    assert done == in_thread
    assert [note.values["id"] for note in observer.notes] == [played.damaged]
    assert all_rows(tmp_path / "1.db") == all_rows(tmp_path / "2.db") == all_rows(path)


@pytest.mark.parametrize(
    ("table", "change", "says"),
    [
        ("games", "NEW.result := '{}'::bytea", ["migrate_rows_differ", "migrate_replay_differs"]),
        ("log", "NEW.entry := convert_to(replace(convert_from(NEW.entry, 'utf8'), 'Ann', 'Eve'), 'utf8')", None),
        ("chat", "NEW.text := NEW.text || ' '", ["migrate_rows_differ"]),
        ("chat", "IF NEW.message IS NULL THEN RETURN NULL; END IF", ["migrate_rows_missing"]),
    ],
    ids=["result", "log", "chat", "row"],
)
async def test_what_does_not_arrive_as_it_was_is_found(
    full: tuple[Path, Played],
    postgres: DatabaseUrl,
    disturb: Disturb,
    tmp_path: Path,
    table: str,
    change: str,
    says: list[str] | None,
) -> None:
    path, played = full
    if table == "log":  # the database could not take the damaged entry apart
        readable = tmp_path / "readable.db"
        await move(DatabaseUrl(path), DatabaseUrl(readable))
        ask(readable, "DELETE FROM log WHERE table_id = ?", played.damaged)
        path = readable
    await disturb(table, change)
    observer = Observer()
    with pytest.raises(NotAllowed, match="the copy is not the same"):
        await migrate_database(DatabaseUrl(path), postgres, observer)
    found = [note.key for note in observer.notes if note.key != "migrate_unreadable"]
    if says is None:
        assert found.count("migrate_replay_differs") == played.tables - 1, "each table of Ann's"
    else:
        assert set(found) == set(says)
    assert await rows_in(postgres) == 0


async def test_a_difference_ends_the_command_with_2(
    full: tuple[Path, Played], postgres: DatabaseUrl, disturb: Disturb
) -> None:
    await disturb("games", "NEW.record := '{}'::bytea")
    done = await asyncio.to_thread(wonderland, "migrate-database", full[0], postgres.dsn)
    assert done.returncode == 2
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    assert "games: the rows are not the same before and after" in lines
    assert lines[-1].startswith("the copy is not the same (differences: ")
    assert "Traceback" not in done.stderr


async def test_the_command_says_what_is_there_now(full: tuple[Path, Played], postgres: DatabaseUrl) -> None:
    path, played = full
    done = await asyncio.to_thread(wonderland, "migrate-database", f"sqlite:///{path}", postgres.dsn)
    assert done.returncode == 0, done.stderr
    assert f"{played.tables} logs of tables and {played.games} finished games" in done.stdout
    assert f"log {played.damaged} cannot be replayed and is copied as it is: entry 3" in done.stderr


# ---- ended in the middle -----------------------------------------------------------------------------


async def until(url: DatabaseUrl, waiting: str) -> None:
    """Until a session waits for what the test holds."""
    connection = await asyncpg.connect(url.dsn)
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while not await connection.fetchval(f"SELECT count(*) FROM pg_locks WHERE NOT granted AND {waiting}"):
                await asyncio.sleep(0.01)
    finally:
        await connection.close()


async def started(*words: str) -> subprocess.Popen[bytes]:
    return await asyncio.to_thread(
        subprocess.Popen, [WONDERLAND, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ
    )


async def test_killed_in_the_middle_nothing_is_left_and_no_server_starts_meanwhile(
    full: tuple[Path, Played], postgres: DatabaseUrl, disturb: Disturb, tmp_path: Path
) -> None:
    await disturb("seated", "PERFORM pg_advisory_xact_lock(42)")
    holder = await asyncpg.connect(postgres.dsn)
    await holder.execute("SELECT pg_advisory_lock(42)")
    process = await started("migrate-database", str(full[0]), postgres.dsn)
    await until(postgres, "locktype = 'advisory'")
    with pytest.raises(NotAllowed, match="is in use by another server"):
        async with ServerContext(Settings(data=tmp_path, database=postgres.dsn)):
            pass
    process.send_signal(signal.SIGKILL)
    process.wait(TIMEOUT_SECONDS)
    await holder.close()
    assert await rows_in(postgres) == 0  # waits for what the killed process had locked


async def test_killed_in_the_middle_there_is_no_file(
    full: tuple[Path, Played], postgres: DatabaseUrl, tmp_path: Path
) -> None:
    await move(DatabaseUrl(full[0]), postgres)
    holder = await asyncpg.connect(postgres.dsn)
    async with holder.transaction():
        await holder.execute("LOCK TABLE seated")
        process = await started("migrate-database", postgres.dsn, str(tmp_path / "new.db"))
        await until(postgres, "relation = 'seated'::regclass")
        process.send_signal(signal.SIGKILL)
        process.wait(TIMEOUT_SECONDS)
    await holder.close()
    assert not (tmp_path / "new.db").exists()
    await move(postgres, DatabaseUrl(tmp_path / "new.db"))
    assert all_rows(tmp_path / "new.db") == all_rows(full[0])


# ---- refused -----------------------------------------------------------------------------------------


async def test_only_an_empty_database_is_filled(
    full: tuple[Path, Played], postgres: DatabaseUrl, tmp_path: Path
) -> None:
    await move(DatabaseUrl(full[0]), postgres)
    before = await rows_in(postgres)
    with pytest.raises(NotAllowed, match="is not empty; name an empty database"):
        await move(DatabaseUrl(full[0]), postgres)
    assert await rows_in(postgres) == before
    (tmp_path / "diary").write_text("dear diary")
    with pytest.raises(NotAllowed, match="is there already"):
        await move(postgres, DatabaseUrl(tmp_path / "diary"))
    assert (tmp_path / "diary").read_text() == "dear diary"


async def test_a_database_that_a_server_uses_is_not_moved(postgres: DatabaseUrl, tmp_path: Path) -> None:
    for elsewhere in ("", f"sqlite:///{tmp_path}/a/wonderland.db"):
        async with ServerContext(Settings(data=tmp_path / ("b" if elsewhere else "a"), database=elsewhere)):
            with pytest.raises(NotAllowed, match="is in use by process"):
                await move(DatabaseUrl(tmp_path / "a" / "wonderland.db"), postgres)
    async with ServerContext(Settings(data=tmp_path / "c", database=postgres.dsn)):
        with pytest.raises(NotAllowed, match="is in use by another server"):
            await move(postgres, DatabaseUrl(tmp_path / "new.db"))
        with pytest.raises(NotAllowed, match="is in use by another server"):
            await move(DatabaseUrl(tmp_path / "a" / "wonderland.db"), postgres)
    assert not (tmp_path / "new.db").exists()


def _nothing(path: Path) -> None:
    pass


def _text(path: Path) -> None:
    path.write_text("no database at all, but quite a few bytes of text" * 100)


def _older(path: Path) -> None:
    migration.migrate(path, None)
    ask(path, "UPDATE alembic_version SET version_num = '0000'")


@pytest.mark.parametrize(
    ("make", "says"),
    [(_nothing, "there is no database"), (_text, "is no database of Wonderland"), (_older, "does not know")],
)
def test_what_cannot_be_moved_is_refused_in_one_line(make: Callable[[Path], None], says: str, tmp_path: Path) -> None:
    make(tmp_path / "from.db")
    assert says in refusal("migrate-database", tmp_path / "from.db", tmp_path / "to.db")
    assert not (tmp_path / "to.db").exists()


def test_no_refusal_shows_a_password(full: tuple[Path, Played]) -> None:
    said = refusal("migrate-database", full[0], "postgresql://alice:jabberwock@127.0.0.1:1/wonderland")
    assert "postgresql://alice:***@127.0.0.1:1/wonderland cannot be reached" in said
    said = refusal("migrate-database", full[0], "mysql://alice:jabberwock@127.0.0.1/wonderland")
    assert "must be like sqlite:///" in said
    assert "jabberwock" not in said


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("UPDATE chat SET text = char(65, 0, 66)", "table chat, column text: there is a text with a zero byte"),
        ("UPDATE people SET name = hex(zeroblob(40))", "table people, column name: there is a text of 80 characters"),
        ("UPDATE ratings SET games = 3000000000", "table ratings, column games: the number 3000000000 is too large"),
        ("DELETE FROM people", "PostgreSQL refuses a row (ForeignKeyViolationError)"),
    ],
)
async def test_what_only_sqlite_can_hold_is_named(
    full: tuple[Path, Played], postgres: DatabaseUrl, tmp_path: Path, query: str, says: str
) -> None:
    path = tmp_path / "odd.db"
    await move(DatabaseUrl(full[0]), DatabaseUrl(path))
    ask(path, query)
    with pytest.raises(NotAllowed) as refused:
        await move(DatabaseUrl(path), postgres)
    assert says in str(refused.value)
    assert await rows_in(postgres) == 0
