"""The review of a game of each kind in other engines: costly moments, bars, hidden cards, rhythm, and the keyboard.

In Chromium ``browser/test_review.py`` does more than this.
"""

from __future__ import annotations

import pytest

from browser.engines.firefox import firefox
from browser.engines.page import Page
from browser.engines.webkit import webkit
from browser.test_replay import PLAYER
from review.nimble.rounds import RACE
from server.process import Server

#: The review of an uploaded record is asked for; the answer is the record's id.
UPLOAD = """async (record) => {
    const headers = { "Content-Type": "application/json" };
    const post = (path, body) => fetch(`/api${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    const { id } = await (await post("/records", record)).json();
    await post(`/records/${id}/review`, {});
    return id;
}"""
CURVE = '.curve[role="slider"]'
PICTURE = '.scroller[role="slider"]'
BARS = "ol[aria-label] .bar"


async def choose(page: Page, value: str) -> None:
    """Press one of several that exclude each other, as a mouse does."""
    await page.click(f'label:has(input[value="{value}"])')


async def count(page: Page, selector: str, number: int) -> None:
    await page.until("(selector, count) => document.querySelectorAll(selector).length === count", selector, number)


async def at_step(page: Page, slider: str, number: int) -> None:
    await page.until("(slider, now) => document.querySelector(slider).ariaValueNow === `${now}`", slider, number)


@pytest.mark.parametrize("page", [firefox, webkit], indirect=True, ids=lambda engine: engine.__name__)
async def test_reviews(page: Page, shared_server: Server) -> None:
    await page.goto(shared_server.address + "/about")
    game = await page.evaluate(PLAYER, ["dormouse"])
    await page.goto(f"{shared_server.address}/g/{game}/review")
    await page.attached(CURVE)
    await page.attached("table .value")

    # A costly moment leads to its decision, whose choices have bars with their intervals.
    await choose(page, "moments")
    await choose(page, "all")
    await page.attached("ol button .cost")
    step = int(await page.text("ol button .number")) - 1
    await page.click("ol button")
    await page.attached(BARS)
    shown = await page.until(f"() => document.querySelector('{CURVE}').ariaValueNow")
    assert abs(int(shown) - step) <= 1  # the last choices come in any order
    widths = await page.evaluate(f"() => [...document.querySelectorAll('{BARS}')].map((bar) => bar.offsetWidth)")
    assert widths == sorted(widths, reverse=True)
    assert widths[0] > widths[-1]

    await page.evaluate(f"() => document.querySelector('{CURVE}').focus()")
    await page.press("Home")
    await at_step(page, CURVE, 0)
    await count(page, BARS, 5)
    await page.press("ArrowRight")
    await at_step(page, CURVE, 1)
    await page.click(CURVE)
    await page.until(f"() => Number(document.querySelector('{CURVE}').ariaValueNow) > 3")
    await page.press("Home")
    await choose(page, "unseen")
    await count(page, "td[style*=heat], td.seen", 66)
    await count(page, "td.seen", 11)

    record = await page.evaluate(UPLOAD, RACE)
    await page.goto(f"{shared_server.address}/r/{record}/review")
    await page.attached(PICTURE)
    await page.click(PICTURE)
    await page.until(f"() => Number(document.querySelector('{PICTURE}').ariaValueNow) > 0")
    await page.press("Home")
    await at_step(page, PICTURE, 0)
    await page.press("ArrowRight")
    await at_step(page, PICTURE, 1)
