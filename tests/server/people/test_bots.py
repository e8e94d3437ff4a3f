"""Bot accounts and their tokens: shown once, revocable, and worth nothing to anybody else."""

from __future__ import annotations

from typing import Any

import pytest
from httpx import AsyncClient
from litestar import Litestar

from server.people.small import SmallContext, visitor
from server.people.test_routes import become, error
from wonderland.server.people import People
from wonderland.server.people.bots import MAX_BOTS_PER_OWNER, MAX_TOKENS_PER_BOT


async def new_bot(client: AsyncClient, name: str = "Robo") -> tuple[str, dict[str, Any]]:
    """A bot's id and a fresh token of its."""
    bot = (await client.post("/api/me/bots", json={"name": name})).json()
    token = await client.post(f"/api/me/bots/{bot['id']}/tokens", json={"label": "at home"})
    assert token.status_code == 201
    return bot["id"], token.json()


async def test_a_token_lets_its_bot_in(app: Litestar, browser: AsyncClient) -> None:
    await become(browser)
    bot, token = await new_bot(browser)
    assert token["token"].startswith("wl_")
    async with visitor(app, authorization=f"Bearer {token['token']}") as robo:
        me = (await robo.get("/api/me")).json()
    assert (me["id"], me["kind"], me["name"]) == (bot, "bot", "Robo")


async def test_a_token_is_shown_once(browser: AsyncClient) -> None:
    await become(browser)
    _, token = await new_bot(browser)
    for path in ("/api/me/bots", "/api/me/export"):
        text = (await browser.get(path)).text
        assert token["id"] in text
        assert "at home" in text
        assert token["token"] not in text
        assert "hash" not in text


async def test_a_revoked_token_lets_nobody_in(app: Litestar, browser: AsyncClient) -> None:
    await become(browser)
    bot, token = await new_bot(browser)
    other = (await browser.post(f"/api/me/bots/{bot}/tokens", json={})).json()
    async with (
        visitor(app, authorization=f"Bearer {token['token']}") as robo,
        visitor(app, authorization=f"bearer {other['token']}") as second,
    ):
        assert (await robo.get("/api/me")).json()["id"] == bot
        path = f"/api/me/bots/{bot}/tokens/{token['id']}"
        assert (await browser.delete(path)).status_code == 204
        assert error(await robo.get("/api/me")) == (401, "token_wrong")
        assert (await second.get("/api/me")).json()["id"] == bot
        assert error(await browser.delete(path)) == (404, "token_unknown")


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer wl_x", "Basic YW5uOjEyMzQ1Njc4", "wl_x"])
async def test_a_wrong_token_is_refused_even_with_a_good_cookie(browser: AsyncClient, header: str) -> None:
    await become(browser)
    assert error(await browser.get("/api/me", headers={"Authorization": header})) == (401, "token_wrong")


async def log_out_everywhere(browser: AsyncClient, people: People) -> None:
    assert (await browser.post("/api/me/logout-everywhere")).status_code == 204


async def change_password(browser: AsyncClient, people: People) -> None:
    body = {"old": "12345678", "new": "another horse"}
    assert (await browser.post("/api/me/password", json=body)).status_code == 200


async def reset_password(browser: AsyncClient, people: People) -> None:
    key = (await people.reset_link("ann")).partition("#")[2]
    assert (await browser.post("/api/reset", json={"key": key, "password": "another horse"})).status_code == 200


@pytest.mark.parametrize("ending", [log_out_everywhere, change_password, reset_password])
async def test_a_token_made_with_a_stolen_cookie_ends_when_all_cookies_do(
    app: Litestar, browser: AsyncClient, elsewhere: AsyncClient, context: SmallContext, ending: Any
) -> None:
    await become(browser)
    await become(elsewhere, user="bob")
    (_, anns), (_, bobs) = await new_bot(browser), await new_bot(elsewhere)
    async with (
        visitor(app, authorization=f"Bearer {anns['token']}") as bot,
        visitor(app, authorization=f"Bearer {bobs['token']}") as other,
    ):
        assert (await bot.get("/api/me")).status_code == 200
        await ending(browser, context.people)
        assert error(await bot.get("/api/me")) == (401, "token_wrong")
        assert (await other.get("/api/me")).status_code == 200


