"""A house that is closed and opened again: everything is as it was, from the logs alone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

import wonderland.sim
from server.fakes import FakeClock
from server.kit import Client, TestHouse, asker, legal
from wonderland.core.errors import NotAllowed
from wonderland.server.tables import requests
from wonderland.server.tables.entries import Pace
from wonderland.server.tables.requests import SeatWish
from wonderland.server.tables.table import KEPT, Table
from wonderland.server.thinking.rehearsals import can_compile

PATIENCE = 45_000


class Houses:
    """One house after the other in the same folder, with the same clock."""

    def __init__(self, folder: Path, clock: FakeClock) -> None:
        self._folder, self._clock = folder, clock
        self._stack = AsyncExitStack()

    async def open(self) -> TestHouse:
        return await self._stack.enter_async_context(TestHouse(self._folder, self._clock))

    async def again(self, *clients: Client) -> TestHouse:
        """The house is closed, whatever goes on in it, and opened again."""
        await self._stack.aclose()
        for client in clients:
            client.vanish()
        house = await self.open()
        await house.settle()
        for client in clients:
            client.house = house
        return house

    async def close(self) -> None:
        await self._stack.aclose()


@pytest.fixture
async def houses(tmp_path: Path, clock: FakeClock) -> AsyncIterator[Houses]:
    houses = Houses(tmp_path, clock)
    yield houses
    await houses.close()


async def test_a_bot_that_cannot_play_any_more_gives_its_seat_to_one_that_can(
    houses: Houses, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = await houses.open()
    table, (ann,) = await house.seated("Ann", bots=["queen", "rabbit"])
    waiting = await house.table(await house.person("Bob"), seats="me queen open")
    can_compile.cache_clear()
    monkeypatch.setattr(wonderland.sim, "find_spec", lambda name: None)  # as where the extra is not installed
    try:
        house = await houses.again(ann)
        ann.connect()
        await house.settle()
        ann.read()
        assert [(seat["bot"], seat["name"]) for seat in ann.face["seats"]] == [
            (None, "Ann"),
            ("hatter", "Mad Hatter"),
            ("rabbit", "White Rabbit"),
        ]
        assert [seat.bot for seat in house.now(waiting).now.seats] == [None, "hatter", None]
        with pytest.raises(NotAllowed, match="Queen of Hearts cannot play on this server"):
            await house.table(await house.person("Cy"), seats="me queen")
        assert house.now(table).now.phase == "playing"
        ann.check()
        version = house.now(table).now.version
        house = await houses.again(ann)
        assert house.now(table).now.version == version, "once is enough"
    finally:
        can_compile.cache_clear()


async def test_every_moment_is_as_before(houses: Houses) -> None:
    house = await houses.open()
    table, clients = await house.seated("Ann", "Bob", bots=["rabbit"])
    for _ in range(8):
        await house.advance(3_000)
        for client in clients:
            assert client.seat is not None
            if moves := legal(table.now, client.seat):
                await client.play(moves[0])
    await clients[1].do("resign")
    before = list(table._moments)
    house = await houses.again(*clients)
    after = house.now(table)
    assert list(after._moments) == before
    assert (after.saved, after.acts, after._answers) == (table.saved, table.acts, table._answers)
    for client in clients:
        client.connect()
    await house.settle()
    for client in clients:
        client.check()


async def test_only_the_last_moments_are_held(houses: Houses, monkeypatch: pytest.MonkeyPatch) -> None:
    house = await houses.open()
    table, (ann, bob) = await house.seated("Ann", "Bob")
    for client in [ann, bob] * 12:
        assert client.seat is not None
        if moves := legal(table.now, client.seat):
            await client.play(moves[0])
    assert table.now.version > KEPT
    house = await houses.again(ann, bob)
    assert len(house.now(table)._moments) == KEPT
    assert house.now(table).now == table.now


async def test_the_kicked_and_their_challenge_are_remembered(houses: Houses) -> None:
    house = await houses.open()
    people = [await house.person(name) for name in ("Ann", "Bob")]
    ann, bob = map(asker, people)
    table = await house.table(people[0], "nimble", "me reserved open", options={"challenge": True})
    await house.sit(table, people[1], invite=table.now.invite)
    await house.ask(table, requests.change_seat(table.now, ann, 1, SeatWish("bot", "dodo"), "another-key"))
    await house.ask(table, requests.start(table.now, ann, Random(1), house.clock.now()))
    house = await houses.again()
    now = house.now(table).now
    assert now == table.now
    assert (now.kicked, now.invite, now.seats[1].free) == ((bob.id,), "another-key", "reserved")
    assert now.played_by == ((ann.id, "Ann"), ("dodo", now.seats[1].name))


async def test_clients_go_on_with_the_version_they_have(houses: Houses) -> None:
    house = await houses.open()
    table, clients = await house.seated("Ann", "Bob")
    house = await houses.again(*clients)
    for client in clients:
        client.connect()
    await house.settle()
    for client in clients:
        assert len(client.heard("snapshot")) == 1, "what they had was enough"
        client.check()
    seat = table.now.state.turn
    assert (await clients[seat].play(legal(table.now, seat)[0]))["type"] == "done"


async def test_clocks_begin_anew(houses: Houses, clock: FakeClock) -> None:
    house = await houses.open()
    table, clients = await house.seated("Ann", "Bob", pace=Pace("seconds", 30))
    await house.advance(20_000)
    state = table.now.state
    await houses.close()
    clock.advance(60_000)  # nobody could have moved meanwhile
    house = await houses.again(*clients)
    for client in clients:
        client.connect()
    await house.settle()
    table = house.now(table)
    assert table.now.state == state
    assert table.now.deadline(state.turn) == clock.now() + 30_000
    for client in clients:
        client.check()


async def test_those_who_reconnect_first_wait_for_the_others(houses: Houses, clock: FakeClock) -> None:
    house = await houses.open()
    table, clients = await house.seated("Ann", "Bob")
    mover = clients[table.now.state.turn]
    other = clients[1 - table.now.state.turn]
    await house.advance(10 * PATIENCE)
    house = await houses.again(*clients)
    other.connect()
    await house.advance(1_000)
    assert [seat.left for seat in house.now(table).now.seats] == [None, None]
    mover.connect()
    await house.advance(PATIENCE)
    assert [seat.left for seat in house.now(table).now.seats] == [None, None]


@pytest.mark.parametrize(("game", "bot"), [("parade", "rabbit"), ("nimble", "hare")])
async def test_bots_play_on(houses: Houses, game: str, bot: str) -> None:
    house = await houses.open()
    table, (ann,) = await house.seated("Ann", game=game, bots=[bot])
    if game == "parade":
        seat = table.now.state.turn
        if seat == 0:
            await ann.play(legal(table.now, 0)[0])
    version = table.now.version
    house = await houses.again(ann)
    ann.connect()
    await house.advance(10_000)
    assert house.now(table).now.version > version
    assert {act.seat for _, act in house.now(table).acts[-1:]} == {1}
    ann.check()


async def test_the_same_id_does_not_act_again(houses: Houses) -> None:
    house = await houses.open()
    table, clients = await house.seated("Ann", "Bob")
    seat = table.now.state.turn
    client = clients[seat]
    action = legal(table.now, seat)[0]
    client.read()
    version = client.version
    done = await client.play(action, "once", version)
    house = await houses.again(*clients)
    client.connect()
    await house.settle()
    again = await client.play(action, "once", version)
    assert again == done
    assert house.now(table).now.version == done["version"]


async def test_what_was_said_is_there(houses: Houses) -> None:
    house = await houses.open()
    _, clients = await house.seated("Ann", "Bob")
    await clients[0].do("say", text="hello")
    house = await houses.again(*clients)
    clients[1].connect(version=0)
    await house.settle()
    assert [line["text"] for line in clients[1].heard("snapshot")[-1]["chat"]] == ["hello"]


async def test_what_is_on_its_way_gets_to_the_disk(houses: Houses) -> None:
    """Nothing is left behind by a stop in the middle of things, and no bot begins to think after it."""
    house = await houses.open()
    table, (ann,) = await house.seated("Ann", bots=["rabbit"])
    await house.advance(5_000)
    id = ann.act(legal(table.now, 0)[0])
    minds, asked = house.minds, house.minds.asked
    house = await houses.again(ann)
    assert minds.asked == asked
    assert ann.answer(id)["type"] == "done"
    assert house.now(table).now.version == ann.answer(id)["version"]
    ann.connect()
    await house.advance(5_000)
    assert house.now(table).now.state.turn == 0
    ann.check()


async def test_closed_tables_stay_closed(houses: Houses) -> None:
    house = await houses.open()
    tables: list[Table] = [await house.table(await house.person(name)) for name in ("Ann", "Bob")]
    await house.tables.close(tables[0].now.id)
    house = await houses.again()
    assert [table.now.id for table in house.tables.all()] == [tables[1].now.id]
