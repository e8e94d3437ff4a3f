"""Databases that are measured: a fresh one each time, removed afterwards."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parents[2] / "tests"
EMPTY = "DROP SCHEMA public CASCADE; CREATE SCHEMA public"


class MeasuredDatabase:
    """Where a server keeps things: ``url`` is that of an empty database, in each ``with database.fresh()``."""

    name = "SQLite"
    pid: int | None = None

    def __init__(self) -> None:
        self.url = ""

    @contextmanager
    def fresh(self) -> Iterator[None]:
        with tempfile.TemporaryDirectory(prefix="wonderland-bench-") as folder:
            self.url = f"sqlite:///{folder}/wonderland.db"
            yield

    @property
    def flags(self) -> tuple[str, ...]:
        """What the server is told, so that it uses this database."""
        return ("--data", str(self._folder))

    def cpu_seconds(self) -> float:
        """CPU time of the database's own processes, where it has any that we started."""
        return 0.0

    def size(self) -> int:
        """Bytes on disk, once nobody uses it."""
        return sum(path.stat().st_size for path in self._folder.glob("*.db*"))

    @property
    def _folder(self) -> Path:
        return Path(self.url.removeprefix("sqlite:///")).parent


class MeasuredPostgres(MeasuredDatabase):
    """A PostgreSQL database that was empty before: what a measurement leaves in it is removed."""

    name = "PostgreSQL"

    def __init__(self, url: str, pid: int | None = None) -> None:
        self.url = url
        #: Of its first process, where we started it.
        self.pid = pid
        if self._ask("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"):
            raise SystemExit("The database is not empty: this bench removes everything in it, so name an empty one.")

    @contextmanager
    def fresh(self) -> Iterator[None]:
        with tempfile.TemporaryDirectory(prefix="wonderland-bench-") as self._data:
            try:
                yield
            finally:
                self._ask(EMPTY)

    @property
    def flags(self) -> tuple[str, ...]:
        return ("--data", self._data, "--database", self.url)

    def cpu_seconds(self) -> float:
        """Of the first process and its children, those that have ended included."""
        if self.pid is None:
            return 0.0
        ticks = 0
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                fields = (process / "stat").read_text().rpartition(")")[2].split()
                if process.name == str(self.pid):
                    ticks += sum(map(int, fields[11:15]))
                elif fields[1] == str(self.pid):
                    ticks += sum(map(int, fields[11:13]))
        return ticks / os.sysconf("SC_CLK_TCK")

    def size(self) -> int:
        query = "SELECT sum(pg_total_relation_size(relid)) FROM pg_stat_user_tables"
        return int(self._ask(query) or 0)

    def _ask(self, command: str) -> Any:
        import asyncpg

        async def ask() -> Any:
            connection = await asyncpg.connect(self.url)
            try:
                if command is EMPTY:
                    return await connection.execute(command)
                return await connection.fetchval(command)
            finally:
                await connection.close()

        return asyncio.run(ask())


@contextmanager
def measured_database(wanted: str, cores: Collection[int] = (0,)) -> Iterator[MeasuredDatabase]:
    """SQLite; for ``postgresql`` a PostgreSQL of our own on the server's core; else the database at an address."""
    if wanted in ("", "sqlite"):
        yield MeasuredDatabase()
    elif "://" in wanted:
        yield MeasuredPostgres(wanted)
    else:
        sys.path.append(str(TESTS))
        import postgres_server

        # The tests' server forgets on a power cut; this one must not.
        options = {"fsync": "on", "full_page_writes": "on", "autovacuum": "on", "shared_buffers": "128MB"}
        with postgres_server.PostgresServer({**options, "max_connections": "200"}) as server:
            pid = int((server.data / "postmaster.pid").read_text().split()[0])
            with suppress(AttributeError, OSError):  # its connections follow it; not every system can do that
                os.sched_setaffinity(pid, cores)
            server.psql("CREATE DATABASE bench")
            yield MeasuredPostgres(server.url("bench"), pid)