async def test_tokens_can_be_kept_with_a_new_password(app: Litestar, browser: AsyncClient) -> None:
    await become(browser)
    _, token = await new_bot(browser)
    body = {"old": "12345678", "new": "another horse", "keep_tokens": True}
    assert (await browser.post("/api/me/password", json=body)).status_code == 200
    async with visitor(app, authorization=f"Bearer {token['token']}") as bot:
        assert (await bot.get("/api/me")).json()["name"] == "Robo"


async def test_a_deleted_bot_is_gone_with_its_tokens(app: Litestar, browser: AsyncClient) -> None:
    await become(browser)
    bot, token = await new_bot(browser)
    async with visitor(app, authorization=f"Bearer {token['token']}") as robo:
        assert error(await robo.delete("/api/me")) == (403, "bot_by_owner")
        assert (await browser.delete(f"/api/me/bots/{bot}")).status_code == 204
        assert error(await robo.get("/api/me")) == (401, "token_wrong")
    assert (await browser.get("/api/me/bots")).json() == []


async def test_bots_of_others_do_not_exist(browser: AsyncClient, elsewhere: AsyncClient) -> None:
    await become(browser)
    bot, token = await new_bot(browser)
    await become(elsewhere, "Eve", "eve")
    assert (await elsewhere.get("/api/me/bots")).json() == []
    answers = [
        await elsewhere.post(f"/api/me/bots/{bot}/tokens", json={}),
        await elsewhere.delete(f"/api/me/bots/{bot}/tokens/{token['id']}"),
        await elsewhere.delete(f"/api/me/bots/{bot}"),
        await elsewhere.delete("/api/me/bots/nothing"),
    ]
    assert {error(answer) for answer in answers} == {(404, "bot_not_yours")}
    assert len((await browser.get("/api/me/bots")).json()) == 1


async def test_guests_and_bots_have_no_bots(app: Litestar, browser: AsyncClient, elsewhere: AsyncClient) -> None:
    await become(elsewhere, user=None)
    assert error(await elsewhere.post("/api/me/bots", json={"name": "Robo"})) == (403, "bot_needs_account")
    await become(browser)
    _, token = await new_bot(browser)
    async with visitor(app, authorization=f"Bearer {token['token']}") as robo:
        assert error(await robo.post("/api/me/bots", json={"name": "Robo"})) == (403, "bot_needs_account")


async def test_a_bot_gets_no_cookie_that_would_outlive_its_token(context: SmallContext, app: Litestar) -> None:
    async with visitor(app) as browser:
        await become(browser)
        bot, token = await new_bot(browser)
    async with visitor(app, authorization=f"Bearer {token['token']}") as robo:
        assert "set-cookie" not in (await robo.post("/api/guest")).headers
    person = await context.people.find(bot)
    assert person
    assert await context.people.by_cookie(context.people.cookie(person)) is None


async def test_a_bot_is_banned_with_its_owner(context: SmallContext, app: Litestar, browser: AsyncClient) -> None:
    owner = await become(browser)
    _, token = await new_bot(browser)
    async with visitor(app, authorization=f"Bearer {token['token']}") as robo:
        assert (await robo.get("/api/me")).is_success
        await context.people.ban(owner["id"])
        assert error(await robo.get("/api/me")) == (403, "person_banned")
        await context.people.ban(owner["id"], False)
        assert (await robo.get("/api/me")).is_success


async def test_bots_and_tokens_are_limited(context: SmallContext, browser: AsyncClient) -> None:
    me = await become(browser)
    owner = await context.people.find(me["id"])
    assert owner
    bots = [await context.people.make_bot(owner, f"Robo {number}") for number in range(MAX_BOTS_PER_OWNER)]
    assert error(await browser.post("/api/me/bots", json={"name": "Robo"})) == (409, "bot_too_many")
    for _ in range(MAX_TOKENS_PER_BOT):
        await context.people.make_token(owner, bots[0].id)
    path = f"/api/me/bots/{bots[0].id}/tokens"
    assert error(await browser.post(path, json={})) == (409, "token_too_many")
    long = f"/api/me/bots/{bots[1].id}/tokens"
    assert error(await browser.post(long, json={"label": "x" * 41})) == (400, "token_label_length")
