"""Games that the web app has no pictures for: the plain table shows their text, their actions and who came where."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from browser.kit import Visits, barriers, cover, hosting
from server.process import Server


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def with_examples(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Server]:
    """A server with the example games of the tests, each registered by one line."""
    program = (sys.executable, "-m", "games.examples")
    async with hosting(tmp_path_factory.mktemp("examples") / "data", program=program) as server:
        yield server


@pytest.fixture
def server(with_examples: Server) -> Server:
    return with_examples


async def start(visit: Visits, game: str) -> Page:
    page = await visit()
    await (await cover(page, game)).get_by_role("button", name="Play").click()
    return page


async def play_to_the_end(page: Page) -> None:
    """Do the first of what can be done, until the result is there."""
    result = page.get_by_role("table", name="Result")
    actions = page.get_by_role("group", name="What you can do").get_by_role("button")
    text = page.get_by_label("The table", exact=True)
    while True:
        await expect(actions.first.or_(result)).to_be_visible()
        if await result.is_visible():
            return
        before = await text.inner_text()
        # A live game may end before the press: then there is nothing left to press but the result.
        await actions.first.or_(result).first.click()
        await expect(result.or_(text.filter(has_not_text=before)).first).to_be_visible()


async def test_a_game_of_hidden_hands_is_played_to_its_end_and_seen_again(visit: Visits) -> None:
    page = await start(visit, "Moonlight tricks")
    await expect(page.get_by_label("The table", exact=True)).to_contain_text("hand:")
    assert not await barriers(page)
    await play_to_the_end(page)
    await expect(page.get_by_role("table", name="Result").get_by_role("row")).to_have_count(3)
    await page.get_by_role("link", name="Replay").click()
    await expect(page.get_by_role("heading", name="Moonlight tricks")).to_be_visible()
    text = page.get_by_label("The table", exact=True)
    await expect(text).to_contain_text("hand:")
    first = await text.inner_text()
    await page.get_by_role("button", name="Next step").click()
    await expect(text).not_to_have_text(first, use_inner_text=True)
    assert not await barriers(page)


async def test_it_is_your_turn_in_any_game(visit: Visits) -> None:
    page = await start(visit, "Moonlight tricks")
    await expect(page.get_by_role("group", name="What you can do")).to_be_visible()
    await expect(page).to_have_title("● Your turn · Moonlight tricks · Wonderland")


async def test_a_live_game_is_played_against_its_own_bot(visit: Visits) -> None:
    page = await start(visit, "Berries")
    await play_to_the_end(page)
    await expect(page.get_by_role("table", name="Result").get_by_role("row")).to_have_count(3)


async def test_on_one_device_nobody_sees_the_hand_of_another(visit: Visits) -> None:
    page = await visit("/device")
    await page.get_by_role("radio", name="Moonlight tricks").check()
    for number, name in enumerate(("Ann", "Bob"), 1):
        await page.get_by_label(f"Name of player {number}").fill(name)
    await page.get_by_role("button", name="Begin").click()
    text = page.get_by_label("The table", exact=True)
    shown = set()
    for _ in range(2):
        await expect(page.get_by_role("heading", name="Hand the device to")).to_be_visible()
        await expect(text).to_have_count(0)
        await page.get_by_role("button", name="show my cards").click()
        await expect(text).to_contain_text("hand:")
        shown.add(await text.inner_text())
        await page.get_by_role("group", name="What you can do").get_by_role("button").first.click()
    assert len(shown) == 2


async def test_a_table_of_any_game_is_made_for_friends(visit: Visits) -> None:
    page = await visit("/friends?game=tricks")
    await expect(page.get_by_role("radio", name="Moonlight tricks")).to_be_checked()
    await page.get_by_role("button", name="Create the table").click()
    await expect(page.get_by_role("heading", name="A table of Moonlight tricks")).to_be_visible()
    await expect(page.get_by_role("link", name="The rules")).to_have_count(0)
