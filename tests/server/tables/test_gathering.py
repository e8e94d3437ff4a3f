"""Before and between the games: who sits where, who is the host, when it begins, and what the next game is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random

import pytest

from server.kit import Client, TestContext, actor, legal, new_seat
from wonderland.core.errors import NotAllowed, WonderlandError
from wonderland.server.people import Person
from wonderland.server.tables import requests
from wonderland.server.tables.absences import READY_FOR_MS
from wonderland.server.tables.entries import AnyEntry
from wonderland.server.tables.requests import NewSeat, NewTable
from wonderland.server.tables.summaries import table_summary
from wonderland.server.tables.table import Table

NEW = "newkey"


async def connected(context: TestContext, table: Table, *people: Person | None) -> list[Client]:
    clients = [Client(context, table, person) for person in people]
    for client in clients:
        client.connect()
    await context.settle()
    return clients


def phase(table: Table) -> str:
    return table.now.phase


def seated(table: Table) -> list[str]:
    return [seat.name or seat.kind for seat in table.now.seats]


async def start(context: TestContext, table: Table, person: Person) -> None:
    await context.ask(table, requests.start(table.now, actor(person), Random(3), context.clock.now()))


async def finish(context: TestContext, table: Table) -> None:
    """Everybody plays anything to the end of the game."""
    random = Random(table.now.number)
    context.clock.advance(max(0, table.now.begins - context.clock.now()))
    while table.now.phase == "playing":
        seat = random.randrange(len(table.now.seats))
        if moves := legal(table.now, seat):
            table.act(seat, str(random.choice(moves)), None, None)
        if table.now.version % 50 == 0:
            await context.settle()
    await context.settle()


def refusal(ask: Callable[[], list[AnyEntry]]) -> str:
    with pytest.raises(WonderlandError) as refused:
        ask()
    return refused.value.key


# ---- seats -------------------------------------------------------------------------------------------


async def test_a_table_starts_when_it_is_full(context: TestContext) -> None:
    ann, bob = [await context.person(name) for name in ("Ann", "Bob")]
    table = await context.table(ann)
    assert phase(table) == "gathering"
    await context.sit(table, bob)
    assert phase(table) == "playing"
    assert table.now.game_state.players == ("Ann", "Bob")


async def test_against_bots_it_starts_at_once(context: TestContext) -> None:
    table = await context.table(await context.person("Ann"), seats="me rabbit hatter")
    assert (table.now.phase, seated(table)[0]) == ("playing", "Ann")


@pytest.mark.parametrize(("name", "key"), [("x" * 25, "person_name_length"), ("\u202eAnn", "text_character")])
async def test_a_name_at_a_seat_is_a_name_like_any(context: TestContext, name: str, key: str) -> None:
    ann = await context.person("Ann")
    table = await context.table(ann, seats="me open open")
    new_seat = NewSeat("me", name=name)
    assert refusal(lambda: requests.change_seat(table.now, actor(ann), 1, new_seat, NEW)) == key
    assert refusal(lambda: requests.open_table(actor(ann), NewTable("parade", [new_seat, NewSeat()]), "key")) == key


async def test_reserved_seats_are_for_those_who_have_the_key(context: TestContext) -> None:
    ann, bob = [await context.person(name) for name in ("Ann", "Bob")]
    table = await context.table(ann, seats="me reserved reserved")
    for key in (None, "", "x" * 12):
        assert refusal(lambda key=key: requests.sit(table.now, actor(bob), None, key)) == "table_reserved"  # type: ignore[misc]
    await context.sit(table, bob, invite=table.now.invite)
    assert seated(table) == ["Ann", "Bob", "reserved"]


async def test_the_invitation_reaches_nobody_who_only_watches(context: TestContext) -> None:
    ann, bob, cy = [await context.person(name) for name in ("Ann", "Bob", "Cy")]
    table = await context.table(ann, seats="me open reserved", public=True)
    (one, two, three, nobody) = await connected(context, table, ann, bob, cy, None)
    await context.sit(table, bob)
    old = table.now.invite
    await context.ask(table, requests.change_seat(table.now, actor(ann), 1, NewSeat("open"), NEW))
    await context.sit(table, cy, invite=table.now.invite)
    await start(context, table, ann)
    await finish(context, table)
    nobody.vanish()
    await context.settle()
    nobody.connect()
    await context.settle()
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
    assert one.table_view["invite"] == NEW
    two.check()
    assert two.table_view["invite"] is None


async def test_the_kicked_watch_and_the_seated_play(context: TestContext) -> None:
    ann, bob = [await context.person(name) for name in ("Ann", "Bob")]
    table = await context.table(ann, seats="me open open")
    one, two = await connected(context, table, ann, bob)
    two.read()
    assert (two.seat, two.table_view["seat"]) == (None, None)
    assert two.present == ([0], 1)
    await context.sit(table, bob)
    two.check()
    assert (two.seat, two.table_view["seat"]) == (1, 1)
    assert two.present == ([0, 1], 0)
    await context.ask(table, requests.change_seat(table.now, actor(ann), 1, NewSeat("open"), NEW))
    two.check()
    assert (two.seat, two.table_view["seat"]) == (None, None)
    one.read()
    assert one.present == ([0], 1)
    assert (await two.do("ready"))["key"] == "table_not_seated"


@pytest.mark.parametrize("new_seat", [NewSeat("open"), NewSeat("reserved"), NewSeat("bot", "rabbit"), NewSeat("me")])
async def test_the_kicked_do_not_come_back(context: TestContext, new_seat: NewSeat) -> None:
    ann, bob, cy = [await context.person(name) for name in ("Ann", "Bob", "Cy")]
    table = await context.table(ann, seats="me open open reserved open")
    (one,) = await connected(context, table, ann)
    await context.sit(table, bob, cy)
    old = table.now.invite
    await context.ask(table, requests.change_seat(table.now, actor(ann), 1, new_seat, NEW))
    one.check()  # who stays learns the new key
    assert one.table_view["invite"] == NEW
    for key in (None, old, NEW):
        assert refusal(lambda key=key: requests.sit(table.now, actor(bob), 4, key)) == "table_kicked"  # type: ignore[misc]
    await context.ask(table, requests.leave(table.now, actor(cy)))
    assert (
        refusal(lambda: requests.sit(table.now, actor(cy), 3, old)) == "table_seat_taken"
    )  # the old link is worth nothing
    await context.ask(table, requests.sit(table.now, actor(cy), 3, NEW))
    assert table.now.seats[3].person == cy.id


async def test_a_reserved_seat_that_somebody_leaves_is_reserved_again(context: TestContext) -> None:
    ann, bob, cy = [await context.person(name) for name in ("Ann", "Bob", "Cy")]
    table = await context.table(ann, seats="me reserved reserved")
    await context.sit(table, bob, invite=table.now.invite)
    await context.ask(table, requests.leave(table.now, actor(bob)))
    assert seated(table) == ["Ann", "reserved", "reserved"]
    assert refusal(lambda: requests.sit(table.now, actor(cy), None, None)) == "table_reserved"


@pytest.mark.parametrize("word", ["open", "reserved", "rabbit"])
async def test_a_seat_that_is_so_already_makes_no_entry(context: TestContext, word: str) -> None:
    ann = await context.person("Ann")
    table = await context.table(ann, seats=f"me {word} open")
    version = table.now.version
    await context.ask(table, requests.change_seat(table.now, actor(ann), 1, new_seat(word), NEW))
    assert (table.now.version, table.now.invite == NEW) == (version, False)


async def test_nobody_opens_too_many_tables_at_once(context: TestContext) -> None:
    ann = await context.person("Ann")
    new_table = NewTable("parade", [NewSeat("me"), NewSeat("open")])
    most = context.settings.tables_per_person
    made = await asyncio.gather(
        *(context.tables.create(actor(ann), new_table) for _ in range(most + 3)), return_exceptions=True
    )
    assert sum(isinstance(one, Table) for one in made) == most
    assert {one.key for one in made if isinstance(one, WonderlandError)} == {"tables_too_many"}
    await context.tables.close(next(one for one in made if isinstance(one, Table)).now.id)
    await context.table(ann)  # those that were refused, or are closed, count no more
    assert not context.tables._creating


async def test_only_the_host_changes_seats_and_starts(context: TestContext) -> None:
    ann, bob = [await context.person(name) for name in ("Ann", "Bob")]
    table = await context.table(ann, seats="me open open")
    await context.sit(table, bob)
    now = table.now
    assert refusal(lambda: requests.change_seat(now, actor(bob), 2, NewSeat("bot", "rabbit"), NEW)) == "table_host_only"
    assert refusal(lambda: requests.start(now, actor(bob), Random(), 0)) == "table_host_only"
    assert refusal(lambda: requests.close(now, actor(bob))) == "table_host_only"
    assert refusal(lambda: requests.change_seat(now, actor(ann), 0, NewSeat("open"), NEW)) == "table_own_seat"
    assert refusal(lambda: requests.change_seat(now, actor(ann), 9, NewSeat("open"), NEW)) == "refused_unknown_seat"


async def test_when_the_host_leaves_another_is_host(context: TestContext) -> None:
    ann, bob = [await context.person(name) for name in ("Ann", "Bob")]
    table = await context.table(ann, seats="me open open")
    await context.sit(table, bob)
    one, two = await connected(context, table, ann, bob)
    await context.ask(table, requests.leave(table.now, actor(ann)))
    assert (table.now.host, seated(table)) == (bob.id, ["open", "Bob", "open"])
    one.check()
    assert one.seat is None
    two.check()
    await context.ask(table, requests.leave(table.now, actor(bob)))
    assert (table.now.phase, table.now.closed) == ("closed", "empty")
    assert two.code == 1000
    assert two.heard("bye")[-1]["why"] == "closed"


async def test_seats_that_nobody_took_are_gone_and_everyone_keeps_their_own(context: TestContext) -> None:
    """Seats get new numbers: each must see their own cards, and nobody else's."""
    people = [await context.person(name) for name in ("Ann", "Bob", "Cy", "Dee")]
    ann, bob, cy, dee = people
    table = await context.table(ann, seats="me open reserved open open open")
    for person in (bob, cy, dee):
        await context.sit(table, person)
    clients = await connected(context, table, *people, None)
    await context.ask(table, requests.leave(table.now, actor(bob)))
    assert seated(table) == ["Ann", "open", "reserved", "Cy", "Dee", "open"]
    await start(context, table, ann)
    assert seated(table) == ["Ann", "Cy", "Dee"]
    for client, seat in zip(clients, (0, None, 1, 2, None), strict=True):
        client.check()
        assert client.seat == seat
        assert client.table_view["seat"] == seat
        hand = [] if seat is None else list(table.now.game_state.hands[seat])
        assert client.table_view["view"]["hand"] == hand
    assert clients[0].present == ([0, 1, 2], 2)


