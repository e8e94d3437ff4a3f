"""Snapshot + events = a fresh snapshot, always: whatever happens at a table, and whoever comes back when."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest

from server.kit import Client, TestContext, actor, legal
from wonderland.core.errors import WonderlandError
from wonderland.server.tables import requests
from wonderland.server.tables.entries import TimeLimit
from wonderland.server.tables.requests import NewSeat
from wonderland.server.tables.table import Table

SEEDS, STEPS = 4, 600


class Evening:
    """Three people, somebody who only watches and a bot, who do whatever comes to their minds."""

    def __init__(self, context: TestContext, table: Table, clients: list[Client], random: Random) -> None:
        self.context = context
        self.id = table.now.id
        self.clients = clients
        self.random = random
        self.kinds: set[str] = set()

    @property
    def table(self) -> Table:
        return self.context.tables.find(self.id)

    async def step(self) -> None:
        state, random = self.table.now, self.random
        client = random.choice(self.clients)
        chance = random.random()
        if chance < 0.12:
            if client.connected:
                client.vanish()
            else:
                client.connect(0 if random.random() < 0.2 else None)
        elif chance < 0.16:
            await self.context.advance(random.choice((100, 3_000, 20_000, 150_000)))
        elif chance < 0.18 and client.connected:
            client.send("say", text=f"at {self.context.clock.now()}")
        elif chance < 0.22 and client.person:
            await self.ask(client, random)
        elif not client.connected:
            pass
        elif state.phase == "playing":
            for _ in range(random.choice((1, 1, 1, 4))):
                self.play(random)
            if random.random() < 0.08:
                client.send(random.choice(("resign", "back")))
            for away in self.table.audience.away:
                client.send("agree", seat=away, agree=random.random() < 0.9)
            if random.random() < 0.1:
                client.read()
                client.send("sync", version=random.choice((0, client.version)))
        elif state.phase in ("gathering", "over"):
            client.send("ready", ready=random.random() < 0.9)
        await self.context.settle()

    def play(self, random: Random) -> None:
        """One of those who may act does, with the version they have."""
        state = self.table.now
        able = [one for one in self.clients if one.connected and one.seat is not None and legal(state, one.seat)]
        if able:
            client = random.choice(able)
            assert client.seat is not None
            client.act(random.choice(legal(state, client.seat)))

    async def ask(self, client: Client, random: Random) -> None:
        """What is asked over HTTP."""
        assert client.person
        state, who = self.table.now, actor(client.person)
        seat = random.randrange(len(state.seats))
        with suppress(WonderlandError):
            match random.choice(("sit", "sit", "sit", "rise", "kick", "start")):
                case "sit":
                    entries = requests.sit(state, who, None, state.invite)
                case "rise" if len(state.people) > 1 or state.phase == "playing":
                    entries = requests.leave(state, who)
                case "kick":
                    entries = requests.change_seat(
                        state, who, seat, NewSeat(random.choice(("open", "reserved"))), f"key-{state.version}"
                    )
                case _:
                    entries = requests.start(state, who, random, self.context.clock.now())
            await self.context.tables.append(self.table, entries)

    async def leave(self) -> None:
        """Somebody leaves the game for now, whatever chance has brought."""
        state = self.table.now
        seated = [one.person for one in self.clients if one.person and state.seats_of(one.person.id)]
        if state.phase == "playing" and seated:
            await self.context.tables.append(self.table, requests.leave(state, actor(seated[0])))
            await self.context.settle()
            self.check()

    def check(self) -> None:
        for client in self.clients:
            if client.connected:
                client.check()
        self.kinds |= {seat.left or seat.kind for seat in self.table.now.seats}


@pytest.mark.parametrize(
    ("game", "options", "bot"),
    [("parade", {}, "rabbit"), ("nimble", {}, "turtle"), ("nimble", {"challenge": True}, "hare")],
)
async def test_snapshot_and_events_are_a_fresh_snapshot(
    context: TestContext, game: str, options: dict[str, Any], bot: str
) -> None:
    people = [await context.person(name) for name in ("Ann", "Bob", "Cy")]
    time_limit = TimeLimit("seconds", 60) if game == "parade" else TimeLimit()
    kinds: set[str] = set()
    games = 0
    for seed in range(SEEDS):
        table = await context.table(people[0], game, f"me open reserved {bot}", time_limit=time_limit, options=options)
        clients = [Client(context, table, person, explain=person is people[1]) for person in people]
        clients.append(Client(context, table, None))
        evening = Evening(context, table, clients, Random(f"evening {seed}"))
        for _ in range(STEPS):
            await evening.step()
            evening.check()
            if evening.table.now.number == 3:
                break
        await evening.leave()
        # In the end everybody comes, and all see the same table.
        for client in clients:
            if not client.connected:
                client.connect()
        await context.settle()
        evening.check()
        assert len({client.version for client in clients}) == 1
        kinds |= evening.kinds
        games += evening.table.now.number
        await context.tables.close(evening.id)
        await context.settle()
        for client in clients:
            client.read()
            assert (client.table_view["phase"], client.table_view["closed"]) == ("closed", "admin")
            assert not client.connected
    assert games >= SEEDS + 2
    assert kinds >= {"open", "reserved", "person", "bot", "resigned"}
    assert kinds & {"away", "left"}
    assert ("late" in kinds) == (game == "parade")
