"""A round of Nimble in real browsers: by keys and by touch, before the server has answered, and beaten to it."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable
from typing import Any

from playwright.async_api import Page, WebSocketRoute, expect

from browser.kit import Size, Visits, ask, barriers, frames, sideways

ME, FRIEND = {"kind": "me"}, {"kind": "reserved"}
CARD = re.compile(r'"([RBVGYO]{2})"')
#: Cards that somebody took back, in a snapshot or a change.
REMEMBERED = re.compile(r'"remembered"[:,](?:\d+,|\[)"')

#: What lies where, as the page shows it.
SEEN = """() => {
    const zone = (name) => document.querySelector(`[data-zone="${name}"]`);
    return document.querySelector("[data-pile-check]") ? null : {
        tops: [...document.querySelectorAll('[data-zone="pile"]')].map((pile) => pile.dataset.card),
        heights: [...document.querySelectorAll('[data-zone="pile"]')].map((pile) => Number(pile.dataset.height)),
        card: zone("discard").dataset.card,
        discard: Number(zone("discard").dataset.count),
        hand: Number(zone("hand").dataset.count),
        waiting: document.querySelector("[data-waiting]") !== null,
    };
}"""
#: Everything we did is confirmed and every face is known, or the round is over.
STILL = f"""() => {{
    const seen = ({SEEN})();
    return !seen || (!seen.waiting && (seen.card !== "") === (seen.discard > 0));
}}"""


async def open_table(
    visit: Visits, *seats: dict[str, str], size: Size = "laptop", moving: bool = False, **options: object
) -> Page:
    page = await visit(None, size=size, moving=moving)
    await ask(page, "/guest", {"name": "Ann"})
    face = await ask(page, "/tables", {"game": "nimble", "seats": seats, "options": options})
    await page.goto(f"/t/{face['id']}")
    return page


async def join(
    visit: Visits, host: Page, size: Size = "laptop", listen: Callable[[Page], Any] = frames
) -> tuple[Page, Any]:
    """A friend who comes by the host's link, both are ready; what their window hears from the first word on, too."""
    shown = host.get_by_label("Invitation link")
    await expect(shown).to_have_value(re.compile("/t/"))
    link = await shown.input_value()
    page = await visit(None, size=size)
    heard = listen(page)
    await page.goto(link)
    await page.get_by_label("What should we call you?").fill("Bob")
    await page.get_by_role("button", name="Sit down").click()
    # Neither opening a link nor sitting down begins a race.
    for one in (page, host):
        await one.get_by_role("button", name="I’m ready").click()
    return page, heard


async def begun(*pages: Page) -> None:
    """Wait until the countdown is over, whether or not we have seen it."""
    for page in pages:
        await page.locator('[data-zone="hand"]').wait_for()
        await page.locator("[data-countdown]").wait_for(state="detached")


async def seen(page: Page) -> dict[str, Any] | None:
    """What the page shows once it waits for nothing; None when the piles are being checked."""
    await page.wait_for_function(STILL)
    found: dict[str, Any] | None = await page.evaluate(SEEN)
    return found


def fitting(what: dict[str, Any]) -> int | None:
    """A pile on which the card goes, read off the page."""
    if not what["card"]:
        return None
    return next((pile for pile, top in enumerate(what["tops"]) if top[1] == what["card"][0]), None)


def astray(what: dict[str, Any]) -> list[int]:
    """Piles on which the card would be an error."""
    return [pile for pile, top in enumerate(what["tops"]) if top[1] != what["card"][0]]


async def flip_until(
    page: Page, wanted: Callable[[dict[str, Any]], object], flip: Callable[[], Awaitable[None]] | None = None
) -> dict[str, Any]:
    """What the page shows once its card is as wanted, flipped by key or in another way."""
    for _ in range(40):
        what = await seen(page)
        assert what, "the round is over"
        if what["card"] and wanted(what):
            return what
        await (flip() if flip else page.keyboard.press(" "))
    raise AssertionError("no such card")


