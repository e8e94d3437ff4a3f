"""A table in real browsers: friends by a link, spectators, talk, one device for all, and connections that break."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Locator, Page, WebSocketRoute, expect

from browser.kit import Visits, ask, barriers, cards, frames, hosting, sideways
from server.process import TIMEOUT_SECONDS

HAND = '[data-zone="hand"][data-card]'
YOUR_TURN = re.compile("Your turn")
LOST = "The connection is gone"
ME, FRIEND = {"kind": "me"}, {"kind": "reserved"}
RABBIT = {"kind": "bot", "bot": "rabbit"}


async def set_up(visit: Visits, *seats: dict[str, str], name: str = "Ann", **choices: Any) -> Page:
    """A window of somebody who has just opened a table of Parade with these seats."""
    page = await visit(None)
    await ask(page, "/guest", {"name": name})
    face = await ask(page, "/tables", {"game": "parade", "seats": seats, **choices})
    await page.goto(f"/t/{face['id']}")
    return page


def table_of(page: Page) -> str:
    return page.url.split("/t/")[1].split("/")[0]


async def link_of(host: Page) -> str:
    """The link that the host's page shows."""
    shown = host.get_by_label("Invitation link")
    await expect(shown).to_have_value(re.compile("/t/"))
    return await shown.input_value()


async def join(visit: Visits, host: Page, name: str = "Bob") -> Page:
    """A friend who comes by the host's link, and sits down."""
    page = await visit((await link_of(host)).removeprefix(visit.server.address))
    await page.get_by_label("What should we call you?").fill(name)
    await page.get_by_role("button", name="Sit down").click()
    return page


async def two(visit: Visits, **choices: Any) -> tuple[Page, Page]:
    """Ann and Bob in a game of their own."""
    ann = await set_up(visit, ME, FRIEND, **choices)
    bob = await join(visit, ann)
    for page in (ann, bob):
        await expect(page.locator(HAND)).to_have_count(5)
    return ann, bob