@pytest.mark.one_process("others do not know of what is on its way to the disk")
async def test_nobody_acts_for_another_while_the_start_is_on_its_way(context: TestContext) -> None:
    """Between the start and its commit a client still has its old number, which may be somebody else's by then."""
    people = [await context.person(name) for name in ("Ann", "Bob", "Cy")]
    ann, bob, cy = people
    table = await context.table(ann, seats="me open open open open")
    await context.sit(table, bob, cy)
    *_, three = await connected(context, table, *people)
    await context.ask(table, requests.change_seat(table.now, actor(ann), 3, NewSeat("me", name="Ann again"), NEW))
    await context.ask(table, requests.leave(table.now, actor(bob)))
    assert three.seat == 2
    table.append(requests.start(table.now, actor(ann), Random(1), context.clock.now()))  # Cy has seat 1 from now on
    said = [three.send("resign"), three.send("act", version=table.now.version, action="play R1"), three.send("back")]
    assert [three.answer(id)["key"] for id in said] == ["table_not_seated"] * 3
    await context.settle()
    assert [seat.left for seat in table.now.seats] == [None] * 3
    assert three.seat == 1
    three.check()


async def test_a_table_needs_enough_players(context: TestContext) -> None:
    ann = await context.person("Ann")
    table = await context.table(ann)
    assert refusal(lambda: requests.start(table.now, actor(ann), Random(), 0)) == "table_too_few"


