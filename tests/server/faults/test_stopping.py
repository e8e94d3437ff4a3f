"""A server that is told to stop: it says goodbye, everyone comes to the next one and goes on."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

from server.faults.kept import check_kept, check_records
from server.faults.playing import acknowledged, begun, play, seated
from server.process import PATIENCE, UNLIMITED, serving


async def test_everyone_comes_back_and_goes_on(tmp_path: Path) -> None:
    async with serving(tmp_path / "data", *UNLIMITED) as server, AsyncExitStack() as stack:
        clients = [client for game in ("parade", "nimble") * 3 for client in await seated(server, stack, game, 4)]
        await begun(*clients)
        playing = [asyncio.create_task(play(client, Random(place))) for place, client in enumerate(clients)]
        await acknowledged(clients, 150)
        assert await server.stop() == 0
        for client in clients:
            await client.gone()  # the last words of the old server may still be on their way to us
            assert client.byes == ["restarting"]
        check_kept(server.data, clients)
        await server.start()
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*playing)
        assert await server.stop() == 0
        assert "unexpected" not in server.logged
        check_kept(server.data, clients)
        check_records(server.data, clients)
