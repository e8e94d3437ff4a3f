"""Everybody loses the connection at once, and everybody comes back at once, each with the version they have."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from server.clients import Client
from server.faults.kept import check_kept
from server.faults.playing import choose, count, seated
from server.process import UNLIMITED, Server, serving

SEATS, SPECTATORS = 4, 6


async def connections(server: Server) -> int:
    text = (await server.http.get(server.address + "/metrics")).text
    line = next(line for line in text.splitlines() if line.startswith("wonderland_connections "))
    return int(float(line.split()[1]))


async def move(table: list[Client], random: Random, moves: int) -> int:
    """Some moves; the version after them."""
    version = max(client.version for client in table)
    for _ in range(moves):
        for client in table:
            await client.reached(version)
        mover = next((client for client in table if choose(client, random)), None)
        if mover is None:
            break
        action = choose(mover, random)
        assert action
        version = (await mover.act(action))["version"]
    return version


async def drop_everyone(data: Path, random: Random, tables_wanted: int, storms: int) -> Counter[str]:
    """Let everyone lose the connection, and come back, again and again. What was done, counted."""
    async with serving(data, *UNLIMITED) as server, AsyncExitStack() as stack:
        tables = [await seated(server, stack, "parade", SEATS) for _ in range(tables_wanted)]
        watched = [Client(server, table[0].table) for table in tables for _ in range(SPECTATORS)]
        spectators = [await stack.enter_async_context(client) for client in watched]
        everyone = [client for table in tables for client in table] + spectators
        for storm in range(1, storms + 1):
            # Spectators stay away while the others move; then all drop, and come back together.
            for client in spectators:
                client.leave()
            newest = await asyncio.gather(*(move(table, random, 4) for table in tables))
            for client in everyone:
                client.leave()
            for client in everyone:
                client.wants.set()
            await all_back(everyone, storm + 1)
            for table, version in zip(tables, newest, strict=True):
                for client in everyone:
                    if client.table == table[0].table:
                        await client.reached(version)
                        assert client.version == version
            assert await connections(server) == len(everyone)
        assert {client.snapshots for client in everyone} == {1}, "nobody needed more than the events since"
        check_kept(server.data, everyone)
        return count(server, everyone)


@pytest.mark.parametrize("tables", [8, pytest.param(40, marks=pytest.mark.long("400 clients instead of 80"))])
async def test_everyone_catches_up(tmp_path: Path, tables: int) -> None:
    await drop_everyone(tmp_path / "data", Random(3), tables, storms=3)


async def all_back(everyone: list[Client], sessions: int) -> None:
    seats = [*range(SEATS)]
    present = {"type": "present", "seats": seats, "spectators": SPECTATORS, "online": seats, "away": []}
    for client in everyone:
        await client.until(lambda it: it.sessions == sessions and it.present == present)