async def test_a_game_of_others_cannot_be_closed(context: TestContext) -> None:
    table, (ann, bob) = await context.seated("Ann", "Bob")
    assert ann.person
    assert bob.person
    host = actor(ann.person)
    assert refusal(lambda: requests.close(table.now, host)) == "table_others_play"
    late = actor(await context.person("Cy"))
    assert refusal(lambda: requests.sit(table.now, late, None, None)) == "table_playing"
    assert refusal(lambda: requests.change_seat(table.now, host, 1, NewSeat("open"), NEW)) == "table_playing"
    await finish(context, table)
    await context.ask(table, requests.close(table.now, host))
    assert table.now.closed == "host"
    with pytest.raises(NotAllowed):
        context.tables.find(table.now.id)


# ---- all at the same moment --------------------------------------------------------------------------


async def test_where_all_begin_at_once_everybody_says_that_they_are_ready(context: TestContext) -> None:
    ann, bob = [await context.person(name) for name in ("Ann", "Bob")]
    table = await context.table(ann, "nimble", "me open dodo")
    await context.sit(table, bob)
    one, two = await connected(context, table, ann, bob)
    assert phase(table) == "gathering", "sitting down alone begins nothing"
    assert table_summary(table.now, ann.id).waiting == [0, 1]
    assert (await one.do("ready"))["type"] == "accepted"
    assert (await one.do("ready", ready=False))["type"] == "accepted"
    assert (await two.do("ready"))["type"] == "accepted"
    assert phase(table) == "gathering"
    assert [table_summary(table.now, person.id).waiting_for_you for person in (ann, bob)] == [True, False]
    # Who leaves their seat, or the table for more than a moment, is not ready any more.
    await context.ask(table, requests.leave(table.now, actor(bob)))
    await context.sit(table, bob)
    assert not table.now.seats[1].ready
    await two.do("ready")
    two.vanish()
    await context.advance(READY_FOR_MS - 1)
    assert table.now.seats[1].ready
    await context.advance(1)
    assert not table.now.seats[1].ready
    two.connect()
    await context.settle()
    await two.do("ready")
    await one.do("ready")
    assert phase(table) == "playing"
    for client in (one, two):
        client.check()


