"""What is kept of a game that has ended: its record, who came where, and what it changed in the ratings."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from sqlalchemy import func, select

from server.games.quick import QuickContext, actor
from wonderland.core.errors import NotAllowed
from wonderland.records import replay
from wonderland.server.errors import NotSaved
from wonderland.server.people import Person
from wonderland.server.store.database import Work
from wonderland.server.store.journal import Journal
from wonderland.server.store.sql.schema import games, log, played, ratings
from wonderland.server.tables import archiver, requests
from wonderland.server.tables.entries import AwayEntry, BackEntry, LeftReason, RatedEntry, ReadyEntry, decode_entry
from wonderland.server.tables.ratings import Skill, rate
from wonderland.server.tables.requests import Actor, NewSeat, NewTable


async def skills(context: QuickContext, game: str = "parade") -> dict[str, tuple[float, float, int]]:
    query = select(ratings.c.person, ratings.c.mu, ratings.c.sigma, ratings.c.games).where(ratings.c.game == game)
    return {person: (mu, sigma, number) for person, mu, sigma, number in await context.rows(query)}


@pytest.mark.parametrize("game", ["parade", "nimble"])
async def test_a_game_is_kept_with_its_record_result_and_places(
    context: QuickContext, ann: Person, bob: Person, game: str
) -> None:
    table = await context.sit(game, ann, bob)
    began = context.clock.now()
    await context.finish(table)
    state = table.now
    ((row,), seats) = await context.rows(select(games)), await context.rows(select(played).order_by(played.c.seat))
    assert (row.table_id, row.number, row.game, row.rated) == (state.id, 1, game, True)
    assert row.started == state.begins >= began
    assert row.ended == context.clock.now()
    record = msgspec.json.decode(row.record)
    assert record["players"] == ["Ann", "Bob"]
    assert replay(row.record)["finished"] is True
    kept = msgspec.json.decode(row.result)
    assert kept["winners"] == list(replay(row.record)["winners"])
    assert [seat.person for seat in seats] == [ann.id, bob.id]
    assert [seat.seat for seat in seats if seat.place == 1] == kept["winners"]
    scores = kept["scores"] if game == "parade" else kept["left"]
    assert [seat.score for seat in seats] == scores
    assert [seat.second for seat in seats] == (kept["cards"] if game == "parade" else kept["errors"])
    if game == "nimble":
        times = [event[-1] for event in record["events"]]
        assert times[:2] == [0, 250]  # from the end of the countdown
        assert times == sorted(times)
        assert times[-1] == row.ended - row.started


async def test_ratings_move_from_game_to_game_and_the_table_is_told(
    context: QuickContext, ann: Person, bob: Person
) -> None:
    table = await context.sit("parade", ann, bob)
    before = {ann.id: Skill(), bob.id: Skill()}
    for number in (1, 2):
        await context.finish(table)
        seats = await context.rows(select(played).join(games).where(games.c.number == number).order_by(played.c.seat))
        after = rate([before[ann.id], before[bob.id]], [seat.place for seat in seats])
        assert [(seat.mu_before, seat.sigma_before) for seat in seats] == [
            (before[person.id].mu, before[person.id].sigma) for person in (ann, bob)
        ]
        assert [Skill(seat.mu_after, seat.sigma_after) for seat in seats] == after
        shown = [
            (float(before[ann.id].displayed), float(after[0].displayed)),
            (float(before[bob.id].displayed), after[1].displayed),
        ]
        assert table.saved
        assert table.saved.ratings == tuple(shown)
        before = {ann.id: after[0], bob.id: after[1]}
        assert await skills(context) == {id: (skill.mu, skill.sigma, number) for id, skill in before.items()}
        await context.rematch(table)
        assert table.now.ratings is None
    assert before[ann.id].mu != 25


@pytest.mark.one_process("each instance collects the games that end there")
async def test_games_of_the_same_people_that_end_together_all_count(
    context: QuickContext, ann: Person, bob: Person, cy: Person
) -> None:
    tables = [await context.sit("parade", ann, other) for other in (bob, cy, bob, cy)]
    for table in tables:
        await context.play(table)
    assert len(context.archiver.waiting) == 3  # the first went at once; the others go together
    await context.settle()
    counted = {person: number for person, (_, _, number) in (await skills(context)).items()}
    assert counted == {ann.id: 4, bob.id: 2, cy.id: 2}
    chain = await context.rows(
        select(played.c.mu_before, played.c.mu_after).join(games).where(played.c.person == ann.id)
    )
    # Each began where another ended: none was lost.
    assert {before for before, _ in chain} - {after for _, after in chain} == {25.0}


async def test_whoever_resigns_comes_last_whatever_the_bot_achieves(
    context: QuickContext, ann: Person, bob: Person, cy: Person
) -> None:
    table = await context.sit("parade", ann, bob, cy)
    for _ in range(7):
        await context.act(table)
    await context.resign(table, 1)
    await context.finish(table)
    standings = table.now.rules.table.standings(table.now.game_state)
    seats = await context.rows(select(played).order_by(played.c.seat))
    assert [seat.left for seat in seats] == [None, "resigned", None]
    assert seats[1].place == 3
    assert seats[1].bot == "hatter"
    assert {seats[0].place, seats[2].place} <= {1, 2}
    assert (seats[0].place < seats[2].place) == (standings[0].place < standings[2].place)
    assert [seat.score for seat in seats] == [standing.score for standing in standings]
    assert seats[1].mu_after < min(seats[0].mu_after, seats[2].mu_after)


@pytest.mark.parametrize("why", ["resigned", "away", "late", "left"])
async def test_a_game_in_which_nobody_stayed_is_not_rated(
    context: QuickContext, ann: Person, bob: Person, why: LeftReason
) -> None:
    table = await context.sit("parade", ann, bob)
    await context.act(table)
    await context.ask(table, [AwayEntry(0, "hatter", "resigned"), AwayEntry(1, "hatter", why)])
    while table.now.phase == "playing":  # as the bots do
        for seat in table.now.rules.table.waiting(table.now.game_state):
            table.act(seat, str(table.now.rules.legal(table.now.game_state, seat)[0]), None, None)
    await context.settle()
    assert await context.rows(select(games.c.rated)) == [(False,)]
    assert await context.rows(select(played.c.place)) == [(2,), (2,)]  # nobody has won
    assert await skills(context) == {}


async def test_whoever_resigns_comes_after_those_who_were_away(
    context: QuickContext, ann: Person, bob: Person, cy: Person
) -> None:
    table = await context.sit("parade", ann, bob, cy)
    await context.act(table)
    await context.ask(table, [AwayEntry(0, "hatter", "resigned"), AwayEntry(1, "hatter", "left")])
    await context.finish(table)
    seats = await context.rows(select(played).order_by(played.c.seat))
    assert [seat.place for seat in seats] == [3, 2, 1]
    assert seats[0].mu_after < seats[1].mu_after < seats[2].mu_after


@pytest.mark.parametrize("acts", [True, False])
async def test_a_game_is_not_rated_in_which_a_bot_played_because_the_others_agreed(
    context: QuickContext, ann: Person, bob: Person, acts: bool
) -> None:
    """Nobody was late, so nobody may lose by what a bot did; where it did nothing, all is as if it had not been."""
    table = await context.sit("parade", ann, bob)
    seat = table.now.game_state.turn
    await context.ask(table, [AwayEntry(seat, "hatter", "away")])
    while acts and not table.actions:
        await context.act(table)
    await context.ask(table, [BackEntry(seat)])
    await context.finish(table)
    assert await context.rows(select(games.c.rated)) == [(not acts,)]
    assert bool(await skills(context)) != acts


async def test_among_bots_nothing_is_rated(context: QuickContext, ann: Person) -> None:
    table = await context.sit("parade", ann, "rabbit")
    await context.finish(table)
    ((row,),) = [await context.rows(select(games.c.rated))]
    assert row.rated is False
    seats = await context.rows(select(played).order_by(played.c.seat))
    assert [(seat.person, seat.bot, seat.mu_after) for seat in seats] == [(ann.id, None, None), (None, "rabbit", None)]
    assert await skills(context) == {}
    assert table.now.ratings is None


async def test_bot_accounts_and_one_device_that_goes_round_are_not_rated(
    context: QuickContext, ann: Person, bob: Person
) -> None:
    account = await context.people.claim(ann, "ann", "12345678")
    bot = await context.people.make_bot(account, "Robot")
    await context.finish(await context.sit("parade", bob, bot))
    await context.finish(await context.sit("parade", bob, bob))
    assert await context.rows(select(games.c.rated)) == [(False,), (False,)]
    assert await skills(context) == {}


async def test_a_friendly_game_is_kept_and_changes_no_rating(context: QuickContext, ann: Person, bob: Person) -> None:
    table = await context.sit("parade", ann, bob, rated=False)
    await context.finish(table)
    assert await context.rows(select(games.c.rated)) == [(False,)]
    assert await skills(context) == {}
    assert table.now.ratings is None


async def test_at_a_rated_table_everyone_is_a_person_at_one_seat(
    context: QuickContext, ann: Person, bob: Person
) -> None:
    account = await context.people.claim(ann, "ann", "12345678")
    bot = await context.people.make_bot(account, "Robot")
    for who in ((bob, "rabbit"), (bob, bob), (bot, bob), (bob, bot)):
        with pytest.raises(NotAllowed) as refused:
            await context.sit("parade", *who, rated=True)
        assert refused.value.key == "table_rated_people_only"
    table = await context.tables.create(
        actor(bob), NewTable("parade", [NewSeat("me"), NewSeat("open"), NewSeat("open")], rated=True)
    )
    for new in (NewSeat("bot", "rabbit"), NewSeat("me", name="Bob's twin")):
        with pytest.raises(NotAllowed) as refused:
            requests.change_seat(table.now, actor(bob), 1, new, "K7M4PX")
        assert refused.value.key == "table_rated_people_only"
    assert requests.change_seat(table.now, actor(bob), 1, NewSeat("reserved"), "K7M4PX")


async def test_told_twice_it_is_kept_once(context: QuickContext, ann: Person, bob: Person) -> None:
    table = await context.sit("parade", ann, bob)
    await context.finish(table)
    before, state = await skills(context), table.now
    ended = next(state for state in table._states if state.version == state.ended)
    for again in (ended, state, ended, state):
        context.archiver.game_ended(table, again)
    await context.settle()
    assert await context.rows(select(func.count()).select_from(games)) == [(1,)]
    assert await skills(context) == before
    assert table.now is state


async def test_a_game_that_ended_just_before_the_server_was_killed(tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with QuickContext(data) as context:
        ann, bob = await context.people.guest("Ann"), await context.people.guest("Bob")
        context.tables.on_game_end.clear()  # as if it had been killed before
        table = await context.sit("parade", ann, bob)
        await context.finish(table)
        await context.rematch(table)
        await context.finish(table)
        # Who sits there now did not play.
        cy = await context.people.guest("Cy")
        await context.ask(table, requests.leave(table.now, Actor(bob.id, "Bob")))
        await context.ask(table, requests.sit(table.now, Actor(cy.id, "Cy"), None, None))
        assert not await context.rows(select(games))
    async with QuickContext(data) as context:
        await context.settle()
        kept = await context.rows(select(games.c.number, played.c.person).join(played).order_by("number", "seat"))
        assert kept == [(1, ann.id), (1, bob.id), (2, ann.id), (2, bob.id)]
        numbers = {person: number for person, (_, _, number) in (await skills(context)).items()}
        assert numbers == {ann.id: 2, bob.id: 2}
        assert context.tables.find(table.now.id).now.ratings is not None
    async with QuickContext(data) as context:
        await context.settle()
        told = [
            entry for (entry,) in await context.rows(select(log.c.entry)) if isinstance(decode_entry(entry), RatedEntry)
        ]
        assert len(told) == 1


async def test_a_table_hears_of_its_ratings_when_the_server_was_killed_in_between(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game was kept and rated, and nothing of it had reached the table's log."""
    async with QuickContext(tmp_path) as context:
        people = [await context.people.guest(name) for name in ("Ann", "Bob")]
        table = await context.sit("parade", *people)
        monkeypatch.setattr(context.archiver, "_send_ratings", lambda *words: None)
        await context.finish(table)
        assert len(await context.rows(select(games))) == 1
        assert table.now.ratings is None
    async with QuickContext(tmp_path) as context:
        await context.settle()
        now = context.tables.find(table.now.id).now
        assert now.ratings is not None
        assert [(before, after > before) for before, after in now.ratings] == [
            (1_000.0, seat in (now.result or {})["winners"]) for seat in range(2)
        ]


