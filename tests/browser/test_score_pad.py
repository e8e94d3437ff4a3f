"""The score pad, as people with the real cards use it: by tapping, by keys, without a server, shared and printed."""

from __future__ import annotations

import pytest
from playwright.async_api import Locator, Page, expect

from browser.kit import SIZES, Size, Visits, at_hand, barriers, sideways
from cases import cases

#: The scoring example of the rulebooks.
EXAMPLE = {
    "Alice": "R10 R8 R3 B9 B7 B6 B5 B0 V0 G4 G2 S7 S4 S0",
    "Mad Hatter": "R1 R0 B8 V8 V7 V5 V3 S9 S8 S1 O10 O1",
    "White Rabbit": "R7 R6 R5 R2 B4 B3 V2 V1 G9 G8 G7 G6 S10 O3 O2 O0",
}
#: The same, as a link holds it.
LINK = "/score#" + ";".join(f"{name.replace(' ', '%20')}:{cards.replace(' ', '.')}" for name, cards in EXAMPLE.items())
POINTS = {"Alice": "35", "Mad Hatter": "27", "White Rabbit": "31"}


def card(page: Page, name: str) -> Locator:
    return page.locator(f'[role=grid] [data-card="{name}"]')


def player(page: Page, place: int) -> Locator:
    return page.get_by_role("radio").nth(place)


async def enter(page: Page) -> None:
    """Tap the cards of the example, player by player."""
    for place, (name, cards) in enumerate(EXAMPLE.items()):
        await player(page, place).check()
        await page.get_by_label("Name", exact=True).fill(name)
        for one in cards.split():
            await card(page, one).click()


async def counted(page: Page) -> dict[str, str]:
    """Everyone's points, as the sheet shows them."""
    rows = page.locator(".score tr", has=page.get_by_role("rowheader"))
    await expect(rows).to_have_count(3)
    found = [
        (await row.get_by_role("rowheader").inner_text(), await row.locator("td").last.inner_text())
        for row in await rows.all()
    ]
    return {name.strip(): points.strip() for name, points in found}


@pytest.mark.parametrize("size", cases(["phone"], ["laptop"], "a second size of window"))
async def test_the_example_of_the_rulebooks(visit: Visits, size: Size) -> None:
    page = await visit("/score", size)
    await enter(page)
    await expect(page.get_by_role("radio", name="White Rabbit 16 cards")).to_be_checked()
    await page.get_by_role("button", name="Count the points").click()
    await expect(page.get_by_role("heading", name="The winner: Mad Hatter")).to_be_visible()
    assert await counted(page) == POINTS
    assert not await sideways(page)
    assert await barriers(page) == []


async def test_a_card_belongs_to_one_player_and_changes_can_be_taken_back(visit: Visits) -> None:
    page = await visit("/score")
    red = card(page, "R3")
    await red.click()
    await expect(red).to_have_attribute("aria-label", "red 3, in front of Player 1")
    await player(page, 1).check()
    await red.click()
    await expect(page.get_by_text("Moved from Player 1 to Player 2: red 3.")).to_be_visible()
    await expect(red).to_have_attribute("aria-pressed", "true")
    await page.get_by_role("button", name="Undo").click()
    await expect(red).to_have_attribute("aria-label", "red 3, in front of Player 1")
    await page.get_by_role("button", name="Start over").click()
    await expect(red).to_have_attribute("aria-label", "red 3, free")
    await page.keyboard.press("Control+z")
    await expect(red).to_have_attribute("aria-label", "red 3, in front of Player 1")


async def test_it_can_be_filled_in_by_keys_alone_and_remembers(visit: Visits) -> None:
    page = await visit("/score")
    await player(page, 0).focus()
    await page.keyboard.press("ArrowRight")
    await expect(player(page, 1)).to_be_checked()
    await page.keyboard.press("Tab")
    await page.keyboard.type("Bob")
    await page.keyboard.press("Tab")
    await expect(page.get_by_role("button", name="Remove Bob")).to_be_focused()
    await page.keyboard.press("Tab")
    await expect(card(page, "R0")).to_be_focused()
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "Space", "End", "Space", "PageDown", "Enter", "ArrowDown"):
        await page.keyboard.press(key)
    await expect(card(page, "O10")).to_be_focused()
    for one in ("B2", "O2", "O10"):
        await expect(card(page, one)).to_have_attribute("aria-pressed", "true")
    await expect(page.get_by_role("log")).to_contain_text("Bob: orange 10. 3 cards.")
    await page.reload()
    await expect(page.get_by_role("radio", name="Bob 3 cards")).to_be_checked()
    await expect(card(page, "B2")).to_have_attribute("aria-pressed", "true")