async def whose_turn(*pages: Page) -> Page:
    """The one of these who is called by the title of the window."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while True:
            for page in pages:
                if YOUR_TURN.search(await page.title()):
                    return page


async def play(page: Page) -> str:
    """Play the first card of the hand; which one. The turn is over when this returns."""
    card = (await cards(page, "hand"))[0]
    await page.locator(f'{HAND}[data-card="{card}"]').click()
    await expect(page.locator(f'[data-zone="line"][data-card="{card}"]')).to_be_visible()
    await expect(page).not_to_have_title(YOUR_TURN)
    return card


def laid(page: Page, card: str) -> Locator:
    """Wherever a card lies open on the table."""
    return page.locator(f'[data-card="{card}"]:not([data-zone="hand"])')


async def test_two_friends_meet_by_a_link_and_play(visit: Visits) -> None:
    ann = await set_up(visit, ME, FRIEND, FRIEND)
    await expect(ann.get_by_role("heading", name="Invite your friends")).to_be_visible()
    code = (await ask(ann, f"/tables/{table_of(ann)}"))["invite"]
    invitation = ann.get_by_role("region", name="Invite your friends")
    await expect(invitation.get_by_text(f"{code[:3]} {code[3:]}")).to_be_visible()
    # A server that only its own computer can reach says so, instead of a QR code for phones.
    await expect(ann.get_by_text("Only this computer can open this link.")).to_be_visible()
    await expect(ann.get_by_role("img", name="QR code")).to_have_count(0)
    assert not await barriers(ann)
    bob = await join(visit, ann)
    await expect(ann.get_by_text("Bob", exact=True)).to_be_visible()
    await expect(bob.get_by_text("Ann", exact=True)).to_be_visible()
    # The key of the invitation does not stay in the address.
    await expect(bob).to_have_url(ann.url)

    await ann.get_by_role("button", name="Start now").click()
    for page in (ann, bob):
        await expect(page.locator(HAND)).to_have_count(5)
    assert not set(await cards(ann, "hand")) & set(await cards(bob, "hand"))

    first = await whose_turn(ann, bob)
    second = bob if first is ann else ann
    card = await play(first)
    await expect(laid(second, card).first).to_be_visible()
    assert await whose_turn(ann, bob) is second
    card = await play(second)
    await expect(laid(first, card).first).to_be_visible()


async def test_the_host_fills_seats_and_sends_away(visit: Visits) -> None:
    ann = await set_up(visit, ME, FRIEND, FRIEND, {"kind": "open"})
    await ann.get_by_role("button", name="Add a bot at seat 4").click()
    await ann.get_by_role("radio", name="White Rabbit").check(force=True)
    await ann.get_by_role("button", name="White Rabbit plays here").click()
    await expect(ann.get_by_role("listitem").filter(has_text="White Rabbit")).to_be_visible()
    await ann.get_by_role("button", name="Change the seat of White Rabbit").click()
    await ann.get_by_role("radio", name="Alice").check(force=True)
    await ann.get_by_label("Level").select_option("3")
    await ann.get_by_role("button", name="Alice (level 3) plays here").click()
    await expect(ann.get_by_role("listitem").filter(has_text="Alice (level 3)")).to_be_visible()

    link = await link_of(ann)
    bob = await join(visit, ann)
    await ann.get_by_role("button", name="Change the seat of Bob").click()
    await ann.get_by_role("button", name="Remove Bob").click()
    await expect(bob.get_by_text("You no longer have a seat at this table.")).to_be_visible()
    await expect(bob.get_by_text("You are watching. The free seats are reserved")).to_be_visible()
    await expect(ann.get_by_label("Invitation link")).not_to_have_value(link)

    await ann.get_by_role("button", name="Close the table").click()
    await ann.get_by_role("dialog").get_by_role("button", name="Close the table").click()
    await expect(bob.get_by_role("heading", name="This table is closed")).to_be_visible()
    await expect(bob.get_by_role("main").get_by_role("link", name="Home")).to_be_visible()


async def test_there_is_no_such_table(visit: Visits) -> None:
    page = await visit("/t/nowhere00000")
    await expect(page.get_by_role("heading", name="There is no such table")).to_be_visible()
    assert not await barriers(page)


async def test_a_spectator_sees_no_hidden_card(visit: Visits) -> None:
    ann, bob = await two(visit)
    eve = await visit(None)
    came = frames(eve)
    await eve.goto(ann.url)
    await expect(eve.get_by_text("You are watching")).to_be_visible()
    await expect(ann.get_by_text("1 spectator")).to_have_count(1)

    for _ in range(6):
        player = await whose_turn(ann, bob)
        card = await play(player)
        await expect(laid(eve, card).first).to_be_visible()
        hands = set(await cards(ann, "hand") + await cards(bob, "hand"))
        assert len(hands) in (9, 10), "the card drawn may be on its way"
        page = await eve.content()
        for hidden in hands:
            assert f'"{hidden}"' not in page
            assert not any(re.search(rf"\b{hidden}\b", frame) for frame in came)
    assert any('"view"' in frame for frame in came), "the spectator was told of the game"


#: A window without a screen is never hidden, so it says that it is; the notifications are the browser's own.
ELSEWHERE = """
  window.called = [];
  Object.defineProperty(document, "hidden", { get: () => window.elsewhere ?? false });
  window.Notification = class extends window.Notification {
    constructor(title, options) {
      super(title, options);
      window.called.push([title, options.body]);
    }
  };
