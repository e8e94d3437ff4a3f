"""A disk that takes pages and does not sync them: what was refused must not be there after a crash."""

from __future__ import annotations

import asyncio
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

from server.clients import Client, Person
from server.faults.kept import check_kept, read_logs
from server.faults.playing import begun, choose, seated
from server.faults.shim import Shim
from server.process import TIMEOUT_SECONDS, UNLIMITED, serving

#: Run a server that does not pause between its tries to overwrite what a failed commit has left.
WITHOUT_PAUSE = """
import sys
from wonderland.cli.main import main
from wonderland.server.store.sqlite import log_writer
log_writer.OVERWRITE_RETRY_SECONDS = 0
main(sys.argv[2:])
"""


def act(client: Client, random: Random) -> asyncio.Future[dict[str, object]]:
    action = choose(client, random)
    assert action
    return client.begin(action)


def lengths(data: Path) -> dict[str, int]:
    return {table: len(log) for table, log in read_logs(data).items()}


async def test_what_was_refused_is_not_there_after_a_kill(tmp_path: Path) -> None:
    shim, random, data = Shim(tmp_path / "shim"), Random(1), tmp_path / "data"
    async with serving(data, *UNLIMITED, before=shim.before) as server, AsyncExitStack() as stack:
        clients = [client for _ in range(3) for client in await seated(server, stack, "nimble", 2)]
        await begun(*clients)
        for client in clients:
            assert (await client.act("flip"))["type"] == "accepted"
        before = lengths(data)
        shim.set("sync")
        for _ in range(3):
            answers = [await client.answered(act(client, random)) for client in clients]
            assert {answer["key"] for answer in answers} == {"not_saved_io"}
        assert server.logged.count("nothing_is_saved") == 1
        await server.kill()
        assert lengths(data) == before
        check_kept(data, clients)
        shim.clear("sync")
        await server.start()
        for client in clients:
            await client.until(lambda it: it.sessions == 2)
            assert (await client.answered(act(client, random)))["type"] == "accepted"
        check_kept(data, clients)
        assert await server.stop() == 0


async def test_people_who_were_refused_are_not_there_after_a_kill(tmp_path: Path) -> None:
    shim, data = Shim(tmp_path / "shim"), tmp_path / "data"
    async with serving(data, before=shim.before) as server:
        await Person.guest(server, "Ann")  # the first write of all would fail before it has written a page
        shim.set("sync")
        refused = await server.http.post(server.address + "/api/guest", json={"name": "Nobody"})
        assert refused.json()["error"]["key"] == "not_saved_io"
        await server.kill()
        shim.clear("sync")
        await server.start()
        done = await server.http.post(server.address + "/api/guest", json={"name": "Somebody"})
        assert done.status_code == 201
        assert await server.stop() == 0
    text = (data / "wonderland.db").read_bytes()
    assert b"Somebody" in text
    assert b"Nobody" not in text


async def test_a_commit_in_doubt_is_not_answered_and_ends_the_server(tmp_path: Path) -> None:
    """The pages cannot be synced, and then not be overwritten either: they may count or not."""
    shim, data = Shim(tmp_path / "shim"), tmp_path / "data"
    before = (*shim.before, sys.executable, "-c", WITHOUT_PAUSE)
    async with serving(data, *UNLIMITED, before=before) as server, AsyncExitStack() as stack:
        ann, bob = await seated(server, stack, "nimble", 2)
        await begun(ann, bob)
        assert (await ann.act("flip"))["type"] == "accepted"
        shim.set("write-after-sync")
        shim.set("sync")
        server.up.clear()
        answer = ann.begin("flip")
        assert await server.ended() == 1
        assert not answer.done()
        assert "CommitInDoubt" in server.logged
        for fault in ("sync", "write"):
            shim.clear(fault)
        await server.start()
        async with asyncio.timeout(TIMEOUT_SECONDS):
            assert (await ann.answered(answer))["type"] == "accepted", "the action is there, so it was not refused"
        check_kept(data, [ann, bob])
