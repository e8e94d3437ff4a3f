"""Migrations only add, so that instances of the old version go on beside one of the new (docs/hosting.md)."""

from __future__ import annotations

import io
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.script import Script, ScriptDirectory
from sqlalchemy import Column

from wonderland.server.store import migration

FIRST = "0001"
DOCTORED = """
import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "{newest}"


def upgrade():
    {does}
"""


class Recorder:
    """In place of what writes the statements of operations: it passes every call on, and remembers it."""

    def __init__(self, impl: Any) -> None:
        self._impl = impl
        self.calls: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._impl, name)
        return self._recorded(name, found) if callable(found) else found

    def _recorded(self, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        def call(*words: Any, **named: Any) -> Any:
            self.calls.append((name, words, named))
            return method(*words, **named)

        return call


def recorded(script: Script) -> Recorder:
    """What a migration does, without a database."""
    options = {"as_sql": True, "output_buffer": io.StringIO()}
    context = MigrationContext.configure(dialect_name="postgresql", opts=options)
    recorder = Recorder(context.impl)
    context.impl = recorder  # type: ignore[assignment]  # as much of it as operations use
    with Operations.context(context):
        script.module.upgrade()
    return recorder


def not_added(script: Script) -> Iterator[str]:
    """What of a migration an instance of the version before would not survive, or nobody can tell of."""
    made: set[str] = set()
    for name, words, _ in recorded(script).calls:
        match name, words:
            case "create_table", (table, *_):
                made.add(table.name)
            case "add_column", (table, Column() as column, *_):
                if table not in made and not column.nullable and column.server_default is None:
                    yield f"{table}.{column.name} is needed, and has no server default"
            case "create_index", (index, *_):
                if index.unique and index.table.name not in made:
                    yield f"{index.name} is unique, and its table is not new"
            case (("prep_table_for_batch" | "requires_recreate_in_batch"), _):
                pass  # asked by batches; nothing is changed
            case _:
                yield f"{name} {words}"


def scripts(folder: Path) -> list[Script]:
    """All migrations but the first, in their order."""
    found = ScriptDirectory(str(folder)).walk_revisions()
    return [script for script in reversed(list(found)) if script.revision != FIRST]


def doctored(folder: Path, does: str) -> Script:
    """A migration after the newest one."""
    shutil.copytree(migration.MIGRATIONS_FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    text = DOCTORED.format(newest=migration.newest_revision(), does=does)
    (folder / "versions" / "9999_doctored.py").write_text(text)
    return scripts(folder)[-1]


@pytest.mark.parametrize("script", scripts(migration.MIGRATIONS_FOLDER), ids=lambda script: Path(script.path).stem)
def test_a_migration_only_adds(script: Script) -> None:
    assert recorded(script).calls
    assert list(not_added(script)) == []


@pytest.mark.parametrize(
    ("does", "told"),
    [
        ("op.drop_table('chat')", "drop_table"),
        ("op.drop_column('chat', 'text')", "drop_column"),
        ("op.drop_index('ix_chat_person', 'chat')", "drop_index"),
        ("op.rename_table('chat', 'talk')", "rename_table"),
        ("op.alter_column('chat', 'text', new_column_name='words')", "alter_column"),
        ("op.alter_column('chat', 'text', type_=sa.String(9))", "alter_column"),
        ("op.alter_column('chat', 'person', nullable=False)", "alter_column"),
        ("op.add_column('chat', sa.Column('more', sa.Text(), nullable=False))", "chat.more"),
        ("op.create_index('ix_chat_text', 'chat', ['text'], unique=True)", "ix_chat_text"),
        ("op.create_check_constraint('short', 'chat', 'number < 9')", "add_constraint"),
        ("op.execute('ALTER TABLE chat DROP COLUMN text')", "execute"),
        ("with op.batch_alter_table('chat') as batch: batch.drop_column('text')", "drop_column"),
    ],
)
def test_one_that_does_more_is_found(tmp_path: Path, does: str, told: str) -> None:
    (problem,) = not_added(doctored(tmp_path / "later", does))
    assert problem.startswith(told)


def test_a_column_that_the_database_fills_in_may_be_needed(tmp_path: Path) -> None:
    does = "op.add_column('chat', sa.Column('more', sa.Integer(), nullable=False, server_default='0'))"
    assert list(not_added(doctored(tmp_path / "later", does))) == []
