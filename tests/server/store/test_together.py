"""Many who want the same at once: what is counted, numbered and rated within a transaction is right all the same."""

from __future__ import annotations

import asyncio
import errno
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import select

from server.fakes import FakeClock
from server.people.small import SmallContext
from server.rows import read_rows
from wonderland.core.errors import NotAllowed
from wonderland.server.errors import NotRead, NotSaved
from wonderland.server.people import Person
from wonderland.server.people.bots import MAX_BOTS_PER_OWNER, MAX_TOKENS_PER_BOT
from wonderland.server.settings import Settings
from wonderland.server.store.chat_store import NewChatLine
from wonderland.server.store.people_store import PersonChange
from wonderland.server.store.record_store import UploadedRecord
from wonderland.server.store.sql.schema import chat
from wonderland.server.tables.archive import archive_games
from wonderland.server.tables.finished_games import FinishedGame, FinishedSeat
from wonderland.server.tables.ratings import Skill, rate


@pytest.fixture
async def context(store: str, tmp_path: Path) -> AsyncIterator[SmallContext]:
    async with SmallContext(Settings(data=tmp_path), FakeClock()) as context:
        yield context


def finished(table: str, ended: int, first: Person, last: Person) -> FinishedGame:
    """A rated game of two."""
    seats = (
        FinishedSeat(0, first.id, None, first.name, 1, 3, 2, None),
        FinishedSeat(1, last.id, None, last.name, 2, 5, 2, None),
    )
    record = {"game": "parade", "players": [first.name, last.name]}
    return FinishedGame(table, 1, "parade", 1, ended, record, {}, seats, rated=True)


async def test_games_that_are_archived_at_once_and_twice_count_once_each(context: SmallContext) -> None:
    ann, bob, cy = [await context.people.guest(name) for name in ("Ann", "Bob", "Cy")]
    ends = [finished(f"t{number}", 100 + number, ann, (bob, cy)[number % 2]) for number in range(12)]
    changes = await asyncio.gather(*(archive_games(context.store.games, [end]) for end in (*ends, *ends)))
    assert Counter(change is None for (change,) in changes) == {False: 12, True: 12}
    ratings = {person.id: (await context.store.games.ratings(person.id))[0] for person in (ann, bob, cy)}
    assert [rating.games for rating in ratings.values()] == [12, 6, 6]
    # In whatever order they were: each was rated from where another had ended.
    history = await context.store.games.history(ann.id, "parade", None, 100)
    assert len(history) == 12
    seats = await context.store.games.seats([game.id for game in history])
    for person in (ann, bob, cy):
        own = [seat for seat in seats if seat.person == person.id]
        assert {seat.mu_before for seat in own} - {seat.mu_after for seat in own} == {25.0}
        assert {seat.mu_after for seat in own} - {seat.mu_before for seat in own} == {ratings[person.id].mu}


async def test_games_archived_together_are_rated_one_after_the_other(context: SmallContext) -> None:
    ann, bob = [await context.people.guest(name) for name in ("Ann", "Bob")]
    ends = [finished("t1", 100, ann, bob), finished("t2", 101, bob, ann), finished("t1", 102, ann, bob)]
    first, second, again = await archive_games(context.store.games, ends)
    between = rate([Skill(), Skill()], [1, 2])
    after = rate(between[::-1], [1, 2])
    assert first == [(1_000, between[0].displayed), (1_000, between[1].displayed)]
    assert second == [(between[1].displayed, after[0].displayed), (between[0].displayed, after[1].displayed)]
    assert again is None, "there is one first game at a table"


async def test_chat_lines_have_numbers_without_gaps_and_none_is_said_twice(context: SmallContext) -> None:
    people = [await context.people.guest(name) for name in ("Ann", "Bob")]

    def line(table: str, person: Person, number: int) -> NewChatLine:
        return NewChatLine(
            table=table, person=person.id, message=f"\0m{number}", at=1, text="hello", epoch=person.epoch, token=None
        )

    wanted = [line(table, person, number) for table in ("t1", "t2") for person in people for number in range(8)]
    said = await asyncio.gather(*(context.store.chat.add(one, lambda speaker: None) for one in (*wanted, *wanted)))
    assert Counter(one is None for one in said) == {False: len(wanted), True: len(wanted)}
    for table in ("t1", "t2"):
        kept = await read_rows(context.store, select(chat.c.number).where(chat.c.table_id == table))
        assert sorted(number for (number,) in kept) == list(range(1, 17))


