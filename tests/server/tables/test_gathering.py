"""Before and between the games: who sits where, who is the host, when it begins, and what the next game is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random

import pytest

from server.kit import Client, TestHouse, asker, legal, seat_wish
from wonderland.core.errors import NotAllowed, WonderlandError
from wonderland.server.people import Person
from wonderland.server.tables import requests
from wonderland.server.tables.entries import AnyEntry
from wonderland.server.tables.requests import SeatWish, TableWish
from wonderland.server.tables.table import Table

NEW = "new-key-of-12"


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


@pytest.mark.parametrize(("name", "key"), [("x" * 25, "person_name_length"), ("\u202eAnn", "text_character")])
async def test_a_name_at_a_seat_is_a_name_like_any(house: TestHouse, name: str, key: str) -> None:
    ann = await house.person("Ann")
    table = await house.table(ann, seats="me open open")
    wish = SeatWish("me", name=name)
    assert refusal(lambda: requests.change_seat(table.now, asker(ann), 1, wish, NEW)) == key
    assert refusal(lambda: requests.open_table(asker(ann), TableWish("parade", [wish, SeatWish()]), "key")) == key


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
    old = table.now.invite
    await house.ask(table, requests.change_seat(table.now, asker(ann), 1, SeatWish("open"), NEW))
    await house.sit(table, cy, invite=table.now.invite)
    await start(house, table, ann)
    await finish(house, table)
    nobody.vanish()
    await house.settle()
    nobody.connect()
    await house.settle()
    assert table.now.invite == NEW

    def saw(client: Client) -> list[bool]:
        return [any(key in frame for frame in client.frames) for key in (old, NEW)]

    # Bob sat here once; Cy came later.
    assert [saw(client) for client in (one, two, three, nobody)] == [
        [True, True],
        [True, False],
        [False, True],
        [False, False],
    ]
    one.check()
    assert one.face["invite"] == NEW
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
    await house.ask(table, requests.change_seat(table.now, asker(ann), 1, SeatWish("open"), NEW))
    two.check()
    assert (two.seat, two.face["seat"]) == (None, None)
    one.read()
    assert one.present == ([0], 1)
    assert (await two.do("ready"))["key"] == "table_not_seated"


@pytest.mark.parametrize("wish", [SeatWish("open"), SeatWish("reserved"), SeatWish("bot", "rabbit"), SeatWish("me")])
async def test_the_kicked_do_not_come_back(house: TestHouse, wish: SeatWish) -> None:
    ann, bob, cy = [await house.person(name) for name in ("Ann", "Bob", "Cy")]
    table = await house.table(ann, seats="me open open reserved open")
    (one,) = await connected(house, table, ann)
    await house.sit(table, bob, cy)
    old = table.now.invite
    await house.ask(table, requests.change_seat(table.now, asker(ann), 1, wish, NEW))
    one.check()  # who stays learns the new key
    assert one.face["invite"] == NEW
    for key in (None, old, NEW):
        assert refusal(lambda key=key: requests.sit(table.now, asker(bob), 4, key)) == "table_kicked"  # type: ignore[misc]
    await house.ask(table, requests.rise(table.now, asker(cy)))
    assert (
        refusal(lambda: requests.sit(table.now, asker(cy), 3, old)) == "table_seat_taken"
    )  # the old link is worth nothing
    await house.ask(table, requests.sit(table.now, asker(cy), 3, NEW))
    assert table.now.seats[3].person == cy.id


async def test_a_reserved_seat_that_somebody_leaves_is_reserved_again(house: TestHouse) -> None:
    ann, bob, cy = [await house.person(name) for name in ("Ann", "Bob", "Cy")]
    table = await house.table(ann, seats="me reserved reserved")
    await house.sit(table, bob, invite=table.now.invite)
    await house.ask(table, requests.rise(table.now, asker(bob)))
    assert seated(table) == ["Ann", "reserved", "reserved"]
    assert refusal(lambda: requests.sit(table.now, asker(cy), None, None)) == "table_reserved"


@pytest.mark.parametrize("word", ["open", "reserved", "rabbit"])
async def test_a_seat_that_is_so_already_makes_no_entry(house: TestHouse, word: str) -> None:
    ann = await house.person("Ann")
    table = await house.table(ann, seats=f"me {word} open")
    version = table.now.version
    await house.ask(table, requests.change_seat(table.now, asker(ann), 1, seat_wish(word), NEW))
    assert (table.now.version, table.now.invite == NEW) == (version, False)


async def test_nobody_opens_too_many_tables_at_once(house: TestHouse) -> None:
    ann = await house.person("Ann")
    wish = TableWish("parade", [SeatWish("me"), SeatWish("open")])
    most = house.settings.tables_per_person
    made = await asyncio.gather(
        *(house.tables.create(asker(ann), wish) for _ in range(most + 3)), return_exceptions=True
    )
    assert sum(isinstance(one, Table) for one in made) == most
    assert {one.key for one in made if isinstance(one, WonderlandError)} == {"tables_too_many"}
    await house.tables.close(next(one for one in made if isinstance(one, Table)).now.id)
    await house.table(ann)  # those that were refused, or are closed, count no more
    assert not house.tables._making


async def test_only_the_host_changes_seats_and_starts(house: TestHouse) -> None:
    ann, bob = [await house.person(name) for name in ("Ann", "Bob")]
    table = await house.table(ann, seats="me open open")
    await house.sit(table, bob)
    now = table.now
    assert (
        refusal(lambda: requests.change_seat(now, asker(bob), 2, SeatWish("bot", "rabbit"), NEW)) == "table_host_only"
    )
    assert refusal(lambda: requests.start(now, asker(bob), Random(), 0)) == "table_host_only"
    assert refusal(lambda: requests.close(now, asker(bob))) == "table_host_only"
    assert refusal(lambda: requests.change_seat(now, asker(ann), 0, SeatWish("open"), NEW)) == "table_own_seat"
    assert refusal(lambda: requests.change_seat(now, asker(ann), 9, SeatWish("open"), NEW)) == "refused_unknown_seat"


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
    await house.ask(table, requests.change_seat(table.now, asker(ann), 3, SeatWish("me", name="Ann again"), NEW))
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
    assert refusal(lambda: requests.change_seat(table.now, host, 1, SeatWish("open"), NEW)) == "table_playing"
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


async def test_saying_again_that_one_is_ready_changes_nothing(house: TestHouse) -> None:
    table, (ann, bob) = await house.seated("Ann", "Bob")
    await finish(house, table)
    version = (await ann.do("ready"))["version"]
    for _ in range(3):
        assert await ann.do("ready") == {"type": "done", "id": f"m{ann._numbers}", "version": version}
    assert (await bob.do("ready", ready=False))["version"] == version
    assert table.now.version == version


async def test_a_challenge_goes_on_among_the_same_people_only(house: TestHouse) -> None:
    table, (ann, bob, cy) = await house.seated("Ann", "Bob", "Cy", game="nimble", options={"challenge": True})
    dee = await house.person("Dee")
    assert ann.person
    assert bob.person
    assert cy.person

    async def again(*clients: Client) -> tuple[int, int]:
        await finish(house, table)
        for client in clients:
            await client.do("ready")
        assert table.now.phase == "playing"
        number, of = table.now.deal.round
        return number, of

    assert await again(ann, bob, cy) == (2, 3)
    await finish(house, table)
    await house.ask(table, requests.rise(table.now, asker(cy.person)))
    await house.sit(table, dee)
    (four,) = await connected(house, table, dee)
    assert await again(ann, bob, four) == (1, 3)
    assert table.now.series.played == 0, "what the log says is what the table adds up"
    assert await again(ann, bob, four) == (2, 3)
    await finish(house, table)
    # Fewer play on: that is another Challenge too; and whoever only stood up for a moment plays on in the same.
    await house.ask(table, requests.rise(table.now, asker(dee)))
    await start(house, table, ann.person)
    assert (table.now.deal.round, table.now.series.played) == ((1, 2), 0)
    await finish(house, table)
    await house.ask(table, requests.rise(table.now, asker(bob.person)))
    await house.sit(table, bob.person)
    assert await again(ann, bob) == (2, 2)


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
