"""What other sites cannot do in somebody's name, and the headers of every response."""

from __future__ import annotations

from typing import Any

import pytest
from httpx import AsyncClient
from litestar import Litestar
from litestar.connection import ASGIConnection

from server.people.small import visitor
from server.people.test_routes import become, error
from wonderland.server.http.security import content_policy, same_origin
from wonderland.server.settings import Settings

HERE = "http://127.0.0.1:8080"


@pytest.mark.parametrize(
    ("headers", "public", "ours"),
    [
        # From a page: its origin must be the address it asks.
        ({"origin": HERE, "host": "127.0.0.1:8080"}, "", True),
        ({"origin": "http://localhost:8080", "host": "localhost:8080"}, "", True),
        ({"origin": "http://192.168.1.7:8080", "host": "192.168.1.7:8080"}, "", True),
        ({"origin": "http://[fe80::1]:8080", "host": "[fe80::1]:8080"}, "", True),
        ({"origin": "http://den.local", "host": "den.local"}, "", True),
        ({"origin": "http://den.local", "host": "den.local:80"}, "", True),
        ({"origin": "http://evil.example", "host": "127.0.0.1:8080"}, "", False),
        ({"origin": "http://127.0.0.1:9090", "host": "127.0.0.1:8080"}, "", False),
        ({"origin": "null", "host": "127.0.0.1:8080"}, "", False),
        ({"origin": "", "host": ""}, "", False),
        ({"origin": "file://", "host": "127.0.0.1:8080"}, "", False),
        ({"origin": "http://[", "host": "["}, "", False),
        ({"origin": HERE}, "", False),
        # A name that another site's owner could make point here.
        ({"origin": "http://evil.example:8080", "host": "evil.example:8080"}, "", False),
        # The public address, also behind a proxy that asks under another name.
        ({"origin": "https://cards.example", "host": "cards.example"}, "https://cards.example", True),
        ({"origin": "https://cards.example", "host": "127.0.0.1:8080"}, "https://cards.example/", True),
        ({"origin": "https://cards.example:443", "host": "cards.example"}, "https://Cards.example", True),
        ({"origin": "http://cards.example", "host": "cards.example"}, "https://cards.example", False),
        ({"origin": "http://den.local", "host": "den.local"}, "https://den.local", False),
        ({"origin": "https://cards.example.evil.example", "host": "cards.example"}, "https://cards.example", False),
        ({"origin": HERE, "host": "127.0.0.1:8080"}, "https://cards.example", True),
        # From no page, or from a browser that says only how near the page is.
        ({}, "", True),
        ({"sec-fetch-site": "same-origin"}, "", True),
        ({"sec-fetch-site": "none"}, "", True),
        ({"sec-fetch-site": "same-site"}, "", False),
        ({"sec-fetch-site": "cross-site"}, "", False),
        ({"origin": "http://evil.example", "sec-fetch-site": "same-origin", "host": "127.0.0.1:8080"}, "", False),
    ],
)
def test_whose_page_it_is(headers: dict[str, str], public: str, ours: bool) -> None:
    assert same_origin(asked(headers), Settings(public_url=public)) is ours


@pytest.mark.parametrize(
    ("scheme", "origin", "ours"),
    [
        ("http", "http://192.168.1.7:8080", True),
        ("http", "https://192.168.1.7:8080", False),
        ("ws", "http://192.168.1.7:8080", True),
        ("ws", "https://192.168.1.7:8080", False),
        # A trusted proxy has said that it was asked with TLS.
        ("https", "https://192.168.1.7:8080", True),
        ("https", "http://192.168.1.7:8080", False),
        ("wss", "https://192.168.1.7:8080", True),
    ],
)
def test_the_scheme_belongs_to_the_origin(scheme: str, origin: str, ours: bool) -> None:
    headers = {"origin": origin, "host": "192.168.1.7:8080"}
    assert same_origin(asked(headers, scheme), Settings()) is ours


def asked(headers: dict[str, str], scheme: str = "http") -> ASGIConnection[Any, Any, Any, Any]:
    """A request with these headers, over TLS or not."""
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    return ASGIConnection({"type": "http", "scheme": scheme, "headers": raw})  # type: ignore[arg-type]


@pytest.mark.parametrize("headers", [{"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}])
async def test_other_sites_cannot_act_in_somebodys_name(browser: AsyncClient, headers: dict[str, str]) -> None:
    me = await become(browser)
    answers = [
        await browser.patch("/api/me", json={"name": "Eve"}, headers=headers),
        await browser.request("DELETE", "/api/me", json={"password": "12345678"}, headers=headers),
        await browser.post("/api/me/logout-everywhere", headers=headers),
        await browser.post("/api/login", json={"user": "ann", "password": "12345678"}, headers=headers),
        await browser.post("/api/guest", headers=headers),
        await browser.post("/api/logout", headers=headers),
    ]
    assert {error(answer) for answer in answers} == {(403, "origin_foreign")}
    assert (await browser.get("/api/me")).json() == me
    own = await browser.patch("/api/me", json={"name": "Anna"}, headers={"Origin": HERE})
    assert own.json()["name"] == "Anna"


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
async def test_what_a_form_can_send_is_not_read(browser: AsyncClient, kind: str) -> None:
    body = b'{"name": "Eve"}'
    answer = await browser.post("/api/guest", content=body, headers={"Content-Type": kind})
    assert error(answer) == (415, "http_not_json")
    assert "set-cookie" not in answer.headers
    good = await browser.post("/api/guest", content=body, headers={"Content-Type": "application/json; charset=utf-8"})
    assert good.status_code == 201


async def test_a_token_needs_no_origin(app: Litestar, browser: AsyncClient) -> None:
    await become(browser)
    bot = (await browser.post("/api/me/bots", json={"name": "Robo"})).json()["id"]
    token = (await browser.post(f"/api/me/bots/{bot}/tokens", json={})).json()["token"]
    async with visitor(app, authorization=f"Bearer {token}", origin="http://bots.example") as robo:
        assert (await robo.patch("/api/me", json={"name": "Robo II"})).is_success


async def test_every_response_is_shielded(browser: AsyncClient) -> None:
    answers = [
        await browser.get("/api/me"),
        await browser.post("/api/guest"),
        await browser.get("/nothing/here"),
        await browser.put("/api/me"),
        await browser.post("/api/login", json={}),
        await browser.post("/api/logout", headers={"Origin": "http://evil.example"}),
        await browser.get("/schema/openapi.json"),
    ]
    assert [answer.status_code for answer in answers] == [200, 201, 404, 405, 400, 403, 200]
    for answer in answers:
        policy = dict(part.strip().split(" ", 1) for part in answer.headers["content-security-policy"].split(";"))
        assert policy["default-src"] == policy["script-src"] == policy["style-src"] == "'self'"
        assert policy["connect-src"] == "'self' ws://127.0.0.1:8080 wss://127.0.0.1:8080"
        assert policy["img-src"] == "'self' data:"
        assert policy["frame-ancestors"] == policy["object-src"] == policy["base-uri"] == "'none'"
        assert policy["form-action"] == "'self'"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"
        assert answer.headers["cross-origin-opener-policy"] == "same-origin"
    assert answers[0].headers["cache-control"] == "no-store"


@pytest.mark.parametrize("host", ["x; script-src *", "x y", "x\r\nset-cookie: a=b", "'unsafe-inline'", "*", ""])
def test_no_host_can_widen_the_policy(host: str) -> None:
    assert content_policy(host) == content_policy("")
    assert "connect-src 'self';" in content_policy(host)