"""


async def test_who_looks_elsewhere_is_called(visit: Visits) -> None:
    page = await set_up(visit, ME, RABBIT)
    await page.context.grant_permissions(["notifications"])
    await page.add_init_script(ELSEWHERE)
    await page.reload()
    await whose_turn(page)
    assert await page.evaluate("called") == [], "whoever looks at the table is not called"
    await page.evaluate("elsewhere = true")
    await page.locator(HAND).first.click()
    await page.wait_for_function("() => called.length > 0")
    assert await page.evaluate("called") == [["Wonderland", "It is your turn at the table of Parade."]]


async def test_everything_is_as_before_after_a_reload(visit: Visits) -> None:
    ann, bob = await two(visit)
    player = await whose_turn(ann, bob)
    card = await play(player)
    for page in (ann, bob):
        await expect(laid(page, card).first).to_be_visible()
        await expect(page.locator(HAND)).to_have_count(5)
        before = [await cards(page, zone) for zone in ("hand", "line", "front")]
        await page.reload()
        await expect(page.locator(HAND)).to_have_count(5)
        assert [await cards(page, zone) for zone in ("hand", "line", "front")] == before
    await play(await whose_turn(ann, bob))


@pytest.mark.own_server
async def test_a_server_that_starts_anew_loses_nothing(visit: Visits) -> None:
    ann, bob = await two(visit)
    await play(await whose_turn(ann, bob))
    player = await whose_turn(ann, bob)
    other = bob if player is ann else ann
    await expect(other.locator(HAND)).to_have_count(5)
    before = await cards(player, "hand")

    await visit.server.stop()
    for page in (ann, bob):
        await expect(page.get_by_text(LOST).locator("visible=true").first).to_be_visible()
    # What is done meanwhile is kept, and sent once the server is there again.
    await player.locator(HAND).first.click()
    await visit.server.start()
    await expect(laid(other, before[0]).first).to_be_visible()
    for page in (ann, bob):
        await expect(page.locator("main").get_by_text(LOST)).to_have_count(0)
    await expect(player).not_to_have_title(YOUR_TURN)
    assert await whose_turn(ann, bob) is other
    await play(other)


async def test_a_lost_connection_is_told_and_catches_up(visit: Visits) -> None:
    ann, bob = await two(visit)
    player = await whose_turn(ann, bob)
    other = bob if player is ann else ann
    await other.context.set_offline(True)
    await other.evaluate("dispatchEvent(new Event('offline'))")
    await expect(other.locator("main").get_by_text(LOST)).to_be_visible()
    card = await play(player)
    await other.context.set_offline(False)
    await expect(laid(other, card).first).to_be_visible()
    await expect(other.locator("main").get_by_text(LOST)).to_have_count(0)


async def test_what_was_tapped_without_a_connection_is_not_played_in_a_later_turn(visit: Visits) -> None:
    ann, bob = await two(visit)
    phone = await whose_turn(ann, bob)
    other = bob if phone is ann else ann
    laptop = await second_device(visit, phone)
    await phone.context.set_offline(True)
    await phone.evaluate("dispatchEvent(new Event('offline'))")
    await expect(phone.locator("main").get_by_text(LOST)).to_be_visible()
    meant = (await cards(phone, "hand"))[-1]
    await phone.locator(f'{HAND}[data-card="{meant}"]').click()
    # The game goes on elsewhere, until it is this player's turn again.
    for page in (laptop, other):
        assert await whose_turn(laptop, other) is page
        await play(page)
    await whose_turn(laptop)
    assert meant in await cards(laptop, "hand")

    await phone.context.set_offline(False)
    told = phone.get_by_role("status").get_by_text("Your move was not played")
    await expect(told).to_have_text("Your move was not played: the connection was lost and the game has gone on.")
    await expect(phone.locator(f'{HAND}[data-card="{meant}"]')).to_be_visible()
    await expect(phone).to_have_title(YOUR_TURN)
    await play(phone)


async def second_device(visit: Visits, page: Page) -> Page:
    """Another browser of the same person, at the same table."""
    device = await visit(None)
    await device.context.add_cookies(await page.context.cookies())  # type: ignore[arg-type]  # as they were given
    await device.goto(page.url)
    await expect(device.locator(HAND)).to_have_count(5)
    return device


async def test_talk_goes_both_ways_and_can_be_muted(visit: Visits) -> None:
    ann, bob = await two(visit)
    await ann.get_by_role("button", name="Open the chat").click()
    await ann.get_by_label("Say something").fill("Good luck!")
    await ann.keyboard.press("Enter")
    await bob.get_by_role("button", name="Open the chat: 1 new message").click()
    await expect(bob.get_by_role("complementary").get_by_text("Good luck!")).to_be_visible()
    await bob.get_by_label("Say something").fill("And to you")
    await bob.get_by_role("button", name="Send").click()
    await expect(ann.get_by_role("complementary").get_by_text("And to you")).to_be_visible()
    assert not await barriers(ann)

    eve = await visit(f"/t/{table_of(ann)}")
    await eve.get_by_role("button", name="Open the chat").click()
    await eve.get_by_label("Your name").fill("Eve")
    await eve.get_by_role("button", name="Join the chat").click()
    await eve.get_by_label("Say something").fill("Hello from the gallery")
    await eve.keyboard.press("Enter")
    said = ann.get_by_role("complementary").get_by_text("Hello from the gallery")
    await expect(said).to_be_visible()
    await ann.get_by_role("button", name="Mute Eve").click()
    await expect(said).to_have_count(0)
    await ann.get_by_role("button", name="Unmute Eve").click()
    await expect(said).to_be_visible()


async def test_who_gives_up_can_ask_for_another_game(visit: Visits) -> None:
    ann, bob = await two(visit)
    await ann.get_by_role("button", name="Menu").click()
    await ann.get_by_role("button", name="Give up this game").click()
    await ann.get_by_role("button", name="Play on").click()
    await expect(ann.get_by_role("dialog")).to_have_count(0)
    for page in (ann, bob):
        await page.get_by_role("button", name="Menu").click()
        await page.get_by_role("button", name="Give up this game").click()
        await page.get_by_role("button", name="Give up", exact=True).click()
    for page in (ann, bob):
        await expect(page.get_by_role("button", name="Another game")).to_be_visible()
        await expect(page.get_by_role("link", name="Replay")).to_have_attribute("href", re.compile("^/g/"))
    await ann.get_by_role("button", name="Another game").click()
    await expect(ann.get_by_text("You are ready. Waiting for Bob")).to_be_visible()
    await expect(bob.get_by_text("Ann would like another game.").first).to_be_visible()
    await ann.get_by_role("button", name="Cancel").click()
    await ann.get_by_role("button", name="Another game").click()
    await bob.get_by_role("button", name="Another game").click()
    for page in (ann, bob):
        await expect(page.locator(HAND)).to_have_count(5)
        await expect(page.get_by_role("button", name="Another game")).to_have_count(0)


async def test_who_was_too_slow_takes_the_seat_back(visit: Visits) -> None:
    # Time enough to see who is called, and to come back before the other one's is up, too: then the bots end the game.
    ann, bob = await two(visit, time_limit={"unit": "seconds", "amount": 5})
    slow = await whose_turn(ann, bob)
    await slow.set_viewport_size({"width": 1280, "height": 800})
    await expect(slow.get_by_text("Your time was up")).to_be_visible()
    await slow.wait_for_function("document.documentElement.scrollHeight <= innerHeight")
    await slow.get_by_role("button", name="Take your seat back").click()
    await expect(slow.get_by_text("Your time was up")).to_have_count(0)


async def test_one_device_goes_round_and_hides_every_hand(visit: Visits) -> None:
    page = await set_up(visit, {**ME, "name": "Ann"}, {**ME, "name": "Bob"}, RABBIT)
    await expect(page.get_by_role("heading", name="Hand the device to")).to_be_visible()
    assert not await barriers(page)
    seen: dict[str, set[str]] = {}
    for _ in range(6):
        name = await take_over(page, seen)
        await expect(page.locator(HAND)).to_have_count(5)
        hand = await cards(page, "hand")
        assert not seen.get(name, set()) - set(hand), "the same hand, and the card drawn since"
        await page.locator(f'{HAND}[data-card="{hand[0]}"]').click()
        await expect(page.locator(HAND)).to_have_count(0)
        seen[name] = set(hand[1:])
    assert set(seen) == {"Ann", "Bob"}


async def take_over(page: Page, hands: dict[str, set[str]]) -> str:
    """The next one takes the device, once it is clear that nobody's hand can be seen; who."""
    curtain = page.get_by_role("heading", name="Hand the device to")
    await expect(curtain).to_be_visible()
    content = await page.content()
    assert await cards(page, "hand") == []
    for hand in hands.values():
        assert not [card for card in hand if f'data-card="{card}"' in content]
    name = (await curtain.inner_text()).removeprefix("Hand the device to ")
    await page.get_by_role("button", name=f"I am {name}").press("Enter")
    await expect(page.locator(HAND).first).to_be_visible()
    await expect(page.get_by_role("group", name="Your hand")).to_be_focused()
    return name


