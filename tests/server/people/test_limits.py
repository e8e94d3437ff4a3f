"""How often one may try."""

from __future__ import annotations

import pytest
from httpx import AsyncClient
from limits import parse
from litestar import Litestar
from litestar.connection import ASGIConnection

from server.people.small import SmallContext, visitor
from server.people.test_routes import ANN, become, error
from wonderland.server.errors import Limited
from wonderland.server.http.authentication import address
from wonderland.server.rate_limits import RATE_LIMITS, MovingWindow, RateLimits


@pytest.mark.parametrize("name", RATE_LIMITS)
def test_one_too_many_is_refused_with_the_time_to_wait(name: str) -> None:
    limits, item = RateLimits(), parse(RATE_LIMITS[name])
    for _ in range(item.amount):
        limits.take(name, "ann")
    limits.take(name, "bob")
    with pytest.raises(Limited) as refused:
        limits.take(name, "ann")
    assert 1 <= refused.value.seconds <= item.get_expiry()
    assert str(refused.value.seconds) in str(refused.value)


def test_limits_count_apart_and_can_be_wider() -> None:
    limits = RateLimits(factor=3)
    for _ in range(3 * parse(RATE_LIMITS["accounts"]).amount):
        limits.take("accounts", "ann")
    limits.take("guests", "ann")
    with pytest.raises(Limited):
        limits.take("accounts", "ann")


def test_only_time_that_passes_counts() -> None:
    """Not the machine's clock, which may be set back by a day."""
    now, item = 1_000.0, parse(RATE_LIMITS["names"])
    limits = RateLimits(monotonic=lambda: now)
    for _ in range(item.amount):
        limits.take("names", "ann")
        now += 1
    with pytest.raises(Limited) as refused:
        limits.take("names", "ann")
    assert refused.value.seconds == item.get_expiry() - item.amount
    now += refused.value.seconds
    limits.take("names", "ann")
    with pytest.raises(Limited) as refused:
        limits.take("names", "ann")
    assert refused.value.seconds == 1


def test_whoever_has_done_nothing_lately_is_forgotten() -> None:
    window = MovingWindow(2, 60.0)
    for number in range(1_000):
        assert window.take(f"person {number}", float(number)) == 0
        assert len(window) <= 61
    assert window.take("person 999", 999.0) == 0
    assert window.take("person 999", 1_000.0) == 59
    assert window.take("somebody", 10_000.0) == 0
    assert len(window) == 1


async def tries(client: AsyncClient, user: str) -> int:
    """How many wrong passwords are looked at before one is told to wait."""
    for number in range(1000):
        answer = await client.post("/api/login", json={"user": user, "password": "wrong password"})
        if answer.status_code == 429:
            told = answer.json()["error"]
            assert (told["kind"], told["key"]) == ("limited", "limit_reached")
            assert answer.headers["retry-after"] == str(told["seconds"])
            return number
        assert answer.status_code == 403
    raise AssertionError("never told to wait")


@pytest.mark.one_process("what one instance counts the others know a moment later")
async def test_passwords_cannot_be_guessed_from_many_addresses(app: Litestar, browser: AsyncClient) -> None:
    await become(browser)
    amount = parse(RATE_LIMITS["password_by_user"]).amount
    async with visitor(app, "198.51.100.1") as first, visitor(app, "198.51.100.2") as second:
        assert await tries(first, "ann") == amount
        assert await tries(second, "ＡNN") == 0
        # Not even the right one is looked at; whoever is in stays in.
        assert error(await second.post("/api/login", json=ANN)) == (429, "limit_reached")
        assert (await browser.get("/api/me")).json()["user"] == "ann"


@pytest.mark.one_process("what one instance counts the others know a moment later")
async def test_one_address_cannot_try_many_users(app: Litestar, browser: AsyncClient) -> None:
    amount = parse(RATE_LIMITS["password_by_address"]).amount
    for number in range(amount):
        answer = await browser.post("/api/login", json={"user": f"user{number}", "password": "12345678"})
        assert answer.status_code == 403
    assert error(await browser.post("/api/login", json={"user": "another", "password": "x"})) == (429, "limit_reached")
    assert error(await browser.post("/api/reset", json={"key": "x", "password": "12345678"})) == (429, "limit_reached")
    async with visitor(app, "198.51.100.1") as other:
        answer = await other.post("/api/login", json={"user": "another", "password": "x"})
        assert answer.status_code == 403


@pytest.mark.one_process("what one instance counts the others know a moment later")
async def test_the_password_of_an_open_account_cannot_be_guessed(browser: AsyncClient) -> None:
    await become(browser)
    answers = [
        await browser.post("/api/me/password", json={"old": f"guess {number}", "new": "12345678"})
        for number in range(parse(RATE_LIMITS["password_by_user"]).amount)
    ]
    assert {answer.status_code for answer in answers} == {403}
    gone = await browser.request("DELETE", "/api/me", json={"password": "12345678"})
    assert error(gone) == (429, "limit_reached")


@pytest.mark.one_process("what one instance counts the others know a moment later")
async def test_guests_are_limited_by_address(app: Litestar, context: SmallContext) -> None:
    for number in range(parse(RATE_LIMITS["guests"]).amount):
        async with visitor(app, f"2001:db8::{number + 1:x}") as client:
            assert (await client.post("/api/guest")).status_code == 201
    async with visitor(app, "2001:db8::ffff:ffff:ffff:ffff") as client:
        assert error(await client.post("/api/guest")) == (429, "limit_reached")
    async with visitor(app, "2001:db8:0:1::1") as client:
        assert (await client.post("/api/guest")).status_code == 201


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8::2:3", "2001:db8::/64"),
        ("testclient", "testclient"),
    ],
)
def test_what_counts_as_one_address(host: str, counted: str) -> None:
    scope = {"type": "http", "client": (host, 1), "headers": []}
    assert address(ASGIConnection(scope)) == counted  # type: ignore[arg-type]  # all of a scope that is looked at
