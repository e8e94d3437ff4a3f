"""Before and between the games: who sits where, who is the host, when it begins, and what the next game is."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from server.kit import Client, TestHouse, asker, legal
from wonderland.core.errors import NotAllowed, WonderlandError
from wonderland.server.people import Person
from wonderland.server.tables import requests
from wonderland.server.tables.entries import AnyEntry
from wonderland.server.tables.requests import SeatWish
from wonderland.server.tables.table import Table


async def connected(house: TestHouse, table: Table, *people: Person | None) -> list[Client]:
    clients = [Client(house, table, person) for person in people]
    for client in clients:
        client.connect()
    await house.settle()
    return clients


def phase(table: Table) -> str:
    return table.now.phase


def seated(table: Table) -> list[str]:
    return [seat.name or seat.kind for seat in table.now.seats]


async def start(house: TestHouse, table: Table, person: Person) -> None:
    await house.ask(table, requests.start(table.now, asker(person), Random(3), house.clock.now()))


async def finish(house: TestHouse, table: Table) -> None:
    """Everybody plays anything to the end of the game."""
    random = Random(table.now.number)
    house.clock.advance(max(0, table.now.begins - house.clock.now()))
    while table.now.phase == "playing":
        seat = random.randrange(len(table.now.seats))
        if moves := legal(table.now, seat):
            table.act(seat, str(random.choice(moves)), None, None)
        if table.now.version % 50 == 0:
            await house.settle()
    await house.settle()


def refusal(ask: Callable[[], list[AnyEntry]]) -> str:
    with pytest.raises(WonderlandError) as refused:
        ask()
    return refused.value.key


# ---- seats -------------------------------------------------------------------------------------------


async def test_a_table_starts_when_it_is_full(house: TestHouse) -> None:
    ann, bob = [await house.person(name) for name in ("Ann", "Bob")]
    table = await house.table(ann)
    assert phase(table) == "gathering"
    await house.sit(table, bob)
    assert phase(table) == "playing"
    assert table.now.state.players == ("Ann", "Bob")


async def test_against_bots_it_starts_at_once(house: TestHouse) -> None:
    table = await house.table(await house.person("Ann"), seats="me rabbit hatter")
    assert (table.now.phase, seated(table)[0]) == ("playing", "Ann")


async def test_reserved_seats_are_for_those_who_have_the_key(house: TestHouse) -> None:
    ann, bob = [await house.person(name) for name in ("Ann", "Bob")]
    table = await house.table(ann, seats="me reserved reserved")
    for key in (None, "", "x" * 12):
        assert refusal(lambda key=key: requests.sit(table.now, asker(bob), None, key)) == "table_reserved"  # type: ignore[misc]
    await house.sit(table, bob, invite=table.now.invite)
    assert seated(table) == ["Ann", "Bob", "reserved"]


async def test_the_invitation_reaches_nobody_who_only_watches(house: TestHouse) -> None:
    ann, bob, cy = [await house.person(name) for name in ("Ann", "Bob", "Cy")]
    table = await house.table(ann, seats="me open reserved", public=True)
    (one, two, three, nobody) = await connected(house, table, ann, bob, cy, None)
    await house.sit(table, bob)
    await house.ask(table, requests.change_seat(table.now, asker(ann), 1, SeatWish("open")))
    await house.sit(table, cy, invite=table.now.invite)
    await start(house, table, ann)
    await finish(house, table)
    nobody.vanish()
    await house.settle()
    nobody.connect()
    await house.settle()
    key = table.now.invite
    assert any(key in frame for frame in one.frames)
    assert any(key in frame for frame in two.frames), "Bob sat here once"
    assert any(key in frame for frame in three.frames)
    assert not any(key in frame for frame in nobody.frames)
    two.check()
    assert two.face["invite"] is None


async def test_the_kicked_watch_and_the_seated_play(house: TestHouse) -> None:
    ann, bob = [await house.person(name) for name in ("Ann", "Bob")]
    table = await house.table(ann, seats="me open open")
    one, two = await connected(house, table, ann, bob)
    two.read()
    assert (two.seat, two.face["seat"]) == (None, None)
    assert two.present == ([0], 1)
    await house.sit(table, bob)
    two.check()
    assert (two.seat, two.face["seat"]) == (1, 1)
    assert two.present == ([0, 1], 0)
    await house.ask(table, requests.change_seat(table.now, asker(ann), 1, SeatWish("open")))
    two.check()
    assert (two.seat, two.face["seat"]) == (None, None)
    one.read()
    assert one.present == ([0], 1)
    assert (await two.do("ready"))["key"] == "table_not_seated"


async def test_only_the_host_changes_seats_and_starts(house: TestHouse) -> None:
    ann, bob = [await house.person(name) for name in ("Ann", "Bob")]
    table = await house.table(ann, seats="me open open")
    await house.sit(table, bob)
    now = table.now
    assert refusal(lambda: requests.change_seat(now, asker(bob), 2, SeatWish("bot", "rabbit"))) == "table_host_only"
    assert refusal(lambda: requests.start(now, asker(bob), Random(), 0)) == "table_host_only"
    assert refusal(lambda: requests.close(now, asker(bob))) == "table_host_only"
    assert refusal(lambda: requests.change_seat(now, asker(ann), 0, SeatWish("open"))) == "table_own_seat"
    assert refusal(lambda: requests.change_seat(now, asker(ann), 9, SeatWish("open"))) == "refused_unknown_seat"


async def test_when_the_host_leaves_another_is_host(house: TestHouse) -> None:
    ann, bob = [await house.person(name) for name in ("Ann", "Bob")]
    table = await house.table(ann, seats="me open open")
    await house.sit(table, bob)
    one, two = await connected(house, table, ann, bob)
    await house.ask(table, requests.rise(table.now, asker(ann)))
    assert (table.now.host, seated(table)) == (bob.id, ["open", "Bob", "open"])
    one.check()
    assert one.seat is None
    two.check()
    await house.ask(table, requests.rise(table.now, asker(bob)))
    assert (table.now.phase, table.now.closed) == ("closed", "empty")
    assert two.code == 1000
    assert two.heard("bye")[-1]["why"] == "closed"


async def test_seats_that_nobody_took_are_gone_and_everyone_keeps_their_own(house: TestHouse) -> None:
    """Seats get new numbers: each must see their own cards, and nobody else's."""
    people = [await house.person(name) for name in ("Ann", "Bob", "Cy", "Dee")]
    ann, bob, cy, dee = people
    table = await house.table(ann, seats="me open reserved open open open")
    for person in (bob, cy, dee):
        await house.sit(table, person)
    clients = await connected(house, table, *people, None)
    await house.ask(table, requests.rise(table.now, asker(bob)))
    assert seated(table) == ["Ann", "open", "reserved", "Cy", "Dee", "open"]
    await start(house, table, ann)
    assert seated(table) == ["Ann", "Cy", "Dee"]
    for client, seat in zip(clients, (0, None, 1, 2, None), strict=True):
        client.check()
        assert client.seat == seat
        assert client.face["seat"] == seat
        hand = [] if seat is None else list(table.now.state.hands[seat])
        assert client.face["view"]["hand"] == hand
    assert clients[0].present == ([0, 1, 2], 2)


