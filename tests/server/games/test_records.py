"""Records of finished games to take along and to look at, and records that people bring."""

from __future__ import annotations

import copy
import io
import json
from random import Random
from typing import Any

import pytest
from httpx import AsyncClient

from server.games.quick import QuickContext, actor, app_of, nimbly, visitor
from wonderland.core.changes import apply
from wonderland.games.registry import find
from wonderland.records import encode, replay, replay_lines
from wonderland.records.log import Log
from wonderland.server.http.records import MAX_RECORD_ACTIONS, MAX_RECORD_BYTES
from wonderland.server.people import Person
from wonderland.server.rate_limits import RateLimits
from wonderland.server.tables import requests
from wonderland.server.tables.replay_cache import ReplayCache


def played(game: str, most: int = 10_000) -> dict[str, Any]:
    """A record of a game, played to its end or for some actions."""
    random = Random(3)
    rules = find(game)
    log = Log(rules, rules.shuffle(["Ann", "Bob", "Cy"], random))
    while rules.outcome(log.state) is None and len(log.actions) < most:
        if game == "nimble":
            log.act(*nimbly(log.state, random), time=10 * len(log.actions))
        else:
            log.act(*random.choice([(seat, act) for seat in range(3) for act in rules.legal(log.state, seat)]))
    record: dict[str, Any] = json.loads(encode(log.record()))
    return record


# ---- finished games ----


async def test_a_finished_game_and_its_record(
    context: QuickContext, browser: AsyncClient, ann: Person, bob: Person
) -> None:
    table = await context.sit("parade", ann, bob)
    await context.finish(table)
    (line,) = (await browser.get(f"/api/tables/{table.now.id}/games")).json()
    game = (await browser.get(f"/api/games/{line['id']}")).json()
    assert game["result"] == json.loads(encode(table.now.result))
    assert {key: game[key] for key in line} == line
    assert game["result"]["discards"] == [[str(card) for card in two] for two in table.now.game_state.discards]
    answer = await browser.get(f"/api/games/{line['id']}/record")
    assert answer.headers["content-disposition"] == 'attachment; filename="parade-2027-01-15-ann-bob.json"'
    assert answer.content.count(b"\n") == 1
    result = replay(answer.content)
    assert json.loads(encode(result)).items() <= game["result"].items()


async def test_who_played_finds_the_way_back_to_the_table(
    context: QuickContext, browser: AsyncClient, ann: Person, bob: Person, cy: Person
) -> None:
    table = await context.sit("parade", ann, bob)
    await context.finish(table)
    (line,) = (await browser.get(f"/api/tables/{table.now.id}/games")).json()
    path = f"/api/games/{line['id']}"
    assert (await browser.get(path)).json()["table"] == table.now.id
    # To others the link of a game tells nothing of its table.
    for somebody in (cy, None):
        async with visitor(app_of(context), context, somebody) as client:
            assert table.now.id not in (await client.get(path)).text
    await context.ask(table, requests.close(table.now, actor(ann)))
    assert (await browser.get(path)).json()["table"] is None


async def test_the_rounds_of_a_challenge_are_one_file(
    context: QuickContext, browser: AsyncClient, ann: Person, bob: Person
) -> None:
    table = await context.sit("nimble", ann, bob, options={"challenge": True})
    await context.finish(table)
    await context.rematch(table)
    path = f"/api/tables/{table.now.id}/records"
    assert len((await browser.get(path)).content.splitlines()) == 1  # the second is still on
    await context.finish(table)
    answer = await browser.get(path)
    assert answer.headers["content-disposition"].endswith('-ann-bob.jsonl"')
    results: list[Any] = [result for _, result in replay_lines(io.BytesIO(answer.content))]
    assert [result["line"] for result in results] == [1, 2]
    assert table.now.result
    assert json.loads(encode(results[1]["challenge"])) == json.loads(encode(table.now.result["challenge"]))
    assert "winners" in results[1]["challenge"]


