"""Clocks, and who plays for somebody that is slow or gone."""

from __future__ import annotations

import pytest

from server.kit import Client, TestContext, actor, legal
from wonderland.server.tables import requests
from wonderland.server.tables.entries import TimeLimit
from wonderland.server.tables.scheduler import IDLE_LIMIT_MS
from wonderland.server.tables.table import Table

SECOND, DAY = 1_000, 86_400_000
AWAY_AFTER_MS = 120 * SECOND


def turn(table: Table, clients: list[Client]) -> Client:
    """Whose turn it is."""
    (seat,) = table.now.rules.table.waiting(table.now.game_state)
    return next(client for client in clients if client.seat == seat)


async def to_the_discards(table: Table, clients: list[Client]) -> None:
    while table.now.game_state.turn is not None:
        client = turn(table, clients)
        await client.play(legal(table.now, table.now.game_state.turn)[0])


def lefts(table: Table) -> list[str | None]:
    return [seat.left for seat in table.now.seats]


def waited(table: Table) -> list[int | None]:
    """Since when the table waits for each."""
    return list(table.now.since)


# ---- time for a move ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("time_limit", "limit"), [(TimeLimit("seconds", 30), 30 * SECOND), (TimeLimit("days", 2), 2 * DAY)]
)
async def test_a_bot_plays_for_whoever_is_too_slow(context: TestContext, time_limit: TimeLimit, limit: int) -> None:
    table, clients = await context.seated("Ann", "Bob", time_limit=time_limit)
    slow = turn(table, clients)
    (other,) = [client for client in clients if client is not slow]
    assert slow.seat is not None
    slow.read()
    assert slow.table_view["seats"][slow.seat]["deadline"] == context.clock.now() + limit
    await context.advance(limit - 1)
    assert lefts(table) == [None, None]
    await context.advance(1)
    assert lefts(table)[slow.seat] == "late"
    await context.advance(5 * SECOND)  # the bot takes its time, then it is the other's turn
    assert table.now.game_state.turn == other.seat
    other.check()
    # Being there is not enough to play again: who was late says so.
    assert (await slow.play("play R1"))["key"] == "table_bot_plays"
    slow.vanish()
    await context.settle()
    slow.connect()
    await context.settle()
    assert lefts(table)[slow.seat] == "late"
    assert (await slow.do("back"))["type"] == "accepted"
    assert lefts(table) == [None, None]
    assert (await slow.do("back"))["key"] == "table_not_away"
    slow.check()


async def test_an_act_gives_new_time_only_to_those_who_are_asked_next(context: TestContext) -> None:
    table, clients = await context.seated("Ann", "Bob", time_limit=TimeLimit("seconds", 30))
    first = turn(table, clients)
    await context.advance(10 * SECOND)
    assert first.seat is not None
    await first.play(legal(table.now, first.seat)[0])
    deadlines = [seat["deadline"] for seat in first.table_view["seats"]]
    assert deadlines[first.seat] is None
    assert deadlines[1 - first.seat] == context.clock.now() + 30 * SECOND


async def test_in_the_discard_phase_every_clock_runs_that_is_waited_for(context: TestContext) -> None:
    table, clients = await context.seated("Ann", "Bob", "Cy", time_limit=TimeLimit("seconds", 30))
    await to_the_discards(table, clients)
    began = context.clock.now()
    assert waited(table) == [began] * 3
    await context.advance(10 * SECOND)
    assert (await clients[1].play(legal(table.now, 1)[0]))["type"] == "accepted"
    # Whoever has not chosen is given no new time by somebody else's choice.
    assert waited(table) == [began, None, began]
    clients[0].read()
    assert [seat["deadline"] for seat in clients[0].table_view["seats"]] == [began + 30_000, None, began + 30_000]
    await context.advance(20 * SECOND)
    assert lefts(table) == ["late", None, "late"]
    await context.advance(5 * SECOND)
    assert table.now.phase == "over"
    for client in clients:
        client.check()


async def test_coming_back_gives_the_whole_time(context: TestContext) -> None:
    table, clients = await context.seated("Ann", "Bob", time_limit=TimeLimit("seconds", 30))
    slow = turn(table, clients)
    assert slow.seat is not None
    await context.advance(30 * SECOND)
    assert (await slow.do("back"))["type"] == "accepted"  # before the bot has moved
    assert table.now.deadline(slow.seat) == context.clock.now() + 30 * SECOND
    await context.advance(5 * SECOND)
    assert table.now.game_state.turn == slow.seat, "a bot that was about to move does not when the person is back"


# ---- being gone --------------------------------------------------------------------------------------


