"""``wonderland worker`` refuses what it cannot work with, in one line."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from commands import refusal, wonderland
from wonderland.server.store.migration import migrate


def test_a_folder_without_a_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    said = refusal("worker", "--data", tmp_path / "nowhere")
    file = tmp_path / "nowhere" / "wonderland.db"
    assert said.startswith(f"there is no database of Wonderland at {file}; start the server there first")
    assert refusal("worker", "--database", f"sqlite:///{file}") == said
    assert not (tmp_path / "nowhere").exists()
    assert "il n’y a pas de base de données" in refusal("worker", "--data", tmp_path, "--lang", "fr")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("revision", "said"), [("9999", "is of a later version of Wonderland"), ("0000", "has a revision that Wonderland")]
)
def test_a_database_of_another_version_is_refused(tmp_path: Path, revision: str, said: str) -> None:
    file = tmp_path / "wonderland.db"
    migrate(file, None)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", [revision])
    assert said in refusal("worker", "--data", tmp_path)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--kinds", "decide,dream"], 'there is no kind of jobs "dream"; the kinds are decide'),
        (["--database", "mysql://cards"], "--database: must be like sqlite:///wonderland.db or postgresql://"),
        (["--database", "postgresql://127.0.0.1:1/cards"], "postgresql://127.0.0.1:1/cards cannot be reached; is Post"),
        (["--processes", "0"], "--processes: must be a whole number from 1 to 256, not 0"),
    ],
)
def test_a_wrong_call_is_refused_in_one_line(tmp_path: Path, words: list[str], said: str) -> None:
    assert refusal("worker", "--data", tmp_path, *words).startswith(said)


def test_the_help_lists_it() -> None:
    assert "worker" in wonderland("--help").stdout
    assert "--kinds" in wonderland("worker", "--help").stdout
