"""Migrations: the same schema as the code's, by themselves, with a backup first."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from wonderland.core.errors import NotAllowed
from wonderland.server.store import migration
from wonderland.server.store.sqlite import backup

NEXT = """
from alembic import op
import sqlalchemy as sa

revision = "9999"
down_revision = "{newest}"


def upgrade():
    op.create_table("extra", sa.Column("id", sa.Integer))
    op.execute("UPDATE people SET name = 'changed'")
    {then}
"""
ADD = "INSERT INTO people VALUES ('ann', 'guest', 'Ann', NULL, NULL, NULL, NULL, 0, 0, 0, 0, 0, NULL, NULL)"


def later(folder: Path, then: str = "pass") -> Path:
    """The migrations of a later version."""
    shutil.copytree(migration.MIGRATIONS_FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "versions" / "9999_later.py").write_text(NEXT.format(newest=migration.newest_revision(), then=then))
    return folder


def ask(path: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection, connection:
        return connection.execute(query).fetchall()


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "wonderland.db"
    assert migration.migrate(path, tmp_path / "backups") is None
    ask(path, ADD)
    return path


def test_migrations_and_schema_agree(database: Path) -> None:
    assert migration.schema_differences(database) == [], (
        "python -m wonderland.server.store.migration writes what is missing"
    )


def test_revisions_are_numbered_one_after_another(database: Path) -> None:
    numbers = [f"{number:04}" for number in range(1, len(migration.revisions()) + 1)]
    assert migration.revisions() == numbers
    assert ask(database, "SELECT version_num FROM alembic_version") == [(numbers[-1],)], "each leads to the next"


def test_a_database_of_this_version_is_left_alone(database: Path) -> None:
    before = database.read_bytes()
    assert migration.migrate(database, database.parent / "backups") is None
    assert database.read_bytes() == before
    assert not (database.parent / "backups").exists()


def test_an_older_database_is_kept_and_then_changed(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    older = migration.newest_revision()
    monkeypatch.setattr(migration, "MIGRATIONS_FOLDER", later(database.parent / "later"))
    kept = migration.migrate(database, database.parent / "backups")
    assert kept
    assert ask(database, "SELECT name FROM people") == [("changed",)]
    assert backup.revision(database) == "9999"
    assert ask(kept, "SELECT name FROM people") == [("Ann",)]
    assert backup.revision(kept) == older
    assert kept.stat().st_mode & 0o777 == 0o600


def test_a_migration_that_fails_changes_nothing(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    older = migration.newest_revision()
    monkeypatch.setattr(migration, "MIGRATIONS_FOLDER", later(database.parent / "later", "raise OSError"))
    with pytest.raises(OSError):  # noqa: PT011  # there is no text to match
        migration.migrate(database, database.parent / "backups")
    assert backup.revision(database) == older
    assert ask(database, "SELECT name FROM people") == [("Ann",)]
    assert ask(database, "SELECT 1 FROM sqlite_master WHERE name = 'extra'") == []


def test_a_newer_database_is_refused_and_left(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(migration, "MIGRATIONS_FOLDER", later(database.parent / "later"))
        migration.migrate(database, None)
    before = database.read_bytes()
    with pytest.raises(NotAllowed, match="of a later version of Wonderland"):
        migration.migrate(database, database.parent / "backups")
    assert database.read_bytes() == before


@pytest.mark.parametrize("revision", ["0000", "", "head", "abcdef123456"])
def test_a_revision_that_nobody_knows_is_not_called_later(database: Path, revision: str) -> None:
    ask(database, f"UPDATE alembic_version SET version_num = '{revision}'")
    before = database.read_bytes()
    with pytest.raises(NotAllowed, match="a revision that Wonderland does not know"):
        migration.migrate(database, database.parent / "backups")
    assert database.read_bytes() == before


def test_a_database_of_another_program_is_refused_and_left(tmp_path: Path) -> None:
    path = tmp_path / "wonderland.db"
    ask(path, "CREATE TABLE alembic_version (version_num TEXT)")
    ask(path, f"INSERT INTO alembic_version VALUES ('{migration.newest_revision()}')")
    before = path.read_bytes()
    with pytest.raises(NotAllowed, match="is no database of Wonderland"):
        migration.migrate(path, tmp_path / "backups")
    assert path.read_bytes() == before


def test_the_next_revision_is_numbered_and_holds_what_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migration, "MIGRATIONS_FOLDER", tmp_path / "here")
    shutil.copytree(Path(migration.__file__).parent / "migrations", migration.MIGRATIONS_FOLDER)
    number = len(migration.revisions()) + 1
    migration.write_revision("nothing much")
    text = (migration.MIGRATIONS_FOLDER / "versions" / f"{number:04}_nothing_much.py").read_text()
    assert "    pass" in text
    assert migration.newest_revision() == f"{number:04}"
    migration.migrate(tmp_path / "wonderland.db", None)
    assert migration.schema_differences(tmp_path / "wonderland.db") == []
