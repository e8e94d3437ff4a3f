"""What was done is answered alike, however often it is asked and whatever has happened since; what was meant for an
earlier turn is never played in a later one.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from server.kit import Client, TestHouse, asker, legal
from server.tables.test_acting import end
from server.tables.test_faults import locked
from server.tables.test_restarts import Houses, houses
from wonderland.server.people import Person
from wonderland.server.tables import requests
from wonderland.server.tables.entries import AnyEntry
from wonderland.server.tables.table import Table

__all__ = ["houses"]  # a fixture

PATIENCE = 45_000


def rising(table: Table, person: Person) -> list[AnyEntry]:
    return requests.rise(table.now, asker(person))


async def another_game(house: TestHouse, table: Table, clients: list[Client]) -> None:
    await end(house, house.now(table))
    for client in clients:
        await client.do("ready")
    await house.advance(10_000)
    assert house.now(table).now.phase == "playing"


# ---- done is done ------------------------------------------------------------------------------------


@pytest.mark.parametrize("games", [1, 2, 3])
async def test_an_action_is_answered_alike_in_the_games_after(houses: Houses, games: int) -> None:
    house = await houses.open()
    table, clients = await house.seated("Ann", "Bob", game="nimble")
    version = table.now.version
    done = await clients[0].play("flip", "once", version)
    for _ in range(games):
        await another_game(house, table, clients)
        assert await clients[0].play("flip", "once", version) == done
    house = await houses.again(*clients)
    clients[0].connect()
    await house.settle()
    assert await clients[0].play("flip", "once", version) == done


async def test_an_action_of_an_earlier_game_that_was_not_done_is_too_late(house: TestHouse) -> None:
    """Another person's message of the same id does not count."""
    table, clients = await house.seated("Ann", "Bob", game="nimble")
    version = table.now.version
    await clients[0].play("flip", "same", version)
    for _ in range(3):
        await another_game(house, table, clients)
    answer = await clients[1].play("flip", "same", version)
    assert (answer["kind"], answer["key"]) == ("too_late", "version_older_game")


async def test_an_action_is_answered_alike_when_its_seat_has_another_number(house: TestHouse) -> None:
    people = [await house.person(name) for name in ("Ann", "Bob", "Cy")]
    table = await house.table(people[0], "nimble", "me open open")
    await house.sit(table, *people[1:])
    clients = [Client(house, table, person) for person in people]
    for client in clients:
        client.connect()
    await house.advance(10_000)
    version = table.now.version
    done = await clients[2].play("flip", "once", version)
    await end(house, table)
    await house.tables.ask(table, rising(table, people[1]))
    starting = requests.start(table.now, asker(people[0]), house.tables.chance(), house.clock.now())
    await house.ask(table, starting)
    await house.advance(10_000)
    assert clients[2].seat == 1
    assert await clients[2].play("flip", "once", version) == done


async def test_a_person_who_has_left_the_table_still_gets_the_answer(house: TestHouse) -> None:
    table, (_, bob) = await house.seated("Ann", "Bob", game="nimble")
    version = table.now.version
    done = await bob.play("flip", "once", version)
    await end(house, table)
    assert bob.person
    await house.tables.ask(table, rising(table, bob.person))
    await house.settle()
    assert await bob.play("flip", "once", version) == done


@pytest.mark.parametrize("words", [("resign", {}), ("ready", {}), ("ready", {"ready": False})])
async def test_other_requests_are_answered_alike(houses: Houses, words: tuple[str, dict[str, Any]]) -> None:
    kind, fields = words
    house = await houses.open()
    table, clients = await house.seated("Ann", "Bob", game="nimble")
    if kind == "ready":
        await end(house, table)
    version = table.now.version
    done = await clients[0].do(kind, id="once", version=version, **fields)
    assert done["type"] == "done"
    assert await clients[0].do(kind, id="once", version=version, **fields) == done
    if kind == "resign":
        await end(house, table)
    for client in clients:
        await client.do("ready")
    await house.advance(10_000)
    assert await clients[0].do(kind, id="once", version=version, **fields) == done
    if fields:  # it changed nothing, so no entry says so
        return
    house = await houses.again(*clients)
    clients[0].connect()
    await house.settle()
    assert await clients[0].do(kind, id="once", version=version) == done


async def test_coming_back_is_answered_alike(house: TestHouse) -> None:
    table, (ann, _) = await house.seated("Ann", "Bob", game="nimble")
    assert ann.person
    await house.ask(table, rising(table, ann.person))
    done = await ann.do("back", id="once")
    assert await ann.do("back", id="once") == done


