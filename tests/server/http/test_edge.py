"""Small things at the edge: what an address can do, who may read figures, what is worked out once only."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, cast

import pytest
from httpx import ASGITransport, AsyncClient
from limits import parse
from litestar import Litestar
from litestar.routes import HTTPRoute

from server.games.quick import QuickContext, app_of, visitor
from server.games.spread import make_quick_context
from wonderland.server.bounds import MAX_HEADER_BYTES
from wonderland.server.hosting.addresses import qr_svg
from wonderland.server.http import games
from wonderland.server.http.headers import cookie
from wonderland.server.rate_limits import RATE_LIMITS, RateLimits


@pytest.fixture
async def context(store: str, tmp_path: Path) -> AsyncIterator[QuickContext]:
    async with make_quick_context(tmp_path / "data") as context:
        yield context


@pytest.fixture
def app(context: QuickContext) -> Litestar:
    made: Litestar = app_of(context)
    return made


@pytest.mark.one_process("about the routes of one app")
async def test_options_lists_every_method(context: QuickContext, app: Litestar) -> None:
    async with visitor(app, context) as client:
        for route in app.routes:
            if isinstance(route, HTTPRoute):
                path = route.path.replace(":int}", "}").replace("{seat}", "1")
                answer = await client.options(path.replace("{", "").replace("}", "").replace(":str", ""))
                assert answer.headers["allow"].split(", ") == sorted(route.methods), route.path
        assert (await client.options("/api/me")).headers["allow"] == "DELETE, GET, OPTIONS, PATCH"


@pytest.mark.one_process("about one app")
async def test_figures_are_not_read_by_a_name_that_another_site_made_lead_here(app: Litestar) -> None:
    transport = ASGITransport(app=cast(Any, app), client=("127.0.0.1", 50_000))
    async with AsyncClient(transport=transport, base_url="http://127.0.0.1:8080") as here:
        for host, status in (("127.0.0.1:8080", 200), ("localhost:8080", 200), ("[::1]:8080", 200)):
            assert (await here.get("/metrics", headers={"Host": host})).status_code == status, host
        for host in ("evil.example", "evil.example:8080", "127.0.0.1.evil.example", ""):
            assert (await here.get("/metrics", headers={"Host": host})).status_code == 403, host


async def test_long_heads_are_refused(context: QuickContext, app: Litestar) -> None:
    ann = await context.people.guest("Ann")
    own = f"wonderland={context.people.cookie(ann)}"
    async with visitor(app, context) as client:
        others = "other=" + "x" * (MAX_HEADER_BYTES - len(own) - 8)
        answer = await client.get("/api/me", headers={"Cookie": f"{others}; {own}"})
        assert answer.json()["id"] == ann.id
        answer = await client.get("/api/me", headers={"Cookie": f"{others}xx; {own}"})
        assert (answer.status_code, answer.json()["error"]["key"]) == (431, "http_too_large")
        assert (await client.get("/api/me?" + "x" * 1_025)).status_code == 414
        assert (await client.get("/" + "x" * 1_025)).status_code == 414


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("wonderland=a.b-c_d", "a.b-c_d"),
        ("x=1; wonderland=abc; y=2", "abc"),
        ("x=1;wonderland = no; wonderland=yes", "yes"),
        ("notwonderland=1", ""),
        ("wonderland=", ""),
        ("wonderland=first; wonderland=second", "first"),
        ("", ""),
    ],
)
def test_one_cookie_among_others(header: str, value: str) -> None:
    assert cookie({"cookie": header}, "wonderland") == value


@pytest.mark.one_process("about one app")
async def test_the_description_is_written_once(context: QuickContext, app: Litestar) -> None:
    async with visitor(app, context) as client:
        first = await client.get("/api/schema")
        assert first.json()["info"]["title"] == "Wonderland"
        assert (await client.get("/api/schema/openapi.json")).content == first.content
        assert (await client.get("/api/schema/openapi.yaml")).status_code == 404
    (plugin,) = app.openapi_config.render_plugins  # type: ignore[union-attr]  # there is one
    assert plugin.render(None, {"changed": True}) == first.content  # type: ignore[arg-type]  # neither is looked at


@pytest.mark.one_process("what one instance counts the others know a moment later")
async def test_a_qr_code_is_worked_out_once_and_not_all_the_time(context: QuickContext, app: Litestar) -> None:
    ann = await context.people.guest("Ann")
    async with visitor(app, context, ann) as client:
        new_table = {"game": "parade", "seats": [{"kind": "me"}, {"kind": "open"}]}
        table = (await client.post("/api/tables", json=new_table)).json()["id"]
        known = qr_svg.cache_info().misses
        context.limits = RateLimits()
        answers = [
            await client.get(f"/api/tables/{table}/invitation")
            for _ in range(parse(RATE_LIMITS["qr_codes"]).amount + 1)
        ]
    assert qr_svg.cache_info().misses == known + 1
    assert {answer.status_code for answer in answers[:-1]} == {200}
    assert answers[0].json()["qr"].startswith("<svg")
    assert answers[-1].status_code == 429


async def test_the_games_of_a_table_come_page_by_page(
    context: QuickContext, app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "GAMES_PER_PAGE", 2)
    ann, bob = await context.people.guest("Ann"), await context.people.guest("Bob")
    table = await context.sit("nimble", ann, bob)
    for number in range(5):
        if number:
            await context.rematch(table)
        await context.finish(table)
    async with visitor(app, context) as client:
        path = f"/api/tables/{table.now.id}"
        pages = [(await client.get(f"{path}/games", params={"after": after})).json() for after in (0, 2, 4, 5)]
        assert [len(page) for page in pages] == [2, 2, 1, 0]
        records = await client.get(f"{path}/records")
        assert len(records.content.splitlines()) == 5
        assert "attachment" in records.headers["content-disposition"]
        assert records.headers["content-type"] == "application/jsonl"
        for game in [game for page in pages for game in page]:
            assert [player["name"] for player in game["players"]] == ["Ann", "Bob"]
            record = await client.get(f"/api/games/{game['id']}/record")
            assert record.content in records.content
