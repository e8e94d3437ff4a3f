"""Taking one's data along, and being taken out of what is kept."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from httpx import AsyncClient
from sqlalchemy import insert, select

from server.people.small import SmallContext
from server.people.test_routes import become
from wonderland.games import parade
from wonderland.records.log import Log
from wonderland.records.replaying import replay
from wonderland.records.writing import encode
from wonderland.server.store.sql.schema import chat, games, imports, log, people, played, ratings


def whole_game(names: list[str]) -> dict[str, Any]:
    """The record of a whole game of Parade."""
    dice = random.Random(7)
    game = Log(parade.game, parade.game.shuffle(names, dice))
    while True:
        moves = [(seat, action) for seat in range(len(names)) for action in parade.game.legal(game.state, seat)]
        if not moves:
            return game.record()
        game.act(*dice.choice(moves))


async def fill(context: SmallContext, ann: str, bob: str) -> None:
    """A finished game of the two with some chat, and a table that is still on."""
    record = encode(whole_game(["Bob Bobson", "Ann"]))
    seat: dict[str, Any] = {"game_id": "g1", "game": "parade", "ended": 9, "place": 1, "score": 3, "second": 0}
    said: dict[str, Any] = {"table_id": "t1", "at": 5}
    await context.write(
        insert(games).values(
            id="g1", table_id="t1", number=1, game="parade", started=1, ended=9, rated=True, record=record, result=b"{}"
        ),
        insert(played).values({**seat, "seat": 0, "person": bob, "name": "Bob Bobson"}),
        insert(played).values({**seat, "seat": 1, "person": ann, "name": "Ann"}),
        insert(chat).values({**said, "number": 1, "person": bob, "name": "Bob Bobson", "text": "words of Bob"}),
        insert(chat).values({**said, "number": 2, "person": ann, "name": "Ann", "text": "words of Ann"}),
        insert(ratings).values(person=ann, game="parade", mu=27.5, sigma=8.0, games=1, updated=9),
        insert(ratings).values(person=bob, game="parade", mu=22.25, sigma=8.0, games=1, updated=9),
        insert(imports).values(
            id="i1", person=ann, created=3, game="parade", players=b"[]", record=b'{"game":"parade"}'
        ),
        insert(imports).values(
            id="i2", person=bob, created=3, game="nimble", players=b"[]", record=b'{"game":"nimble"}'
        ),
        insert(log).values(table_id="t2", number=1, at=6, entry=f"hidden cards of {ann}".encode()),
    )


async def test_an_export_has_all_of_oneself_and_nothing_of_others(
    context: SmallContext, browser: AsyncClient, elsewhere: AsyncClient
) -> None:
    ann = await become(browser)
    bob = await become(elsewhere, "Bob Bobson", "bob.user")
    await fill(context, ann["id"], bob["id"])
    answer = await browser.get("/api/me/export")
    assert "attachment" in answer.headers["content-disposition"]
    data = answer.json()
    assert data["profile"]["id"] == ann["id"]
    assert data["profile"]["user"] == "ann"
    assert [rating["mu"] for rating in data["ratings"]] == [27.5]
    assert [line["text"] for line in data["chat"]] == ["words of Ann"]
    assert [record["record"] for record in data["imports"]] == [{"game": "parade"}]
    (game,) = data["games"]
    assert game["seat"] == 1
    assert game["record"]["players"] == ["Player 1", "Ann"]
    assert game["record"]["moves"] == whole_game(["Bob Bobson", "Ann"])["moves"]
    for theirs in ("Bob", "bob.user", bob["id"], "22.25", "nimble", "hidden cards", "12345678", "argon2"):
        assert theirs not in answer.text


@pytest.mark.one_process("the test stands in for the tables")
async def test_who_is_deleted_leaves_games_without_their_name(
    context: SmallContext, browser: AsyncClient, elsewhere: AsyncClient
) -> None:
    bob = await become(elsewhere, "Bob Bobson", "bob.user")
    ann = await become(browser)
    await fill(context, ann["id"], bob["id"])
    result = replay(encode(whole_game(["Bob Bobson", "Ann"])))

    forgotten: list[str] = []

    async def forget(id_: str) -> None:
        # Cookies are worth nothing by now: nobody can sit down again behind our back.
        assert (await elsewhere.get("/api/me")).json() is None
        forgotten.append(id_)

    context.erase = forget
    bot = (await elsewhere.post("/api/me/bots", json={"name": "Bobs Bot"})).json()["id"]
    gone = await elsewhere.request("DELETE", "/api/me", json={"password": "12345678"})
    assert gone.status_code == 204
    assert forgotten == [bot, bob["id"]]

    shells = await context.read(select(people).where(people.c.id.in_([bob["id"], bot])))
    for shell in shells:
        assert (shell.kind, shell.name, shell.user, shell.user_key, shell.password) == ("gone", "", None, None, None)
    assert await context.read(select(played.c.seat, played.c.name).order_by("seat")) == [(0, ""), (1, "Ann")]
    lines = await context.read(select(chat.c.name, chat.c.text).order_by(chat.c.number))
    assert lines == [("", ""), ("Ann", "words of Ann")]
    assert await context.read(select(ratings.c.person)) == [(ann["id"],)]
    assert await context.read(select(imports.c.id)) == [("i1",)]
    ((kept,),) = await context.read(select(games.c.record))
    record = msgspec.json.decode(kept)
    assert record["players"] == ["Player 1", "Ann"]
    assert replay(kept) == result


@pytest.mark.one_process("the test stands in for the tables")
async def test_a_game_that_ends_under_the_old_name_meanwhile(context: SmallContext) -> None:
    ann, bob = await context.people.guest("Ann"), await context.people.guest("Bob Bobson")

    async def forget(_: str) -> None:
        await fill(context, ann.id, bob.id)

    context.erase = forget
    await context.people.delete(bob)
    assert await context.read(select(played.c.name).order_by("seat")) == [("",), ("Ann",)]
    ((kept,),) = await context.read(select(games.c.record))
    assert b"Bob" not in kept


async def test_who_is_gone_can_do_nothing(context: SmallContext) -> None:
    ann = await context.people.guest("Ann")
    await context.people.delete(ann)
    found = await context.people.find(ann.id)
    assert found
    assert (found.kind, found.name) == ("gone", "")
    for attempt in (context.people.rename(ann, "Ann"), context.people.claim(ann, "ann", "12345678")):
        with pytest.raises(Exception, match="There is no such person"):
            await attempt
