"""SQL is spoken in ``server/store/`` alone: everything else uses the ``Store`` protocol."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
DATABASE_PACKAGES = {"sqlalchemy", "alembic", "sqlite3", "aiosqlite", "asyncpg"}
STORE = ROOT / "src/wonderland/server/store"
#: Asks how large a database is, and empties it: the server never does.
MEASURES = ("bench/game_server/databases.py",)


def python_files() -> Iterator[Path]:
    for folder in ("src", "bench", "examples"):
        yield from (ROOT / folder).rglob("*.py")
    for script in (ROOT / "scripts").rglob("*"):
        if script.is_file() and (script.suffix == ".py" or script.read_bytes().startswith(b"#!/usr/bin/env python")):
            yield script


def imported_packages(file: Path) -> set[str]:
    """The packages that a module imports, anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            found.add((node.module or "").partition(".")[0])
    return found


def test_nobody_else_imports_a_database() -> None:
    speakers = [file for file in python_files() if imported_packages(file) & DATABASE_PACKAGES]
    inside = [file for file in speakers if file.is_relative_to(STORE)]
    assert len(inside) > 10
    others = {file.relative_to(ROOT).as_posix() for file in speakers if file not in inside}
    assert others == set(MEASURES), "SQL belongs into server/store/: add a method to the store"


def test_the_protocols_of_the_store_know_no_database() -> None:
    protocols = [*STORE.glob("*store.py"), STORE / "log_rows.py"]
    assert len(protocols) > 5
    assert [file.name for file in protocols if imported_packages(file) & DATABASE_PACKAGES] == []
