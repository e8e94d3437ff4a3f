"""Memory under a steady load: a real server, tables that play on and on, visitors who come and go.

scripts/bench soak [MINUTES]

One line a minute: what the server's process holds, and what there is to hold it for. Memory must level off; what grows
with the number of finished games, visitors or connections is a leak.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from random import Random
from time import monotonic

# The players are those of the tests; in place of this folder, whose server.py is another module.
sys.path[0] = str(Path(__file__).parents[1] / "tests")

from websockets.asyncio.client import connect  # noqa: E402  # after the path

from server.clients import GONE, Client, Person  # noqa: E402
from server.faults.playing import begun, choose, seated  # noqa: E402
from server.process import UNLIMITED, Server, serving  # noqa: E402

#: Players of each table that is always there.
PARADE_TABLE_SIZES = (2, 2, 3, 3, 4, 4, 2, 3, 4, 2, 3, 4)
NIMBLE_TABLE_SIZES = (2, 3, 4, 4, 2)
THINKING_SECONDS = {"parade": 0.35, "nimble": 0.7}  #: seconds a player thinks, on average
GAMES_PER_TABLE = 3  #: games at a table before its people leave and others open a new one
SECONDS_BETWEEN_VISITORS = 0.5  #: seconds between two visitors who look at a table and leave


class Load:
    """Everything that goes on at a server, until it is stopped."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._random = Random(1)
        self._watched: dict[int, str] = {}
        self.actions = self.games = self.visitors = 0

    async def run(self) -> None:
        async with asyncio.TaskGroup() as group:
            sizes = [
                *(("parade", seats) for seats in PARADE_TABLE_SIZES),
                *(("nimble", seats) for seats in NIMBLE_TABLE_SIZES),
            ]
            for number, (game, seats) in enumerate(sizes):
                group.create_task(self._table(number, game, seats))
            group.create_task(self._session())

    async def _table(self, number: int, game: str, seats: int) -> None:
        while True:
            async with AsyncExitStack() as stack:
                clients = await seated(self._server, stack, game, seats)
                self._watched[number] = clients[0].table
                for played in range(1, GAMES_PER_TABLE + 1):
                    await begun(*clients)
                    await asyncio.gather(*(self._play(client) for client in clients))
                    self.games += 1
                    if played < GAMES_PER_TABLE:
                        await self._next_game(clients, played)
                for client in clients:
                    client.leave()  # else it would come back to a table that is closed
                await self._close(clients[0])

    async def _next_game(self, clients: list[Client], played: int) -> None:
        for client in clients:
            await client.answered(client.send({"type": "ready", "id": f"ready {played}"}))
        for client in clients:
            await client.until(lambda it: it.table_view["number"] > played)

    async def _close(self, host: Client) -> None:
        assert host.person
        address, headers = f"{self._server.address}/api/tables/{host.table}", {"Cookie": host.person.cookie}
        (await self._server.http.delete(address, headers=headers)).raise_for_status()

    async def _play(self, client: Client) -> None:
        while not client.settled:
            await client.until(lambda it: it.settled or it.over or choose(it, Random(0)))
            if client.over:
                await client.until(lambda it: it.settled)
                return
            await asyncio.sleep(self._random.expovariate(1 / THINKING_SECONDS[client.table_view["game"]]))
            if not client.over and (action := choose(client, self._random)):
                await client.act(action)
                self.actions += 1

    async def _session(self) -> None:
        while True:
            await asyncio.sleep(SECONDS_BETWEEN_VISITORS)
            person = await Person.guest(self._server, "Visitor")
            http, headers = self._server.http, {"Cookie": person.cookie}
            for path in ("/", "/api/me", "/api/tables", "/api/me/tables"):
                await http.get(self._server.address + path, headers=headers)
            if self._watched:
                table = self._random.choice([*self._watched.values()])
                address = f"{self._server.address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
                with suppress(*GONE):  # the table may just have been closed
                    async with connect(address, additional_headers=headers, proxy=None) as socket:
                        await socket.recv()
            self.visitors += 1


def held(pid: int) -> tuple[int, int, int, int]:
    """Megabytes of a process, all of them and those of its own; its threads and open files."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    found = {name: value.split()[0] for name, _, value in (line.partition(":") for line in lines) if value.strip()}
    files = len(list(Path(f"/proc/{pid}/fd").iterdir()))
    return int(found["VmRSS"]) >> 10, int(found["RssAnon"]) >> 10, int(found["Threads"]), files


def show(*row: object) -> None:
    print("".join(f"{value!s:>9}" for value in row), flush=True)


async def main() -> None:
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 15.0
    show("minute", "RSS MB", "own MB", "threads", "files", "actions", "games", "visitors")
    with tempfile.TemporaryDirectory(prefix="wonderland-soak-") as folder:
        words = (*UNLIMITED, "--durability", "normal", "--log-level", "warning")
        async with serving(Path(folder) / "data", *words) as server:
            load, began = Load(server), monotonic()
            running = asyncio.create_task(load.run())
            while not running.done() and monotonic() - began <= minutes * 60:
                minute = round((monotonic() - began) / 60)
                show(minute, *held(server.pid), load.actions, load.games, load.visitors)
                await asyncio.wait([running], timeout=60)
            running.cancel()
            await asyncio.wait([running])
            if not running.cancelled() and (problem := running.exception()):
                raise problem
            await server.stop()


if __name__ == "__main__":
    asyncio.run(main())
