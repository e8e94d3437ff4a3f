"""Nobody is kept out: axe finds nothing serious on any page, in both themes and languages, and all of it fits."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, ViewportSize

from browser.kit import SIZES, Size, Theme, Visits, ask, barriers, sideways
from cases import cases

#: Every address, and what is there once all of the page is.
PAGES = {
    "/": "article input[type=radio]",
    "/friends": "select",
    "/device": "form, .button",
    "/lobby": "h2",
    "/learn": "a",
    "/learn/parade": "[data-card]",
    "/learn/nimble": "[data-zone=hand]",
    "/rules/parade": "h3",
    "/rules/nimble": "h3",
    "/score": "[role=grid]",
    "/me": "form",
    "/leaders": "h2",
    "/settings": "input[type=radio]",
    "/reset#key": "form",
    "/about": "a",
    "/nothing/here": "a",
}
LAPTOP = SIZES["laptop"]
#: 200 % zoom on a laptop is a window of half the size.
ZOOMED: ViewportSize = {"width": LAPTOP["width"] // 2, "height": LAPTOP["height"] // 2}

WINDOWS = [("laptop", "light", "en"), ("phone", "dark", "fr")]
#: Every other page in each window: all of them are seen, and in both windows with --long.
SHARED = [(*window, list(PAGES)[place::2]) for place, window in enumerate(WINDOWS)]


async def look(page: Page, path: str, there: str) -> list[str]:
    """What is wrong with a page, once it is there."""
    await page.goto(path)
    for what in ("h1", there):
        await page.locator(f"main :is({what})").first.wait_for(state="attached")
    found = [f"{path}: {barrier}" for barrier in await barriers(page)]
    if await sideways(page):
        found.append(f"{path}: wider than its window")
    if page.viewport_size == LAPTOP:
        await page.set_viewport_size(ZOOMED)
        if await sideways(page):
            found.append(f"{path}: wider than its window at twice the size")
        await page.set_viewport_size(LAPTOP)
    return found


@pytest.mark.parametrize(
    ("size", "theme", "lang", "paths"),
    cases(SHARED, [(*window, list(PAGES)) for window in WINDOWS], "every page in both windows"),
)
@pytest.mark.own_server
async def test_every_page(visit: Visits, size: Size, theme: Theme, lang: str, paths: list[str]) -> None:
    page = await visit(None, size, lang, theme)
    found = [wrong for path in paths for wrong in await look(page, path, PAGES[path])]
    assert not found


@pytest.mark.parametrize(("size", "theme", "lang"), WINDOWS)
async def test_tables(visit: Visits, size: Size, theme: Theme, lang: str) -> None:
    page = await visit(None, size, lang, theme)
    await ask(page, "/guest", {"name": "Ann"})
    seats = [{"kind": "me"}, {"kind": "reserved"}, {"kind": "open"}]
    room = await ask(page, "/tables", {"game": "parade", "seats": seats})
    found = await look(page, f"/t/{room['id']}", "input")
    for game in ("parade", "nimble"):
        table = await ask(page, "/play-now", {"game": game})
        found += await look(page, f"/t/{table['id']}", "[data-zone=hand]")
    assert not found
