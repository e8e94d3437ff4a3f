"""The queue of jobs."""

from __future__ import annotations

from wonderland.server.store.sql.part import SqlPart


class SqlJobs(SqlPart):
    """Implements ``JobStore``."""
