"""The table of Parade in a real browser: whole games by mouse, keyboard and touch, and what is told before a move."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.async_api import Locator, Page, WebSocketRoute, expect

from browser.kit import Size, Visits, ask, barriers, cards, frames, sideways
from cases import cases

HAND = '[data-zone="hand"][data-card]'
LINE = '[data-zone="line"][data-card]'


def own(page: Page) -> Locator:
    return page.get_by_role("region", name="(you)")


async def front(page: Page) -> list[str]:
    """The cards in front of oneself."""
    found: list[str] = (
        await own(page).locator('[data-zone="front"]').evaluate_all("all => all.map(one => one.dataset.card)")
    )
    return found


def my_turn(page: Page) -> Locator:
    return own(page).get_by_text("plays now")


def last_choice(page: Page) -> Locator:
    return page.get_by_role("region", name="Set two cards aside")


def winner(page: Page) -> Locator:
    return page.get_by_role("heading", name=re.compile("You win|You share|The winner|The win is shared"))


def table(page: Page) -> Locator:
    return page.locator("[data-ply]")


async def sit_down(visit: Visits, bots: list[str], **window: Any) -> tuple[Page, list[str]]:
    """Somebody's new game against bots, and what comes over its socket."""
    page = await visit(None, **window)
    await ask(page, "/guest", {"name": "Ann"})
    code = (await ask(page, "/play-now", {"game": "parade", "bots": bots}))["id"]
    came = frames(page)
    await page.goto(f"/t/{code}")
    await expect(page.locator(HAND)).to_have_count(5)
    return page, came


def explanation(came: list[str]) -> dict[str, Any]:
    """What the server last said about the view."""
    told = [json.loads(frame) for frame in came]
    found: dict[str, Any] = [one["explanation"] for one in told if one["type"] in ("snapshot", "event")][-1]
    return found


async def moment(page: Page) -> str:
    """Wait until something is to be done, or all is done."""
    await expect(my_turn(page).or_(last_choice(page)).or_(winner(page)).first).to_be_attached()
    if await winner(page).count():
        return "over"
    return "choice" if await last_choice(page).count() else "turn"


async def turned(page: Page, ply: str | None) -> None:
    await expect(table(page).or_(winner(page)).first).not_to_have_attribute("data-ply", ply or "")


TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


async def test_a_whole_game_from_the_home_page_to_the_score(visit: Visits) -> None:
    page = await visit(offline=True)
    await page.get_by_role("button", name="Play Parade").click()
    await expect(page.locator(HAND)).to_have_count(5)
    assert not await barriers(page)
    seen = set()
    while (now := await moment(page)) == "turn":
        seen.add(now)
        ply = await table(page).get_attribute("data-ply")
        card = (await cards(page, "hand"))[0]
        await page.locator(f'{HAND}[data-card="{card}"]').click()
        # The card lies at the end of the line at once, before the server has said a word.
        await expect(page.locator(f'{HAND}[data-card="{card}"]')).to_have_count(0)
        await turned(page, ply)
    assert seen
    assert now == "choice"
    assert not await barriers(page)
    hand = await cards(page, "hand")
    assert len(hand) == 4
    for card in hand[:2]:
        await page.locator(f'{HAND}[data-card="{card}"]').click()
    await page.get_by_role("button", name=re.compile("^Set aside ")).click()
    await expect(winner(page)).to_be_visible()
    total = page.get_by_role("table", name="The score").get_by_role("row").nth(1)
    await expect(total).to_be_visible()
    assert not await barriers(page)
    # Counted colour by colour, and skipped.
    await page.get_by_role("button", name="Count colour by colour").click()
    await expect(page.get_by_role("heading", name="red", exact=True)).to_be_visible()
    await page.get_by_role("button", name="Skip").click()
    await expect(winner(page)).to_be_visible()