async def test_nobody_acts_for_another_while_the_start_is_on_its_way(house: TestHouse) -> None:
    """Between the start and its commit a client still has its old number, which may be somebody else's by then."""
    people = [await house.person(name) for name in ("Ann", "Bob", "Cy")]
    ann, bob, cy = people
    table = await house.table(ann, seats="me open open open open")
    await house.sit(table, bob, cy)
    *_, three = await connected(house, table, *people)
    await house.ask(table, requests.change_seat(table.now, asker(ann), 3, SeatWish("me", name="Ann again")))
    await house.ask(table, requests.rise(table.now, asker(bob)))
    assert three.seat == 2
    table.append(requests.start(table.now, asker(ann), Random(1), house.clock.now()))  # Cy has seat 1 from now on
    said = [three.send("resign"), three.send("act", version=table.now.version, action="play R1"), three.send("back")]
    assert [three.answer(id)["key"] for id in said] == ["table_not_seated"] * 3
    await house.settle()
    assert [seat.left for seat in table.now.seats] == [None] * 3
    assert three.seat == 1
    three.check()


async def test_a_table_needs_enough_players(house: TestHouse) -> None:
    ann = await house.person("Ann")
    table = await house.table(ann)
    assert refusal(lambda: requests.start(table.now, asker(ann), Random(), 0)) == "table_too_few"


