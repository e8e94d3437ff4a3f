"""A full disk: a clear refusal, nothing acknowledged is lost, and with room again everything goes on."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from server.clients import Client, Person
from server.faults.disks import Disk, Limited, Small
from server.faults.kept import check_kept, check_records
from server.faults.playing import begun, choose, count, play, seated
from server.process import TIMEOUT_SECONDS, UNLIMITED, Server, serving
from wonderland.messages import say


async def fill_the_disk(data: Path, random: Random, disk: Disk) -> Counter[str]:
    """Let the disk be full while two tables play, then play to the end. What was done, counted."""
    async with serving(data, *UNLIMITED, before=disk.before(data)) as server, AsyncExitStack() as stack:
        clients = [
            *await seated(server, stack, "parade", 2),
            *await seated(server, stack, "parade", 3, time_limit={"unit": "seconds", "amount": 600}),
        ]
        for client in clients:
            if action := choose(client, random):
                assert (await client.act(action))["type"] == "accepted"

        with disk.full(server):
            for _ in range(3):
                await refused_everywhere(disk, clients, random)
            assert not await server.ready()
            assert (await server.http.get(server.address + "/healthz")).status_code == 200
            response = await server.http.post(server.address + "/api/guest", json={})
            assert response.status_code == 503
            assert response.json()["error"]["key"] == disk.key
            check_kept(server.data, clients)

        await until_ready(server)
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await asyncio.gather(*(play(client, Random(random.random())) for client in clients))
        assert {client.sessions for client in clients} == {1}, "nobody was sent away"
        assert "unexpected" not in server.logged
        check_kept(server.data, clients)
        games = check_records(server.data, clients)
        assert await server.stop() == 0
        return count(server, clients, games=games)


@pytest.mark.parametrize("disk", [Limited(), Small()], ids=["limited", "small"])
async def test_a_full_disk_is_told_and_nothing_is_lost(tmp_path: Path, disk: Disk) -> None:
    if isinstance(disk, Small) and not disk.possible(tmp_path):
        pytest.skip("this system lets nobody mount a disk of their own")
    counted = await fill_the_disk(tmp_path / "data", Random(1), disk)
    assert counted["refused"]


async def test_the_server_itself_waits_for_room(tmp_path: Path) -> None:
    """Bots want to play and clocks want to begin anew: they try now and then, not as fast as they can."""
    disk, data = Limited(), tmp_path / "data"
    async with serving(data, *UNLIMITED) as server, AsyncExitStack() as stack:
        ann, bob = await seated(server, stack, "parade", 2, time_limit={"unit": "seconds", "amount": 600})
        with_bots = [
            await against(server, stack, game, bot) for game, bot in (("parade", "dormouse"), ("nimble", "dodo"))
        ]
        clients = [ann, bob, *with_bots]
        await begun(*clients)
        person = with_bots[0]
        await person.until(lambda it: choose(it, Random(1)))
        await person.act(choose(person, Random(1)) or "")  # now it is the bot's turn, who takes a while
        with disk.full(server):
            await refused_everywhere(disk, [ann, bob], Random(1))
            for client in with_bots:
                await client.until(lambda it: it.snapshots > 1)
            assert max(client.snapshots for client in clients) < 20
            check_kept(server.data, clients)
        for client in with_bots:
            await client.reached(client.version + 1)
        check_kept(server.data, clients)
        assert await server.stop() == 0
        assert "unexpected" not in server.logged


async def against(server: Server, stack: AsyncExitStack, game: str, bot: str) -> Client:
    """Somebody at a table with a bot."""
    person = await Person.guest(server)
    table = (await person.ask("/api/play-now", game=game, bots=[bot]))["id"]
    client = await stack.enter_async_context(Client(server, table, person))
    await client.started()
    return client


async def test_what_was_refused_can_be_sent_again(tmp_path: Path) -> None:
    """Under its old id: that it was refused is not taken for having acted."""
    disk, data = Limited(), tmp_path / "data"
    async with serving(data, *UNLIMITED) as server, AsyncExitStack() as stack:
        clients = await seated(server, stack, "parade", 2)
        mover = next(client for client in clients if choose(client, Random(1)))
        action = choose(mover, Random(1))
        assert action
        with disk.full(server):
            assert (await mover.act(action, "again"))["kind"] == "not_saved"
            await mover.until(lambda it: it.snapshots == 2)  # the table as it is on disk
        answer = await mover.act(action, "again")
        assert answer["type"] == "accepted"
        assert await mover.act(action, "again") == answer
        check_kept(server.data, clients)


async def refused_everywhere(disk: Disk, clients: list[Client], random: Random) -> None:
    for client in clients:
        if action := choose(client, random):
            client.snapshots = 0
            answer = await client.act(action)
            assert answer["kind"] == "not_saved"
            assert answer["key"] == disk.key
            assert answer["text"] == say(disk.key)
            await client.until(lambda it: it.snapshots)  # the table as it is on disk


async def until_ready(server: Server) -> None:
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not await server.ready():
            pass