@pytest.mark.long("a whole game at one device, move by move")
async def test_one_device_plays_to_the_end_and_again(visit: Visits) -> None:
    page = await set_up(visit, {**ME, "name": "Ann"}, {**ME, "name": "Bob"})
    hands: dict[str, set[str]] = {}
    over = page.get_by_role("button", name="Another game")
    curtain = page.get_by_role("heading", name="Hand the device to")
    choosing = page.get_by_role("heading", name="Set two cards aside")
    name = ""
    while True:
        await expect(over.or_(curtain).or_(choosing).first).to_be_visible()
        if await over.is_visible():
            break
        if await curtain.is_visible():
            name = await take_over(page, hands)
        hand = await cards(page, "hand")
        if len(hand) == 4:  # every turn is played; whoever has the device begins
            for card in hand[:2]:
                await page.locator(f'{HAND}[data-card="{card}"]').click()
            await page.get_by_text("Set aside", exact=True).click()
            hands[name] = set()  # what is kept lies open in the end
            await expect(page.locator(HAND)).to_have_count(0)
        else:
            await page.locator(f'{HAND}[data-card="{hand[0]}"]').click()
            hands[name] = set(hand[1:])
            await expect(page.locator(f'{HAND}[data-card="{hand[0]}"]')).to_have_count(0)
            await expect(curtain.or_(choosing).first).to_be_visible()
    await expect(page.get_by_role("table", name="The score")).to_be_visible()
    assert not await barriers(page)
    await over.click()
    await expect(curtain).to_be_visible()
    assert await cards(page, "hand") == []


