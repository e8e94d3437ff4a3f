"""The machine's clock is set while people play, or is wrong when the server starts: no game is the worse for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.fakes import FakeClock
from server.kit import Client, TestHouse, legal
from wonderland.core.errors import NotAllowed
from wonderland.server.tables.entries import Pace
from wonderland.server.tables.requests import COUNTDOWN
from wonderland.server.tables.steward import IDLE
from wonderland.server.tables.table import Table

HOUR = 3_600_000
DAY = 24 * HOUR


async def play_on(house: TestHouse, table: Table, clients: list[Client]) -> str:
    """Whoever can act does; what kind of answer they get."""
    moment = house.now(table).now
    client = next(client for client in clients if legal(moment, client.seat or 0))
    answer = await client.play(legal(moment, client.seat or 0)[0])
    return str(answer.get("key") or answer["type"])


@pytest.mark.parametrize("pace", [Pace("seconds", 30), Pace("days", 2)])
async def test_nobody_is_late_because_the_clock_was_put_ahead(house: TestHouse, pace: Pace) -> None:
    table, clients = await house.seated("Ann", "Bob", pace=pace)
    turn = table.now.state.turn
    house.clock.jump(3 * DAY)
    await house.settle()
    assert [seat.left for seat in table.now.seats] == [None, None]
    assert table.now.deadline(turn) == house.clock.now() + (pace.milliseconds or 0), "they get their time anew"
    for client in clients:
        client.check()
    assert await play_on(house, table, clients) == "done"
    await house.advance(pace.milliseconds or 0)
    assert [seat.left for seat in table.now.seats].count("late") == 1, "and no more than that"


async def test_whoever_is_gone_is_waited_for_as_long_as_ever(house: TestHouse) -> None:
    table, (_, bob) = await house.seated("Ann", "Bob", game="nimble")
    bob.vanish()
    await house.advance(20_000)
    house.clock.jump(2 * HOUR)
    await house.advance(20_000)
    assert table.now.seats[1].left is None
    await house.advance(6_000)
    assert table.now.seats[1].left == "away"


async def test_an_empty_table_stays_as_long_as_ever(house: TestHouse) -> None:
    table = await house.table(await house.person("Ann"))
    house.clock.jump(2 * HOUR)
    await house.advance(IDLE["gathering"] - 1)
    assert house.tables.all() == [table]
    await house.advance(1)
    assert house.tables.all() == []


@pytest.mark.parametrize("game", ["parade", "nimble"])
@pytest.mark.parametrize("behind", [3 * HOUR, 2 * DAY])
async def test_a_start_with_a_clock_that_is_behind(tmp_path: Path, game: str, behind: int) -> None:
    async with TestHouse(tmp_path, FakeClock(), seed=2) as house:
        table, clients = await house.seated(
            "Ann", "Bob", game=game, pace=Pace("seconds", 30) if game == "parade" else Pace()
        )
        assert await play_on(house, table, clients) == "done"
        people = [client.person for client in clients]
        before = table.now
        cookies = [house.people.cookie(person) for person in people if person]
    async with TestHouse(tmp_path, FakeClock(house.clock.now() - behind), seed=3) as again:
        assert again.clock.now() >= before.at, "time does not go back"
        back = [Client(again, table, person) for person in people]
        for client in back:
            client.connect()
        await again.settle()
        assert await play_on(again, table, back) == "done"
        assert again.now(table).now.at >= before.at
        assert [seat.left for seat in again.now(table).now.seats] == [None, None]
        assert [await again.people.by_cookie(cookie) for cookie in cookies] == people


async def test_a_countdown_is_never_longer_than_a_countdown(house: TestHouse) -> None:
    """Were the time wrong all the same, nobody would have to wait for hours."""
    table, _ = await house.seated("Ann", "Bob", game="nimble")
    house.clock._now = table.now.begins - COUNTDOWN
    with pytest.raises(NotAllowed, match="countdown"):
        table.act(0, "flip", None, None)
    house.clock._now = table.now.begins - 3 * HOUR
    table.act(0, "flip", None, None)
    await house.settle()
    assert table.saved is table.now
