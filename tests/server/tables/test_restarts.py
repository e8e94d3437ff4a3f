"""A context that is closed and opened again: everything is as it was, from the logs alone."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import msgspec
import pytest

import wonderland.sim
from server.fakes import FakeClock
from server.kit import Client, TestContext, actor, legal
from wonderland.bots.options import NumberOption
from wonderland.bots.registry import BOTS
from wonderland.core.errors import NotAllowed
from wonderland.server.bot_processes.warmups import can_compile
from wonderland.server.tables import requests
from wonderland.server.tables.entries import TimeLimit
from wonderland.server.tables.requests import NewSeat
from wonderland.server.tables.table import MAX_RECENT_STATES, Table

AWAY_AFTER_MS = 120_000


class Contexts:
    """One context after the other in the same folder, with the same clock."""

    def __init__(self, folder: Path, clock: FakeClock) -> None:
        self._folder, self._clock = folder, clock
        self._stack = AsyncExitStack()

    async def open(self) -> TestContext:
        return await self._stack.enter_async_context(TestContext(self._folder, self._clock))

    async def again(self, *clients: Client) -> TestContext:
        """The context is closed, whatever goes on in it, and opened again."""
        await self._stack.aclose()
        for client in clients:
            client.vanish()
        context = await self.open()
        await context.settle()
        for client in clients:
            client.context = context
        return context

    async def close(self) -> None:
        await self._stack.aclose()


@pytest.fixture
async def contexts(tmp_path: Path, clock: FakeClock) -> AsyncIterator[Contexts]:
    contexts = Contexts(tmp_path, clock)
    yield contexts
    await contexts.close()


async def test_a_bot_that_cannot_play_any_more_gives_its_seat_to_one_that_can(
    contexts: Contexts, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = await contexts.open()
    table, (ann,) = await context.seated("Ann", bots=["queen", "rabbit", "alice:level=3"])
    waiting = await context.table(await context.person("Bob"), seats="me alice:net open")
    can_compile.cache_clear()
    monkeypatch.setattr(wonderland.sim, "find_spec", lambda name: None)  # as where the extra is not installed
    try:
        context = await contexts.again(ann)
        ann.connect()
        await context.settle()
        ann.read()
        assert [(seat["bot"], seat["name"]) for seat in ann.table_view["seats"]] == [
            (None, "Ann"),
            ("hatter", "Mad Hatter"),
            ("rabbit", "White Rabbit"),
            ("hatter", "Mad Hatter"),
        ]
        assert [seat.bot for seat in context.now(waiting).now.seats] == [None, "hatter", None]
        cy = await context.person("Cy")
        for bot, title in (("queen", "Queen of Hearts"), ("alice:level=3", "Alice (level 3)")):
            with pytest.raises(NotAllowed, match=f"{re.escape(title)} cannot play on this server"):
                await context.table(cy, seats=f"me {bot}")
        assert context.now(table).now.phase == "playing"
        ann.check()
        version = context.now(table).now.version
        context = await contexts.again(ann)
        assert context.now(table).now.version == version, "once is enough"
    finally:
        can_compile.cache_clear()


async def test_a_bot_keeps_its_level_and_loses_its_seat_where_there_is_no_such_level_any_more(
    contexts: Contexts, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = await contexts.open()
    waiting = await context.table(await context.person("Bob"), seats="me alice:level=3 alice:level=8 open")
    context = await contexts.again()
    assert [seat.bot for seat in context.now(waiting).now.seats] == [None, "alice:level=3", "alice:level=8", None]
    fewer = msgspec.structs.replace(BOTS["alice"], options=(NumberOption("level", 1, 5, default=5),))
    monkeypatch.setitem(BOTS, "alice", fewer)
    context = await contexts.again()
    assert [seat.bot for seat in context.now(waiting).now.seats] == [None, "alice:level=3", "hatter", None]


async def test_every_moment_is_as_before(contexts: Contexts) -> None:
    context = await contexts.open()
    table, clients = await context.seated("Ann", "Bob", bots=["rabbit"])
    for _ in range(8):
        await context.advance(3_000)
        for client in clients:
            assert client.seat is not None
            if moves := legal(table.now, client.seat):
                await client.play(moves[0])
    await clients[1].do("resign")
    for _ in range(3):
        await context.advance(6_000)
        if moves := legal(table.now, 0):
            await clients[0].play(moves[0])
    before = list(table._states)
    context = await contexts.again(*clients)
    after = context.now(table)
    assert list(after._states) == before
    assert (after.saved_moves(), after._accepted) == (table.saved_moves(), table._accepted)
    assert set(after._played.substitutes.values()) == {table.now.substitute}
    for client in clients:
        client.connect()
    await context.settle()
    for client in clients:
        client.check()


async def test_only_the_last_moments_are_held(contexts: Contexts, monkeypatch: pytest.MonkeyPatch) -> None:
    context = await contexts.open()
    table, (ann, bob) = await context.seated("Ann", "Bob")
    for client in [ann, bob] * 12:
        assert client.seat is not None
        if moves := legal(table.now, client.seat):
            await client.play(moves[0])
    assert table.now.version > MAX_RECENT_STATES
    context = await contexts.again(ann, bob)
    assert len(context.now(table)._states) == MAX_RECENT_STATES
    assert context.now(table).now == table.now


async def test_the_kicked_and_their_challenge_are_remembered(contexts: Contexts) -> None:
    context = await contexts.open()
    people = [await context.person(name) for name in ("Ann", "Bob")]
    ann, bob = map(actor, people)
    table = await context.table(people[0], "nimble", "me reserved open", options={"challenge": True})
    await context.sit(table, people[1], invite=table.now.invite)
    await context.ask(table, requests.change_seat(table.now, ann, 1, NewSeat("bot", "dodo"), "another-key"))
    await context.ask(table, requests.start(table.now, ann, Random(1), context.clock.now()))
    context = await contexts.again()
    now = context.now(table).now
    assert now == table.now
    assert (now.kicked, now.invite, now.seats[1].free) == ((bob.id,), "another-key", "reserved")
    assert now.played_by == ((ann.id, "Ann"), ("dodo", now.seats[1].name))


async def test_clients_go_on_with_the_version_they_have(contexts: Contexts) -> None:
    context = await contexts.open()
    table, clients = await context.seated("Ann", "Bob")
    context = await contexts.again(*clients)
    for client in clients:
        client.connect()
    await context.settle()
    for client in clients:
        assert len(client.heard("snapshot")) == 1, "what they had was enough"
        client.check()
    seat = table.now.game_state.turn
    assert (await clients[seat].play(legal(table.now, seat)[0]))["type"] == "accepted"


async def test_clocks_begin_anew(contexts: Contexts, clock: FakeClock) -> None:
    context = await contexts.open()
    table, clients = await context.seated("Ann", "Bob", time_limit=TimeLimit("seconds", 30))
    await context.advance(20_000)
    state = table.now.game_state
    await contexts.close()
    clock.advance(60_000)  # nobody could have moved meanwhile
    context = await contexts.again(*clients)
    for client in clients:
        client.connect()
    await context.settle()
    table = context.now(table)
    assert table.now.game_state == state
    assert table.now.deadline(state.turn) == clock.now() + 30_000
    for client in clients:
        client.check()


async def test_those_who_reconnect_first_wait_for_the_others(contexts: Contexts, clock: FakeClock) -> None:
    context = await contexts.open()
    table, clients = await context.seated("Ann", "Bob")
    mover = clients[table.now.game_state.turn]
    other = clients[1 - table.now.game_state.turn]
    await context.advance(10 * AWAY_AFTER_MS)
    context = await contexts.again(*clients)
    other.connect()
    await context.advance(1_000)
    assert [seat.left for seat in context.now(table).now.seats] == [None, None]
    mover.connect()
    await context.advance(AWAY_AFTER_MS)
    assert [seat.left for seat in context.now(table).now.seats] == [None, None]


async def test_what_the_others_agreed_to_counts_after_a_restart(contexts: Contexts) -> None:
    context = await contexts.open()
    table, clients = await context.seated("Ann", "Bob", "Cy")
    gone = clients.pop(table.now.game_state.turn)
    one, two = clients
    gone.vanish()
    await context.advance(AWAY_AFTER_MS)
    await one.do("agree", seat=gone.seat)
    context = await contexts.again(one, two)
    one.connect()
    two.connect()
    await context.advance(AWAY_AFTER_MS)
    assert context.now(table).now.seats[gone.seat or 0].agreed == (one.seat,)
    await two.do("agree", seat=gone.seat)
    assert context.now(table).now.seats[gone.seat or 0].left == "away"


@pytest.mark.parametrize(("game", "bot"), [("parade", "rabbit"), ("nimble", "hare")])
async def test_bots_play_on(contexts: Contexts, game: str, bot: str) -> None:
    context = await contexts.open()
    table, (ann,) = await context.seated("Ann", game=game, bots=[bot])
    if game == "parade":
        seat = table.now.game_state.turn
        if seat == 0:
            await ann.play(legal(table.now, 0)[0])
    version = table.now.version
    context = await contexts.again(ann)
    ann.connect()
    await context.advance(10_000)
    assert context.now(table).now.version > version
    assert {act.seat for _, act in context.now(table).actions[-1:]} == {1}
    ann.check()


async def test_the_same_id_does_not_act_again(contexts: Contexts) -> None:
    context = await contexts.open()
    table, clients = await context.seated("Ann", "Bob")
    seat = table.now.game_state.turn
    client = clients[seat]
    action = legal(table.now, seat)[0]
    client.read()
    version = client.version
    done = await client.play(action, "once", version)
    context = await contexts.again(*clients)
    client.connect()
    await context.settle()
    again = await client.play(action, "once", version)
    assert again == done
    assert context.now(table).now.version == done["version"]


async def test_what_was_said_is_there(contexts: Contexts) -> None:
    context = await contexts.open()
    _, clients = await context.seated("Ann", "Bob")
    await clients[0].do("say", text="hello")
    context = await contexts.again(*clients)
    clients[1].connect(version=0)
    await context.settle()
    assert [line["text"] for line in clients[1].heard("snapshot")[-1]["chat"]] == ["hello"]


async def test_what_is_on_its_way_gets_to_the_disk(contexts: Contexts) -> None:
    """Nothing is left behind by a stop in the middle of things, and no bot begins to think after it."""
    context = await contexts.open()
    table, (ann,) = await context.seated("Ann", bots=["rabbit"])
    await context.advance(5_000)
    id = ann.act(legal(table.now, 0)[0])
    minds, asked = context.bots, context.bots.asked
    context = await contexts.again(ann)
    assert minds.asked == asked
    assert ann.answer(id)["type"] == "accepted"
    assert context.now(table).now.version == ann.answer(id)["version"]
    ann.connect()
    await context.advance(5_000)
    assert context.now(table).now.game_state.turn == 0
    ann.check()


async def test_closed_tables_stay_closed(contexts: Contexts) -> None:
    context = await contexts.open()
    tables: list[Table] = [await context.table(await context.person(name)) for name in ("Ann", "Bob")]
    await context.tables.close(tables[0].now.id)
    context = await contexts.again()
    assert [table.now.id for table in context.tables.in_memory()] == [tables[1].now.id]