class Fingers:
    """Taps and drags on a touch screen, where things were at the beginning: nothing moves from its place."""

    def __init__(self, page: Page, at: dict[str, tuple[float, float]]) -> None:
        self._page, self._at = page, at

    @classmethod
    async def of(cls, page: Page) -> Fingers:
        at = {}
        for name in ("hand", "discard", "pile 0", "pile 1", "pile 2"):
            zone, _, pile = name.partition(" ")
            box = await page.locator(f'[data-zone="{zone}"]' + (f'[data-pile="{pile}"]' if pile else "")).bounding_box()
            assert box
            at[name] = box["x"] + box["width"] * 0.6, box["y"] + box["height"] / 2
        return cls(page, at)

    async def tap(self, name: str) -> None:
        await self._page.touchscreen.tap(*self._at[name])

    async def drag(self, name: str, to: str) -> None:
        touch = await self._page.context.new_cdp_session(self._page)
        (x, y), (a, b) = self._at[name], self._at[to]
        points = [(x + (a - x) * step / 4, y + (b - y) * step / 4) for step in range(5)]
        for kind, point in [
            ("touchStart", points[0]),
            *(("touchMove", point) for point in points[1:]),
            ("touchEnd", None),
        ]:
            where = [{"x": point[0], "y": point[1]}] if point else []
            await touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})
        await touch.detach()


async def step(page: Page, flip: Callable[[], Awaitable[None]], place: Callable[[int], Awaitable[None]]) -> bool:
    """One thing that makes sense: place what fits, else flip or turn over. False when there is nothing more to do."""
    what = await seen(page)
    if what is None:
        return False
    pile = fitting(what)
    await (flip() if pile is None else place(pile))
    return True


async def test_a_round_by_keys_and_by_touch_to_the_pile_check(visit: Visits) -> None:
    ann = await open_table(visit, ME, FRIEND, moving=True, challenge=True)
    bob, _ = await join(visit, ann, "phone")
    await begun(ann, bob)
    # Everything is at hand on a phone.
    await bob.wait_for_function("() => document.documentElement.scrollHeight <= innerHeight")
    fingers = await Fingers.of(bob)

    # A card that goes nowhere may be placed all the same (N5), and is found at the end (N8).
    what = await flip_until(bob, astray, lambda: fingers.tap("hand"))
    wrong = astray(what)[0]
    await fingers.drag("discard", f"pile {wrong}")
    for page in (bob, ann):
        await expect(page.locator(f'[data-pile="{wrong}"]')).to_have_attribute("data-card", what["card"])

    # Taking back brings the card below up again.
    await ann.keyboard.press(" ")
    first = await seen(ann)
    await ann.keyboard.press(" ")
    await seen(ann)
    await ann.keyboard.press("Backspace")
    assert await seen(ann) == first

    dragged = 0

    async def place(pile: int) -> None:
        nonlocal dragged
        dragged += 1
        await (fingers.drag("discard", f"pile {pile}") if dragged % 3 == 0 else fingers.tap(f"pile {pile}"))

    for _ in range(1500):
        by_keys = await step(ann, lambda: ann.keyboard.press(" "), lambda pile: ann.keyboard.press(str(pile + 1)))
        by_touch = await step(bob, lambda: fingers.tap("hand"), place)
        if not by_keys or not by_touch:
            break
    # Card by card, where things move; whoever has seen enough skips it.
    await expect(ann.locator('[data-pile-check="checking"]')).to_be_visible()
    await ann.get_by_role("button", name="Show all").click()
    for page in (ann, bob):
        await expect(page.locator('[data-pile-check="done"]')).to_be_visible()
        await expect(page.get_by_text(re.compile(r"^The round is over: ")).first).to_be_visible()
        # One error at least, and it is Bob's.
        await expect(page.locator(".errors li").first).to_contain_text("Bob")
        await expect(page.locator("[data-result-seat]")).to_have_count(2)
        await expect(page.locator("[data-winner]")).not_to_have_count(0)
        await expect(page.locator("[data-challenge]")).to_contain_text("The Challenge so far")
        assert await barriers(page) == []
    await expect(ann.locator("[data-result-seat='1'] .bad")).to_be_visible()