async def test_a_challenge_that_others_begin_anew_replays(
    context: QuickContext, browser: AsyncClient, ann: Person, bob: Person, cy: Person
) -> None:
    table = await context.sit("nimble", ann, bob, options={"challenge": True})
    await context.finish(table)
    await context.ask(table, requests.leave(table.now, actor(bob)))
    await context.ask(table, requests.sit(table.now, actor(cy), None, None))
    for _ in range(2):
        await context.rematch(table)
        await context.finish(table)
    lines = (await browser.get(f"/api/tables/{table.now.id}/records")).content
    assert [json.loads(line)["round"] for line in lines.splitlines()] == [[1, 2], [1, 2], [2, 2]]
    results: list[Any] = [result for _, result in replay_lines(io.BytesIO(lines))]
    assert table.now.result
    assert json.loads(encode(results[2]["challenge"])) == json.loads(encode(table.now.result["challenge"]))


async def test_a_game_that_is_still_on_has_no_record(
    context: QuickContext, browser: AsyncClient, ann: Person, bob: Person
) -> None:
    table = await context.sit("parade", ann, bob)
    await context.act(table)
    id = table.now.id
    answer = await browser.get(f"/api/tables/{id}/records", headers={"Accept-Language": "fr"})
    assert (answer.status_code, answer.json()["error"]["key"]) == (409, "record_running")
    assert "encore en cours" in answer.json()["error"]["text"]
    assert (await browser.get(f"/api/tables/{id}/games")).json() == []
    for path in (f"/api/games/{id}", f"/api/games/{id}/record", f"/api/games/{id}/steps?seat=all"):
        assert (await browser.get(path)).status_code == 404
    # Nothing that is told of the one who plays knows the cards that are still hidden.
    hidden = [str(card) for card in table.now.game_state.pile]
    for path in ("/api/me/export", f"/api/people/{ann.id}", f"/api/people/{ann.id}/games"):
        text = (await browser.get(path)).text
        assert not any(f'"{card}"' in text for card in hidden)


@pytest.mark.parametrize("path", ["", "/record", "/steps"])
async def test_unknown_games(browser: AsyncClient, path: str) -> None:
    for id in ("nothing", "%E2%98%83", "a%00b"):
        answer = await browser.get(f"/api/games/{id}{path}")
        assert (answer.status_code, answer.json()["error"]["key"]) == (404, "game_not_here")
    assert (await browser.get(f"/api/games/{'x' * 33}{path}")).status_code == 400


# ---- step by step ----


@pytest.mark.parametrize("game", ["parade", "nimble"])
@pytest.mark.parametrize("seat", ["", "1", "all"])
async def test_steps_lead_from_view_to_view(context: QuickContext, browser: AsyncClient, game: str, seat: str) -> None:
    record = played(game)
    id = (await browser.post("/api/records", json=record)).json()["id"]
    rules = find(game)
    states = [step.state for step in rules.steps(record)]
    seats: list[int | None] = {"": [None], "1": [1], "all": [0, 1, 2]}[seat]  # type: ignore[assignment]
    wanted = [[json.loads(encode(rules.view(state, one))) for one in seats] for state in states]
    found = (await browser.get(f"/api/records/{id}/steps", params={"seat": seat})).json()
    assert (found["after"], found["players"], found["next"]) == (0, ["Ann", "Bob", "Cy"], None)
    assert found["result"] == json.loads(encode(find(game).table.result(states[-1], None)))
    views = copy.deepcopy(found["views"])
    assert views == wanted[0]
    for step, expected in zip(found["steps"], wanted[1:], strict=True):
        views = apply(views, copy.deepcopy(step["changes"]))
        assert views == expected
    if game == "nimble":
        assert [step["time"] for step in found["steps"]] == [10 * n for n in range(len(found["steps"]))]
    late = (await browser.get(f"/api/records/{id}/steps", params={"seat": seat, "after": 20})).json()
    assert late["views"] == wanted[20]
    assert late["steps"] == found["steps"][20:]
    beyond = (await browser.get(f"/api/records/{id}/steps", params={"after": 999_999})).json()
    assert (beyond["after"], beyond["steps"]) == (len(states) - 1, [])


