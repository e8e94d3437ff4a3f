"""Somebody who deleted their account is at no table any more, and no table's log has their name."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import select

from server.games.quick import QuickContext, actor
from wonderland.core.errors import NotAllowed, WonderlandError
from wonderland.server.errors import NotSaved
from wonderland.server.people import Person
from wonderland.server.store.sql.schema import games, log, played
from wonderland.server.tables import requests
from wonderland.server.tables.entries import ActedEntry, ClosedEntry, decode_entry
from wonderland.server.tables.requests import NewSeat, NewTable
from wonderland.server.tables.updates import Delivery
from wonderland.server.tables.views import table_view
from wonderland.server.wire.codec import encode


async def test_a_bot_plays_on_among_others_under_no_name(context: QuickContext, ann: Person, bob: Person) -> None:
    id = (await context.sit("parade", bob, ann)).now.id
    for _ in range(5):
        await context.act(context.tables.find(id))
    game_state = context.tables.find(id).now.game_state
    await context.people.delete(bob)
    table = context.tables.find(id)
    state = table.now
    assert (state.seats[0].left, state.seats[0].bot, state.seats[0].name) == ("resigned", "hatter", "Player 1")
    assert state.host == ann.id
    assert state.game_state.history == game_state.history
    assert state.game_state.hands == game_state.hands
    assert table_view(state, 1).view.players == ("Player 1", "Ann")
    await context.finish(table)
    assert await context.rows(select(played.c.place, played.c.name).order_by(played.c.seat)) == [(2, ""), (1, "Ann")]
    assert await context.rows(select(games.c.rated)) == [(False,)]
    assert not await context.mentions("Bob")


async def test_an_empty_seat_is_left_before_and_after_a_game(context: QuickContext, ann: Person, bob: Person) -> None:
    new_table = NewTable("parade", [NewSeat("me"), NewSeat("open"), NewSeat("open")])
    gathering = await context.tables.create(actor(bob), new_table)
    await context.ask(gathering, requests.sit(gathering.now, actor(ann), None, None))
    over = await context.sit("parade", ann, bob)
    await context.finish(over)
    await context.people.delete(bob)
    before, after = (context.tables.find(table.now.id).now for table in (gathering, over))
    assert [seat.kind for seat in before.seats] == ["open", "person", "open"]
    assert before.host == ann.id
    assert [seat.kind for seat in after.seats] == ["person", "open"]
    assert after.phase == "over"
    assert not await context.mentions("Bob")


async def test_a_game_against_bots_alone_is_closed(context: QuickContext, bob: Person) -> None:
    table = await context.sit("parade", bob, "rabbit")
    await context.act(table)
    await context.people.delete(bob)
    with pytest.raises(NotAllowed, match="no table"):
        context.tables.find(table.now.id)
    assert not await context.mentions("Bob")


async def test_tables_that_are_closed_or_were_left_are_rewritten_too(
    context: QuickContext, ann: Person, bob: Person, tmp_path: Path
) -> None:
    closed = await context.sit("parade", ann, bob)
    await context.finish(closed)
    await context.ask(closed, requests.close(closed.now, actor(ann)))
    left = await context.tables.create(actor(ann), NewTable("parade", [NewSeat("me"), NewSeat(), NewSeat()]))
    await context.ask(left, requests.sit(left.now, actor(bob), 2, None))
    await context.ask(left, requests.leave(left.now, actor(bob)))
    await context.settle()
    assert await context.mentions("Bob")
    version = left.now.version
    await context.people.delete(bob)
    assert not await context.mentions("Bob")
    assert await context.mentions("Ann")
    assert context.tables.find(left.now.id).now.version == version
    last = select(log.c.entry).where(log.c.table_id == closed.now.id).order_by(log.c.number.desc()).limit(1)
    ((entry,),) = await context.rows(last)
    assert decode_entry(entry) == ClosedEntry("host")
    # What was rewritten can be read again.
    await context.tables.stop()
    await context.tables.open()
    assert (await context.tables.load(left.now.id)).now.version == version


async def test_whoever_watches_sees_the_table_without_the_name(context: QuickContext, ann: Person, bob: Person) -> None:
    table = await context.sit("parade", bob, ann)
    watcher = Ear()
    table.join(watcher, 0)
    await context.settle()
    assert any("Bob" in text for text in watcher.heard)
    watcher.heard.clear()
    await context.people.delete(bob)
    assert list(map(id, context.tables.find(table.now.id).audience.everyone())) == [id(watcher)]
    assert '"type":"snapshot"' in watcher.heard[-1]
    assert "Bob" not in watcher.heard[-1]


async def test_others_play_on_meanwhile_and_nothing_they_were_told_is_lost(
    context: QuickContext, ann: Person, bob: Person, cy: Person
) -> None:
    id = (await context.sit("nimble", bob, ann, cy)).now.id
    context.clock.advance(10_000)
    done: list[int] = []
    refused: list[str] = []

    def reply(version: int, problem: WonderlandError | None) -> None:
        refused.append(problem.key) if problem else done.append(version)

    leaving = asyncio.create_task(context.people.delete(bob))
    flips = 0
    while not leaving.done() or flips < 50:
        table = context.tables.find(id)
        # On a slow disk there would be more than a seat may do in one game.
        for seat in (1, 2) if flips < 1_000 else ():
            try:
                table.act(seat, "back" if table.now.game_state.discards[seat] else "flip", None, None, reply)
            except NotSaved as problem:
                refused.append(problem.key)
        flips += 1
        await asyncio.sleep(0)
    await leaving
    await context.settle()
    rows = await context.rows(select(log.c.number).where(log.c.table_id == id).order_by("number"))
    numbers = [row.number for row in rows]
    assert numbers == list(range(1, len(numbers) + 1))
    assert context.tables.find(id).now.version == numbers[-1]
    assert len(done) > 20
    assert set(done) <= set(numbers)
    assert len(set(done)) == len(done)
    assert set(refused) <= {"not_saved"}
    kept = await context.rows(select(log.c.entry).where(log.c.table_id == id))
    assert sum(isinstance(decode_entry(entry), ActedEntry) for (entry,) in kept) == len(done)


class Ear:
    """A spectator who remembers everything."""

    def __init__(self) -> None:
        self.seat: int | None = None
        self.person: str | None = None
        self.explain = self.plain = False
        self.heard: list[str] = []
        self.dismiss: Callable[[str], None] = lambda why: None

    def deliver(self, delivery: Delivery) -> None:
        self.heard.append(encode(delivery.update).decode())

    def wants_chat_line(self, line: object) -> bool:
        return True
