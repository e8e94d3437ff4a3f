"""The machine's clock is set while people play, or is wrong when the server starts: no game is the worse for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.fakes import FakeClock
from server.kit import Client, TestContext, legal
from wonderland.core.errors import NotAllowed
from wonderland.server.tables.entries import TimeLimit
from wonderland.server.tables.requests import COUNTDOWN_MS
from wonderland.server.tables.scheduler import IDLE_LIMIT_MS
from wonderland.server.tables.table import Table

HOUR = 3_600_000
DAY = 24 * HOUR


async def play_on(context: TestContext, table: Table, clients: list[Client]) -> str:
    """Whoever can act does; what kind of answer they get."""
    state = context.now(table).now
    client = next(client for client in clients if legal(state, client.seat or 0))
    answer = await client.play(legal(state, client.seat or 0)[0])
    return str(answer.get("key") or answer["type"])


@pytest.mark.parametrize("time_limit", [TimeLimit("seconds", 30), TimeLimit("days", 2)])
async def test_nobody_is_late_because_the_clock_was_put_ahead(context: TestContext, time_limit: TimeLimit) -> None:
    table, clients = await context.seated("Ann", "Bob", time_limit=time_limit)
    turn = table.now.game_state.turn
    context.clock.jump(3 * DAY)
    await context.settle()
    assert [seat.left for seat in table.now.seats] == [None, None]
    assert table.now.deadline(turn) == context.clock.now() + (time_limit.milliseconds or 0), "they get their time anew"
    for client in clients:
        client.check()
    assert await play_on(context, table, clients) == "accepted"
    await context.advance(time_limit.milliseconds or 0)
    assert [seat.left for seat in table.now.seats].count("late") == 1, "and no more than that"


async def test_whoever_is_gone_is_waited_for_as_long_as_ever(context: TestContext) -> None:
    table, (ann, bob) = await context.seated("Ann", "Bob", game="nimble")
    bob.vanish()
    await context.advance(60_000)
    context.clock.jump(2 * HOUR)
    await context.advance(59_000)
    assert (await ann.do("agree", seat=1))["key"] == "table_agree_early"
    await context.advance(1_000)
    assert (await ann.do("agree", seat=1))["type"] == "accepted"
    assert table.now.seats[1].left == "away"


async def test_an_empty_table_stays_as_long_as_ever(context: TestContext) -> None:
    table = await context.table(await context.person("Ann"))
    context.clock.jump(2 * HOUR)
    await context.advance(IDLE_LIMIT_MS["gathering"] - 1)
    assert context.tables.in_memory() == [table]
    await context.advance(1)
    assert context.tables.in_memory() == []


@pytest.mark.parametrize("game", ["parade", "nimble"])
@pytest.mark.parametrize("behind", [3 * HOUR, 2 * DAY])
async def test_a_start_with_a_clock_that_is_behind(tmp_path: Path, game: str, behind: int) -> None:
    async with TestContext(tmp_path, FakeClock(), seed=2) as context:
        table, clients = await context.seated(
            "Ann", "Bob", game=game, time_limit=TimeLimit("seconds", 30) if game == "parade" else TimeLimit()
        )
        assert await play_on(context, table, clients) == "accepted"
        people = [client.person for client in clients]
        before = table.now
        cookies = [context.people.cookie(person) for person in people if person]
    async with TestContext(tmp_path, FakeClock(context.clock.now() - behind), seed=3) as again:
        assert again.clock.now() >= before.at, "time does not go back"
        back = [Client(again, table, person) for person in people]
        for client in back:
            client.connect()
        await again.settle()
        assert await play_on(again, table, back) == "accepted"
        assert again.now(table).now.at >= before.at
        assert [seat.left for seat in again.now(table).now.seats] == [None, None]
        assert [await again.people.by_cookie(cookie) for cookie in cookies] == people


async def test_a_countdown_is_never_longer_than_a_countdown(context: TestContext) -> None:
    """Were the time wrong all the same, nobody would have to wait for hours."""
    table, _ = await context.seated("Ann", "Bob", game="nimble")
    context.clock._now = table.now.begins - COUNTDOWN_MS
    with pytest.raises(NotAllowed, match="countdown"):
        table.act(0, "flip", None, None)
    context.clock._now = table.now.begins - 3 * HOUR
    table.act(0, "flip", None, None)
    await context.settle()
    assert table.saved is table.now
