"""``kill -9`` under load: whatever was acknowledged is there, nothing acts twice, and everyone plays on."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from server.faults.kept import check_kept, check_records, read_logs
from server.faults.playing import acknowledged, begun, choose, count, play_on, seated
from server.process import UNLIMITED, serving

TABLES = {"parade": (4, 3, 2), "nimble": (4, 4, 2)}
#: Acknowledgements from one kill to the next.
APART = (1, 120)


async def kill_under_load(data: Path, random: Random, kills: int) -> Counter[str]:
    """Kill the server again and again while everyone plays; then play to the end. What was done, counted."""
    async with serving(data, *UNLIMITED) as server, AsyncExitStack() as stack:
        tables = [await seated(server, stack, game, seats) for game, sizes in TABLES.items() for seats in sizes]
        clients = [client for table in tables for client in table]
        await begun(*clients)
        enough = asyncio.Event()
        playing = [asyncio.create_task(play_on(table, Random(random.random()), enough)) for table in tables]
        for _ in range(kills):
            await acknowledged(clients, random.randint(*APART))
            await server.kill()
            check_kept(server.data, clients)
            await server.start()
        enough.set()
        await asyncio.gather(*playing)
        assert await server.stop() == 0
        for client in clients:
            # At least: the next kill may come before somebody is back from the last.
            assert client.sessions > 1
        states = check_kept(server.data, clients)
        for client in clients:
            assert client.version == states[client.table][-1].version
        return count(server, clients, games=check_records(server.data, clients))


@pytest.mark.parametrize("kills", [3, pytest.param(12, marks=pytest.mark.long("killed twelve times instead of three"))])
async def test_whatever_was_acknowledged_survives(tmp_path: Path, kills: int) -> None:
    counted = await kill_under_load(tmp_path / "data", Random(5), kills)
    assert counted["kills"] == kills
    assert counted["games checked"] >= sum(map(len, TABLES.values()))


async def test_an_acknowledgement_that_never_came_is_given_again(tmp_path: Path) -> None:
    """The action is on disk, its sender does not know, and the server dies."""
    async with serving(tmp_path / "data", *UNLIMITED) as server, AsyncExitStack() as stack:
        clients = await seated(server, stack, "parade", 2)
        mover = clients[clients[0].view["turn"]]
        other = clients[1 - clients[0].view["turn"]]
        action = choose(mover, Random(1))
        assert action
        mover.deafen()
        answer = mover.begin(action)
        await other.until(lambda it: it.view["history"])
        mover.leave()
        await server.kill()
        assert not answer.done()
        version = len(read_logs(server.data)[mover.table])
        assert other.version == version
        await server.start()
        mover.wants.set()
        assert (await mover.answered(answer))["version"] == version
        assert len(read_logs(server.data)[mover.table]) == version
        check_kept(server.data, clients)