async def test_the_host_waits_for_the_others_too(context: TestContext) -> None:
    ann, bob = [await context.person(name) for name in ("Ann", "Bob")]
    table = await context.table(ann, "nimble", "me open open")
    await context.sit(table, bob)
    assert refusal(lambda: requests.start(table.now, actor(ann), Random(3), 0)) == "table_not_ready"
    (two,) = await connected(context, table, bob)
    await two.do("ready")
    await start(context, table, ann)
    assert phase(table) == "playing"


async def test_alone_with_bots_it_begins_at_once_in_real_time_too(context: TestContext) -> None:
    table = await context.table(await context.person("Ann"), "nimble", "me dodo hare")
    assert phase(table) == "playing"


async def test_in_turns_nobody_needs_to_be_ready(context: TestContext) -> None:
    ann = await context.person("Ann")
    table = await context.table(ann, seats="me open")
    (one,) = await connected(context, table, ann)
    assert (await one.do("ready"))["key"] == "table_ready_needless"


# ---- the next game -----------------------------------------------------------------------------------


async def test_the_next_game_begins_when_everyone_is_ready(context: TestContext) -> None:
    table, (ann, bob) = await context.seated("Ann", "Bob", bots=["rabbit"])
    assert (await ann.do("ready"))["key"] == "table_no_rematch_yet"
    await finish(context, table)
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
        assert client.table_view["result"] is None
        assert [seat["ready"] for seat in client.table_view["seats"]] == [False] * 3
    await finish(context, table)
    await bob.do("ready")
    await ann.do("ready")
    assert table.now.deal.first == (first + 2) % 3


