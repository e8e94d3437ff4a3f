"""Being somebody over HTTP: from guest to account, logging in elsewhere, logging out everywhere."""

from __future__ import annotations

from typing import Any

import pytest
from httpx import AsyncClient, Response
from litestar import Litestar

from server.fakes import FakeClock
from server.people.small import SmallContext, app_of, visitor
from wonderland.messages import say
from wonderland.server.people.names import random_names
from wonderland.server.people.sessions import DAY_MS
from wonderland.server.settings import Settings

ANN = {"user": "ann", "password": "12345678"}


async def become(client: AsyncClient, name: str = "Ann", user: str | None = "ann") -> dict[str, Any]:
    """A guest, or an account."""
    answer = await client.post("/api/guest", json={"name": name})
    if user:
        answer = await client.post("/api/me/claim", json={"user": user, "password": "12345678"})
    assert answer.is_success, answer.text
    me: dict[str, Any] = answer.json()
    return me


def error(answer: Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["key"]


async def test_a_visitor_is_nobody_until_they_are_a_guest(browser: AsyncClient) -> None:
    assert (await browser.get("/api/me")).json() is None
    answer = await browser.post("/api/guest", json={"name": " Ann  Other "})
    assert answer.status_code == 201
    me = answer.json()
    assert (me["kind"], me["name"], me["user"]) == ("guest", "Ann Other", None)
    assert (await browser.get("/api/me")).json() == me


async def test_a_guest_without_a_name_is_given_one_in_their_language(browser: AsyncClient) -> None:
    french = await browser.post("/api/guest", headers={"Accept-Language": "fr-CA, en;q=0.5"})
    assert french.json()["name"] in random_names("fr")
    again = await browser.post("/api/guest", json={"name": "Somebody else"})
    assert again.json() == french.json()


async def test_the_cookie_is_closed_to_scripts_and_other_sites(browser: AsyncClient) -> None:
    cookie = (await browser.post("/api/guest")).headers["set-cookie"].lower()
    assert cookie.startswith("wonderland=")
    for part in ("httponly", "samesite=lax", "path=/", "max-age=34560000"):
        assert part in cookie
    assert "secure" not in cookie
    assert "domain" not in cookie


async def test_behind_https_the_cookie_travels_by_https_only(tmp_path: Any, clock: FakeClock) -> None:
    settings = Settings(data=tmp_path, public_url="https://cards.example")
    async with SmallContext(settings, clock) as context, visitor(app_of(context)) as browser:
        cookie = (await browser.post("/api/guest")).headers["set-cookie"]
        assert cookie.startswith("__Host-wonderland=")
        assert "; Secure" in cookie
        name_and_value = cookie.partition(";")[0]
        me = await browser.get("/api/me", headers={"Cookie": name_and_value})
        assert me.json()["kind"] == "guest"


async def test_from_guest_to_account_and_out_everywhere(browser: AsyncClient, elsewhere: AsyncClient) -> None:
    guest = (await browser.post("/api/guest", json={"name": "Ann"})).json()
    old = browser.cookies["wonderland"]
    account = (await browser.post("/api/me/claim", json=ANN)).json()
    assert account == {**guest, "kind": "account", "user": "ann"}
    assert (await elsewhere.get("/api/me", headers={"Cookie": f"wonderland={old}"})).json() is None

    assert (await elsewhere.post("/api/login", json={**ANN, "user": "ＡNN"})).json() == account
    assert (await elsewhere.get("/api/me")).json() == account

    answer = await browser.post("/api/me/logout-everywhere")
    assert answer.status_code == 204
    assert "wonderland" not in browser.cookies
    assert (await elsewhere.get("/api/me")).json() is None
    assert error(await elsewhere.patch("/api/me", json={"name": "Eve"})) == (401, "person_needed")
    assert (await browser.post("/api/login", json=ANN)).json() == account


async def test_logging_out_here_leaves_the_others(browser: AsyncClient, elsewhere: AsyncClient) -> None:
    account = await become(browser)
    await elsewhere.post("/api/login", json=ANN)
    assert (await browser.post("/api/logout")).status_code == 204
    assert (await browser.get("/api/me")).json() is None
    assert (await elsewhere.get("/api/me")).json() == account


async def test_another_password_logs_out_the_others(browser: AsyncClient, elsewhere: AsyncClient) -> None:
    account = await become(browser)
    await elsewhere.post("/api/login", json=ANN)
    change = {"old": "12345678", "new": "87654321"}
    wrong = await browser.post("/api/me/password", json={**change, "old": "wrong password"})
    assert error(wrong) == (403, "password_wrong")
    assert (await browser.post("/api/me/password", json=change)).json() == account
    assert (await browser.get("/api/me")).json() == account
    assert (await elsewhere.get("/api/me")).json() is None
    assert error(await elsewhere.post("/api/login", json=ANN)) == (403, "login_wrong")


async def test_wrong_password_and_unknown_user_get_the_same_answer(
    browser: AsyncClient, elsewhere: AsyncClient
) -> None:
    await become(browser)
    answers = [
        await elsewhere.post("/api/login", json={"user": user, "password": password})
        for user, password in (("ann", "wrong password"), ("nobody", "12345678"), ("ann", ""), ("", ""), ("a b", "x"))
    ]
    assert {answer.status_code for answer in answers} == {403}
    assert len({answer.content for answer in answers}) == 1
    assert not any("set-cookie" in answer.headers for answer in answers)


async def test_a_new_name(browser: AsyncClient, elsewhere: AsyncClient) -> None:
    await become(browser)
    await elsewhere.post("/api/login", json=ANN)
    assert (await browser.patch("/api/me", json={"name": "Anna"})).json()["name"] == "Anna"
    assert (await elsewhere.get("/api/me")).json()["name"] == "Anna"


@pytest.mark.parametrize("name", ["A\u0000nn", "Ann\u202e", "x" * 25, " ", "A\nnn"])
async def test_names_that_cannot_be_shown_are_refused(browser: AsyncClient, name: str) -> None:
    answer = await browser.post("/api/guest", json={"name": name})
    assert answer.status_code == 400
    assert answer.json()["error"]["kind"] == "unreadable"
    assert "set-cookie" not in answer.headers


async def test_user_names_that_look_alike(browser: AsyncClient, elsewhere: AsyncClient) -> None:
    await become(browser)
    await become(elsewhere, "Other", None)
    taken = await elsewhere.post("/api/me/claim", json={"user": "Ａnn", "password": "12345678"})
    assert error(taken) == (409, "user_taken")
    short = await elsewhere.post("/api/me/claim", json={"user": "Other", "password": "1234567"})
    assert error(short) == (400, "password_length")


async def test_who_is_banned_is_told_so(context: SmallContext, browser: AsyncClient, elsewhere: AsyncClient) -> None:
    account = await become(browser)
    await context.people.ban(account["id"])
    for answer in (await browser.get("/api/me"), await elsewhere.post("/api/login", json=ANN)):
        assert error(answer) == (403, "person_banned")
        assert answer.json()["error"]["text"] == say("person_banned")
    await context.people.ban(account["id"], False)
    assert (await browser.get("/api/me")).json() == account


async def test_a_new_password_by_link(context: SmallContext, browser: AsyncClient, elsewhere: AsyncClient) -> None:
    account = await become(browser)
    link = await context.people.reset_link("ann")
    body = {"key": link.partition("#")[2], "password": "brand new password"}
    assert (await elsewhere.post("/api/reset", json=body)).json() == account
    assert (await elsewhere.get("/api/me")).json() == account
    assert (await browser.get("/api/me")).json() is None
    assert error(await browser.post("/api/reset", json=body)) == (410, "reset_over")


async def test_an_old_cookie_is_made_anew(clock: FakeClock, browser: AsyncClient) -> None:
    me = await become(browser, user=None)
    assert "set-cookie" not in (await browser.get("/api/me")).headers
    clock.advance(399 * DAY_MS)
    assert "set-cookie" in (await browser.get("/api/me")).headers
    clock.advance(399 * DAY_MS)
    assert (await browser.get("/api/me")).json() == me


async def test_an_account_is_deleted_with_its_password_only(browser: AsyncClient, elsewhere: AsyncClient) -> None:
    await become(browser)
    await elsewhere.post("/api/login", json=ANN)
    assert error(await browser.delete("/api/me")) == (403, "password_wrong")
    wrong = await browser.request("DELETE", "/api/me", json={"password": "wrong password"})
    assert error(wrong) == (403, "password_wrong")
    gone = await browser.request("DELETE", "/api/me", json={"password": "12345678"})
    assert gone.status_code == 204
    assert (await elsewhere.get("/api/me")).json() is None
    assert error(await elsewhere.post("/api/login", json=ANN)) == (403, "login_wrong")
    assert (await become(elsewhere, "Another", "ann"))["name"] == "Another"


async def test_a_guest_is_deleted_at_once(browser: AsyncClient) -> None:
    await become(browser, user=None)
    cookie = browser.cookies["wonderland"]
    assert (await browser.delete("/api/me")).status_code == 204
    assert (await browser.get("/api/me", headers={"Cookie": f"wonderland={cookie}"})).json() is None


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PATCH", "/api/me", {"name": "Ann"}),
        ("DELETE", "/api/me", None),
        ("POST", "/api/me/claim", ANN),
        ("POST", "/api/me/password", {"old": "12345678", "new": "12345678"}),
        ("POST", "/api/me/logout-everywhere", None),
        ("GET", "/api/me/export", None),
        ("GET", "/api/me/bots", None),
        ("POST", "/api/me/bots", {"name": "Robo"}),
        ("DELETE", "/api/me/bots/x", None),
        ("POST", "/api/me/bots/x/tokens", {}),
        ("DELETE", "/api/me/bots/x/tokens/y", None),
    ],
)
async def test_a_visitor_is_asked_to_be_somebody_first(app: Litestar, method: str, path: str, body: Any) -> None:
    async with visitor(app, cookie="wonderland=forged.cookie") as client:
        answer = await client.request(method, path, json=body)
        assert error(answer) == (401, "person_needed")
        assert answer.headers["www-authenticate"] == "Bearer"
