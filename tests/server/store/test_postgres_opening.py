"""A PostgreSQL that cannot be opened says why in one sentence, without the password."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import asyncpg
import pytest
import structlog
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection

from commands import refusal
from postgres_server import PostgresServer
from server.store.test_migration import later
from wonderland.core.errors import NotAllowed, Unreadable
from wonderland.server.store import migration as revisions
from wonderland.server.store.database import open_database
from wonderland.server.store.database_url import DatabaseUrl, without_password
from wonderland.server.store.migration import newest_revision
from wonderland.server.store.postgres import log_writer, migration
from wonderland.server.store.postgres.database import PostgresDatabase
from wonderland.server.store.sql.schema import metadata

SECRET = "walrus"  #: of the password


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    with PostgresServer() as server:
        server.psql("CREATE DATABASE ours OWNER carpenter")
        yield server


@pytest.fixture
async def database(server: PostgresServer) -> AsyncIterator[PostgresDatabase]:
    database = PostgresDatabase(DatabaseUrl.parse(server.url_by_password("ours")))
    await database.migrate(None)
    yield database
    await database.close()


async def refused(url: str) -> NotAllowed:
    database = open_database(DatabaseUrl.parse(url))

    async def start() -> None:
        try:
            await database.migrate(None)
            await database.open()
        finally:
            await database.close()

    with pytest.raises(NotAllowed) as problem:
        await start()
    for lang in ("en", "fr"):
        assert SECRET not in problem.value.say(lang)
    return problem.value


async def test_what_is_wrong_with_the_address(server: PostgresServer) -> None:
    assert (await refused(server.url_by_password("ours", "walrus"))).key == "database_password"
    assert (await refused(server.url_by_password("nowhere"))).key == "database_not_there"
    closed = server.url_by_password("ours").replace(f":{server.port}/", ":1/")
    assert (await refused(closed)).key == "database_unreachable"
    assert (await refused("postgresql://ann:walrus@/ours?host=/nowhere")).key == "database_unreachable"
    assert (await refused(server.url_by_password("ours") + "?sslmode=perhaps")).key == "database_options"


async def test_a_database_where_we_may_not_write(server: PostgresServer) -> None:
    server.psql("CREATE DATABASE theirs")
    assert (await refused(server.url_by_password("theirs"))).key == "database_denied"
    server.psql("CREATE DATABASE standby OWNER carpenter")
    server.psql("ALTER DATABASE standby SET default_transaction_read_only = on")
    assert (await refused(server.url_by_password("standby"))).key == "database_standby"


async def test_a_database_of_something_else_is_left_as_it_is(server: PostgresServer) -> None:
    server.psql("CREATE DATABASE other OWNER carpenter")
    server.psql("CREATE TABLE alembic_version (version_num text)", "other")
    assert (await refused(server.url_by_password("other"))).key == "database_not_ours"
    assert server.psql("SELECT string_agg(tablename, ' ') FROM pg_tables WHERE schemaname = 'public'", "other") == (
        "alembic_version"
    )


@pytest.mark.parametrize(("found", "key"), [("9999", "database_newer"), ("head", "database_unknown")])
async def test_a_database_of_another_version(
    server: PostgresServer, database: PostgresDatabase, found: str, key: str
) -> None:
    server.psql(f"UPDATE alembic_version SET version_num = '{found}'", "ours")
    try:
        assert (await refused(server.url_by_password("ours"))).key == key
    finally:
        server.psql(f"UPDATE alembic_version SET version_num = '{newest_revision()}'", "ours")


async def test_one_server_a_database(
    server: PostgresServer, database: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_writer, "LOCK_SECONDS", 0)
    await database.open()
    assert (await refused(server.url_by_password("ours"))).key == "database_in_use"
    await database.close()
    second = PostgresDatabase(DatabaseUrl.parse(server.url_by_password("ours")))
    await second.migrate(None)
    await second.open()
    await second.close()


async def test_whoever_has_the_database_has_it_again_after_a_restart_of_postgresql(
    server: PostgresServer, database: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Although nobody writes."""
    monkeypatch.setattr(log_writer, "LOCK_SECONDS", 0)
    await database.open()
    server.stop()
    server.start()
    while server.psql("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'") != "1":
        await asyncio.sleep(0.01)  # another process grants it
    assert (await refused(server.url_by_password("ours"))).key == "database_in_use"


async def test_of_two_that_start_at_once_the_second_waits(server: PostgresServer) -> None:
    server.psql("CREATE DATABASE twice OWNER carpenter")
    first = await asyncpg.connect(server.url("twice"))
    await first.execute("SELECT pg_advisory_lock($1)", migration.LOCK_KEY)
    second = PostgresDatabase(DatabaseUrl.parse(server.url_by_password("twice")))
    migrating = asyncio.ensure_future(second.migrate(None))
    while not await first.fetchval("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"):
        await asyncio.sleep(0.01)  # another process asks for it
    await first.close()
    await migrating
    await second.close()
    assert server.psql("SELECT version_num FROM alembic_version", "twice") == newest_revision()


