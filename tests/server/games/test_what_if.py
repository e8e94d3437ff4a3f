"""Playing on from a moment of another game: a table of its own, which needs the other game no more."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from httpx import AsyncClient
from sqlalchemy import select

from server.games.quick import QuickContext, actor, app_of, visitor
from server.games.test_records import played
from wonderland.games.registry import find
from wonderland.records import replay
from wonderland.records.log import Log
from wonderland.server.people import Person
from wonderland.server.store.sql.schema import games, log
from wonderland.server.tables import requests
from wonderland.server.tables.table import Table
from wonderland.server.tables.what_if import what_if_table

BOTS = ["hatter", "rabbit"]


async def imported(browser: AsyncClient, record: dict[str, Any]) -> str:
    id: str = (await browser.post("/api/records", json=record)).json()["id"]
    return id


async def begun(context: QuickContext, browser: AsyncClient, **moment: Any) -> Table:
    """The table that a browser gets for a moment, once everything there is settled."""
    answer = await browser.post("/api/what-if", json={"seat": 1, "bots": ["hatter", "hatter"], **moment})
    assert answer.status_code == 201, answer.text
    table = await context.tables.load(answer.json()["table"])
    await context.settle()
    return table


async def test_it_begins_where_the_other_game_was(context: QuickContext, browser: AsyncClient) -> None:
    record = played("parade")
    rules = find("parade")
    table = await begun(context, browser, record=await imported(browser, record), ply=7)
    state = table.now
    then = [step.state for step in rules.steps(record)][7]
    assert (state.phase, state.rated, state.what_if) == ("playing", False, True)
    assert rules.view(state.game_state, 1).hand == rules.view(then, 1).hand
    assert [seat.name for seat in state.seats] == ["Mad Hatter", "Ann", "Mad Hatter"]
    # Nobody else's name came along; an id may hold any letters.
    assert not [row for row in await context.rows(select(log.c.entry)) if b'"Bob"' in row.entry or b'"Cy"' in row.entry]
    moves = (await browser.get(f"/api/tables/{state.id}/moves")).json()
    assert len(moves["moves"]) == 7


async def test_it_is_played_to_its_end_replayed_and_begun_anew(
    context: QuickContext, browser: AsyncClient, ann: Person
) -> None:
    record = played("parade")
    id = await imported(browser, record)
    table = await begun(context, browser, record=id, ply=7)
    await browser.delete(f"/api/records/{id}")
    await context.finish(table)
    (line,) = (await browser.get(f"/api/tables/{table.now.id}/games")).json()
    assert (line["rated"], line["practice"]) == (False, "what_if")
    downloaded = (await browser.get(f"/api/games/{line['id']}/record")).content
    assert replay(downloaded)["finished"]
    assert json.loads(downloaded)["deck"] == record["deck"]
    assert json.loads(downloaded)["moves"][:7] == record["moves"][:7]
    statistics = (await browser.get(f"/api/people/{ann.id}/statistics?game=parade")).json()
    assert statistics["all"]["games"] == 0, "it was played to learn"
    await context.rematch(table)
    assert (table.now.what_if, table.now.number, table.now.game_state.history) == (False, 2, ())
    await context.finish(table)
    assert [row.practice for row in await context.rows(select(games.c.practice).order_by(games.c.number))] == [
        "what_if",
        None,
    ]


async def test_it_is_what_it_was_after_a_restart(tmp_path: Path, store: str) -> None:
    async with QuickContext(tmp_path / "data") as context:
        ann = await context.people.guest("Ann")
        async with visitor(app_of(context), context, ann) as browser:
            id = await imported(browser, played("parade"))
            playing = (await begun(context, browser, record=id, ply=5)).now
            waiting = (await begun(context, browser, record=id, ply=5, open=True)).now
    async with QuickContext(tmp_path / "data") as context:
        again = (await context.tables.load(playing.id)).now
        assert again.game_state == playing.game_state
        assert again.what_if
        table = await context.tables.load(waiting.id)
        await context.ask(table, requests.start(table.now, actor(ann), context.random, context.clock.now()))
        assert table.now.game_state.history[:5] == playing.game_state.history[:5]


async def test_friends_sit_down_first_and_bots_take_the_rest(
    context: QuickContext, browser: AsyncClient, bob: Person
) -> None:
    table = await begun(context, browser, record=await imported(browser, played("parade")), ply=4, bots=BOTS, open=True)
    assert (table.now.phase, table.now.what_if) == ("gathering", True)
    async with visitor(app_of(context), context, bob) as other:
        assert (await other.post(f"/api/tables/{table.now.id}/sit", json={"seat": 2})).status_code == 200
    assert (await browser.post(f"/api/tables/{table.now.id}/start")).status_code == 200
    await context.settle()
    assert [seat.name for seat in table.now.seats] == ["Mad Hatter", "Ann", "Bob"]
    assert len(table.now.game_state.history) >= 4
    await context.finish(table)


async def test_a_finished_game_of_one_s_own_goes_on_with_bots(
    context: QuickContext, browser: AsyncClient, ann: Person, bob: Person
) -> None:
    table = await context.sit("parade", ann, bob)
    await context.finish(table)
    (line,) = (await browser.get(f"/api/tables/{table.now.id}/games")).json()
    what_if = await begun(context, browser, game=line["id"], ply=0, bots=["rabbit"])
    assert what_if.now.deal.deck == table.now.deal.deck
    assert [seat.name for seat in what_if.now.seats] == ["White Rabbit", "Ann"]


async def test_choices_that_are_made_at_once_are_made_again(context: QuickContext) -> None:
    """What others have set aside is hidden until all have (P7), and so is what one has oneself."""
    record = played("parade")
    actions = Log.resume(record).actions
    turns = len(record["moves"])
    assert len(actions) == turns + 3
    for ply in (turns, turns + 1, turns + 2):
        _, position = what_if_table(record, ply, 0, BOTS, False)
        assert len(position.actions) == turns
    _, position = what_if_table(record, turns - 1, 0, BOTS, False)
    assert len(position.actions) == turns - 1


@pytest.mark.parametrize(
    ("moment", "key"),
    [
        ({"ply": 10_000}, "integer_wrong"),
        ({"ply": 3, "seat": 5}, "refused_unknown_seat"),
        ({"ply": 3, "bots": ["rabbit"]}, "what_if_bots"),
        ({"ply": 3, "bots": ["rabbit", "jabberwock"]}, "seat_bot_unknown"),
        ({"ply": 3, "game": "nothing"}, "what_if_source"),
    ],
)
async def test_what_cannot_be_is_refused(
    context: QuickContext, browser: AsyncClient, moment: dict[str, Any], key: str
) -> None:
    id = await imported(browser, played("parade"))
    answer = await browser.post("/api/what-if", json={"record": id, "seat": 1, "bots": BOTS, **moment})
    assert answer.status_code in (400, 409)
    assert answer.json()["error"]["key"] == key
    assert not context.tables.in_memory()


async def test_there_is_nothing_to_play_on_from(context: QuickContext, browser: AsyncClient) -> None:
    wanted = {"seat": 1, "ply": 3, "bots": BOTS}
    live = await browser.post(
        "/api/what-if",
        json={**wanted, "record": await imported(browser, played("nimble"))},
        headers={"Accept-Language": "fr"},
    )
    assert (live.status_code, live.json()["error"]["key"]) == (409, "what_if_live")
    assert "aucun instant ne revient" in live.json()["error"]["text"]
    assert (await browser.post("/api/what-if", json={**wanted, "game": "nothing"})).status_code == 404
    assert (await browser.post("/api/what-if", json=wanted)).status_code == 400
    async with visitor(app_of(context), context) as somebody:
        assert (await somebody.post("/api/what-if", json={**wanted, "game": "nothing"})).status_code == 401
