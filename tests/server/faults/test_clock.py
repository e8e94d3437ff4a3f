"""A real server on a machine whose clock is wrong at the start and put right later: games go on, guests are known."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from time import time

from server.clients import Client
from server.faults.kept import check_kept, read_logs
from server.faults.playing import begun, choose, seated
from server.faults.shim import Shim
from server.process import UNLIMITED, Server, serving

HOUR = 3600
DAY = 24 * HOUR


async def act(clients: list[Client]) -> None:
    client = next(client for client in clients if choose(client, Random(1)))
    answer = await client.act(choose(client, Random(1)) or "")
    assert answer["type"] == "accepted", answer
    for other in clients:
        await other.reached(answer["version"])


async def known(server: Server, clients: list[Client]) -> None:
    for client in clients:
        assert client.person
        me = await server.http.get(server.address + "/api/me", headers={"Cookie": client.person.cookie})
        assert me.json()["id"] == client.person.id


async def test_a_wrong_clock_stops_no_game_and_forgets_no_guest(tmp_path: Path) -> None:
    shim, data = Shim(tmp_path / "shim"), tmp_path / "data"
    async with serving(data, *UNLIMITED, before=shim.before) as server, AsyncExitStack() as stack:
        parade = await seated(server, stack, "parade", 2, time_limit={"unit": "seconds", "amount": 600})
        nimble = await seated(server, stack, "nimble", 2)
        clients = [*parade, *nimble]
        await begun(*nimble)
        for session, offset in enumerate((-3 * HOUR, -2 * DAY), 2):
            await act(parade)
            await act(nimble)
            await server.kill()
            shim.set("clock", offset)
            await server.start()
            for client in clients:
                await client.until(lambda it, session=session: it.sessions == session)  # type: ignore[misc]
            assert "clock is behind" in server.logged
            await act(parade)
            await act(nimble)
            await known(server, clients)

        # Put right, and beyond, while it runs: the time follows, and nobody is late.
        shim.set("clock", DAY)
        version = parade[0].version
        await parade[0].reached(version + 1)  # whoever is to move gets the time anew
        assert [seat["left"] for seat in parade[0].table_view["seats"]] == [None, None]
        await act(parade)
        await act(nimble)
        await known(server, clients)
        assert await server.stop() == 0
        for log in read_logs(data).values():
            times = [at for at, _ in log]
            assert times == sorted(times), "time never goes back"
            assert times[-1] > (time() + DAY - HOUR) * 1000
        check_kept(data, clients)