async def test_saying_again_that_one_is_ready_changes_nothing(context: TestContext) -> None:
    table, (ann, bob) = await context.seated("Ann", "Bob")
    await finish(context, table)
    version = (await ann.do("ready"))["version"]
    for _ in range(3):
        assert await ann.do("ready") == {"type": "accepted", "id": f"m{ann._numbers}", "version": version}
    assert (await bob.do("ready", ready=False))["version"] == version
    assert table.now.version == version


async def test_a_challenge_goes_on_among_the_same_people_only(context: TestContext) -> None:
    table, (ann, bob, cy) = await context.seated("Ann", "Bob", "Cy", game="nimble", options={"challenge": True})
    dee = await context.person("Dee")
    assert ann.person
    assert bob.person
    assert cy.person

    async def again(*clients: Client) -> tuple[int, int]:
        await finish(context, table)
        for client in clients:
            await client.do("ready")
        assert table.now.phase == "playing"
        number, of = table.now.deal.round
        return number, of

    assert await again(ann, bob, cy) == (2, 3)
    await finish(context, table)
    await context.ask(table, requests.leave(table.now, actor(cy.person)))
    await context.sit(table, dee)
    (four,) = await connected(context, table, dee)
    assert await again(ann, bob, four) == (1, 3)
    assert table.now.series.played == 0, "what the log says is what the table adds up"
    assert await again(ann, bob, four) == (2, 3)
    await finish(context, table)
    # Fewer play on: that is another Challenge too; and whoever only stood up for a moment plays on in the same.
    await context.ask(table, requests.leave(table.now, actor(dee)))
    host = actor(ann.person)
    assert refusal(lambda: requests.start(table.now, host, Random(3), 0)) == "table_not_ready"
    await bob.do("ready")
    await start(context, table, ann.person)
    assert (table.now.deal.round, table.now.series.played) == ((1, 2), 0)
    await finish(context, table)
    await context.ask(table, requests.leave(table.now, actor(bob.person)))
    await context.sit(table, bob.person)
    assert await again(ann, bob) == (2, 2)


async def test_a_challenge_is_as_many_rounds_as_players(context: TestContext) -> None:
    table, clients = await context.seated("Ann", "Bob", "Cy", game="nimble", options={"challenge": True})
    wins = [0, 0, 0]
    for number in (1, 2, 3, 4):
        assert table.now.deal.round == ((number - 1) % 3 + 1, 3)
        await finish(context, table)
        if number == 4:
            wins = [0, 0, 0]
        assert table.now.result is not None
        result = table.now.result
        for seat in result["winners"]:
            wins[seat] += 1
        for client in clients:
            client.check()
            assert client.table_view["result"]["challenge"]["wins"] == wins
            assert ("winners" in client.table_view["result"]["challenge"]) == (number == 3)
            await client.do("ready")
        assert table.now.number == number + 1


async def test_before_the_countdown_is_over_nobody_acts(context: TestContext) -> None:
    table, (ann, bob) = await context.seated("Ann", "Bob", game="nimble")
    await finish(context, table)
    await ann.do("ready")
    await bob.do("ready")
    begins = table.now.begins
    assert begins == context.clock.now() + requests.COUNTDOWN_MS
    ann.check()
    assert ann.table_view["begins"] == begins
    await context.advance(requests.COUNTDOWN_MS - 1)
    assert (await ann.play("flip"))["key"] == "table_countdown"
    await context.advance(1)
    assert (await ann.play("flip"))["type"] == "accepted"
