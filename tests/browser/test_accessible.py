"""Nobody is kept out: axe finds nothing serious on any page, in both themes and languages."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from playwright.async_api import Page

from browser.kit import SIZES, Visits, barriers, sideways

PAGES = (
    "/",
    "/friends",
    "/device",
    "/lobby",
    "/learn",
    "/learn/parade",
    "/learn/nimble",
    "/rules/parade",
    "/rules/nimble",
    "/score",
    "/me",
    "/leaders",
    "/settings",
    "/reset#key",
    "/about",
    "/nothing/here",
)

Theme = Literal["light", "dark"]


async def made(page: Page, path: str, body: dict[str, Any]) -> dict[str, Any]:
    """What the server answers to the person of this window."""
    response = await page.request.post(path, data=body)
    assert response.ok, await response.text()
    answer: dict[str, Any] = await response.json()
    return answer


async def look(page: Page, path: str) -> list[str]:
    """What is wrong with a page, once it is there."""
    await page.goto(path)
    await page.locator("main h1").first.wait_for()
    await page.wait_for_load_state("networkidle")
    found = [f"{path}: {barrier}" for barrier in await barriers(page)]
    return [*found, f"{path}: wider than its window"] if await sideways(page) else found


@pytest.mark.parametrize(("theme", "lang"), [("light", "en"), ("dark", "fr")])
async def test_every_page(visit: Visits, theme: Theme, lang: str) -> None:
    page = await visit("/", theme=theme, lang=lang)
    found = [barrier for path in PAGES for barrier in await look(page, visit.server.address + path)]
    assert not found


@pytest.mark.parametrize(("theme", "lang"), [("light", "fr"), ("dark", "en")])
async def test_every_page_on_a_phone(visit: Visits, theme: Theme, lang: str) -> None:
    page = await visit("/", size="phone", theme=theme, lang=lang)
    found = [barrier for path in PAGES for barrier in await look(page, visit.server.address + path)]
    assert not found


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_tables(visit: Visits, theme: Theme) -> None:
    page = await visit("/", theme=theme)
    address = visit.server.address
    await made(page, f"{address}/api/guest", {"name": "Ann"})
    room = await made(
        page,
        f"{address}/api/tables",
        {"game": "parade", "seats": [{"kind": "me"}, {"kind": "reserved"}, {"kind": "open"}]},
    )
    found = await look(page, f"{address}/t/{room['table']}")
    for game in ("parade", "nimble"):
        table = await made(page, f"{address}/api/play-now", {"game": game})
        found += await look(page, f"{address}/t/{table['table']}")
    assert not found


async def test_pages_at_twice_the_size(visit: Visits) -> None:
    """200 % zoom on a laptop is a window of half the size."""
    page = await visit()
    await page.set_viewport_size({"width": SIZES["laptop"]["width"] // 2, "height": SIZES["laptop"]["height"] // 2})
    await made(page, f"{visit.server.address}/api/guest", {"name": "Ann"})
    wide = []
    for path in PAGES:
        await page.goto(visit.server.address + path)
        await page.locator("main h1").first.wait_for()
        if await sideways(page):
            wide.append(path)
    assert not wide
