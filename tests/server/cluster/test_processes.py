"""Real instances: one after the other is restarted while people play, and one is killed; no move is lost."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

from commands import WONDERLAND
from server.clients import Client
from server.cluster.processes import Balancer, cluster
from server.faults.playing import begun, play, seated
from server.faults.test_same_pile import clash, two_each
from server.process import Server


@pytest.fixture
async def balancer(postgres: str, redis_url: str, tmp_path: Path) -> AsyncIterator[Balancer]:
    async with cluster(tmp_path, postgres, redis_url, number=2) as balancer:
        yield balancer


async def finish(clients: list[Client]) -> None:
    """Play to the end; all have the same then."""
    await begun(*clients)
    async with asyncio.TaskGroup() as playing:
        for number, client in enumerate(clients):
            playing.create_task(play(client, Random(number)))
    newest = max(client.version for client in clients)
    for client in clients:
        await client.reached(newest)
        assert client.table_view["result"] == clients[0].table_view["result"]


async def living(server: Server) -> float:
    """How many instances live, as this one knows it."""
    metrics = (await server.http.get(server.address + "/metrics")).text
    return next(float(line.split()[1]) for line in metrics.splitlines() if line.startswith("wonderland_instances "))


def admin(balancer: Any, postgres: str, redis: str, folder: Path, *words: str) -> Any:
    """A command from a machine on which no instance runs."""
    where = ("--data", str(folder / "admin"), "--secrets", str(folder / "secrets"))
    done = subprocess.run(
        [WONDERLAND, "admin", *words, *where, "--database", postgres, "--redis", redis],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout) if "--json" in words else done.stdout


async def test_a_rolling_restart_and_an_admin(balancer: Any, postgres: str, redis_url: str, tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        games = [await seated(balancer, stack, game, 2) for game in ("parade", "nimble")]
        everybody = [client for clients in games for client in clients]
        playing = asyncio.gather(*(finish(clients) for clients in games))
        for server in balancer.servers:
            assert await server.stop(signal.SIGTERM) == 0
            await server.start()
        await playing
        assert all(set(client.byes) <= {"restarting"} for client in everybody)
        assert sum(client.sessions for client in everybody) > len(everybody)
        listed = await asyncio.to_thread(admin, balancer, postgres, redis_url, tmp_path, "instances", "--json")
        assert [one["status"] for one in listed["instances"]] == ["serving"] * 2
        # Somebody who is banned from elsewhere is out.
        eve = everybody[0]
        assert eve.person
        eve.wants.clear()
        await asyncio.to_thread(admin, balancer, postgres, redis_url, tmp_path, "ban", eve.person.id)
        await eve.until(lambda client: "banned" in client.byes)


@pytest.mark.long(
    "eight tables at which four clients at three instances place on the same pile at once, round after round"
)
async def test_all_agree_who_was_first(postgres: str, redis_url: str, tmp_path: Path) -> None:
    """N11, as on one process (``faults/test_same_pile.py``)."""
    async with cluster(tmp_path, postgres, redis_url) as balancer, AsyncExitStack() as stack:
        tables = [await two_each(balancer, stack) for _ in range(8)]
        await begun(*(table[0] for table in tables))
        rounds = await asyncio.gather(*(clash(table, Random(number)) for number, table in enumerate(tables)))
        assert sum(rounds) > 8 * 20


@pytest.mark.long("kills and stops real processes, and waits until others take over")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
async def test_an_instance_that_is_killed_or_stands_still(balancer: Any, how: signal.Signals) -> None:
    async with AsyncExitStack() as stack:
        games = [await seated(balancer, stack, game, 2) for game in ("parade", "nimble")]
        playing = asyncio.gather(*(finish(clients) for clients in games))
        victim = balancer.servers[0]
        if how == signal.SIGKILL:
            await victim.kill()
            await victim.start()
        else:
            os.kill(victim.pid, signal.SIGSTOP)
            while await living(balancer.servers[1]) > 1:
                pass
            os.kill(victim.pid, signal.SIGCONT)
        await playing