async def test_what_is_on_disk_is_done_while_the_disk_fails(house: TestHouse) -> None:
    table, (ann, bob) = await house.seated("Ann", "Bob", game="nimble")
    done = await ann.play("flip", "once")
    with locked(house):
        bob.act("flip")
        while not table.broken:
            await asyncio.sleep(0)  # lets others run; takes no time
        ann.act("flip", "once", table.now.started)
        assert ann.answers("once") == [done] * 2


async def test_looking_back_is_limited(house: TestHouse) -> None:
    """To find a message of long ago the whole log is read."""
    table, clients = await house.seated("Ann", "Bob", game="nimble")
    for _ in range(2):
        await another_game(house, table, clients)
    kinds = [(await clients[0].play("flip", version=1))["kind"] for _ in range(12)]
    assert kinds == ["too_late"] * 10 + ["limited"] * 2


# ---- an earlier turn ---------------------------------------------------------------------------------


async def test_what_was_meant_for_a_turn_that_a_bot_has_played_is_too_late(house: TestHouse) -> None:
    table, clients = await house.seated("Ann", "Bob")
    seat = table.now.state.turn
    slow, other = clients[seat], clients[1 - seat]
    slow.read()
    version, action = slow.version, legal(table.now, seat)[0]
    slow.vanish()  # in a tunnel, with a tap that nobody has heard
    await house.advance(PATIENCE + 20_000)
    assert table.now.state.turn == 1 - seat, "a bot has played"
    await other.play(legal(table.now, 1 - seat)[0])
    slow.connect()
    await house.settle()
    history = table.now.state.history
    answer = await slow.play(action, "stale", version)
    assert answer["type"] == "refused"
    assert (answer["kind"], answer["key"]) == ("too_late", "version_older_turn")
    assert table.now.state.history == history
    # In the same turn it is played.
    slow.read()
    assert (await slow.play(legal(table.now, seat)[0]))["type"] == "done"


async def test_what_was_meant_for_a_turn_that_another_device_has_played_is_too_late(house: TestHouse) -> None:
    table, clients = await house.seated("Ann", "Bob")
    seat = table.now.state.turn
    phone, other = clients[seat], clients[1 - seat]
    laptop = Client(house, table, phone.person)
    laptop.connect()
    await house.settle()
    phone.read()
    version, hand = phone.version, legal(table.now, seat)
    await laptop.play(hand[0])
    await other.play(legal(table.now, 1 - seat)[0])
    answer = await phone.play(hand[1], "stale", version)
    assert (answer["kind"], answer["key"]) == ("too_late", "version_older_turn")


async def test_after_a_lost_connection_it_is_played_in_the_same_turn(house: TestHouse) -> None:
    table, clients = await house.seated("Ann", "Bob")
    seat = table.now.state.turn
    clients[seat].read()
    version, action = clients[seat].version, legal(table.now, seat)[0]
    clients[seat].vanish()
    await house.advance(PATIENCE - 10_000)
    clients[seat].connect()
    await house.settle()
    assert (await clients[seat].play(action, "mine", version))["type"] == "done"


async def test_all_choose_at_the_end_whenever_each_saw_it(house: TestHouse) -> None:
    """The discards of all seats are one turn: who chooses second saw nothing but that another has chosen."""
    table, clients = await house.seated("Ann", "Bob")
    while table.now.state.turn is not None:
        seat = table.now.state.turn
        await clients[seat].play(legal(table.now, seat)[0])
    version = table.now.version
    for seat, client in enumerate(clients):
        assert (await client.play(legal(table.now, seat)[0], version=version))["type"] == "done"
    assert table.now.phase == "over"


async def test_a_bot_never_plays_in_a_later_turn_what_it_chose_for_an_earlier_one(house: TestHouse) -> None:
    """It thinks while the person comes back, plays, and is gone again."""
    table, clients = await house.seated("Ann", "Bob")
    seat = table.now.state.turn
    person = clients[seat].person
    assert person
    await house.ask(table, rising(table, person))  # the bot begins to think, and takes its time
    before = len(table.acts)
    await clients[seat].do("back")
    await clients[seat].play(legal(table.now, seat)[0])
    await clients[1 - seat].play(legal(table.now, 1 - seat)[0])
    turn = table.now.turns[seat]
    await house.ask(table, rising(table, person))
    asked = house.minds.asked
    await house.advance(60_000)
    assert len(table.acts) == before + 3
    assert table.now.turns[seat] != turn
    assert house.minds.asked > asked, "it was asked about this very turn"