async def test_several_that_start_at_once_with_an_empty_database(server: PostgresServer) -> None:
    """All have found it empty before one of them begins; the others then find the tables that this one has made."""
    server.psql("CREATE DATABASE empty OWNER carpenter")
    first = await asyncpg.connect(server.url("empty"))
    await first.execute("SELECT pg_advisory_lock($1)", migration.LOCK_KEY)
    others = [PostgresDatabase(DatabaseUrl.parse(server.url_by_password("empty"))) for _ in range(3)]
    migrating = asyncio.gather(*(other.migrate(None) for other in others))
    waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    while await first.fetchval(waiting) < len(others):
        await asyncio.sleep(0.01)  # another process asks for it
    await first.close()
    await migrating
    for other in others:
        await other.check_version()
        await other.close()


@pytest.fixture
async def dumped(
    server: PostgresServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[asyncpg.Connection]:
    """A long backup of an older database: it reads a table that the next migration changes."""
    server.psql("CREATE DATABASE dumped OWNER carpenter")
    older = PostgresDatabase(DatabaseUrl.parse(server.url_by_password("dumped")))
    await older.migrate(None)
    await older.close()
    change = 'op.add_column("people", sa.Column("more", sa.Integer))'
    monkeypatch.setattr(revisions, "MIGRATIONS_FOLDER", later(tmp_path / "later", change))
    monkeypatch.setattr(migration, "LOCK_TIMEOUT_MS", 50)
    monkeypatch.setattr(migration, "LOCK_RETRY_SECONDS", 0.0)
    reader = await asyncpg.connect(server.url("dumped"))
    await reader.execute("BEGIN; SELECT count(*) FROM people")
    yield reader
    await reader.close()
    server.psql("DROP DATABASE dumped WITH (FORCE)")


async def test_a_migration_waits_for_a_backup_and_lets_others_through(
    server: PostgresServer, dumped: asyncpg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migration, "LOCK_ATTEMPTS", 1_000)
    database = PostgresDatabase(DatabaseUrl.parse(server.url_by_password("dumped")))
    with structlog.testing.capture_logs() as logs:
        migrating = asyncio.ensure_future(database.migrate(None))
        while len(logs) < 2:
            await asyncio.sleep(0.01)  # it has given up twice, and tries again
        assert {line["event"] for line in logs} == {"migration_waits_for_tables"}
        assert server.psql("SELECT count(*) FROM people", "dumped") == "0"
        await dumped.execute("ROLLBACK")
        await migrating
    await database.close()
    assert server.psql("SELECT version_num FROM alembic_version", "dumped") == "9999"


async def test_a_migration_that_never_gets_its_tables_changes_nothing_and_says_so(
    server: PostgresServer, dumped: asyncpg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migration, "LOCK_ATTEMPTS", 2)
    before = server.psql("SELECT version_num FROM alembic_version", "dumped")
    problem = await refused(server.url_by_password("dumped"))
    assert problem.key == "database_tables_locked"
    assert "keeps its tables locked" in problem.say("en")
    assert "tables verrouillées" in problem.say("fr")
    assert server.psql("SELECT version_num FROM alembic_version", "dumped") == before != "9999"
    assert server.psql("SELECT to_regclass('extra') IS NULL", "dumped") == "t"


async def test_migrations_and_schema_agree(database: PostgresDatabase) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    async with database.reading() as connection:
        assert await connection.run_sync(differences) == []


def test_a_command_says_it_in_one_line(server: PostgresServer, tmp_path: Path) -> None:
    for command in (("serve", "--port", "0"), ("admin", "people")):
        said = refusal(*command, "--data", tmp_path, "--database", server.url_by_password("ours", "walrus"))
        assert "does not accept this user and password" in said
        assert SECRET not in said


@pytest.mark.parametrize(
    "text",
    [
        "wonderland.db",
        "mysql://ann:walrus@host/name",
        "sqlite://file.db",
        "sqlite:///",
        "sqlite:///:memory:",
        "postgresql://ann:walrus@host",
        "postgresql://ann:walrus@host:port/name",
        "postgresql://ann:walrus@host/name#x",
    ],
)
def test_an_address_that_is_none(text: str) -> None:
    with pytest.raises(Unreadable) as problem:
        DatabaseUrl.parse(text)
    assert SECRET not in problem.value.say("en")


@pytest.mark.parametrize(
    "text",
    [
        "postgresql://ann:walrus@host/name",
        "postgresql://ann:wal@rus:/walrus@host/name",
        "postgresql://ann@host/name?password=walrus&sslmode=require",
        "postgresql://host/name?sslpassword=walrus",
        "postgresql://:walrus@/name",
    ],
)
def test_no_text_of_an_address_shows_the_password(text: str) -> None:
    for shown in (str(DatabaseUrl.parse(text)), repr(DatabaseUrl.parse(text)), without_password(text)):
        assert "rus" not in shown, shown