async def test_exactly_the_cards_that_would_be_taken_light_up(visit: Visits) -> None:
    page, came = await sit_down(visit, ["dormouse", "rabbit"])
    taken_once = False
    for _ in range(6):
        if await moment(page) != "turn":
            break  # six colours in front of somebody already
        ply = await table(page).get_attribute("data-ply")
        said = explanation(came)["cards"]
        hand, line = await cards(page, "hand"), await cards(page, "line")
        for card in hand:
            await page.locator(f'{HAND}[data-card="{card}"]').focus()
            fates = await page.locator(LINE).evaluate_all("all => all.map(one => one.dataset.fate)")
            assert fates == [fate for fate, _ in said[card]]
            reasons = await page.locator(f"{LINE} [data-reason]").evaluate_all(
                "all => all.map(one => one.dataset.reason)"
            )
            assert reasons == [reason for fate, reason in said[card] if fate == "taken"]
            taken_once |= bool(reasons)
        # The one whose focus it is hears it, too.
        described = await page.locator(f'{HAND}[data-card="{hand[-1]}"]').get_attribute("aria-describedby")
        await expect(page.locator(f'[id="{described}"]')).to_have_text(re.compile("You would take|you would take"))
        # And what was foretold happens.
        before = await front(page)
        await page.keyboard.press("Enter")
        await turned(page, ply)
        got = set(await front(page)) - set(before)
        assert got == {card for card, (fate, _) in zip(line, said[hand[-1]], strict=True) if fate == "taken"}
    assert taken_once


async def test_a_mere_selection_is_undone_and_confirming_is_optional(visit: Visits) -> None:
    page, _ = await sit_down(visit, ["rabbit"])
    await page.evaluate("localStorage.setItem('wonderland', JSON.stringify({confirm: true}))")
    await page.reload()
    assert await moment(page) == "turn"
    card = page.locator(HAND).first
    await card.click()
    await expect(card).to_have_attribute("aria-pressed", "true")
    await card.press("Escape")
    await expect(card).to_have_attribute("aria-pressed", "false")
    await card.click()
    await page.get_by_role("button", name="Put it back").click()
    await expect(page.locator(HAND)).to_have_count(5)
    name = await card.get_attribute("data-card")
    ply = await table(page).get_attribute("data-ply")
    await card.click()
    await page.get_by_role("button", name=re.compile("^Play ")).click()
    await turned(page, ply)
    assert name not in await cards(page, "hand")


async def test_a_card_that_is_refused_comes_back(visit: Visits) -> None:
    ann, bob = await visit(None), await visit(None)
    new_table = {"game": "parade", "seats": [{"kind": "me"}, {"kind": "open"}]}
    code = (await ask(ann, "/guest", {"name": "Ann"}) and await ask(ann, "/tables", new_table))["id"]
    await ask(bob, "/guest", {"name": "Bob"})
    await ask(bob, f"/tables/{code}/sit", {})
    pages = []
    for somebody in (ann, bob):
        await somebody.goto(f"/t/{code}")
        await expect(somebody.locator(HAND)).to_have_count(5)
        pages += [somebody] * await my_turn(somebody).count()
    (page,) = pages
    slow = await visit(None, context=page.context)
    held: list[Any] = []

    def hold(page_side: WebSocketRoute) -> None:
        """What has happened reaches this window late, as over a bad line."""
        server_side = page_side.connect_to_server()
        server_side.on_message(
            lambda text: held.append(text) if '"type":"event"' in str(text) else page_side.send(text),
        )

    await slow.route_web_socket(re.compile("/socket"), hold)
    await slow.goto(page.url)
    await expect(slow.locator(HAND)).to_have_count(5)
    first, second = (await cards(page, "hand"))[:2]
    await page.locator(f'{HAND}[data-card="{first}"]').click()
    await expect(my_turn(page)).to_have_count(0)
    # The other window of the same seat does not know yet that the turn is over.
    await slow.locator(f'{HAND}[data-card="{second}"]').click()
    await expect(slow.get_by_text(re.compile("It is (Ann|Bob)'s turn")).first).to_be_visible()
    await expect(slow.locator(f'{HAND}[data-card="{second}"]')).to_be_visible()
    assert second not in await cards(slow, "line")


