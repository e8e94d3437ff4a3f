"""What was done is answered alike, however often it is asked and whatever has happened since; what was meant for an
earlier turn is never played in a later one.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from server.kit import Client, TestContext, actor, legal
from server.tables.test_acting import end
from server.tables.test_faults import locked
from server.tables.test_restarts import Contexts, contexts
from wonderland.server.people import Person
from wonderland.server.tables import requests
from wonderland.server.tables.entries import AnyEntry
from wonderland.server.tables.table import Table

__all__ = ["contexts"]  # a fixture

AWAY_AFTER_MS = 120_000


def rising(table: Table, person: Person) -> list[AnyEntry]:
    return requests.leave(table.now, actor(person))


async def another_game(context: TestContext, table: Table, clients: list[Client]) -> None:
    await end(context, context.now(table))
    for client in clients:
        await client.do("ready")
    await context.advance(10_000)
    assert context.now(table).now.phase == "playing"


# ---- done is done ------------------------------------------------------------------------------------


@pytest.mark.parametrize("games", [1, 2, 3])
async def test_an_action_is_answered_alike_in_the_games_after(contexts: Contexts, games: int) -> None:
    context = await contexts.open()
    table, clients = await context.seated("Ann", "Bob", game="nimble")
    version = table.now.version
    done = await clients[0].play("flip", "once", version)
    for _ in range(games):
        await another_game(context, table, clients)
        assert await clients[0].play("flip", "once", version) == done
    context = await contexts.again(*clients)
    clients[0].connect()
    await context.settle()
    assert await clients[0].play("flip", "once", version) == done


async def test_an_action_of_an_earlier_game_that_was_not_done_is_too_late(context: TestContext) -> None:
    """Another person's message of the same id does not count."""
    table, clients = await context.seated("Ann", "Bob", game="nimble")
    version = table.now.version
    await clients[0].play("flip", "same", version)
    for _ in range(3):
        await another_game(context, table, clients)
    answer = await clients[1].play("flip", "same", version)
    assert (answer["kind"], answer["key"]) == ("too_late", "version_older_game")


async def test_an_action_is_answered_alike_when_its_seat_has_another_number(context: TestContext) -> None:
    people = [await context.person(name) for name in ("Ann", "Bob", "Cy")]
    table = await context.table(people[0], "nimble", "me open open")
    await context.sit(table, *people[1:])
    clients = [Client(context, table, person) for person in people]
    for client in clients:
        client.connect()
        await context.settle()
        await client.do("ready")
    await context.advance(10_000)
    version = table.now.version
    done = await clients[2].play("flip", "once", version)
    await end(context, table)
    await context.tables.append(table, rising(table, people[1]))
    await clients[2].do("ready")
    starting = requests.start(table.now, actor(people[0]), context.tables.random(), context.clock.now())
    await context.ask(table, starting)
    await context.advance(10_000)
    assert clients[2].seat == 1
    assert await clients[2].play("flip", "once", version) == done


async def test_a_person_who_has_left_the_table_still_gets_the_answer(context: TestContext) -> None:
    table, (_, bob) = await context.seated("Ann", "Bob", game="nimble")
    version = table.now.version
    done = await bob.play("flip", "once", version)
    await end(context, table)
    assert bob.person
    await context.tables.append(table, rising(table, bob.person))
    await context.settle()
    assert await bob.play("flip", "once", version) == done


@pytest.mark.parametrize("words", [("resign", {}), ("ready", {}), ("ready", {"ready": False})])
async def test_other_requests_are_answered_alike(contexts: Contexts, words: tuple[str, dict[str, Any]]) -> None:
    kind, fields = words
    context = await contexts.open()
    table, clients = await context.seated("Ann", "Bob", game="nimble")
    if kind == "ready":
        await end(context, table)
    version = table.now.version
    done = await clients[0].do(kind, id="once", version=version, **fields)
    assert done["type"] == "accepted"
    assert await clients[0].do(kind, id="once", version=version, **fields) == done
    if kind == "resign":
        await end(context, table)
    for client in clients:
        await client.do("ready")
    await context.advance(10_000)
    assert await clients[0].do(kind, id="once", version=version, **fields) == done
    if fields:  # it changed nothing, so no entry says so
        return
    context = await contexts.again(*clients)
    clients[0].connect()
    await context.settle()
    assert await clients[0].do(kind, id="once", version=version) == done


async def test_coming_back_is_answered_alike(context: TestContext) -> None:
    table, (ann, _) = await context.seated("Ann", "Bob", game="nimble")
    assert ann.person
    await context.ask(table, rising(table, ann.person))
    done = await ann.do("back", id="once")
    assert await ann.do("back", id="once") == done


