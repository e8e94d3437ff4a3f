"""Nobody is kept out: axe finds nothing on any page or in any state of a table, in both themes and languages; all fits.

The end of a game and its last choice are looked at where one is played (``test_accessibility_tree.py``).
"""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, ViewportSize, expect

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
    "/leaders/nimble": "h2",
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


#: What opens something above a page.
OPENED = {
    "en": {"join": "Join a table", "chat": "Open the chat", "menu": "Menu"},
    "fr": {"join": "Rejoindre une table", "chat": "Ouvrir la discussion", "menu": "Menu"},
}


async def state(page: Page, what: str) -> list[str]:
    """What is wrong with a page as it is now."""
    found = [f"{what}: {barrier}" for barrier in await barriers(page)]
    return [*found, f"{what}: wider than its window"] if await sideways(page) else found


@pytest.mark.parametrize(("size", "theme", "lang"), WINDOWS)
async def test_tables(visit: Visits, size: Size, theme: Theme, lang: str) -> None:
    """The waiting room, both games, the chat, the moves, the dialogs; then the pages of somebody who has played."""
    says = OPENED[lang]
    page = await visit("/", size, lang, theme)
    await page.get_by_role("button", name=says["join"]).click()
    await page.get_by_role("dialog").wait_for()
    found = await state(page, "the dialog to join")

    me = await ask(page, "/guest", {"name": "Ann"})
    seats = [{"kind": "me"}, {"kind": "reserved"}, {"kind": "open"}]
    room = await ask(page, "/tables", {"game": "parade", "seats": seats})
    found += await look(page, f"/t/{room['id']}", "input")
    link = page.get_by_role("textbox").first
    await expect(link).to_have_value(re.compile("/t/"))
    await page.get_by_role("button", name=says["chat"]).click()
    await page.get_by_role("complementary").get_by_role("textbox").wait_for()
    found += await state(page, "the waiting room with the chat")
    guest = await visit(None, size, lang, theme)
    found += await look(guest, await link.input_value(), "button")
    for game in ("parade", "nimble"):
        table = await ask(page, "/play-now", {"game": game})
        found += await look(page, f"/t/{table['id']}", "[data-zone=hand]")
        # On a phone a hint takes the place of the button until there is a move to tell.
        await page.evaluate("localStorage.setItem('wonderland', JSON.stringify({games: {parade: 9, nimble: 9}}))")
        await page.reload()
        await page.locator("[data-opens=moves]:visible").click()
        await page.get_by_role("complementary").get_by_role("tab").wait_for()
        found += await state(page, f"{game} with the moves")
        await page.keyboard.press("Escape")
        await page.get_by_role("button", name=says["menu"]).click()
        await page.get_by_role("dialog").wait_for()
        found += await state(page, f"the menu at {game}")
    found += await look(page, "/", "li a")
    found += await look(page, f"/p/{me['id']}", "h1")
    assert not found


#: By page: what is chosen there, and something like it that is not.
CHOICES = {
    "/": ("article input:checked + *", "article input:not(:checked) + *"),
    "/settings": ("fieldset input[type=radio]:checked + *", "fieldset input[type=radio]:not(:checked) + *"),
    "/score": ("main input[type=radio]:checked + *", "main input[type=radio]:not(:checked) + *"),
    "/leaders/parade": ("main .button[aria-current]", "main .button:not([aria-current])"),
    "/friends": ("fieldset input[type=radio]:checked + *", "fieldset input[type=radio]:not(:checked) + *"),
}
LOOK = """element => {
    const { outlineStyle, outlineWidth, borderTopStyle, borderTopWidth } = getComputedStyle(element);
    return [outlineStyle, outlineWidth, borderTopStyle, borderTopWidth].join(" ");
}"""


async def test_forced_colours_show_every_choice(visit: Visits) -> None:
    """Where the system paints all backgrounds and shadows alike, a frame tells what is chosen."""
    page = await visit(None)
    await page.emulate_media(forced_colors="active")
    for path, (chosen, other) in CHOICES.items():
        await page.goto(path)
        one, another = page.locator(chosen).first, page.locator(other).first
        await one.wait_for(state="attached")
        await another.wait_for(state="attached")
        assert await one.evaluate(LOOK) != await another.evaluate(LOOK), path
    languages = page.get_by_role("group", name="Language").get_by_role("button")
    assert await languages.nth(0).evaluate(LOOK) != await languages.nth(1).evaluate(LOOK)
