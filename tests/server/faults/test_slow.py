"""Clients that do not read, do not answer, or are gone all of a sudden: they harm nobody and may come back."""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random

from websockets.asyncio.client import ClientConnection, connect

from server.clients import Client
from server.faults.kept import check_kept, check_records
from server.faults.playing import choose, count, play, seated
from server.process import TIMEOUT_SECONDS, UNLIMITED, Server, serving

ASKED = 15_000  #: how often each of them asks for everything, a kilobyte and more, without reading any of it
MOST = 32 << 20  #: bytes more that the server may hold because of all of them


@asynccontextmanager
async def deaf(client: Client) -> AsyncIterator[ClientConnection]:
    """Another connection for the same seat; nobody ever reads from it, nor answers a ping."""
    host, port = client.server.address.removeprefix("http://").split(":")
    small = socket.socket()
    small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    small.setblocking(False)
    await asyncio.get_running_loop().sock_connect(small, (host, int(port)))
    headers = {"Cookie": client.person.cookie} if client.person else {}
    address = client.server.address.replace("http", "ws", 1) + f"/api/tables/{client.table}/socket"
    connection = await connect(
        address, sock=small, additional_headers=headers, compression=None, proxy=None, ping_interval=None
    )
    connection.transport.pause_reading()
    try:
        yield connection
    finally:
        connection.transport.abort()
        await connection.wait_closed()


def memory(server: Server) -> int:
    """Bytes that the process has held at most."""
    line = next(line for line in Path(f"/proc/{server.pid}/status").read_text().splitlines() if "VmHWM" in line)
    return int(line.split()[1]) << 10


async def read_nothing(data: Path, random: Random, deaf_clients: int) -> Counter[str]:
    """Some never read what they ask for, while others play to the end. What was done, counted."""
    async with serving(data, *UNLIMITED) as server, AsyncExitStack() as stack:
        players = await seated(server, stack, "parade", 4)
        ann = players[0]
        before = memory(server)
        spectator = Client(server, ann.table)
        slow = [await stack.enter_async_context(deaf(spectator)) for _ in range(deaf_clients)]
        await ann.until(lambda ann: ann.present["spectators"] == deaf_clients)
        for connection in slow:
            for _ in range(ASKED):
                connection.protocol.send_text(b'{"type":"sync","version":0}')
            connection.send_data()
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await asyncio.gather(*(play(client, Random(random.random())) for client in players))
        await ann.until(lambda ann: ann.present["spectators"] == 0)
        assert memory(server) - before < MOST
        # They can come back, and see what everyone sees.
        async with spectator:
            assert spectator.version == ann.version
            assert await server.stop() == 0
            check_kept(server.data, [*players, spectator])
            return count(server, players, games=check_records(server.data, players))


async def test_who_never_reads_is_dropped_and_nobody_waits(tmp_path: Path) -> None:
    await read_nothing(tmp_path / "data", Random(1), deaf_clients=12)


async def test_a_seat_that_does_not_answer_counts_as_gone(tmp_path: Path) -> None:
    """A cable is pulled: nothing comes any more, not even the end of the connection."""
    async with serving(tmp_path / "data", *UNLIMITED) as server, AsyncExitStack() as stack:
        ann, bob = await seated(server, stack, "parade", 2)
        async with deaf(bob):
            bob.leave()
            await ann.until(lambda ann: ann.present["seats"] == [0])
        bob.wants.set()
        await ann.until(lambda ann: ann.present["seats"] == [0, 1])
        assert bob.snapshots == 1
        async with deaf(bob):
            assert await server.stop() == 0, "nor does the server wait for an answer when it stops"


async def vanish_and_return(data: Path, random: Random) -> Counter[str]:
    """At every move somebody is away, and whoever has moved loses the connection. What was done, counted."""
    async with serving(data, *UNLIMITED) as server, AsyncExitStack() as stack:
        clients = await seated(server, stack, "parade", random.randint(2, 4))
        while not any(client.over for client in clients):
            mover = next(client for client in clients if choose(client, random))
            action = choose(mover, random)
            assert action
            others = [client for client in clients if client is not mover]
            gone = random.choice(others)
            gone.leave()
            answer = await mover.act(action)
            assert answer["type"] == "accepted"
            gone.wants.set()
            mover.vanish()
            for client in clients:
                await client.reached(answer["version"])
        for client in clients:
            await client.until(lambda it: it.settled)
            assert client.snapshots == 1
        check_kept(server.data, clients)
        return count(server, clients, games=check_records(server.data, clients))


async def test_who_vanishes_comes_back_to_what_was_missed(tmp_path: Path) -> None:
    await vanish_and_return(tmp_path / "data", Random(2))


async def test_who_comes_back_to_another_game_sees_all_of_it(tmp_path: Path) -> None:
    async with serving(tmp_path / "data", *UNLIMITED) as server, AsyncExitStack() as stack:
        clients = await seated(server, stack, "parade", 2)
        spectator = await stack.enter_async_context(Client(server, clients[0].table))
        spectator.leave()
        await asyncio.gather(*(play(client, Random(place)) for place, client in enumerate(clients)))
        for client in clients:
            await client.answered(client.send({"type": "ready", "id": "ready"}))
        for client in clients:
            await client.started()
        spectator.wants.set()
        await spectator.reached(clients[0].version)
        assert spectator.snapshots == 2
        assert spectator.table_view["number"] == 2
        check_kept(server.data, [*clients, spectator])
