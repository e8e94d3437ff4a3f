"""Everybody places on the same pile in the same instant (N11): all clients agree with the log, every time."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from server.clients import Client, Person
from server.faults.kept import check_kept, check_records
from server.faults.playing import begun, count, ready
from server.process import TIMEOUT_SECONDS, UNLIMITED, Server, serving


async def two_each(server: Server, stack: AsyncExitStack) -> list[Client]:
    """Two people at a table, each at two screens."""
    people = [await Person.guest(server, name) for name in ("Ann", "Bob")]
    table = await people[0].open("nimble", "me", "open")
    await people[1].sit(table)
    clients = [await stack.enter_async_context(Client(server, table, person)) for person in people * 2]
    await ready(clients)
    return clients


async def clash(clients: list[Client], random: Random) -> int:
    """Round after round, to the end of the game; the number of rounds."""
    rounds = 0
    ann = clients[0]
    while not ann.over:
        for client in clients[:2]:
            assert client.seat is not None
            if client.view["discard_sizes"][client.seat] < 2:
                await client.act("flip" if client.view["hand_sizes"][client.seat] else "turn")
        newest = max(client.version for client in clients)
        await agree(clients, newest)
        if ann.over:
            break
        rounds += 1
        pile = random.randrange(3)
        top = ann.view["tops"][pile]
        answers = [(client, client.begin(f"place {pile} on {top}")) for client in random.sample(clients, 4)]
        told = [await client.answered(answer) for client, answer in answers]
        made = sorted(answer["version"] for answer in told if answer["type"] == "accepted")
        # The first to arrive found the pile as it was, and stands, fitting or not (N5, N11).
        assert made
        assert made == list(range(newest + 1, newest + 1 + len(made)))
        await agree(clients, made[-1])
    for client in clients:
        await client.until(lambda it: it.settled)
    return rounds


async def agree(clients: list[Client], version: int) -> None:
    for client in clients:
        await client.until(lambda it: it.version == version or it.over)


async def clash_at_tables(data: Path, random: Random, tables_wanted: int) -> Counter[str]:
    """A game at each table, some thirty rounds with four placements at once in each. What was done, counted."""
    async with serving(data, *UNLIMITED) as server, AsyncExitStack() as stack:
        tables = [await two_each(server, stack) for _ in range(tables_wanted)]
        await begun(*(table[0] for table in tables))
        async with asyncio.timeout(TIMEOUT_SECONDS):
            rounds = await asyncio.gather(*(clash(table, Random(random.random())) for table in tables))
        assert sum(rounds) > tables_wanted * 20
        assert await server.stop() == 0
        everyone = [client for table in tables for client in table]
        states = check_kept(server.data, everyone)
        for client in everyone:
            assert client.version == states[client.table][-1].version
        return count(server, everyone, games=check_records(server.data, everyone))


@pytest.mark.parametrize("tables", [8, pytest.param(60, marks=pytest.mark.long("sixty tables instead of eight"))])
async def test_all_agree_with_the_log(tmp_path: Path, tables: int) -> None:
    counted = await clash_at_tables(tmp_path / "data", Random(0), tables)
    assert counted["games checked"] == tables
