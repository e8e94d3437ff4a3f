"""Bots at a table: as quick as people are, and only while somebody is there."""

from __future__ import annotations

from itertools import pairwise

import pytest
from httpx import ASGITransport, AsyncClient
from litestar import Litestar

from server.kit import Client, TestContext, legal
from wonderland.server.app import make_app
from wonderland.server.bot_processes.delays import MAX_DELAY_MS, MIN_DELAY_MS
from wonderland.server.http import authentication
from wonderland.server.tables.table import Table


async def play_to_the_end(context: TestContext, table: Table, client: Client) -> None:
    while table.now.phase == "playing":
        if moves := legal(table.now, 0):
            await client.play(moves[0])
        await context.advance(MAX_DELAY_MS)


async def test_against_people_bots_take_their_time(context: TestContext) -> None:
    table, (ann,) = await context.seated("Ann", bots=["rabbit", "hatter"])
    await play_to_the_end(context, table, ann)
    ann.check()
    turns = [(at, act.seat) for at, act in table.actions if act.action.startswith("play")]
    waits = [at - before for (before, _), (at, seat) in pairwise(turns) if seat != 0]
    assert len(waits) > 10
    assert len(set(waits)) > 5, "nobody always takes the same time"
    assert min(waits) >= MIN_DELAY_MS
    assert max(waits) <= MAX_DELAY_MS


async def test_alone_with_bots_one_chooses_their_pace(context: TestContext) -> None:
    table, (ann,) = await context.seated("Ann", bots=["rabbit", "hatter"])
    scheduler = context.tables.scheduler(table.now.id)
    longest = {}
    for pace in ("fast", "slow"):
        scheduler.bot_pace = pace
        before = len(table.actions)
        for _ in range(4):
            if moves := legal(table.now, 0):
                await ann.play(moves[0])
            await context.advance(4 * MAX_DELAY_MS)
        longest[pace] = max(after - at for (at, _), (after, act) in pairwise(table.actions[before:]) if act.seat == 2)
    assert longest["fast"] <= 0.3 * MAX_DELAY_MS
    assert longest["slow"] >= 2 * MIN_DELAY_MS


async def test_where_others_sit_bots_keep_their_pace(context: TestContext) -> None:
    table, (ann, bob) = await context.seated("Ann", "Bob", bots=["rabbit"])
    app = make_app(context)
    for client, status in ((ann, 409), (bob, 409)):
        assert await put_pace(context, app, table, client, "fast") == status
    alone, (cy,) = await context.seated("Cy", bots=["rabbit"])
    assert await put_pace(context, app, alone, cy, "fast") == 204
    assert context.tables.scheduler(alone.now.id).bot_pace == "fast"
    assert await put_pace(context, app, alone, cy, "frantic") == 400
    assert await put_pace(context, app, alone, ann, "slow") == 409


async def put_pace(context: TestContext, app: Litestar, table: Table, client: Client, pace: str) -> int:
    assert client.person
    cookies = {authentication.cookie_name(context.settings): context.people.cookie(client.person)}
    transport = ASGITransport(app=app)  # type: ignore[arg-type]  # Litestar types messages more narrowly
    async with AsyncClient(transport=transport, base_url="http://127.0.0.1:8080", cookies=cookies) as browser:
        answer = await browser.put(f"/api/tables/{table.now.id}/bot-pace", json={"pace": pace})
    return answer.status_code


async def test_a_bot_thinks_once_for_each_move(context: TestContext) -> None:
    table, (ann,) = await context.seated("Ann", bots=["rabbit", "hatter"])
    await play_to_the_end(context, table, ann)
    assert context.bots.asked == sum(act.seat != 0 for _, act in table.actions)


async def test_a_bot_that_fails_is_asked_again_later(context: TestContext, monkeypatch: pytest.MonkeyPatch) -> None:
    table, (ann,) = await context.seated("Ann", bots=["rabbit"])
    decide = context.bots.decide
    failures = 0

    async def failing(*asked: object) -> object:
        nonlocal failures
        failures += 1
        if failures < 4:
            raise RuntimeError("a mistake in a bot, with R3 in it")
        return await decide(*asked)  # type: ignore[arg-type]

    monkeypatch.setattr(context.bots, "decide", failing)
    if table.now.game_state.turn == 0:
        await ann.play(legal(table.now, 0)[0])
    await context.advance(20_000)
    assert failures >= 4
    assert table.now.game_state.turn == 0


async def test_in_real_time_bots_play_while_somebody_is_there(context: TestContext) -> None:
    table, (ann,) = await context.seated("Ann", game="nimble", bots=["hare", "gryphon"])
    await context.advance(5_000)
    played = table.now.version
    assert {act.seat for _, act in table.actions} == {1, 2}
    assert played > table.now.started + 4
    ann.vanish()
    await context.advance(60_000)
    assert table.now.version == played, "nobody is there to play against"
    watcher = Client(context, table, None)
    watcher.connect()
    await context.advance(60_000)
    assert table.now.version == played
    ann.connect()
    before = context.clock.now()
    await context.advance(5_000)
    assert table.now.version > played
    # After a pause nobody acts in a burst: each bot once at most before it has looked again.
    first = [at for at, act in table.actions if act.seat == 1 and at >= before]
    assert first[1] - first[0] >= 100
    for client in (ann, watcher):
        client.check()


async def test_in_real_time_bots_wait_for_the_signal_and_finish_the_round(context: TestContext) -> None:
    table, (ann,) = await context.seated("Ann", game="nimble", bots=["hare", "turtle"])
    assert not table.actions, "the countdown has only just ended"
    for _ in range(100):
        await context.advance(10_000)
        if table.now.phase == "over":
            break
    assert table.now.phase == "over"
    assert all(at > table.now.begins for at, _ in table.actions)
    ann.check()
    assert ann.table_view["result"]["left"][0] > 20, "Ann has done nothing"


async def test_in_real_time_a_person_takes_over_from_the_bot(context: TestContext) -> None:
    table, (ann, bob) = await context.seated("Ann", "Bob", game="nimble")
    await bob.do("resign")
    await context.advance(3_000)
    acts = len(table.actions)
    assert {act.seat for _, act in table.actions} == {1}
    await context.advance(3_000)
    assert len(table.actions) > acts
    ann.vanish()
    await context.advance(45_000)
    ann.connect()
    await context.settle()
    ann.check()


async def test_a_person_who_is_back_is_not_played_for(context: TestContext) -> None:
    table, (ann, bob) = await context.seated("Ann", "Bob", game="nimble")
    bob.vanish()
    await context.advance(121_000)
    await ann.do("agree", seat=1)
    assert table.now.seats[1].left == "away"
    await context.advance(3_000)
    assert table.actions
    bob.connect()
    await context.settle()
    assert table.now.seats[1].left is None
    acts = len(table.actions)
    await context.advance(20_000)
    assert len(table.actions) == acts
    assert (await bob.play("flip" if table.now.game_state.hands[1] else "turn"))["type"] == "accepted"
