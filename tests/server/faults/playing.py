"""Clients that play: both games, at once, without a pause."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable
from contextlib import AsyncExitStack
from random import Random
from time import time
from typing import Any

from server.clients import Client, Person
from server.process import TIMEOUT_SECONDS, Server

MISTAKES = 0.03  #: how often a player of Nimble places what does not fit (N5)


async def seated(server: Server, stack: AsyncExitStack, game: str, seats: int, **choices: Any) -> list[Client]:
    """A new table with that many guests, all connected and ready."""
    people = [await Person.guest(server, f"Guest {seat}") for seat in range(seats)]
    table = await people[0].open(game, "me", *["open"] * (seats - 1), **choices)
    for person in people[1:]:
        await person.sit(table)
    clients = [await stack.enter_async_context(Client(server, table, person)) for person in people]
    await ready(clients)
    return clients


async def ready(clients: list[Client]) -> None:
    """Everybody is ready for the first game, where it begins for all at the same moment; wait until it has begun."""
    for client in clients:
        if client.table_view["phase"] == "gathering":
            await client.answered(client.send({"type": "ready", "id": "ready for 1"}))
    for client in clients:
        await client.started()


async def begun(*clients: Client) -> None:
    """Wait for the end of the countdown, as the server's clock tells it."""
    latest = max(client.table_view["begins"] for client in clients)
    await asyncio.sleep(max(0.0, latest / 1000 - time()))


def choose(client: Client, random: Random) -> str | None:
    """What the client does now; None when others have to act first."""
    view, seat = client.view, client.seat
    assert seat is not None
    if client.table_view["game"] == "nimble":
        return _nimble(view, seat, random)
    if view["phase"] == "discard":
        return None if view["chosen"][seat] else "discard " + " ".join(random.sample(view["hand"], 2))
    return f"play {random.choice(view['hand'])}" if view["turn"] == seat else None


def _nimble(view: Any, seat: int, random: Random) -> str:
    top: str | None = view["discard_tops"][seat]
    if top is not None:
        fits = [pile for pile, under in enumerate(view["tops"]) if top[0] == under[1]]
        if not fits and random.random() < MISTAKES:
            fits = [0, 1, 2]
        if fits:
            pile = random.choice(fits)
            return f"place {pile} on {view['tops'][pile]}"
    return "flip" if view["hand_sizes"][seat] else "turn"


async def play(client: Client, random: Random) -> None:
    """Act whenever it can until the game is over; after a refusal, once it has heard what it did not know."""
    while True:
        await client.until(lambda _: client.over or choose(client, Random(0)))
        if client.over:
            await client.until(lambda _: client.settled)
            return
        action, version, snapshots = choose(client, random), client.version, client.snapshots
        assert action
        answer = await client.act(action)
        if answer["type"] == "refused" and answer["kind"] != "not_saved" and client.snapshots == snapshots:
            await client.reached(version + 1)


async def play_on(table: list[Client], random: Random, enough: asyncio.Event) -> None:
    """One game after the other, until it is enough."""
    while True:
        await asyncio.gather(*(play(client, Random(random.random())) for client in table))
        if enough.is_set():
            return
        await next_game(table)


async def next_game(table: list[Client]) -> None:
    """After the end of a game: everyone is ready for another one, and it begins."""
    number = table[0].table_view["number"] + 1
    for client in table:
        await client.answered(client.send({"type": "ready", "id": f"ready for {number}"}))
    for client in table:
        await client.until(lambda it: it.table_view["number"] == number and it.table_view["phase"] == "playing")
    await begun(*table)


def count(server: Server, clients: Iterable[Client], games: int = 0) -> Counter[str]:
    """What has been done at a server."""
    clients = list(clients)
    return Counter(
        {
            "kills": server.kills,
            "starts": server.starts,
            "acknowledged": sum(len(client.done.keys() & client.sent.keys()) for client in clients),
            "refused": sum(len(client.refused.keys() & client.sent.keys()) for client in clients),
            "games checked": games,
        }
    )


async def acknowledged(clients: list[Client], more: int) -> None:
    """Return in the moment in which so many more messages have been acknowledged."""
    loop = asyncio.get_running_loop()
    reached: asyncio.Future[None] = loop.create_future()
    left = more

    def count() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            reached.set_result(None)

    for client in clients:
        client.on_done = count
    async with asyncio.timeout(TIMEOUT_SECONDS):
        await reached
