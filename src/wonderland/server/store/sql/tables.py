"""The tables."""

from __future__ import annotations

from wonderland.server.store.sql.part import SqlPart


class SqlTables(SqlPart):
    """Implements ``TableStore``."""