async def test_nobody_is_played_for_unless_the_others_agree(context: TestContext) -> None:
    table, clients = await context.seated("Ann", "Bob", "Cy")
    gone = turn(table, clients)
    one, two = [client for client in clients if client is not gone]
    assert gone.seat is not None
    gone.vanish()
    await context.advance(AWAY_AFTER_MS - 1)
    assert (await one.do("agree", seat=gone.seat))["key"] == "table_agree_early"
    await context.advance(1)
    assert one.heard("present")[-1]["away"] == [gone.seat], "from now on it is offered"
    await context.advance(10 * AWAY_AFTER_MS)
    assert lefts(table) == [None] * 3, "without a clock everybody may take as long as they like"
    assert (await one.do("agree", seat=two.seat))["key"] == "table_agree_here"
    assert (await one.do("agree", seat=one.seat))["key"] == "table_agree_needless"
    assert (await one.do("agree", seat=9))["kind"] == "not_allowed"
    assert (await one.do("agree", seat=gone.seat))["type"] == "accepted"
    two.check()
    assert two.table_view["seats"][gone.seat]["agreed"] == [one.seat]
    assert (await one.do("agree", seat=gone.seat, agree=False))["type"] == "accepted"
    assert (await two.do("agree", seat=gone.seat))["type"] == "accepted"
    assert lefts(table) == [None] * 3, "the other has thought better of it"
    assert (await one.do("agree", seat=gone.seat))["type"] == "accepted"
    assert lefts(table)[gone.seat] == "away"
    await context.advance(5 * SECOND)
    assert len(table.actions) == 1, "the bot has played"
    # By connecting again they play again.
    gone.connect()
    await context.settle()
    assert lefts(table) == [None] * 3
    for client in clients:
        client.check()


async def test_only_those_at_the_table_must_agree(context: TestContext) -> None:
    table, clients = await context.seated("Ann", "Bob", "Cy")
    gone = turn(table, clients)
    one, two = [client for client in clients if client is not gone]
    gone.vanish()
    await context.advance(AWAY_AFTER_MS)
    await one.do("agree", seat=gone.seat)
    assert lefts(table) == [None] * 3
    two.vanish()
    await context.settle()
    assert lefts(table).count("away") == 1


async def test_whoever_is_anywhere_on_the_site_is_waited_for(context: TestContext) -> None:
    """On another page, or at another table: there is nobody to play for."""
    table, clients = await context.seated("Ann", "Bob")
    gone = turn(table, clients)
    (other,) = [client for client in clients if client is not gone]
    assert gone.person
    elsewhere = Client(context, await context.table(gone.person), gone.person)
    elsewhere.connect()
    gone.vanish()
    await context.advance(10 * AWAY_AFTER_MS)
    assert other.heard("present")[-1]["online"] == [0, 1]
    assert (await other.do("agree", seat=gone.seat))["key"] == "table_agree_here"
    elsewhere.vanish()
    await context.advance(AWAY_AFTER_MS)
    assert (await other.do("agree", seat=gone.seat))["type"] == "accepted"
    assert lefts(table).count("away") == 1
    elsewhere.connect()
    await context.settle()
    assert lefts(table) == [None, None], "the seat is theirs again, wherever they are"


async def test_coming_back_ends_what_was_agreed(context: TestContext) -> None:
    table, clients = await context.seated("Ann", "Bob", "Cy")
    gone = turn(table, clients)
    one, two = [client for client in clients if client is not gone]
    assert gone.seat is not None
    gone.vanish()
    await context.advance(AWAY_AFTER_MS)
    await one.do("agree", seat=gone.seat)
    gone.connect()
    await context.settle()
    assert table.now.seats[gone.seat].agreed == ()
    gone.vanish()
    await context.advance(AWAY_AFTER_MS)
    await two.do("agree", seat=gone.seat)
    assert lefts(table) == [None] * 3
    two.check()


async def test_nobody_is_played_for_when_it_is_not_their_turn(context: TestContext) -> None:
    table, clients = await context.seated("Ann", "Bob")
    mover = turn(table, clients)
    (other,) = [client for client in clients if client is not mover]
    other.vanish()
    await context.advance(10 * AWAY_AFTER_MS)
    assert (await mover.do("agree", seat=other.seat))["key"] == "table_agree_early"


@pytest.mark.parametrize("time_limit", [TimeLimit("seconds", 3_600), TimeLimit("days", 1)])
async def test_where_a_clock_runs_it_alone_decides(context: TestContext, time_limit: TimeLimit) -> None:
    table, clients = await context.seated("Ann", "Bob", time_limit=time_limit)
    gone = turn(table, clients)
    (other,) = [client for client in clients if client is not gone]
    gone.vanish()
    await context.advance((time_limit.milliseconds or 0) - 1)
    assert (await other.do("agree", seat=gone.seat))["key"] == "table_agree_clock"
    assert lefts(table) == [None, None]