@pytest.mark.parametrize(("seat", "whose"), [("", None), ("1", 1), ("all", None)])
async def test_steps_tell_what_the_views_mean_where_asked(browser: AsyncClient, seat: str, whose: int | None) -> None:
    record = played("parade")
    id = (await browser.post("/api/records", json=record)).json()["id"]
    rules, ways = find("parade"), find("parade").table
    wanted = [json.loads(encode(ways.explain(rules.view(step.state, whose)))) for step in rules.steps(record)]
    found = (await browser.get(f"/api/records/{id}/steps", params={"seat": seat, "explain": 1})).json()
    assert [found["explanation"], *(step["explanation"] for step in found["steps"])] == wanted
    plain = (await browser.get(f"/api/records/{id}/steps", params={"seat": seat})).json()
    assert all(one["explanation"] is None for one in (plain, *plain["steps"]))


async def test_one_finds_the_records_that_one_brought_again(context: QuickContext, browser: AsyncClient) -> None:
    brought = [(await browser.post("/api/records", json=played(game))).json() for game in ("parade", "nimble")]
    listed = (await browser.get("/api/records")).json()
    assert {line["id"]: line["game"] for line in listed} == {one["id"]: one["game"] for one in brought}
    assert [line["created"] for line in listed] == sorted((line["created"] for line in listed), reverse=True)
    assert all(line["players"] == ["Ann", "Bob", "Cy"] for line in listed)
    await browser.delete(f"/api/records/{listed[0]['id']}")
    assert [line["id"] for line in (await browser.get("/api/records")).json()] == [listed[1]["id"]]
    async with visitor(app_of(context), context, await context.people.guest("Bob")) as other:
        assert (await other.get("/api/records")).json() == []


async def test_steps_come_in_stretches(browser: AsyncClient) -> None:
    record = played("nimble", 0)
    record["events"] = [["flip", 0], ["back", 0]] * 1_200
    id = (await browser.post("/api/records", json=record)).json()["id"]
    lengths, after = [], 0
    while after is not None:
        found = (await browser.get(f"/api/records/{id}/steps", params={"after": after})).json()
        lengths.append(len(found["steps"]))
        after = found["next"]
        assert (found["result"] is None) == (after is not None)
    assert lengths == [1_000, 1_000, 400]


async def test_a_record_is_replayed_once_for_all_its_pages(browser: AsyncClient) -> None:
    ids = []
    for name in ("Ann", "Zoe"):  # the same game, but for a name
        record = {**played("parade"), "players": [name, "Bob", "Cy"]}
        ids.append((await browser.post("/api/records", json=record)).json()["id"])
    replays = ReplayCache()
    raw = encode(played("parade"))
    first = await replays.page(raw, "", 0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("wonderland.server.tables.replay_cache.game_of", None)  # nobody could replay anything now
        assert await replays.page(raw, "", 0) == first
        assert (await replays.page(raw, "all", 5)).after == 5
    for id, name in zip(ids * 2, ("Ann", "Zoe") * 2, strict=True):
        assert (await browser.get(f"/api/records/{id}/steps")).json()["players"] == [name, "Bob", "Cy"]


@pytest.mark.one_process("what one instance counts the others know a moment later")
async def test_nobody_has_the_server_replay_all_the_time(context: QuickContext, browser: AsyncClient) -> None:
    id = (await browser.post("/api/records", json=played("parade"))).json()["id"]
    context.limits = RateLimits()
    answers = [await browser.get(f"/api/records/{id}/steps") for _ in range(61)]
    assert [answer.status_code for answer in answers] == [200] * 60 + [429]


async def test_what_was_looked_at_long_ago_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wonderland.server.tables.replay_cache.MAX_CACHED_STEPS", 30)
    replays = ReplayCache()
    records = [encode(played("parade", most)) for most in (10, 11, 12, 40)]
    for record in records[:2] + records[:1] + records[2:3]:
        await replays.page(record, "", 0)
    assert list(replays._known) == [records[0], records[2]]
    await replays.page(records[3], "", 0)
    assert list(replays._known) == [records[3]]


async def test_steps_of_a_seat_that_is_not_there(context: QuickContext, browser: AsyncClient) -> None:
    id = (await browser.post("/api/records", json=played("parade"))).json()["id"]
    answer = await browser.get(f"/api/records/{id}/steps?seat=3")
    assert (answer.status_code, answer.json()["error"]["key"]) == (409, "refused_unknown_seat")
    assert (await browser.get(f"/api/records/{id}/steps?seat=me")).status_code == 400


# ---- records that people bring ----


@pytest.mark.parametrize("game", ["parade", "nimble"])
@pytest.mark.parametrize("most", [10, 10_000])
async def test_a_record_is_kept_as_we_would_write_it(
    context: QuickContext, browser: AsyncClient, game: str, most: int
) -> None:
    record = played(game, most)
    answer = await browser.post("/api/records", json={**record, "comment": "not in the format"})
    assert answer.status_code == 201
    assert answer.json()["record"] == record
    async with visitor(app_of(context), context) as somebody:
        seen = (await somebody.get(f"/api/records/{answer.json()['id']}")).json()
    assert seen == answer.json()
    assert seen["result"]["finished"] == (most > 10)


def changed(**keys: Any) -> dict[str, Any]:
    record = {**played("parade"), **keys}
    return {key: value for key, value in record.items() if value is not None}


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ({}, "game: "),
        ({"game": "chess"}, "chess"),
        (changed(deck=None), "deck: "),
        (changed(version=2), "version: "),
        (changed(moves=["R11"]), "move 1"),
        (changed(moves=changed()["moves"][:1] * 2), "move 2"),
        (changed(players=["Ann"]), "players: "),
        (changed(players=["Ann", "Bob", "C" * 65]), "64"),
        (changed(discards=[["R1", "R2"]]), "discards: "),
        ([changed()], "object"),
    ],
)
async def test_a_bad_record_is_refused_by_what_is_wrong_with_it(browser: AsyncClient, record: Any, said: str) -> None:
    answer = await browser.post("/api/records", json=record)
    assert answer.status_code in (400, 409)
    assert said in answer.json()["error"]["text"]