@pytest.mark.own_server
async def test_without_a_server_it_works_after_the_first_visit(visit: Visits) -> None:
    page = await visit("/", offline=True)
    await at_hand(page)
    await visit.server.stop()
    await page.goto("/score")
    await enter(page)
    await page.get_by_role("button", name="Count the points").click()
    assert await counted(page) == POINTS
    await page.context.set_offline(True)
    await page.reload()
    assert await counted(page) == POINTS
    await page.get_by_role("button", name="Français").click()
    await expect(page.get_by_role("heading", name="Victoire : Mad Hatter")).to_be_visible()


async def test_what_is_shared_opens_elsewhere(visit: Visits) -> None:
    page = await visit(LINK)
    # Not every browser has a way of sharing; those that have none copy.
    await page.evaluate("Object.defineProperty(navigator, 'share', {value: undefined})")
    await page.get_by_role("button", name="Share").click()
    await expect(page.get_by_text("Copied: the result, and a link that opens this pad.")).to_be_visible()
    text, link = (await page.evaluate("navigator.clipboard.readText()")).split("\n")
    assert text == "Parade – Alice 35, Mad Hatter 27, White Rabbit 31. The winner: Mad Hatter."

    other = await visit("/score", "phone")
    await card(other, "R3").click()
    await other.goto(link)
    assert await counted(other) == POINTS
    await expect(other.get_by_role("heading", name="The winner: Mad Hatter")).to_be_in_viewport()
    await expect(other).to_have_url(visit.server.address + "/score")
    await other.get_by_role("button", name="Undo").click()
    await expect(card(other, "R3")).to_have_attribute("aria-label", "red 3, in front of Player 1")


async def test_a_link_that_holds_no_pad_says_so(visit: Visits) -> None:
    page = await visit("/score#nonsense")
    await expect(page.get_by_text("This link holds no score pad, so here is yours.")).to_be_visible()


async def test_the_way_past_the_menu_opens_no_other_pad(visit: Visits) -> None:
    page = await visit("/score")
    await expect(page.get_by_role("grid")).to_be_visible()
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("main")).to_be_focused()
    await card(page, "R3").click()
    await expect(card(page, "R3")).to_have_attribute("aria-pressed", "true")
    await expect(page.get_by_text("This link holds no score pad")).to_have_count(0)


async def test_many_players_and_rounds_fit_a_phone(visit: Visits) -> None:
    names = ["Alexandrine", "Christophe", "Mohamed", "Jean-Baptiste", "Eleonore", "Zo"]
    lines = [f"{name}:{colour}3~12~145~33" for name, colour in zip(names, "RBVGSO", strict=True)]
    page = await visit("/score#" + ";".join(lines), "phone")
    sums = page.get_by_role("table", name="All rounds").get_by_role("row", name="Sum").get_by_role("cell")
    await expect(sums).to_have_count(6)
    assert not await sideways(page)
    box = await sums.last.bounding_box()
    assert box
    assert box["x"] + box["width"] <= SIZES["phone"]["width"]
    await page.get_by_role("button", name="Another round").tap()
    await expect(page.get_by_role("radio", name="Alexandrine 0 cards")).to_be_focused()
    await expect(page.get_by_role("heading", name="Whose cards?")).to_be_in_viewport()


async def test_several_rounds_add_up(visit: Visits) -> None:
    page = await visit(LINK)
    await page.get_by_role("button", name="Another round").click()
    await expect(page.get_by_role("radio", name="Alice 0 cards")).to_be_checked()
    await card(page, "V9").click()
    sums = page.get_by_role("table", name="All rounds").get_by_role("row", name="Sum").get_by_role("cell")
    await expect(sums).to_have_text(["36", "27 fewest points", "31"])


async def test_the_printed_sheet(visit: Visits) -> None:
    page = await visit(LINK)
    await expect(page.get_by_role("grid")).to_be_visible()
    await page.emulate_media(media="print")
    for gone in (page.get_by_role("grid"), page.get_by_role("button").first, page.get_by_role("navigation")):
        await expect(gone).not_to_be_visible()
    sheet = page.locator(".sheet")
    await expect(sheet.get_by_role("heading", name="The score")).to_be_visible()
    total = sheet.get_by_role("row", name="Total").get_by_role("cell")
    await expect(total).to_have_text(list(POINTS.values()))
    red = sheet.get_by_role("row", name="red").get_by_role("cell")
    assert [(await cell.inner_text()).split() for cell in await red.all()] == [
        ["3", "8", "10", "21"],
        ["0", "1", "1"],
        ["2", "5", "6", "7", "↻", "4"],
    ]
    await expect(sheet.get_by_text("The winner: Mad Hatter")).to_be_visible()
