"""Another program holds the database: actions wait, then are refused; once it lets go, everything goes on."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing, contextmanager
from pathlib import Path
from random import Random

from server.clients import Client
from server.faults.kept import check_kept, check_records
from server.faults.playing import choose, count, play, seated
from server.process import TIMEOUT_SECONDS, UNLIMITED, Server, serving


@contextmanager
def locked(server: Server) -> Iterator[None]:
    """Hold the database as a program would that is copying into it."""
    with closing(
        sqlite3.connect(server.data / "wonderland.db", timeout=TIMEOUT_SECONDS, isolation_level=None)
    ) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")


def mover_of(clients: list[Client], random: Random) -> tuple[Client, str]:
    """Who is to act, and what."""
    return next((client, action) for client in clients if (action := choose(client, random)))


async def test_a_short_lock_only_delays(tmp_path: Path) -> None:
    async with serving(tmp_path / "data", *UNLIMITED) as server, AsyncExitStack() as stack:
        clients = await seated(server, stack, "parade", 2)
        mover, action = mover_of(clients, Random(1))
        with locked(server):
            answer = mover.begin(action)
            # Whatever needs no disk is answered meanwhile, after the action was heard.
            assert (await mover.act("dance"))["kind"] == "unreadable"
            assert (await server.http.get(server.address + "/healthz")).status_code == 200
            assert not answer.done()
            assert [client.version for client in clients] == [mover.version] * 2
        done = await mover.answered(answer)
        assert done["type"] == "accepted"
        for client in clients:
            await client.reached(done["version"])
        check_kept(server.data, clients)


async def lock_for_long(data: Path, random: Random) -> Counter[str]:
    """Hold the database until an action is refused, then play to the end. What was done, counted."""
    async with serving(data, *UNLIMITED) as server, AsyncExitStack() as stack:
        clients = await seated(server, stack, "parade", random.randint(2, 4))
        mover, action = mover_of(clients, random)
        assert (await mover.act(action))["type"] == "accepted"
        for client in clients:
            await client.reached(mover.version)
        mover, action = mover_of(clients, random)
        with locked(server):
            refused, ready = await asyncio.gather(mover.act(action, "again"), server.ready())
            assert refused["kind"] == "not_saved"
            assert refused["key"] == "not_saved_locked"
            assert "keeps the database busy" in refused["text"]
            assert not ready
            for client in clients:
                await client.until(lambda it: it.snapshots == 2)
            check_kept(server.data, clients)
        assert (await mover.act(action, "again"))["type"] == "accepted"
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await asyncio.gather(*(play(client, Random(random.random())) for client in clients))
            while not await server.ready():
                pass
        assert await server.stop() == 0
        check_kept(server.data, clients)
        return count(server, clients, games=check_records(server.data, clients))


async def test_a_long_lock_is_told_and_nothing_is_lost(tmp_path: Path) -> None:
    await lock_for_long(tmp_path / "data", Random(1))
