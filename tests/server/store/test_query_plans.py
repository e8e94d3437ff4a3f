"""Queries over all tables there ever were find their rows by an index."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.dialects import sqlite

from wonderland.server.store import migration
from wonderland.server.store.sql.tables import public_tables


@pytest.mark.parametrize(("phase", "joinable"), [("gathering", True), ("playing", False)])
def test_lists_of_public_tables_look_at_no_others(tmp_path: Path, phase: str, joinable: bool) -> None:
    path = tmp_path / "wonderland.db"
    migration.migrate(path, None)
    query = public_tables(phase, joinable, limit=100)
    sql = query.compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True})
    with closing(sqlite3.connect(path)) as connection:
        plan = [row[-1] for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}")]
    assert plan[0] == "SEARCH tables USING INDEX ix_tables_phase_joinable_touched (phase=? AND joinable=?)"