@pytest.mark.sqlite("locks the file")
async def test_what_is_on_disk_is_done_while_the_disk_fails(context: TestContext) -> None:
    table, (ann, bob) = await context.seated("Ann", "Bob", game="nimble")
    done = await ann.play("flip", "once")
    with locked(context):
        bob.act("flip")
        while not table.broken:
            await asyncio.sleep(0)  # lets others run; takes no time
        ann.act("flip", "once", table.now.started)
        assert ann.answers("once") == [done] * 2


async def test_looking_back_is_limited(context: TestContext) -> None:
    """To find a message of long ago the whole log is read."""
    table, clients = await context.seated("Ann", "Bob", game="nimble")
    for _ in range(2):
        await another_game(context, table, clients)
    kinds = [(await clients[0].play("flip", version=1))["kind"] for _ in range(12)]
    assert kinds == ["too_late"] * 10 + ["limited"] * 2


# ---- an earlier turn ---------------------------------------------------------------------------------


async def test_what_was_meant_for_a_turn_that_a_bot_has_played_is_too_late(context: TestContext) -> None:
    table, clients = await context.seated("Ann", "Bob")
    seat = table.now.game_state.turn
    slow, other = clients[seat], clients[1 - seat]
    slow.read()
    version, action = slow.version, legal(table.now, seat)[0]
    slow.vanish()  # in a tunnel, with a tap that nobody has heard
    await context.advance(AWAY_AFTER_MS)
    await other.do("agree", seat=seat)
    await context.advance(20_000)
    assert table.now.game_state.turn == 1 - seat, "a bot has played"
    await other.play(legal(table.now, 1 - seat)[0])
    slow.connect()
    await context.settle()
    history = table.now.game_state.history
    answer = await slow.play(action, "stale", version)
    assert answer["type"] == "refused"
    assert (answer["kind"], answer["key"]) == ("too_late", "version_older_turn")
    assert table.now.game_state.history == history
    # In the same turn it is played.
    slow.read()
    assert (await slow.play(legal(table.now, seat)[0]))["type"] == "accepted"


async def test_what_was_meant_for_a_turn_that_another_device_has_played_is_too_late(context: TestContext) -> None:
    table, clients = await context.seated("Ann", "Bob")
    seat = table.now.game_state.turn
    phone, other = clients[seat], clients[1 - seat]
    laptop = Client(context, table, phone.person)
    laptop.connect()
    await context.settle()
    phone.read()
    version, hand = phone.version, legal(table.now, seat)
    await laptop.play(hand[0])
    await other.play(legal(table.now, 1 - seat)[0])
    answer = await phone.play(hand[1], "stale", version)
    assert (answer["kind"], answer["key"]) == ("too_late", "version_older_turn")


async def test_after_a_lost_connection_it_is_played_in_the_same_turn(context: TestContext) -> None:
    table, clients = await context.seated("Ann", "Bob")
    seat = table.now.game_state.turn
    clients[seat].read()
    version, action = clients[seat].version, legal(table.now, seat)[0]
    clients[seat].vanish()
    await context.advance(AWAY_AFTER_MS - 10_000)
    clients[seat].connect()
    await context.settle()
    assert (await clients[seat].play(action, "mine", version))["type"] == "accepted"


async def test_all_choose_at_the_end_whenever_each_saw_it(context: TestContext) -> None:
    """The discards of all seats are one turn: who chooses second saw nothing but that another has chosen."""
    table, clients = await context.seated("Ann", "Bob")
    while table.now.game_state.turn is not None:
        seat = table.now.game_state.turn
        await clients[seat].play(legal(table.now, seat)[0])
    version = table.now.version
    for seat, client in enumerate(clients):
        assert (await client.play(legal(table.now, seat)[0], version=version))["type"] == "accepted"
    assert table.now.phase == "over"


async def test_a_bot_never_plays_in_a_later_turn_what_it_chose_for_an_earlier_one(context: TestContext) -> None:
    """It thinks while the person comes back, plays, and is gone again."""
    table, clients = await context.seated("Ann", "Bob")
    seat = table.now.game_state.turn
    person = clients[seat].person
    assert person
    await context.ask(table, rising(table, person))  # the bot begins to think, and takes its time
    before = len(table.actions)
    await clients[seat].do("back")
    await clients[seat].play(legal(table.now, seat)[0])
    await clients[1 - seat].play(legal(table.now, 1 - seat)[0])
    turn = table.now.turns[seat]
    await context.ask(table, rising(table, person))
    asked = context.bots.asked
    await context.advance(60_000)
    assert len(table.actions) == before + 3
    assert table.now.turns[seat] != turn
    assert context.bots.asked > asked, "it was asked about this very turn"
