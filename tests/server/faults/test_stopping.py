"""A server that is told to stop: it says goodbye, everyone comes to the next one and goes on."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

from server.faults.kept import check_kept, check_records
from server.faults.playing import acknowledged, begun, count, play, seated
from server.process import TIMEOUT_SECONDS, UNLIMITED, serving


async def stop_under_load(data: Path, random: Random) -> Counter[str]:
    """Stop the server while everyone plays, start it again and play to the end. What was done, counted."""
    async with serving(data, *UNLIMITED) as server, AsyncExitStack() as stack:
        clients = [client for game in ("parade", "nimble") * 3 for client in await seated(server, stack, game, 4)]
        await begun(*clients)
        playing = [asyncio.create_task(play(client, Random(random.random()))) for client in clients]
        await acknowledged(clients, random.randint(1, 150))
        assert await server.stop() == 0
        for client in clients:
            await client.gone()  # the last words of the old server may still be on their way to us
            assert client.byes == ["restarting"]
        check_kept(server.data, clients)
        await server.start()
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await asyncio.gather(*playing)
        assert await server.stop() == 0
        assert "unexpected" not in server.logged
        check_kept(server.data, clients)
        return count(server, clients, games=check_records(server.data, clients))


async def test_everyone_comes_back_and_goes_on(tmp_path: Path) -> None:
    await stop_under_load(tmp_path / "data", Random(4))