class Line:
    """The wire between a page and the server, on which what the page says can be held up."""

    def __init__(self) -> None:
        self.held: list[str] | None = None
        self._server: WebSocketRoute | None = None

    async def lay(self, page: Page) -> None:
        await page.route_web_socket(re.compile("/socket"), self._connect)

    def _connect(self, route: WebSocketRoute) -> None:
        self._server = route.connect_to_server()
        route.on_message(self._said)

    def _said(self, message: str | bytes) -> None:
        if self.held is not None and json.loads(message)["type"] == "act":
            self.held.append(str(message))
        elif self._server:
            self._server.send(message)

    def hold(self) -> None:
        self.held = []

    def acts(self) -> list[str]:
        return [json.loads(message)["action"] for message in self.held or []]

    def release(self) -> None:
        held, self.held = self.held or [], None
        for message in held:
            assert self._server
            self._server.send(message)


async def held_up(visit: Visits) -> tuple[Page, Line, Page]:
    """Ann, whose words can be held up, and Bob, in a round that has begun."""
    ann, line = await open_table(visit, ME, FRIEND), Line()
    await line.lay(ann)
    await ann.reload()
    bob, _ = await join(visit, ann)
    await begun(ann, bob)
    return ann, line, bob


async def test_beaten_to_it(visit: Visits) -> None:
    ann, line, bob = await held_up(visit)
    mine = await flip_until(ann, lambda what: fitting(what) is not None)
    pile = fitting(mine)
    assert pile is not None
    theirs = await flip_until(bob, lambda what: bool(what["card"][0] == what["tops"][pile][1]))
    at = f'[data-pile="{pile}"]'

    line.hold()
    await ann.keyboard.press(str(pile + 1))
    # The picture does not wait for the server, and nobody else sees it yet.
    await expect(ann.locator(at)).to_have_attribute("data-card", mine["card"])
    await expect(ann.locator('[data-zone="discard"]')).to_have_attribute("data-count", str(mine["discard"] - 1))
    await expect(bob.locator(at)).to_have_attribute("data-card", mine["tops"][pile])
    assert line.acts() == [f"place {pile} on {mine['tops'][pile]}"]

    await bob.keyboard.press(str(pile + 1))
    await expect(bob.locator(at)).to_have_attribute("data-card", theirs["card"])
    # Ann's card is still seen, on top of Bob's.
    await expect(ann.locator(at)).to_have_attribute("data-height", "3")
    await expect(ann.locator(at)).to_have_attribute("data-card", mine["card"])

    line.release()
    await expect(ann.locator(at)).to_contain_text("Beaten to it!")
    await expect(ann.locator(at)).to_have_attribute("data-card", theirs["card"])
    await expect(ann.locator('[data-zone="discard"]')).to_have_attribute("data-card", mine["card"])
    await expect(ann.get_by_role("log")).to_contain_text(f"Beaten to it on pile {pile + 1}")
    after = await seen(ann)
    assert after
    assert after["discard"] == mine["discard"]


async def test_the_picture_does_not_wait_for_the_server(visit: Visits) -> None:
    ann, line, bob = await held_up(visit)
    for _ in range(3):
        await ann.keyboard.press(" ")
    before = await seen(ann)
    assert before

    # A flip is seen at once, and its face when the server tells it.
    line.hold()
    await ann.keyboard.press(" ")
    discard = ann.locator('[data-zone="discard"]')
    await expect(discard).to_have_attribute("data-count", "4")
    await expect(discard).to_have_attribute("data-card", "")
    # What has not been seen cannot be placed, and says so.
    await ann.keyboard.press("1")
    await expect(ann.get_by_text("Look at your card first.").first).to_be_visible()
    assert line.acts() == ["flip"]
    line.release()
    flipped = await seen(ann)
    assert flipped
    assert flipped["discard"] == 4

    # Taken back and flipped again its face is known.
    line.hold()
    await ann.keyboard.press("Backspace")
    await expect(discard).to_have_attribute("data-card", before["card"])
    await ann.keyboard.press(" ")
    await expect(discard).to_have_attribute("data-card", flipped["card"])

    # Two cards in a row: both are seen, and the second is sent when the first is sure to lie there.
    await ann.keyboard.press("1")
    await ann.keyboard.press("2")
    await expect(ann.locator('[data-pile="1"]')).to_have_attribute("data-card", before["card"])
    assert line.acts() == ["back", "flip", f"place 0 on {before['tops'][0]}"]
    line.release()
    for page in (ann, bob):
        await expect(page.locator('[data-pile="0"]')).to_have_attribute("data-card", flipped["card"])
        await expect(page.locator('[data-pile="1"]')).to_have_attribute("data-card", before["card"])
    after = await seen(ann)
    assert after
    assert (after["discard"], after["heights"]) == (2, [2, 2, 1])


