"""Somebody who deleted their account is at no table any more, and no table's log has their name."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import select

from server.games.quick import QuickHouse, asker
from wonderland.core.errors import NotAllowed, WonderlandError
from wonderland.server.people import Person
from wonderland.server.store.journal import NotSaved
from wonderland.server.store.schema import games, log, played
from wonderland.server.tables import requests
from wonderland.server.tables.entries import Acted, Closed, decode
from wonderland.server.tables.face import face
from wonderland.server.tables.requests import SeatWish, TableWish


async def test_a_bot_plays_on_among_others_under_no_name(house: QuickHouse, ann: Person, bob: Person) -> None:
    id = (await house.sit("parade", bob, ann)).now.id
    for _ in range(5):
        await house.act(house.tables.find(id))
    state = house.tables.find(id).now.state
    await house.people.delete(bob)
    table = house.tables.find(id)
    moment = table.now
    assert (moment.seats[0].left, moment.seats[0].bot, moment.seats[0].name) == ("resigned", "hatter", "Player 1")
    assert moment.host == ann.id
    assert moment.state.history == state.history
    assert moment.state.hands == state.hands
    assert face(moment, 1).view.players == ("Player 1", "Ann")
    await house.finish(table)
    assert await house.rows(select(played.c.place, played.c.name).order_by(played.c.seat)) == [(2, ""), (1, "Ann")]
    assert await house.rows(select(games.c.rated)) == [(False,)]
    assert not house.mentions("Bob")


async def test_an_empty_seat_is_left_before_and_after_a_game(house: QuickHouse, ann: Person, bob: Person) -> None:
    wish = TableWish("parade", [SeatWish("me"), SeatWish("open"), SeatWish("open")])
    gathering = await house.tables.create(asker(bob), wish)
    await house.ask(gathering, requests.sit(gathering.now, asker(ann), None, None))
    over = await house.sit("parade", ann, bob)
    await house.finish(over)
    await house.people.delete(bob)
    before, after = (house.tables.find(table.now.id).now for table in (gathering, over))
    assert [seat.kind for seat in before.seats] == ["open", "person", "open"]
    assert before.host == ann.id
    assert [seat.kind for seat in after.seats] == ["person", "open"]
    assert after.phase == "over"
    assert not house.mentions("Bob")


async def test_a_game_against_bots_alone_is_closed(house: QuickHouse, bob: Person) -> None:
    table = await house.sit("parade", bob, "rabbit")
    await house.act(table)
    await house.people.delete(bob)
    with pytest.raises(NotAllowed, match="no table"):
        house.tables.find(table.now.id)
    assert not house.mentions("Bob")


async def test_tables_that_are_closed_or_were_left_are_rewritten_too(
    house: QuickHouse, ann: Person, bob: Person, tmp_path: Path
) -> None:
    closed = await house.sit("parade", ann, bob)
    await house.finish(closed)
    await house.ask(closed, requests.close(closed.now, asker(ann)))
    left = await house.tables.create(asker(ann), TableWish("parade", [SeatWish("me"), SeatWish(), SeatWish()]))
    await house.ask(left, requests.sit(left.now, asker(bob), 2, None))
    await house.ask(left, requests.rise(left.now, asker(bob)))
    await house.settle()
    assert house.mentions("Bob")
    version = left.now.version
    await house.people.delete(bob)
    assert not house.mentions("Bob")
    assert house.mentions("Ann")
    assert house.tables.find(left.now.id).now.version == version
    last = select(log.c.entry).where(log.c.table_id == closed.now.id).order_by(log.c.number.desc()).limit(1)
    ((entry,),) = await house.rows(last)
    assert decode(entry) == Closed("host")
    # What was rewritten can be read again.
    await house.tables.stop()
    await house.tables.open()
    assert house.tables.find(left.now.id).now.version == version


async def test_whoever_watches_sees_the_table_without_the_name(house: QuickHouse, ann: Person, bob: Person) -> None:
    table = await house.sit("parade", bob, ann)
    watcher = Ear()
    table.join(watcher, 0)
    await house.settle()
    assert any("Bob" in text for text in watcher.heard)
    watcher.heard.clear()
    await house.people.delete(bob)
    assert list(map(id, house.tables.find(table.now.id).audience.everyone())) == [id(watcher)]
    assert '"type":"snapshot"' in watcher.heard[-1]
    assert "Bob" not in watcher.heard[-1]


async def test_others_play_on_meanwhile_and_nothing_they_were_told_is_lost(
    house: QuickHouse, ann: Person, bob: Person, cy: Person
) -> None:
    id = (await house.sit("nimble", bob, ann, cy)).now.id
    house.clock.advance(10_000)
    done: list[int] = []
    refused: list[str] = []

    def reply(version: int, problem: WonderlandError | None) -> None:
        refused.append(problem.key) if problem else done.append(version)

    leaving = asyncio.create_task(house.people.delete(bob))
    flips = 0
    while not leaving.done() or flips < 50:
        table = house.tables.find(id)
        # On a slow disk there would be more than a seat may do in one game.
        for seat in (1, 2) if flips < 1_000 else ():
            try:
                table.act(seat, "back" if table.now.state.discards[seat] else "flip", None, None, reply)
            except NotSaved as problem:
                refused.append(problem.key)
        flips += 1
        await asyncio.sleep(0)
    await leaving
    await house.settle()
    rows = await house.rows(select(log.c.number).where(log.c.table_id == id).order_by("number"))
    numbers = [row.number for row in rows]
    assert numbers == list(range(1, len(numbers) + 1))
    assert house.tables.find(id).now.version == numbers[-1]
    assert len(done) > 20
    assert set(done) <= set(numbers)
    assert len(set(done)) == len(done)
    assert set(refused) <= {"not_saved"}
    kept = await house.rows(select(log.c.entry).where(log.c.table_id == id))
    assert sum(isinstance(decode(entry), Acted) for (entry,) in kept) == len(done)


class Ear:
    """A spectator who remembers everything."""

    def __init__(self) -> None:
        self.seat: int | None = None
        self.person: str | None = None
        self.guided = False
        self.heard: list[str] = []
        self.dismiss: Callable[[str], None] = lambda why: None

    def send(self, text: str) -> None:
        self.heard.append(text)

    def hears(self, line: object) -> bool:
        return True