async def test_a_long_game_is_replayed_beside_the_others(
    context: QuickContext, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archiver, "MAX_ACTIONS_IN_LOOP", 10)
    table = await context.sit("parade", ann, bob)
    await context.finish(table)
    assert await context.rows(select(games.c.number)) == [(1,)]
    assert table.now.ratings is not None


async def test_games_that_were_not_kept_before_others_began(tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with QuickContext(data) as context:
        ann, bob = await context.people.guest("Ann"), await context.people.guest("Bob")
        context.tables.on_game_end.clear()
        table = await context.sit("parade", ann, bob)
        for _ in range(2):
            await context.finish(table)
            await context.rematch(table)
    async with QuickContext(data) as context:
        await context.settle()
        assert await context.rows(select(games.c.number).order_by("number")) == [(1,), (2,)]
        assert context.tables.find(table.now.id).now.phase == "playing"


async def test_the_next_game_begins_before_the_end_is_on_disk(context: QuickContext, ann: Person, bob: Person) -> None:
    """Both entries are in the same transaction: the end is noticed all the same."""
    table = await context.sit("parade", ann, bob)
    while True:
        (seat, *others) = table.now.rules.table.waiting(table.now.game_state)
        if table.now.game_state.phase == "discard" and not others:
            break
        await context.act(table)
    action = table.now.rules.legal(table.now.game_state, seat)[0]
    table.act(seat, str(action), None, None)
    table.append([ReadyEntry(0), ReadyEntry(1)])
    table.append(requests.start(table.now, None, context.random, context.clock.now()))
    await context.settle()
    assert table.now.number == 2
    assert await context.rows(select(games.c.number)) == [(1,)]
    assert table.now.ratings is None  # those were the game's before


async def test_what_cannot_be_saved_is_saved_later(
    context: QuickContext, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await context.sit("parade", ann, bob)

    async def full(self: Journal, work: Work) -> None:
        raise NotSaved("not_saved_full")

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "run", full)
        await context.finish(table)
        context.clock.advance(10_000)
        await context.settle()
        assert not await context.rows(select(games))
    context.clock.advance(10_000)
    await context.settle()
    assert await context.rows(select(games.c.number)) == [(1,)]
    assert table.now.ratings is not None


async def test_who_deletes_themselves_as_the_game_ends_leaves_no_name(
    context: QuickContext, ann: Person, bob: Person
) -> None:
    table = await context.sit("parade", ann, bob)
    waiting: list = []  # type: ignore[type-arg]
    observers = [one.tables.on_game_end for one in context.instances]
    for observer in observers:
        (game_ended,) = observer
        observer[:] = [lambda *ended, then=game_ended: waiting.append((then, ended))]
    await context.finish(table)
    await context.people.delete(bob)
    for then, ended in waiting:
        then(*ended)
    await context.settle()
    ((row,),) = [await context.rows(select(games.c.record, games.c.rated))]
    assert (msgspec.json.decode(row.record)["players"], row.rated) == (["Ann", "Player 2"], False)
    assert await context.rows(select(played.c.name).order_by(played.c.seat)) == [("Ann",), ("",)]
    assert not await context.mentions("Bob")
