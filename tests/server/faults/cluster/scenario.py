"""Three instances under load of both games, faults at random, and the proof that nothing came of them."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import AsyncExitStack, suppress
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import NamedTuple

from server.clients import Client, Person
from server.faults.cluster.checker import FreshSnapshot, check
from server.faults.cluster.injecting import Injector
from server.faults.cluster.instances import DATABASE, Cluster, cluster
from server.faults.cluster.players import Player, play_on, transcript
from server.faults.cluster.schedule import INSTANCES, Fault
from server.faults.cluster.stored import read
from server.faults.kept import NotKept

PEOPLE = 4  #: they sit at many tables each, so that their games end, and are rated, at the same time


class Load(NamedTuple):
    """A table: its game, how many people and bots sit there, and how many connections each person has."""

    game: str
    people: int
    bots: int = 0
    screens: int = 1
    #: Others who never act, so that the clock ends their turn, and a bot plays for them.
    idle: int = 0


TABLES = (
    Load("parade", 4),
    Load("parade", 3),
    Load("parade", 2, screens=2),
    Load("parade", 1, bots=2),
    Load("parade", 2, idle=1),
    Load("nimble", 4),
    Load("nimble", 2, screens=2),
    Load("nimble", 1, bots=1),
)
IDLE_LIMIT = {"unit": "seconds", "amount": 3}
BOTS = {"parade": "rabbit", "nimble": "hare"}
CATCH_UP_SECONDS = 20


async def faults_in_a_cluster(
    folder: Path, random: Random, faults: list[Fault], tables: tuple[Load, ...] = TABLES
) -> Counter[str]:
    """These faults while everyone plays; then all games to their end. What was done, counted."""
    async with cluster(folder, INSTANCES) as running, AsyncExitStack() as stack:
        site = running.any(random)
        stack.push_async_callback(site.http.aclose)
        people = [await Person.guest(site, f"Guest {number}") for number in range(PEOPLE)]
        players = [await seated(running, stack, load, people) for load in tables]
        everyone = [client for table in players for client in table]
        enough = asyncio.Event()
        injector = Injector(running)
        try:
            async with asyncio.TaskGroup() as group:
                for table in players:
                    group.create_task(play_on(table, Random(random.random()), enough))
                await injector.run(faults)
                enough.set()
            fresh = await fresh_snapshots(running, everyone)
            await caught_up(everyone, fresh)
            statuses = await running.stop()
            stored = await read(running.postgres.url(DATABASE))
            told = [client.told for client in everyone]
            if problems := await asyncio.to_thread(check, stored, told, fresh):
                raise NotKept(problems)
            assert statuses == [0] * len(running.instances), "they stop when they are told to"
        except BaseException:
            write_evidence(running, everyone)
            raise
        counted = injector.counts + running.counts()
        counted["acknowledged"] = sum(len(one.done.keys() & one.sent.keys()) for one in told)
        counted["refused"] = sum(len(one.refused.keys() & one.sent.keys()) for one in told)
        counted["games checked"] = len(stored.games)
        return counted


async def seated(running: Cluster, stack: AsyncExitStack, load: Load, people: list[Person]) -> list[Player]:
    """A new table with the first of these people, each connected to any of the instances."""
    sitting = people[: load.people + load.idle]
    kinds = ["me", *["open"] * (len(sitting) - 1), *["bot"] * load.bots]
    seats = [{"kind": kind, **({"bot": BOTS[load.game]} if kind == "bot" else {})} for kind in kinds]
    choices = {"time_limit": IDLE_LIMIT} if load.idle else {}
    wanted = {"game": load.game, "seats": seats, "rated": not load.bots and not load.idle, **choices}
    table: str = (await sitting[0].ask("/api/tables", **wanted))["id"]
    for other in sitting[1:]:
        await other.sit(table)
    clients = []
    for number, person in enumerate(sitting):
        for _ in range(load.screens):
            client = Player(person.server, table, person, idle=number >= load.people)
            clients.append(await stack.enter_async_context(client))
    return clients


async def fresh_snapshots(running: Cluster, clients: list[Player]) -> list[FreshSnapshot]:
    """What each instance tells each person of each table who comes anew."""
    found = []
    for instance in running.instances:
        for client in {(one.table, one.seat): one for one in clients}.values():
            async with Client(instance.server, client.table, client.person) as fresh:
                found.append(
                    FreshSnapshot(instance.number, fresh.table, fresh.seat, fresh.version, deepcopy(fresh.table_view))
                )
    return found


async def caught_up(clients: list[Player], fresh: list[FreshSnapshot]) -> None:
    """Wait until every client has what somebody new is told; whoever misses it for good is found by the checker."""
    newest = {one.table: max(other.version for other in fresh if other.table == one.table) for one in fresh}
    try:
        async with asyncio.timeout(CATCH_UP_SECONDS):
            for client in clients:
                await client.reached(newest[client.table])
    except TimeoutError:
        pass


#: What is kept of the database after a failure.
EVIDENCE = {
    "instances": "SELECT * FROM instances",
    "tables": "SELECT id, game, phase, version, instance, due, touched FROM tables",
    "log": "SELECT table_id, number, at, convert_from(entry, 'UTF8') FROM log ORDER BY table_id, number",
    "games": "SELECT id, table_id, number, rated, convert_from(record, 'UTF8') FROM games",
    "played": "SELECT * FROM played ORDER BY game_id, seat",
}


def write_evidence(running: Cluster, clients: list[Player]) -> None:
    """For whoever looks for the cause of a failure."""
    for client in clients:
        (running.folder / f"{client.name}.jsonl").write_text(transcript(client.told))
    with suppress(RuntimeError):  # PostgreSQL may be what has failed
        for name, query in EVIDENCE.items():
            (running.folder / f"{name}.txt").write_text(running.postgres.psql(query, DATABASE))
