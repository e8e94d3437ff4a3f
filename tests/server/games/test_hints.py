"""Hints for somebody who plays alone against bots, and how well people play over their reviewed games."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
from httpx import AsyncClient
from sqlalchemy import select

from games.examples import example_games as example_games
from server.games.example_reviewer import reviewer as reviewer
from server.games.quick import QuickContext, app_of, visitor
from server.games.test_reviews import ReviewClient, finished
from wonderland.server.people import Person
from wonderland.server.store.sql.schema import games
from wonderland.server.tables import requests
from wonderland.server.tables.table import Table

pytestmark = pytest.mark.usefixtures("example_games", "reviewer")

ALONE = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]


async def with_hints(context: QuickContext, browser: AsyncClient, **choices: Any) -> Table:
    body = {"game": "tricks", "seats": ALONE, "hints": True, **choices}
    answer = await browser.post("/api/tables", json=body)
    assert answer.status_code == 201, answer.text
    assert answer.json()["hints"] is True
    await context.settle()
    return await context.tables.load(answer.json()["id"])


async def test_whose_turn_it_is_may_ask_what_the_moves_are_worth(context: QuickContext, browser: AsyncClient) -> None:
    table = await with_hints(context, browser)
    while 0 not in table.now.waiting:
        await context.act(table)
    answer = await browser.post(f"/api/tables/{table.now.id}/hint")
    hand = [str(card) for card in table.now.game_state.hands[0]]
    assert [move["move"] for move in answer.json()["moves"]] == hand
    assert context.hints.process.alive


async def test_a_game_with_hints_says_so_and_counts_for_nothing(
    context: QuickContext, browser: AsyncClient, ann: Person
) -> None:
    table = await with_hints(context, browser)
    await context.finish(table)
    assert await context.rows(select(games.c.practice, games.c.rated)) == [("hints", False)]
    (line,) = (await browser.get(f"/api/people/{ann.id}/games")).json()["games"]
    assert line["practice"] == "hints"
    client = ReviewClient(browser, f"/api/games/{line['id']}")
    await client.ask()
    await client.until(refined=True)
    assert (await browser.get(f"/api/people/{ann.id}")).json()["play"] == []


@pytest.mark.parametrize(
    ("choices", "key"),
    [
        ({"seats": [{"kind": "me"}, {"kind": "open"}]}, "table_hints_bots_only"),
        ({"seats": [{"kind": "me"}, {"kind": "me"}]}, "table_hints_bots_only"),
        ({"rated": True, "seats": [{"kind": "me"}, {"kind": "open"}]}, "table_hints_rated"),
        ({"game": "berries", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "squirrel"}]}, "table_hints_unknown"),
    ],
)
async def test_tables_at_which_there_are_no_hints(
    context: QuickContext, browser: AsyncClient, choices: dict[str, Any], key: str
) -> None:
    answer = await browser.post("/api/tables", json={"game": "tricks", "seats": ALONE, "hints": True, **choices})
    assert (answer.status_code, answer.json()["error"]["key"]) == (409, key)


async def test_who_gets_no_hint(context: QuickContext, browser: AsyncClient, ann: Person, bob: Person) -> None:
    async def refused(table: Table, who: AsyncClient = browser) -> str:
        answer = await who.post(f"/api/tables/{table.now.id}/hint")
        key: str = answer.json()["error"]["key"]
        return key

    assert await refused(await context.sit("tricks", ann, "random")) == "hint_off"
    assert await refused(await context.sit("tricks", ann, bob)) == "hint_not_alone"
    table = await with_hints(context, browser)
    async with visitor(app_of(context), context, bob) as other:
        assert await refused(table, other) == "table_not_seated"
        # Nobody else may come in later either.
        assert (await other.post(f"/api/tables/{table.now.id}/sit", json={})).status_code in (409, 410)
    while 0 not in table.now.waiting:
        await context.act(table)
        await context.settle()  # else hours may pass while the bot decides, and somebody plays for Ann
    await context.ask(table, requests.resign(table.now, 0))
    assert await refused(table) == "hint_not_now"
    await context.finish(table)
    assert await refused(table) == "table_not_playing"
    answer = await browser.put(f"/api/tables/{table.now.id}/seats/1", json={"kind": "open"})
    assert answer.json()["error"]["key"] == "table_hints_bots_only"


async def test_how_well_somebody_plays_over_their_games(
    context: QuickContext, browser: AsyncClient, ann: Person, bob: Person, cy: Person, reviewer: Path
) -> None:
    ids = [await finished(context, *people) for people in ((ann, bob), (bob, ann), (ann, bob, cy))]
    for id in ids:
        client = ReviewClient(browser, f"/api/games/{id}")
        await client.ask()
        await client.until(refined=True)
    (play,) = (await browser.get(f"/api/people/{ann.id}")).json()["play"]
    # Four tricks with two players, fewer with three; seat 0 loses 10 a decision, and seat 1 loses 11.
    counts = [point["decisions"] for point in play["newest"]]
    assert [point["game"] for point in play["newest"]] == ids
    assert [point["per_mille"] for point in play["newest"]] == [10.0, 11.0, 10.0]
    assert (play["game"], play["games"], play["decisions"]) == ("tricks", 3, sum(counts))
    lost = sum(point["per_mille"] * point["decisions"] for point in play["newest"])
    assert play["per_mille"] == pytest.approx(lost / sum(counts))
    assert play["se"] == pytest.approx(math.sqrt(sum((2.0 * count) ** 2 for count in counts)) / sum(counts))
    assert play["like"] == "random with [2, 3]"
    table = await context.sit("tricks", ann, ann, rated=False)  # one device goes round: nobody knows who played
    await context.finish(table)
    assert len((await browser.get(f"/api/people/{ann.id}")).json()["play"]) == 1