async def test_another_language_reaches_the_table(visit: Visits) -> None:
    ann, bob = await two(visit)
    waiting = bob if await whose_turn(ann, bob) is ann else ann
    await waiting.get_by_role("button", name="Menu").click()
    await waiting.get_by_role("button", name="Français").click()
    await expect(waiting.get_by_role("heading", name="Menu")).to_be_visible()
    await expect(waiting.get_by_role("link", name="Les règles")).to_be_visible()
    await waiting.keyboard.press("Escape")
    await expect(waiting.locator(HAND)).to_have_count(5)


async def test_whoever_passes_by_may_sit_down_or_watch(visit: Visits) -> None:
    ann = await set_up(visit, ME, {"kind": "open"}, public=True)
    await expect(ann.get_by_text("Public: anybody can find this table among the open tables.")).to_be_visible()
    bob = await visit(f"/t/{table_of(ann)}", size="phone")
    await expect(bob.get_by_text("You are watching. There is a free seat.")).to_be_visible()
    assert not await sideways(bob)
    link = await link_of(ann)
    await bob.get_by_label("What should we call you?").fill("Bob")
    await bob.get_by_role("button", name="Sit down").click()
    for page in (ann, bob):
        await expect(page.locator(HAND)).to_have_count(5)

    late = await visit(link.removeprefix(visit.server.address))
    await expect(late.get_by_text("No seat is free any more: you are watching.")).to_be_visible()
    await expect(late.locator('[data-zone="line"][data-card]').first).to_be_visible()
    await expect(late).to_have_url(ann.url)


async def test_who_has_been_here_before_is_asked_before_sitting_down(visit: Visits) -> None:
    ann = await set_up(visit, ME, FRIEND, rated=True)
    link = (await link_of(ann)).removeprefix(visit.server.address)
    bob = await visit(None)
    await ask(bob, "/guest", {"name": "Bob"})
    await bob.goto(link)
    await expect(bob.get_by_role("heading", name="Ann invites you to play Parade")).to_be_visible()
    await expect(bob.get_by_text("Rated: the result changes everyone’s rating.")).to_be_visible()
    assert not await barriers(bob)
    assert (await ask(bob, f"/tables/{table_of(ann)}"))["seat"] is None
    await bob.get_by_role("button", name="Just watch").click()
    await expect(bob).to_have_url(ann.url)
    assert (await ask(bob, f"/tables/{table_of(ann)}"))["seat"] is None

    await bob.goto(link)
    # Everyone may sit down by another name.
    name = bob.get_by_label("What should we call you?")
    await expect(name).to_have_value("Bob")
    await name.fill("Bobby")
    await bob.get_by_role("button", name="Sit down").click()
    for page in (ann, bob):
        await expect(page.locator(HAND)).to_have_count(5)
    await bob.get_by_role("button", name="Menu").click()
    players = bob.get_by_role("list", name="Who is at the table").get_by_role("listitem")
    await expect(players).to_have_text(["Ann", "Bobby (you)"])
    await expect(players.first.get_by_role("link")).to_have_attribute("target", "_blank")
    # Whoever sits there already is let in by their own link.
    await ann.goto(link)
    await expect(ann).to_have_url(bob.url)
    await expect(ann.locator(HAND)).to_have_count(5)


