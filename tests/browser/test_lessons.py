"""The lessons in a real browser: to the end by doing what they ask, wrong choices, other hands, no connection."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import Page, expect

from browser.kit import Size, Visits, at_hand, barriers, cards, sideways
from cases import cases
from wonderland.lessons.__main__ import find_lesson, games_with_lesson
from wonderland.lessons.data import lesson_data
from wonderland.messages import say

#: All but Parade's, which is the longest.
OTHERS = [game for game in games_with_lesson() if game != "parade"]

Doing = Callable[[Page, str], Awaitable[None]]


async def click(page: Page, action: str) -> None:
    """What the lesson asks for, by mouse."""
    match action.split():
        case ["play", card]:
            await page.locator(f'[data-zone="hand"][data-card="{card}"]').click()
        case ["discard", *two]:
            for card in two:
                await page.locator(f'[data-zone="hand"][data-card="{card}"]').click()
            await page.locator(".buttons .button:not(.quiet)").click()
        case ["place", pile]:
            await page.locator(f'[data-pile="{pile}"]').click()
        case ["back"]:
            await page.locator('[data-zone="back"]').click()
        case _:
            await page.locator('[data-zone="hand"]').click()


async def tap(page: Page, action: str) -> None:
    """The same with a finger, which first shows what a card of Parade would do."""
    match action.split():
        case ["play", card]:
            await page.locator(f'[data-zone="hand"][data-card="{card}"]').tap()
            await page.locator(".buttons .button:not(.quiet)").tap()
        case ["discard", *two]:
            for card in two:
                await page.locator(f'[data-zone="hand"][data-card="{card}"]').tap()
            await page.locator(".buttons .button:not(.quiet)").tap()
        case ["place", pile]:
            await page.locator(f'[data-pile="{pile}"]').tap()
        case ["back"]:
            await page.locator('[data-zone="back"]').tap()
        case _:
            await page.locator('[data-zone="hand"]').tap()


async def key(page: Page, action: str) -> None:
    """The same by keyboard alone."""
    match action.split():
        case ["play", card]:
            await page.locator(f'[data-zone="hand"][data-card="{card}"]').focus()
            await page.keyboard.press("Enter")
        case ["discard", *two]:
            for card in two:
                await page.locator(f'[data-zone="hand"][data-card="{card}"]').focus()
                await page.keyboard.press("Enter")
            await page.locator(".buttons .button:not(.quiet)").focus()
            await page.keyboard.press("Enter")
        case ["place", pile]:
            await page.keyboard.press(f"{int(pile) + 1}")
        case ["back"]:
            await page.keyboard.press("Backspace")
        case _:
            await page.keyboard.press("Space")


async def follow(page: Page, step: dict[str, Any], words: str, lang: str, do: Doing) -> None:
    """Do what a page asks, part by part; it says so each time, and then that it is done."""
    said = page.locator(".words .now")
    for number, part in enumerate(step["parts"], 1):
        await expect(said).to_have_text(say(f"{words}_{number}", lang))
        if part["kind"] == "act":
            await do(page, next(iter(part["wanted"])))
        else:
            await answer(page, part["answer"], do)
    await expect(said).to_have_text(say(f"{words}_done", lang))


async def answer(page: Page, option: int, do: Doing) -> None:
    button = page.locator(".options .button").nth(option)
    if do is key:
        await button.focus()
        await page.keyboard.press("Enter")
    else:
        await (button.tap() if do is tap else button.click())


async def learn(page: Page, game: str, lang: str, do: Doing) -> None:
    """The whole lesson."""
    steps = lesson_data(find_lesson(game))["steps"]
    for number, step in enumerate(steps, 1):
        words = f"lesson_{game}_{step['name']}"
        await expect(page.get_by_role("heading", level=1)).to_have_text(say(f"{words}_title", lang))
        await expect(page.locator(".chapter .count")).to_have_text(
            say("lesson_progress", lang, step=number, steps=len(steps))
        )
        await follow(page, step, words, lang, do)
        assert not await sideways(page), step["name"]
        onward = page.get_by_role("button", name=say("lesson_next", lang))
        if do is key:
            await expect(onward).to_be_focused()
            await page.keyboard.press("Enter")
        else:
            await (onward.tap() if do is tap else onward.click())
    await expect(page.get_by_role("heading", level=1)).to_have_text(say("lesson_end_title", lang))


@pytest.mark.parametrize("game", cases(["parade"], OTHERS, "both lessons"))
async def test_to_the_end_by_clicking_what_is_asked_and_then_a_real_game(visit: Visits, game: str) -> None:
    page = await visit(f"/learn/{game}")
    await learn(page, game, "en", click)
    await page.get_by_role("button", name="Play a real game now").click()
    await page.wait_for_url("**/t/*")
    await expect(page.get_by_text({"parade": "Dormouse", "nimble": "Mock Turtle"}[game]).first).to_be_visible()


@pytest.mark.parametrize("game", cases(OTHERS, ["parade"], "both lessons"))
async def test_in_french_on_a_phone_by_touch(visit: Visits, game: str) -> None:
    await learn(await visit(f"/learn/{game}", size="phone", lang="fr"), game, "fr", tap)


@pytest.mark.parametrize("game", cases(OTHERS, ["parade"], "both lessons"))
async def test_by_keyboard_alone(visit: Visits, game: str) -> None:
    await learn(await visit(f"/learn/{game}"), game, "en", key)


async def test_things_may_move(visit: Visits) -> None:
    """With motion the others take their time, and the cards fly; the lesson is the same."""
    page = await visit("/learn/parade", moving=True)
    step = lesson_data(find_lesson("parade"))["steps"][0]
    await follow(page, step, "lesson_parade_safe", "en", click)
    assert (await cards(page, "line"))[-3:] == ["B8", "O10", "V9"]


async def test_another_card_is_answered_kindly_and_nothing_happens(visit: Visits) -> None:
    page = await visit("/learn/parade")
    said = page.locator(".words .now")
    await click(page, "play R5")
    await expect(page.locator(".words .answer")).to_have_text("That would take 1 card. Try this one: blue 8.")
    await expect(said).to_have_text(say("lesson_parade_safe_1", "en"))
    assert len(await cards(page, "line")) == 6
    assert len(await cards(page, "hand")) == 5
    await click(page, "play B8")
    await expect(said).to_have_text(say("lesson_parade_safe_done", "en"))


async def test_the_table_of_parade_shows_what_has_been_explained_and_asks_for_what_can_be_done(visit: Visits) -> None:
    page = await visit("/learn/parade")
    seat = page.get_by_role("region", name="You", exact=True)
    dock = page.locator(".message .text")
    await expect(dock).to_contain_text("Your turn: choose a card.")
    await click(page, "play B8")
    await expect(page.locator(".words .now")).to_have_text(say("lesson_parade_safe_done", "en"))
    await page.mouse.move(0, 0)
    await expect(dock).to_contain_text("White Rabbit plays violet 9")
    await expect(dock).not_to_contain_text("Your turn")
    for _ in range(4):
        await page.locator(".onward").click()
        await expect(seat.locator(".points")).to_have_count(0)
    for _ in range(4):
        await page.locator(".onward").click()
    await expect(seat.locator(".points")).to_have_count(1)


async def test_a_card_that_does_not_fit_and_a_wrong_answer_are_answered_kindly(visit: Visits) -> None:
    page = await visit("/learn/nimble")
    said, answered = page.locator(".words .now"), page.locator(".words .answer")
    await click(page, "flip")
    await page.get_by_role("button", name="Next").click()
    await click(page, "place 1")
    await expect(answered).to_have_text("The frame is blue, but that circle is violet. Look for a blue circle.")
    await expect(said).to_have_text(say("lesson_nimble_place_1", "en"))
    await click(page, "flip")
    await expect(answered).to_contain_text("You may do that in a game")
    await click(page, "place 0")
    await expect(said).to_have_text(say("lesson_nimble_place_done", "en"))
    for _ in range(7):
        await page.locator(".onward").click()
    await answer(page, 0, click)
    await expect(answered).to_have_text(say("lesson_hint_nimble_wins", "en"))
    await expect(said).to_have_text(say("lesson_nimble_winner_1", "en"))
    await expect(page.locator(".options .button").first).to_be_disabled()
    await answer(page, 1, click)
    await expect(said).to_have_text(say("lesson_nimble_winner_done", "en"))


async def test_it_goes_on_where_it_was_left_in_another_language(visit: Visits) -> None:
    page = await visit("/learn/parade")
    for _ in range(3):
        await page.get_by_role("button", name="Skip").click()
    await page.reload()
    await expect(page.locator(".chapter .count")).to_have_text("4 of 10")
    await page.get_by_role("button", name="FR").or_(page.get_by_role("radio", name="FR")).first.click()
    await expect(page.locator(".words .now")).to_have_text(say("lesson_parade_zero_1", "fr"))
    await expect(page.get_by_text("Lapin blanc").first).to_be_visible()


async def test_without_a_connection_after_the_first_visit(visit: Visits) -> None:
    page = await visit("/", offline=True)
    await at_hand(page)
    await page.context.set_offline(True)
    await page.goto("/learn/nimble")
    await learn(page, "nimble", "en", click)
    await page.get_by_role("button", name="Play a real game now").click()
    await expect(page.get_by_text("The server cannot be reached")).to_be_visible()


@pytest.mark.parametrize(("theme", "size"), [("light", "laptop"), ("dark", "phone")])
async def test_nobody_is_kept_out(visit: Visits, theme: Any, size: Size) -> None:
    """A page of a table, a kind answer, a question, and the last page."""
    page = await visit("/learn/parade", theme=theme, size=size)
    await click(page, "play S4")
    await expect(page.locator(".words .answer")).to_be_visible()
    assert await barriers(page) == []
    for _ in range(5):
        await page.locator(".onward").click()
    await answer(page, 2, click)
    assert await barriers(page) == []
    for _ in range(5):
        await page.locator(".onward").click()
    await expect(page.locator(".ending")).to_be_visible()
    assert await barriers(page) == []
