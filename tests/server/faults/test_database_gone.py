"""A database that is deleted, replaced or made read-only while a server uses it; and a writer that dies."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import AsyncExitStack, closing
from pathlib import Path
from random import Random

import pytest

from commands import WONDERLAND
from server.clients import Client
from server.faults.kept import check_kept
from server.faults.playing import choose, seated
from server.process import TIMEOUT_SECONDS, UNLIMITED, Server, serving
from wonderland.server.store.migration import migrate

#: Runs a command as somebody whom a read-only file stops, whoever runs the tests.
NOT_ROOT = ("unshare", "--user", "--map-user=1000", "--map-group=1000")

#: Run a server whose log cannot be written any more once there is a file ``break`` in its folder.
BREAKABLE = """
import sys
from wonderland.cli.main import main
from wonderland.server.store.sqlite.log_writer import LogWriter
write = LogWriter._write
def breakable(self, *words):
    if self._file.path.with_name("break").exists():
        raise MemoryError
    return write(self, *words)
LogWriter._write = breakable
main(sys.argv[2:])
"""


def not_root() -> tuple[str, ...]:
    if os.geteuid() != 0:
        return ()
    if subprocess.run((*NOT_ROOT, "true"), capture_output=True, check=False).returncode:
        pytest.skip("root may write to any file, and this system lets root be nobody else")
    return NOT_ROOT


async def move(clients: list[Client]) -> tuple[Client, dict[str, object]]:
    """Whoever is to move does; what they are told."""
    mover = next(client for client in clients if choose(client, Random(1)))
    answer = await mover.act(choose(mover, Random(1)) or "")
    if answer["type"] == "accepted":
        for client in clients:
            await client.reached(answer["version"])
    return mover, answer


async def acted(server: Server, stack: AsyncExitStack, moves: int = 5) -> list[Client]:
    """Two people at a table where something has happened."""
    clients = await seated(server, stack, "parade", 2)
    for _ in range(moves):
        assert (await move(clients))[1]["type"] == "accepted"
    return clients


def delete(database: Path) -> None:
    database.unlink()


def delete_log(database: Path) -> None:
    database.with_name("wonderland.db-wal").unlink()


def replace(database: Path) -> None:
    """By another database of ours, as somebody does who does not know ``wonderland restore``."""
    other = database.with_name("other.db")
    migrate(other, None)
    other.rename(database)


@pytest.mark.parametrize("change", [delete, delete_log, replace])
async def test_nothing_is_acknowledged_that_would_be_lost(tmp_path: Path, change: Callable[[Path], None]) -> None:
    data = tmp_path / "data"
    async with serving(data, *UNLIMITED) as server, AsyncExitStack() as stack:
        clients = await acted(server, stack)
        change(data / "wonderland.db")
        _, answer = await move(clients)
        assert (answer["kind"], answer["key"]) == ("not_saved", "not_saved_gone")
        assert await server.ended() == 1
        assert server.logged.count("nothing_is_saved") == 1
        assert "unexpected" not in server.logged
        (rescued,) = (data / "backups").glob("*-rescued.db")
        assert str(rescued) in server.logged

        # What lies there now is whole, and nothing of the old log is mixed into it.
        for client in clients:
            client.leave()
        await server.start()
        assert await server.ready()
        assert await server.stop() == 0
        with closing(sqlite3.connect(data / "wonderland.db")) as database:
            assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            kept = database.execute("SELECT count(*) FROM tables").fetchone()
        assert kept == ((1,) if change is delete_log else (0,))

        # And the copy has everything that was acknowledged.
        subprocess.run([WONDERLAND, "restore", str(rescued), "--data", str(data)], check=True, capture_output=True)
        check_kept(data, clients)


async def test_a_database_that_becomes_read_only_is_told_and_can_be_mended(tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with serving(data, *UNLIMITED, before=not_root()) as server, AsyncExitStack() as stack:
        clients = await acted(server, stack)
        database = data / "wonderland.db"
        database.chmod(0o400)
        for number in range(2, 5):
            _, answer = await move(clients)
            assert answer["key"] == "not_saved_read_only"
            for client in clients:
                await client.until(lambda it, number=number: it.snapshots >= number)  # type: ignore[misc]
        ready = await server.http.get(server.address + "/readyz")
        assert (ready.status_code, ready.json()["problems"]) == (503, ["database_read_only"])
        assert server.logged.count("nothing_is_saved") == 1
        database.chmod(0o600)
        assert (await move(clients))[1]["type"] == "accepted"
        assert server.logged.count("saving_works_again") == 1
        assert await server.stop() == 0
        check_kept(data, clients)


async def test_a_server_does_not_start_on_a_read_only_database(tmp_path: Path) -> None:
    before, data = not_root(), tmp_path / "data"
    async with serving(data, before=before) as server:
        assert await server.stop() == 0
    database = data / "wonderland.db"
    database.chmod(0o400)
    done = subprocess.run(
        [*before, WONDERLAND, "serve", "--data", str(data), "--port", "0", "--lang", "en"],
        capture_output=True,
        text=True,
        timeout=TIMEOUT_SECONDS,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"{database} is read-only; the server needs to write to it and to its folder\n"


async def test_a_server_whose_writer_dies_answers_and_ends(tmp_path: Path) -> None:
    data = tmp_path / "data"
    before = (sys.executable, "-c", BREAKABLE)
    async with serving(data, *UNLIMITED, before=before) as server, AsyncExitStack() as stack:
        clients = await acted(server, stack)
        (data / "break").touch()
        _, answer = await move(clients)
        assert (answer["kind"], answer["key"]) == ("not_saved", "not_saved")
        assert await server.ended() == 1
        assert "journal_writer_failed" in server.logged
        assert "MemoryError" in server.logged
        for client in clients:
            assert client.byes == ["restarting"]
        (data / "break").unlink()
        await server.start()
        for client in clients:
            await client.until(lambda it: it.sessions == 2)
        assert (await move(clients))[1]["type"] == "accepted"
        assert await server.stop() == 0
        check_kept(data, clients)