async def test_the_first_page_tells_by_itself_that_it_is_ones_turn(visit: Visits) -> None:
    ann, bob = await two(visit, time_limit={"unit": "days", "amount": 1})
    player = await whose_turn(ann, bob)
    other, name = (bob, "Ann") if player is ann else (ann, "Bob")
    home = await visit(None, context=other.context)
    # Without asking again and again.
    await home.route("**/api/me/tables", lambda route: route.abort())
    await home.goto("/")
    row = home.get_by_role("region", name="Continue playing").get_by_role("link")
    await expect(row).to_contain_text(re.compile(rf"Parade {name}\s+Waiting for {name} · 23 hours left · just now"))
    await row.focus()
    await play(player)
    await expect(row).to_contain_text("It is your turn")
    await expect(row).to_be_focused()
    await expect(home).to_have_title(re.compile(r"^\(1\) "))
    # One is on the site as long as a page is open, at the table or not.
    await other.close()
    here = re.compile(r"on another page")
    await expect(player.get_by_role("main")).to_contain_text(here)
    await row.click()
    await expect(player.get_by_role("main")).not_to_contain_text(here)


async def test_a_bot_plays_for_somebody_gone_only_when_asked_to(browser: Browser, tmp_path: Path) -> None:
    async with hosting(tmp_path / "data", "--away-after", "1") as server:
        visit = Visits(browser, server)
        ann, bob = await two(visit)
        gone = await whose_turn(ann, bob)
        other, name = (bob, "Ann") if gone is ann else (ann, "Bob")
        offer = other.get_by_role("button", name=f"Let a bot play for {name}")
        # On another page somebody is waited for.
        await gone.goto("/")
        await expect(other.get_by_role("main")).to_contain_text("on another page")
        await expect(offer).to_have_count(0)
        await gone.goto("about:blank")
        await expect(other.get_by_role("log", name="What happens")).to_contain_text(
            f"{name} has not been here for a while."
        )
        await expect(other).not_to_have_title(YOUR_TURN)
        for size in ({"width": 1280, "height": 800}, {"width": 360, "height": 740}):
            await other.set_viewport_size(size)  # type: ignore[arg-type]
            assert not await sideways(other)
            await expect(other.locator(HAND).first).to_be_in_viewport()
        await offer.click()
        await expect(offer).to_have_count(0)
        await expect(other).to_have_title(YOUR_TURN)
        # Back anywhere on the site, they play themselves.
        await gone.goto("/")
        await expect(gone.get_by_role("region", name="Continue playing")).to_be_visible()
        await expect(other.get_by_role("main")).to_contain_text("on another page")
        table = await ask(other, f"/tables/{table_of(other)}")
        assert [seat["left"] for seat in table["seats"]] == [None, None]
        await visit.leave()
        assert not visit.complaints


async def test_a_table_that_is_set_aside_says_so(visit: Visits) -> None:
    text = "This table cannot be read just now."
    refusal = {"kind": "not_allowed", "key": "table_set_aside", "text": text}

    async def refuse(socket: WebSocketRoute) -> None:
        socket.send(json.dumps({"type": "refused", "id": None, "version": 0, **refusal}))
        await socket.close(code=4403)

    page = await visit(None)
    await page.route_web_socket(re.compile("/api/tables/aside/socket"), refuse)
    await page.route("**/api/tables/aside", lambda route: route.fulfill(status=409, json={"error": refusal}))
    for path in ("/t/aside", "/t/aside/invite"):
        await page.goto(path)
        await expect(page.get_by_role("heading", name="This table cannot be shown")).to_be_visible()
        await expect(page.get_by_text(text)).to_be_visible()
        await expect(page.get_by_role("main").get_by_role("link", name="Home")).to_be_visible()