async def test_a_game_of_others_cannot_be_closed(house: TestHouse) -> None:
    table, (ann, bob) = await house.seated("Ann", "Bob")
    assert ann.person
    assert bob.person
    host = asker(ann.person)
    assert refusal(lambda: requests.close(table.now, host)) == "table_others_play"
    late = asker(await house.person("Cy"))
    assert refusal(lambda: requests.sit(table.now, late, None, None)) == "table_playing"
    assert refusal(lambda: requests.change_seat(table.now, host, 1, SeatWish("open"))) == "table_playing"
    await finish(house, table)
    await house.ask(table, requests.close(table.now, host))
    assert table.now.closed == "host"
    with pytest.raises(NotAllowed):
        house.tables.find(table.now.id)


# ---- the next game -----------------------------------------------------------------------------------


async def test_the_next_game_begins_when_everyone_is_ready(house: TestHouse) -> None:
    table, (ann, bob) = await house.seated("Ann", "Bob", bots=["rabbit"])
    assert (await ann.do("ready"))["key"] == "table_no_rematch_yet"
    await finish(house, table)
    first = table.now.deal.first
    await ann.do("ready")
    assert (table.now.phase, table.now.number) == ("over", 1)
    await ann.do("ready", ready=False)
    await bob.do("ready")
    assert table.now.phase == "over"
    await ann.do("ready")
    assert (table.now.phase, table.now.number) == ("playing", 2)
    assert table.now.deal.first == (first + 1) % 3
    for client in (ann, bob):
        client.check()
        assert client.face["result"] is None
        assert [seat["ready"] for seat in client.face["seats"]] == [False] * 3
    await finish(house, table)
    await bob.do("ready")
    await ann.do("ready")
    assert table.now.deal.first == (first + 2) % 3


async def test_a_challenge_is_as_many_rounds_as_players(house: TestHouse) -> None:
    table, clients = await house.seated("Ann", "Bob", "Cy", game="nimble", options={"challenge": True})
    wins = [0, 0, 0]
    for number in (1, 2, 3, 4):
        assert table.now.deal.round == ((number - 1) % 3 + 1, 3)
        await finish(house, table)
        if number == 4:
            wins = [0, 0, 0]
        assert table.now.result is not None
        result = table.now.result
        for seat in result["winners"]:
            wins[seat] += 1
        for client in clients:
            client.check()
            assert client.face["result"]["challenge"]["wins"] == wins
            assert ("winners" in client.face["result"]["challenge"]) == (number == 3)
            await client.do("ready")
        assert table.now.number == number + 1


async def test_before_the_countdown_is_over_nobody_acts(house: TestHouse) -> None:
    table, (ann, bob) = await house.seated("Ann", "Bob", game="nimble")
    await finish(house, table)
    await ann.do("ready")
    await bob.do("ready")
    begins = table.now.begins
    assert begins == house.clock.now() + requests.COUNTDOWN
    ann.check()
    assert ann.face["begins"] == begins
    await house.advance(requests.COUNTDOWN - 1)
    assert (await ann.play("flip"))["key"] == "table_countdown"
    await house.advance(1)
    assert (await ann.play("flip"))["type"] == "done"