async def test_cards_that_nobody_has_seen_are_not_sent(visit: Visits) -> None:
    ann = await open_table(visit, ME, FRIEND)
    told = frames(ann)
    await ann.reload()
    bob, heard = await join(visit, ann)
    await begun(ann, bob)
    start = await seen(ann)
    assert start
    watcher = await visit(None)
    watched = frames(watcher)
    await watcher.goto(ann.url)
    await expect(watcher.locator('[data-zone="pile"]')).to_have_count(3)
    await expect(watcher.locator("[data-seat]")).to_have_count(2)
    await expect(watcher.locator('[data-zone="hand"], [data-zone="discard"]')).to_have_count(0)
    known = set(start["tops"])
    for _ in range(5):
        await ann.keyboard.press(" ")
        what = await seen(ann)
        assert what
        known.add(what["card"])
    for _ in range(2):
        await ann.keyboard.press("Backspace")
    last = await seen(ann)
    assert last
    for page in (bob, watcher):
        await expect(page.locator('[data-seat="0"]')).to_have_attribute("data-card", last["card"])
    assert set(CARD.findall("".join(told))) == known
    for other in (heard, watched):
        assert set(CARD.findall("".join(other))) == known
        # What Ann has taken back only she remembers.
        assert not REMEMBERED.search("".join(other))
    assert REMEMBERED.search("".join(told))


async def test_in_a_low_window_cards_are_large_and_nothing_is_scrolled(visit: Visits) -> None:
    page = await open_table(visit, ME, {"kind": "bot", "bot": "turtle"})
    await page.set_viewport_size({"width": 1366, "height": 650})
    await page.wait_for_function("() => document.documentElement.scrollHeight <= innerHeight")
    for zone in ("hand", "pile"):
        wide = "zone => document.querySelector(`[data-zone=${zone}]`)?.getBoundingClientRect().width > 120"
        await page.wait_for_function(wide, arg=zone)


async def test_a_phone_on_its_side_is_wide_enough(visit: Visits) -> None:
    page = await open_table(visit, ME, {"kind": "bot", "bot": "turtle"}, size="phone")
    await page.locator('[data-zone="hand"]').wait_for()
    for width in (580, 640, 740, 844):
        await page.set_viewport_size({"width": width, "height": 360})
        assert not await sideways(page), width


async def test_before_the_signal_nothing_moves_and_everything_is_told(visit: Visits) -> None:
    page = await open_table(visit, ME, FRIEND, size="phone", assist=True)
    # The page is there before the countdown begins, and nobody else does anything.
    await join(visit, page)
    await page.locator("[data-countdown]").wait_for()
    hand = page.locator('[data-zone="hand"]')
    count = await hand.get_attribute("data-count")
    await hand.tap()
    await expect(page.get_by_text("Wait for “Go!”").first).to_be_visible()
    await expect(hand).to_have_attribute("data-count", str(count))
    await begun(page)
    await expect(page.get_by_role("log")).to_contain_text("Go!")

    await page.keyboard.press("Backspace")
    await expect(page.get_by_text("Flip a card first.").first).to_be_visible()
    await page.keyboard.press("p")
    await expect(page.get_by_role("log")).to_contain_text("Pile 3: ")
    assert await barriers(page) == []

    # The table's help for children: what does not fit comes back.
    what = await flip_until(page, astray)
    pile = astray(what)[0]
    await page.locator(f'[data-pile="{pile}"]').tap()
    await expect(page.locator(f'[data-pile="{pile}"]')).to_contain_text("Does not fit")
    await expect(page.locator('[data-zone="discard"]')).to_have_attribute("data-card", what["card"])