async def test_in_real_time_too_the_others_agree(context: TestContext) -> None:
    table, (ann, bob) = await context.seated("Ann", "Bob", game="nimble")
    bob.vanish()
    await context.settle()
    for _ in range(16):
        await context.advance(AWAY_AFTER_MS // 15)
        ann.act("flip" if table.now.game_state.hands[0] else "turn")  # the game is busy all the while
        await context.settle()
    assert lefts(table) == [None, None]
    assert (await ann.do("agree", seat=1))["type"] == "accepted"
    assert lefts(table) == [None, "away"]


async def test_a_game_against_bots_is_found_as_it_was_left(context: TestContext) -> None:
    table, (ann,) = await context.seated("Ann", bots=["rabbit"])
    await context.advance(10 * SECOND)
    assert table.now.game_state.turn == 0
    before = table.now
    ann.vanish()
    await context.advance(20 * DAY)
    assert table.now is before
    ann.connect()
    await context.settle()
    ann.check()
    assert (await ann.play(legal(table.now, 0)[0]))["type"] == "accepted"


async def test_leaving_during_a_game_keeps_the_seat(context: TestContext) -> None:
    table, clients = await context.seated("Ann", "Bob")
    ann = clients[0]
    assert ann.person
    await context.ask(table, requests.leave(table.now, actor(ann.person)))
    assert lefts(table) == ["left", None]
    assert table.now.seats[0].person == ann.person.id
    assert (await ann.do("back"))["type"] == "accepted"
    assert lefts(table) == [None, None]


async def test_resigning_is_for_good(context: TestContext) -> None:
    table, (ann, bob) = await context.seated("Ann", "Bob")
    assert (await ann.do("resign"))["type"] == "accepted"
    assert table.now.seats[0].left == "resigned"
    assert table.now.seats[0].bot == "hatter"
    for said in ("resign", "back"):
        assert (await ann.do(said))["key"] == "table_resigned"
    assert (await ann.play("play R1"))["key"] == "table_bot_plays"
    ann.vanish()
    await context.settle()
    ann.connect()
    await context.settle()
    assert lefts(table) == ["resigned", None]
    # The game goes on to its end, and in the next one Ann plays again.
    while table.now.phase == "playing":
        await context.advance(3 * SECOND)
        if moves := legal(table.now, 1):
            await bob.play(moves[0])
    assert table.now.seats[0].left == "resigned"
    await ann.do("ready")
    await bob.do("ready")
    assert table.now.number == 2
    assert lefts(table) == [None, None]
    assert table.now.seats[0].bot is None


# ---- tables that nobody needs ------------------------------------------------------------------------


async def test_an_empty_table_is_closed_after_an_hour(context: TestContext) -> None:
    ann = await context.person("Ann")
    table = await context.table(ann)
    await context.advance(IDLE_LIMIT_MS["gathering"] - 1)
    assert table.now.phase == "gathering"
    await context.advance(1)
    assert (table.now.phase, table.now.closed) == ("closed", "idle")
    assert table not in context.tables.in_memory()


async def test_a_table_where_somebody_is_stays(context: TestContext) -> None:
    ann = await context.person("Ann")
    table = await context.table(ann)
    client = Client(context, table, ann)
    client.connect()
    await context.advance(5 * IDLE_LIMIT_MS["gathering"])
    assert table.now.closed is None
    client.vanish()
    await context.advance(IDLE_LIMIT_MS["gathering"])
    assert table.now.phase == "closed"
    assert not client.connected


async def test_a_game_by_correspondence_is_never_idle(context: TestContext) -> None:
    table, clients = await context.seated("Ann", "Bob", time_limit=TimeLimit("days", 30))
    for client in clients:
        client.vanish()
    await context.advance(30 * DAY - 1)
    assert table.now.phase == "playing"


# ---- nobody plays, but somebody may come back -----------------------------------------------------------


async def test_when_everybody_has_left_the_bots_wait(context: TestContext) -> None:
    """A game is there when somebody comes back to it, however long the bots alone might have played."""
    table, (ann, bob) = await context.seated("Ann", "Bob")
    for client in (ann, bob):
        client.vanish()
        assert client.person
        await context.tables.append(table, requests.leave(table.now, actor(client.person)))
    await context.advance(60 * 60 * 1_000)
    assert table.now.phase == "playing"
    assert not table.actions
    ann.connect()
    await context.advance(10_000)
    assert table.now.seats[0].left is None
    assert table.now.seats[1].left == "left"


async def test_when_everybody_has_given_up_the_bots_finish(context: TestContext) -> None:
    table, (ann, bob) = await context.seated("Ann", "Bob")
    for client in (ann, bob):
        assert (await client.do("resign"))["type"] == "accepted"
    await context.advance(5_000)  # whoever was asked while somebody still played takes the time of a person
    for _ in range(200):  # each of their turns is a transaction; no time passes
        if table.now.phase == "playing":
            await context.settle()
    assert table.now.phase == "over"
