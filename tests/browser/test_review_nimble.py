"""The review of a round of Nimble: its picture goes with the replay, by mouse, keys and list; nobody is kept out."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, expect

from browser.kit import Size, Theme, Visits, ask, barriers, sideways
from review.nimble.rounds import RACE


async def reviewed(visit: Visits, size: Size = "laptop", lang: str = "en", theme: Theme = "light") -> Page:
    """Somebody looks at the review of a round that they have uploaded."""
    page = await visit("/", size=size, lang=lang, theme=theme)
    await ask(page, "/guest", {"name": "Ann"})
    record = await ask(page, "/records", RACE)
    await page.goto(f"/r/{record['id']}/review")
    await page.get_by_role("button", name=re.compile("Review this game|Analyser cette partie")).click()
    await expect(page.get_by_role("table")).to_be_visible()
    return page


async def test_the_picture_goes_with_the_replay(visit: Visits) -> None:
    page = await reviewed(visit)
    picture = page.get_by_role("slider", name="The rhythm of the round")
    await page.locator('[data-event="3"]').last.click()
    await expect(picture).to_have_attribute("aria-valuetext", re.compile("^0:01.9. Ann places blue frame"))
    await picture.focus()
    await page.keyboard.press("ArrowRight")
    await expect(picture).to_have_attribute("aria-valuenow", "4")
    await page.keyboard.press("PageUp")
    await expect(picture).to_have_attribute("aria-valuetext", re.compile("Bob places beige frame"))
    await page.get_by_role("radio", name="Moments").check()
    await page.get_by_role("button", name=re.compile("Ann was first")).click()
    await expect(picture).to_have_attribute("aria-valuenow", "2")
    await expect(page).to_have_url(re.compile("move=2"))


@pytest.mark.parametrize(("size", "lang", "theme"), [("phone", "fr", "dark"), ("laptop", "en", "light")])
async def test_nobody_is_kept_out(visit: Visits, size: Size, lang: str, theme: Theme) -> None:
    page = await reviewed(visit, size, lang, theme)
    for part in ("Chiffres|Figures", "Moments", "Toutes les occasions|All chances"):
        await page.get_by_role("radio", name=re.compile(f"^({part})$")).check()
        assert await barriers(page) == []
        assert not await sideways(page)
