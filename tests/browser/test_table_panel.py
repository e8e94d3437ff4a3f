"""What happened at the table can be read, whatever the mouse rests on; and the table keeps its place beside it."""

from __future__ import annotations

import re
from typing import Any

from playwright.async_api import Locator, Page, expect

from browser.kit import Visits, ask, barriers, cards, sideways

HAND = '[data-zone="hand"][data-card]'
LINE = '[data-zone="line"][data-card]'


async def sit_down(visit: Visits, game: str, bots: list[str], **window: Any) -> Page:
    page = await visit(None, **window)
    await ask(page, "/guest", {"name": "Ann"})
    code = (await ask(page, "/play-now", {"game": game, "bots": bots}))["id"]
    await page.goto(f"/t/{code}")
    return page


async def my_turn(page: Page) -> str:
    """Wait for it; returns how many cards have been played."""
    await expect(page.get_by_role("region", name="(you)").get_by_text("plays now")).to_be_attached()
    return await page.locator("[data-ply]").get_attribute("data-ply") or ""


async def played(page: Page, ply: str) -> None:
    await expect(page.locator("[data-ply]")).not_to_have_attribute("data-ply", ply)


#: Whether nothing else lies over the middle of an element.
ON_TOP = """one => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


async def in_window(page: Page, *shown: Locator) -> None:
    """All of it can be seen at once, and nothing lies over it."""
    await page.wait_for_function("() => document.documentElement.scrollHeight <= innerHeight")
    for one in shown:
        await expect(one).to_be_in_viewport(ratio=1)
        assert await one.evaluate(ON_TOP), await one.inner_text()


async def test_a_laptop_shows_moves_beside_the_table(visit: Visits) -> None:
    page = await sit_down(visit, "parade", ["hatter", "hatter"])
    await page.set_viewport_size({"width": 1280, "height": 800})
    message = page.locator(".message")

    # A click plays the card; the next one lies under the mouse then, and hides nothing.
    ply = await my_turn(page)
    await page.locator(HAND).first.click()
    await played(page, ply)
    ply = await my_turn(page)
    await expect(message).to_contain_text(re.compile(r"Mad Hatter 2 plays .* Your turn"))
    await expect(page.locator(f"{LINE}[data-fate]")).to_have_count(0)
    box = await page.locator(HAND).nth(2).bounding_box()
    assert box
    await page.mouse.move(box["x"] + 20, box["y"] + 30, steps=3)
    await expect(message).to_contain_text("would")

    # The digit of a card chooses it, and plays it when it comes again.
    hand = await cards(page, "hand")
    await page.keyboard.press("2")
    await expect(page.locator(f'{HAND}[data-card="{hand[1]}"]')).to_have_attribute("aria-pressed", "true")
    await expect(page.locator("[data-ply]")).to_have_attribute("data-ply", ply)
    await page.keyboard.press("2")
    await played(page, ply)
    assert hand[1] not in await cards(page, "hand")

    # A card is dragged to the line; let go elsewhere it goes back.
    ply = await my_turn(page)
    card = (await cards(page, "hand"))[3]
    for target in (page.get_by_role("region", name="(you)"), page.locator("[data-line-area]")):
        start, end = await page.locator(f'{HAND}[data-card="{card}"]').bounding_box(), await target.bounding_box()
        assert start
        assert end
        await expect(page.locator("[data-ply]")).to_have_attribute("data-ply", ply)
        await page.mouse.move(start["x"] + 30, start["y"] + 40)
        await page.mouse.down()
        await page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=5)
        await page.mouse.up()
    await played(page, ply)
    assert card not in await cards(page, "hand")

    # Sorted by number, and so it stays.
    await my_turn(page)
    for _ in range(2):
        await page.get_by_role("button", name="Sort the hand").click()
    values = [int(card[1:]) for card in await cards(page, "hand")]
    assert values == sorted(values)

    # The table beside the moves, and without them.
    own = page.get_by_role("region", name="(you)")
    await in_window(page, page.locator(HAND).first, page.locator(HAND).last, own)
    await page.get_by_role("button", name="Show the moves").click()
    moves = page.get_by_role("list", name="Moves").get_by_role("listitem")
    plies = int(await my_turn(page))
    await expect(moves).to_have_count(plies)
    await in_window(page, page.locator(HAND).first, page.locator(HAND).last, own)
    assert not await barriers(page)
    lines = await moves.all_inner_texts()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("button", name="Show the moves")).to_be_focused()

    # All of it after a reload, too, and for somebody who comes late.
    await page.reload()
    await expect(message).to_contain_text(lines[-1])
    await page.get_by_role("button", name="Show the moves").click()
    assert await moves.all_inner_texts() == lines
    late = await visit(page.url)
    await late.get_by_role("button", name="Show the moves").click()
    told = late.get_by_role("list", name="Moves").get_by_role("listitem")
    await expect(told).to_have_count(len(lines))
    assert "You play" not in " ".join(await told.all_inner_texts())

    # Settings without leaving the table.
    await page.get_by_role("button", name="Menu").click()
    await page.get_by_role("button", name="Settings").click()
    await page.get_by_role("dialog").get_by_role("radio", name="Fast").last.check(force=True)
    await page.get_by_role("slider", name="Volume").fill("40")
    await page.keyboard.press("Escape")
    await expect(page.locator(HAND)).to_have_count(5)


async def test_a_phone_has_them_within_reach_of_the_thumb(visit: Visits) -> None:
    page = await sit_down(visit, "parade", ["hatter", "hatter"], size="phone", lang="fr")
    await expect(page.get_by_role("region", name="(vous)").get_by_text("joue maintenant")).to_be_attached()
    own = page.get_by_role("region", name="(vous)")
    if await page.locator("[data-ply]").get_attribute("data-ply") == "0":
        # Before the first move a hint lies where its sentence will be.
        for _ in range(2):
            await page.locator(HAND).first.tap()
        await played(page, "0")
        await expect(own.get_by_text("joue maintenant")).to_be_attached()
    await expect(page.locator(".message")).to_contain_text(re.compile("Chapelier fou 2 joue"))
    await in_window(page, page.locator(HAND).first, page.locator(HAND).last, own)
    button = page.get_by_role("button", name="Voir les coups")
    box = await button.bounding_box()
    assert box
    assert box["y"] > 740 / 2
    await button.tap()
    await expect(page.get_by_role("list", name="Coups").get_by_role("listitem").last).to_contain_text("joue")
    # There is nobody to talk to before somebody looks on.
    await expect(page.get_by_role("tab", name="Discussion")).to_have_count(0)
    await visit(page.url)
    await page.get_by_role("tab", name="Discussion").tap()
    assert await page.evaluate("document.activeElement.tagName") != "INPUT", "the keyboard would cover the lines"
    assert not await sideways(page)
    assert not await barriers(page)
    await page.get_by_role("button", name="Fermer", exact=True).tap()
    await expect(button).to_be_focused()

    race = await sit_down(visit, "nimble", ["turtle"], size="phone")
    await race.get_by_role("button", name="Show the moves").tap()
    await expect(race.get_by_role("tab", name="Moves")).to_be_focused()
    await race.get_by_role("button", name="Close", exact=True).tap()
    await in_window(race, race.locator('[data-zone="hand"]').first, race.locator('[data-zone="discard"]').first)