async def test_nobody_has_more_than_they_may(context: SmallContext) -> None:
    ann = await context.people.claim(await context.people.guest("Ann"), "ann", "12345678")
    bots = [context.people.make_bot(ann, f"Bot {number}") for number in range(MAX_BOTS_PER_OWNER + 5)]
    assert refusals(await asyncio.gather(*bots, return_exceptions=True)) == {"bot_too_many": 5}
    bot, *others = await context.people.bots(ann)
    assert len(others) == MAX_BOTS_PER_OWNER - 1
    tokens = [context.people.make_token(ann, bot.id, f"of {number}") for number in range(MAX_TOKENS_PER_BOT + 5)]
    assert refusals(await asyncio.gather(*tokens, return_exceptions=True)) == {"token_too_many": 5}
    assert len(await context.people.tokens(ann)) == MAX_TOKENS_PER_BOT

    def check(gone: bool, records: int) -> None:
        if records >= 3:
            raise NotAllowed("imports_too_many", most=3)

    uploads = [UploadedRecord(id=f"r{number}", created=number, game="parade", record=b"{}") for number in range(8)]
    added = [context.store.records.add(record, ["Ann", "a\0b"], ann.id, check) for record in uploads]
    assert refusals(await asyncio.gather(*added, return_exceptions=True)) == {"imports_too_many": 5}
    listed = await context.store.records.of_person(ann.id)
    assert [record.players for record in listed] == [["Ann", "a\0b"]] * 3
    assert [record.created for record in listed] == sorted((record.created for record in listed), reverse=True)


def refusals(results: list[object]) -> dict[str, int]:
    return Counter(result.key for result in results if isinstance(result, NotAllowed))


@pytest.mark.parametrize("text", ["\0", "a\0", "\ud800", "é" * 400])
async def test_what_no_database_can_hold_is_not_there(context: SmallContext, text: str) -> None:
    kept = context.store
    assert await kept.people.find(text) is None
    assert await kept.people.find_login(text) is None
    assert await kept.people.change(text, PersonChange(muted=True)) is None
    assert await kept.games.find(text) is None
    assert await kept.games.of_table(text, 0, 10) == []
    assert await kept.games.history("somebody", None, (1, text), 10) == []
    assert await kept.records.find(text) is None
    assert await kept.records.drop(text, "somebody") is False
    assert await kept.tokens.drop("somebody", text) is False
    assert await kept.tables.find(text) is None


async def test_a_statement_that_the_database_refuses_is_not_saved(context: SmallContext) -> None:
    ann = await context.people.guest("Ann")
    with pytest.raises(NotSaved) as refused:
        await context.store.people.add(ann)
    assert refused.value.key == "not_saved"
    assert len(await context.store.people.newest(10)) == 1


async def test_what_cannot_be_read_is_refused_in_the_same_words(
    context: SmallContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    @asynccontextmanager
    async def reading() -> AsyncIterator[None]:
        raise OSError(errno.EIO, "the disk is broken")
        yield

    monkeypatch.setattr(context.database, "reading", reading)
    with pytest.raises(NotRead) as refused:
        await context.store.people.find("ann")
    assert refused.value.key == context.database.failure(OSError(errno.EIO, "")).key


async def test_everything_that_was_begun_before_is_done_after_waiting(context: SmallContext) -> None:
    begun = [asyncio.ensure_future(context.people.guest(f"G{number}")) for number in range(5)]
    await asyncio.sleep(0)
    await context.store.wait_for_writes()
    assert len(await context.store.people.newest(10)) == 5
    await asyncio.gather(*begun)


async def test_the_newest_time_is_that_of_the_last_game(context: SmallContext) -> None:
    assert await context.store.newest_time() == 0
    ann, bob = [await context.people.guest(name) for name in ("Ann", "Bob")]
    await archive_games(context.store.games, [finished("t1", 5_000, ann, bob), finished("t2", 4_000, ann, bob)])
    assert await context.store.newest_time() == 5_000
