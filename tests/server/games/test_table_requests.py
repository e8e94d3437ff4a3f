"""What people ask of tables over HTTP: how often they may, and how exactly they are told why not."""

from __future__ import annotations

import pytest
from httpx import AsyncClient

from server.games.quick import QuickContext, app_of, visitor
from wonderland.core.errors import Unreadable
from wonderland.server.people import Person
from wonderland.server.rate_limits import RateLimits
from wonderland.server.wire import codec

NEW_TABLE = {"game": "parade", "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]}


@pytest.mark.one_process("what one instance counts the others know a moment later")
async def test_coming_and_going_has_a_limit(context: QuickContext, browser: AsyncClient, bob: Person) -> None:
    context.limits = RateLimits()
    path = f"/api/tables/{(await browser.post('/api/tables', json=NEW_TABLE)).json()['id']}"
    async with visitor(app_of(context), context, bob) as other:
        for turn in range(60):
            assert (await other.post(f"{path}/sit", json={})).status_code == 200, turn
            assert (await other.post(f"{path}/leave")).status_code == 200, turn
        refused = await other.post(f"{path}/sit", json={})
        assert (refused.status_code, refused.json()["error"]["kind"]) == (429, "limited")
        assert (await other.post(f"{path}/leave")).status_code == 429
        assert (await other.put(f"{path}/seats/1", json={"kind": "open"})).status_code == 429
        assert (await other.post(f"{path}/start")).status_code == 429
    # Others are not held up.
    assert (await browser.put(f"{path}/seats/1", json={"kind": "bot", "bot": "rabbit"})).status_code == 200


async def test_a_seat_that_is_so_already_is_answered(browser: AsyncClient) -> None:
    table_view = (await browser.post("/api/tables", json=NEW_TABLE)).json()
    again = await browser.put(f"/api/tables/{table_view['id']}/seats/1", json={"kind": "open"})
    assert (again.status_code, again.json()) == (200, table_view)


async def test_bots_are_offered_with_their_options_and_the_default_is_of_medium_strength(browser: AsyncClient) -> None:
    parade, nimble = (await browser.get("/api/games")).json()
    *others, alice = parade["bots"]
    assert not any(bot["options"] for bot in [*others, *nimble["bots"]])
    assert (alice["bot"], alice["title"], alice["options"]) == (
        "alice",
        "Alice",
        [
            {"name": "net", "low": None, "high": None, "default": None},
            {"name": "level", "low": 1, "high": 9, "default": 9},
        ],
    )
    for game, bot in (("parade", "hatter"), ("nimble", "hare")):
        table = (await browser.post("/api/play-now", json={"game": game})).json()
        assert [seat["bot"] for seat in table["seats"]] == [None, bot]


async def test_a_bot_keeps_its_level_from_its_seat_to_the_last_page(
    context: QuickContext, browser: AsyncClient, ann: Person
) -> None:
    table = await context.sit("parade", ann, "alice:level=3", "alice:level=9")
    names = ["Ann", "Alice (level 3)", "Alice"]
    seats = (await browser.get(f"/api/tables/{table.now.id}")).json()["seats"]
    assert [(seat["bot"], seat["name"]) for seat in seats] == list(
        zip([None, "alice:level=3", "alice"], names, strict=True)
    )
    await context.finish(table)
    (game,) = (await browser.get(f"/api/tables/{table.now.id}/games")).json()
    assert [(one["bot"], one["name"]) for one in game["players"][1:]] == [
        ("alice:level=3", "Alice (level 3)"),
        ("alice", "Alice"),
    ]
    assert (await browser.get(f"/api/games/{game['id']}/record")).json()["players"] == names


async def test_a_seat_for_a_bot_with_options_that_it_does_not_take_is_refused(browser: AsyncClient) -> None:
    table = (await browser.post("/api/tables", json=NEW_TABLE)).json()
    path = f"/api/tables/{table['id']}/seats/1"
    for bot, key in (
        ("alice:level=10", "bot_option_wrong"),
        ("queen:level=3", "bot_takes_no_options"),
        ("dragon:level=3", "seat_bot_unknown"),
        ("engine:sh", "seat_bot_unknown"),
        ("greedy", "seat_bot_unknown"),
        ("hare", "seat_bot_unknown"),
    ):
        refused = await browser.put(path, json={"kind": "bot", "bot": bot})
        assert (refused.status_code, refused.json()["error"]["key"]) == (400, key)
    for bot, seated in (("alice:level=3:net", "alice:net:level=3"), ("alice:level=9", "alice")):
        assert (await browser.put(path, json={"kind": "bot", "bot": bot})).json()["seats"][1]["bot"] == seated


async def test_the_kicked_hear_why(context: QuickContext, browser: AsyncClient, bob: Person) -> None:
    table_view = (await browser.post("/api/tables", json=NEW_TABLE)).json()
    path = f"/api/tables/{table_view['id']}"
    async with visitor(app_of(context), context, bob) as other:
        await other.post(f"{path}/sit", json={})
        after = (await browser.put(f"{path}/seats/1", json={"kind": "open"})).json()
        assert after["invite"] not in (None, table_view["invite"])
        refused = await other.post(f"{path}/sit", json={}, headers={"Accept-Language": "fr"})
    error = {"kind": "not_allowed", "key": "table_kicked", "text": "L’hôte vous a exclu de cette table."}
    assert (refused.status_code, refused.json()["error"]) == (409, error)


async def test_public_games_are_listed_after_the_tables_with_a_free_seat(
    context: QuickContext, browser: AsyncClient, ann: Person, bob: Person
) -> None:
    running = await context.sit("parade", ann, bob, public=True)
    await context.sit("parade", ann, bob)
    await context.act(running)
    free = (await browser.post("/api/tables", json={**NEW_TABLE, "public": True})).json()
    async with visitor(app_of(context), context) as nobody:
        listed = (await nobody.get("/api/tables")).json()
    assert [(table["id"], table["phase"]) for table in listed] == [
        (free["id"], "gathering"),
        (running.now.id, "playing"),
    ]
    assert [(table["rated"], table["begins"], table["moves"]) for table in listed] == [
        (False, 0, 0),
        (True, running.now.begins, 1),
    ]
    assert [seat["person"] for seat in listed[1]["seats"]] == [ann.id, bob.id]
    await context.finish(running)
    assert [table["id"] for table in (await browser.get("/api/tables")).json()] == [free["id"]]


@pytest.mark.parametrize(
    ("wrong", "key"),
    [
        ({"options": {"colour": "red"}}, "option_unknown"),
        ({"seats": [{"kind": "me"}]}, "integer_wrong"),
        ({"time_limit": {"unit": "seconds", "amount": 0}}, "integer_wrong"),
    ],
)
async def test_the_key_is_of_what_is_wrong_and_the_text_says_where(
    browser: AsyncClient, wrong: dict[str, object], key: str
) -> None:
    refused = await browser.post("/api/tables", json={**NEW_TABLE, **wrong})
    error = refused.json()["error"]
    assert (refused.status_code, error["key"]) == (400, key)
    assert f"{next(iter(wrong))}" in error["text"]


def test_over_the_socket_the_key_is_as_exact() -> None:
    wrong = Unreadable("integer_wrong", low=0, high=9, value=11).within("at_key", key="hand").within("at_line", line=3)
    told = codec.refused(wrong, "m1", 7, "en")
    assert (told.kind, told.key, told.text) == ("unreadable", "integer_wrong", str(wrong))
