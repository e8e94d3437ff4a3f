"""Databases copied into each other: everything arrives as it was, or nothing does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from postgres_server import PostgresServer
from server.store.full_database import Played, all_rows, play_and_fill
from wonderland.core.errors import NotAllowed
from wonderland.server.admin.migrate_database import Migrated, migrate_database
from wonderland.server.store.database_url import DatabaseUrl


class Observer:
    """Remembers what it is told."""

    def __init__(self) -> None:
        self.notes: list[NotAllowed] = []
        self.told: list[tuple[str, str, int, int]] = []

    def progress(self, *what: Any) -> None:
        self.told.append(what)

    def note(self, fact: NotAllowed) -> None:
        self.notes.append(fact)


async def move(source: DatabaseUrl, to: DatabaseUrl) -> tuple[Migrated, Observer]:
    observer = Observer()
    return await migrate_database(source, to, observer), observer


@pytest.fixture(scope="module")
def postgres() -> Iterator[PostgresServer]:
    with PostgresServer() as server:
        yield server


@pytest.fixture
def empty(postgres: PostgresServer) -> Iterator[DatabaseUrl]:
    postgres.psql("CREATE DATABASE copies")
    yield DatabaseUrl.parse(postgres.url("copies"))
    postgres.psql("DROP DATABASE copies WITH (FORCE)")


@pytest.fixture(scope="module")
def module_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("full")


@pytest.fixture
async def played(module_folder: Path) -> Played:
    """The full database is made once; no test may change it."""
    return await play_and_fill(module_folder)


async def test_to_postgresql_and_back_every_row_is_the_same(tmp_path: Path, empty: DatabaseUrl) -> None:
    played = await play_and_fill(tmp_path / "data")
    before = all_rows(tmp_path / "data" / "wonderland.db")
    assert all(before.values()), "something in every table"
    done, observer = await move(DatabaseUrl(tmp_path / "data" / "wonderland.db"), empty)
    assert (done.games, done.logs) == (played.games, played.tables)
    assert [(note.key, note.values["id"]) for note in observer.notes] == [("migrate_unreadable", played.damaged)]
    back, _ = await move(empty, DatabaseUrl(tmp_path / "back.db"))
    assert back == done
    assert all_rows(tmp_path / "back.db") == before
    assert (tmp_path / "back.db").stat().st_mode & 0o777 == 0o600
