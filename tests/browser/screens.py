"""The pictures in docs/images, taken anew from the app as it is built: ``python tests/browser/screens.py``."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from playwright.async_api import Page

sys.path.insert(0, str(Path(__file__).parents[1]))

from browser.kit import Visits, ask, browsing, hosting
from browser.test_score_pad import LINK

IMAGES = Path(__file__).parents[2] / "docs" / "images"

HAND = '[data-zone="hand"][data-card]'
OWN_TURN = "section.own.turn"
TURNS = 5  #: played before the picture: cards lie in front of everyone, and the line is long


async def take(page: Page, name: str) -> None:
    await page.screenshot(path=IMAGES / f"{name}.jpg", type="jpeg", quality=82)


async def parade(page: Page, bots: list[str], name: str) -> None:
    """A game some turns old, with a card pointed at that takes something where there is one."""
    table = (await ask(page, "/play-now", {"game": "parade", "bots": bots}))["id"]
    await page.goto(f"/t/{table}")
    for _ in range(TURNS):
        await page.locator(OWN_TURN).wait_for()
        before = int(await page.locator("[data-ply]").get_attribute("data-ply") or 0)
        await page.locator(HAND).first.focus()
        await page.keyboard.press("Enter")
        await page.wait_for_function("ply => document.querySelector('[data-ply]').dataset.ply > ply", arg=before)
    await page.locator(OWN_TURN).wait_for()
    for place in range(await page.locator(HAND).count()):
        await page.locator(HAND).nth(place).focus()
        if await page.locator('[data-zone="line"][data-fate="taken"]').count():
            break
    await take(page, name)


async def nimble(page: Page) -> None:
    table = (await ask(page, "/play-now", {"game": "nimble", "bots": ["turtle", "dodo", "hare"]}))["id"]
    await page.goto(f"/t/{table}")
    await page.locator('[data-zone="hand"]').wait_for()
    await page.locator("[data-countdown]").wait_for(state="detached")
    for flipped in range(1, 6):
        await page.keyboard.press("Space")
        await page.locator(f'[data-zone="discard"][data-count="{flipped}"]:not([data-card=""])').wait_for()
    await take(page, "nimble")


async def score(page: Page) -> None:
    """The rulebook's own example, counted."""
    await page.goto(LINK)
    await page.locator(".score tr").first.wait_for()
    await page.locator(".score").first.scroll_into_view_if_needed()
    await take(page, "score-pad")


async def main() -> None:
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        async with hosting(Path(folder) / "data") as server, browsing() as browser:
            visits = Visits(browser, server)
            page = await visits()
            await page.locator("main h1").wait_for()
            await page.wait_for_load_state("networkidle")
            await take(page, "home")
            await ask(page, "/guest", {"name": "Alice"})
            await parade(page, ["rabbit", "hatter", "cat"], "parade")
            await nimble(page)
            await page.goto("/learn/parade")
            await page.locator("[data-card]").first.wait_for()
            await take(page, "lesson")
            await score(page)
            phone = await visits(size="phone", lang="fr", theme="dark")
            await phone.locator("main h1").wait_for()
            await phone.wait_for_load_state("networkidle")
            await take(phone, "phone-home")
            await ask(phone, "/guest", {"name": "Alice"})
            await parade(phone, ["cat", "queen"], "phone-parade")


if __name__ == "__main__":
    asyncio.run(main())