async def test_the_last_choice_shows_what_would_come_of_it(visit: Visits) -> None:
    page, came = await sit_down(visit, ["dormouse", "dormouse", "dormouse"])
    while await moment(page) == "turn":
        ply = await table(page).get_attribute("data-ply")
        await page.locator(HAND).first.click()
        await turned(page, ply)
    hand = await cards(page, "hand")
    aside = explanation(came)["aside"]
    assert len(aside) == 6
    for one, other in ((hand[0], hand[3]), (hand[2], hand[1])):
        for card in (one, other):
            await page.locator(f'{HAND}[data-card="{card}"]').click()
        then = aside.get(f"discard {one} {other}") or aside[f"discard {other} {one}"]
        points = sum(line["points"] for line in then["sheet"])
        await expect(last_choice(page)).to_contain_text(re.compile(rf"\b{points} points?\b"))
        for line in then["sheet"]:
            cell = last_choice(page).locator(f'[data-colour="{line["colour"]}"]')
            await expect(cell).to_contain_text(re.compile(rf"{line['points']} points?"))
    await page.get_by_role("button", name=re.compile("^Set aside ")).click()
    await expect(winner(page)).to_be_visible()


async def tab_to(page: Page, name: str, back: bool = False) -> None:
    """Go on with the keyboard until what has this name has the focus."""
    for _ in range(80):
        found = await page.evaluate(
            "(document.activeElement?.getAttribute('aria-label') || document.activeElement?.textContent || '').trim()"
        )
        if re.search(name, found):
            return
        await page.keyboard.press("Shift+Tab" if back else "Tab")
    raise AssertionError(f"the keyboard does not reach {name}")


async def test_a_whole_game_without_a_pointer(visit: Visits) -> None:
    page = await visit()
    await expect(page.get_by_role("button", name="Play Parade")).to_be_visible()
    await tab_to(page, "^Play Parade$")
    await page.keyboard.press("Enter")
    await expect(page.locator(HAND)).to_have_count(5)
    await tab_to(page, r"^(red|blue|violet|green|slate|orange) \d+$")
    while await moment(page) == "turn":
        ply = await table(page).get_attribute("data-ply")
        await page.keyboard.press("ArrowRight")
        await page.keyboard.press("Enter")
        await turned(page, ply)
    await expect(page.locator(HAND)).to_have_count(4)
    await tab_to(page, r"^(red|blue|violet|green|slate|orange) \d+$")
    await page.keyboard.press("Enter")
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("Space")
    await tab_to(page, "^Set aside ", back=True)
    await page.keyboard.press("Enter")
    await expect(winner(page)).to_be_visible()
    # All of it was told, too.
    await expect(page.get_by_role("log")).to_contain_text("The game is over.")


async def test_on_a_phone_a_finger_first_sees_and_then_plays(visit: Visits) -> None:
    page, _ = await sit_down(visit, ["rabbit", "hatter", "cat"], size="phone")
    for turn in range(3):
        assert await moment(page) == "turn"
        ply = await table(page).get_attribute("data-ply")
        card = page.locator(HAND).nth(turn)
        name = await card.get_attribute("data-card")
        await card.tap()
        await expect(card).to_have_attribute("aria-pressed", "true")
        await expect(table(page)).to_have_attribute("data-ply", ply or "")
        assert await page.locator(f"{LINE}[data-fate]").count() == await page.locator(LINE).count()
        # Again on the card, or on the button beside.
        await (card if turn % 2 else page.get_by_role("button", name=re.compile("^Play "))).tap()
        await turned(page, ply)
        assert name not in await cards(page, "hand")
        assert not await sideways(page)
    assert not await barriers(page)


@pytest.mark.parametrize(
    ("width", "height", "players"),
    cases([(360, 740, 6), (740, 360, 4), (1280, 720, 6)], [(360, 740, 2), (390, 664, 4), (1366, 650, 4)], "more sizes"),
)
async def test_everything_is_seen_without_scrolling(visit: Visits, width: int, height: int, players: int) -> None:
    bots = ["rabbit", "hatter", "cat", "queen", "dormouse"][: players - 1]
    page, _ = await sit_down(visit, bots, size="phone")
    await page.set_viewport_size({"width": width, "height": height})
    # Hints are given, and still nothing lies under the hand or outside the window.
    hint = page.get_by_role("complementary", name="A hint").or_(page.get_by_role("button", name="A hint"))
    await expect(hint).to_be_visible()
    await expect(page.get_by_role("button", name=re.compile(r"^\w+ \d+$")).last).to_be_in_viewport(ratio=1)
    await page.wait_for_function("() => document.documentElement.scrollHeight <= innerHeight")
    assert not await sideways(page)