async def test_what_is_no_record_at_all(context: QuickContext, browser: AsyncClient) -> None:
    json_ = {"Content-Type": "application/json"}
    for body, status in ((b"{", 400), (b"\xff", 400), (b"[" * 100_000, 400), (b" " * (MAX_RECORD_BYTES + 1), 413)):
        assert (await browser.post("/api/records", content=body, headers=json_)).status_code == status
    async with visitor(app_of(context), context) as somebody:
        assert (await somebody.post("/api/records", json=played("parade"))).status_code == 401


async def test_a_record_that_would_take_long_to_replay(browser: AsyncClient) -> None:
    record = played("nimble", 0)
    record["events"] = [["flip", 0], ["back", 0]] * 20_000
    assert 400_000 < len(encode(record)) < MAX_RECORD_BYTES
    json_ = {"Content-Type": "application/json"}
    for lang, said in (("en", "at most 20000 actions"), ("fr", "au plus 20000 actions")):
        headers = {**json_, "Accept-Language": lang}
        answer = await browser.post("/api/records", content=encode(record), headers=headers)
        assert (answer.status_code, answer.json()["error"]["key"]) == (400, "import_long")
        assert said in answer.json()["error"]["text"]
    record["events"] = record["events"][:MAX_RECORD_ACTIONS]
    assert (await browser.post("/api/records", json=record)).status_code == 201
    record["events"].append(["flip", 0])
    assert (await browser.post("/api/records", json=record)).status_code == 400


async def test_only_its_owner_takes_a_record_away(context: QuickContext, browser: AsyncClient, bob: Person) -> None:
    id = (await browser.post("/api/records", json=played("parade"))).json()["id"]
    async with visitor(app_of(context), context, bob) as other:
        assert (await other.delete(f"/api/records/{id}")).status_code == 404
    assert (await browser.delete(f"/api/records/{id}")).status_code == 204
    assert (await browser.get(f"/api/records/{id}")).json()["error"]["key"] == "record_not_here"


async def test_there_is_an_end_to_what_one_may_bring(browser: AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wonderland.server.http.records.MAX_RECORDS_PER_PERSON", 2)
    answers = [await browser.post("/api/records", json=played("parade", 3)) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 409]
    assert answers[2].json()["error"]["key"] == "imports_too_many"