async def test_a_finger_that_rests_on_a_card_only_looks(visit: Visits) -> None:
    page, _ = await sit_down(visit, ["rabbit"], size="phone")
    assert await moment(page) == "turn"
    ply = await table(page).get_attribute("data-ply")
    finger = await page.context.new_cdp_session(page)
    card = page.locator(HAND).nth(1)
    # It may be chosen then; a second short touch would play it, a second long one does not.
    for _ in range(2):
        box = await card.bounding_box()
        assert box
        point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        await finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        await expect(page.locator(f"{LINE}[data-fate]")).to_have_count(await page.locator(LINE).count())
        # So long does it rest, by the page's own clock.
        down = await page.evaluate("performance.now()")
        await page.wait_for_function("down => performance.now() - down > 700", arg=down)
        await finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        await page.evaluate(TWO_FRAMES)
        await expect(card).to_have_attribute("aria-pressed", "true")
        await expect(page.locator(HAND)).to_have_count(5)
        await expect(table(page)).to_have_attribute("data-ply", ply or "")


async def test_a_spectator_sees_no_hidden_card(visit: Visits) -> None:
    ann, _ = await sit_down(visit, ["rabbit", "hatter"])
    assert await moment(ann) == "turn"
    watcher = await visit(None)
    came = frames(watcher)
    await watcher.goto(ann.url)
    await expect(watcher.locator(LINE).first).to_be_visible()
    hand = await cards(ann, "hand")
    assert await cards(watcher, "hand") == []
    shown = await watcher.locator("[data-card]").evaluate_all("all => all.map(one => one.dataset.card)")
    assert not set(hand) & set(shown)
    text = await watcher.content()
    assert not any(f'"{card}"' in text for card in hand)
    assert any('"view"' in frame for frame in came), "the spectator was told of the game"
    assert not any(re.search(rf"\b{card}\b", frame) for card in hand for frame in came)
    await expect(watcher.get_by_role("region", name="Ann")).to_contain_text("5 cards in hand")
    # What is played is seen.
    await ann.locator(f'{HAND}[data-card="{hand[0]}"]').click()
    await expect(watcher.locator(f'[data-card="{hand[0]}"]')).to_be_attached()


#: Looks at every picture that is drawn, and notes which parts of the table are not where they were at first.
WATCH = """(zones) => {
    const box = (selector) => [...document.querySelectorAll(selector)].map((one) => {
        const {x, y, width, height} = one.getBoundingClientRect();
        return [x, y, width, height].map(Math.round).join(" ");
    }).join("; ");
    const first = zones.map(box);
    window.frames_seen = 0;
    window.strayed = [];
    const look = () => {
        window.frames_seen++;
        // A line of more cards is given another row on a phone.
        const long = document.querySelectorAll('[data-zone="line"][data-card]').length > 13;
        zones.forEach((zone, place) => {
            if (!long && box(zone) !== first[place]) window.strayed.push(`${zone}: ${first[place]} -> ${box(zone)}`);
        });
        requestAnimationFrame(look);
    };
    look();
}"""
ZONES = ["section[aria-label]:has(header h2)", '[role="img"]', 'ol[aria-label^="The parade"]', '[role="group"]']


@pytest.mark.parametrize("size", ["phone", "laptop"])
async def test_nothing_but_cards_moves_when_cards_move(visit: Visits, size: Size) -> None:
    page, _ = await sit_down(visit, ["rabbit", "hatter"], size=size, moving=True)
    assert await moment(page) == "turn"
    await page.evaluate(WATCH, ZONES)
    for _ in range(4):
        ply = await table(page).get_attribute("data-ply")
        await page.locator(HAND).first.press("Enter")
        await turned(page, ply)
        if await moment(page) != "turn":
            break  # six colours in front of somebody already
    assert await page.evaluate("window.frames_seen") > 10
    assert await page.evaluate("[...new Set(window.strayed)]") == []
