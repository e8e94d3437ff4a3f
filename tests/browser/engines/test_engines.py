"""A whole game of each kind, and the app without a connection, in every engine."""

from __future__ import annotations

from contextlib import suppress

import pytest

from browser.engines.page import Gone, Page
from server.process import Server

#: How a table of Parade stands, once it waits for us or is over.
PARADE = """() => {
    const found = (selector) => document.querySelector(selector) !== null;
    const hand = [...document.querySelectorAll('[data-zone="hand"][data-card]')].map((card) => card.dataset.card);
    if (found("#score-title.won")) return { wants: "nothing", hand };
    if (found(".choice")) return { wants: "last choice", hand };
    return found(".seat.own.turn") && hand.length === 5 && { wants: "card", hand };
}"""

#: How a round of Nimble stands, once all we did is confirmed; "over" when the piles are being checked.
NIMBLE = """() => {
    if (document.querySelector("[data-pile-check]")) return "over";
    const zone = (name) => document.querySelector(`[data-zone="${name}"]`).dataset;
    const card = zone("discard").card;
    const known = (card !== "") === (Number(zone("discard").count) > 0);
    return !document.querySelector("[data-waiting]") && known && {
        card,
        hand: Number(zone("hand").count),
        tops: [...document.querySelectorAll('[data-zone="pile"]')].map((pile) => pile.dataset.card),
    };
}"""

TURTLE = 'input[value="turtle"]'


async def test_a_game_of_parade(page: Page, shared_server: Server) -> None:
    await page.goto(shared_server.address + "/")
    await page.click_role("button", "Play Parade")
    await page.attached(".seat.own.turn")

    # A dialog takes the focus, and gives it back to what opened it.
    await page.click('[aria-haspopup="dialog"]')
    await page.until("() => document.activeElement.closest('dialog[open]') !== null")
    # Languages are named by the engine.
    await page.click_role("button", "Français")
    await page.until("() => document.documentElement.lang === 'fr'")
    await page.press("Escape")
    await page.until("() => document.activeElement.matches('[aria-haspopup=\"dialog\"]')")

    by_mouse = False
    while (now := await page.until(PARADE))["wants"] == "card":
        card = f'[data-zone="hand"][data-card="{now["hand"][0]}"]'
        by_mouse = not by_mouse
        if by_mouse:
            await page.click(card)
        else:
            await page.evaluate("(card) => document.querySelector(card).focus()", card)
            await page.press("Enter")
        await page.until("(card) => document.querySelector(card) === null", card)
    assert now["wants"] == "last choice"
    for card in now["hand"][:2]:
        await page.click(f'[data-zone="hand"][data-card="{card}"]')
    await page.click_role(
        "button", await page.until("""() => document.querySelector('[aria-label^="Écarter"]')?.ariaLabel""")
    )
    await page.attached("#score-title.won")

    # Every step of a replay is made of copies of the last.
    await page.attached('a[href^="/g/"]')
    await page.click('a[href^="/g/"]')
    await page.attached("input[type=range]")
    for key in ("Home", "ArrowRight", "End"):
        await page.press(key)
    at_the_end = "({ value, max }) => Number(max) > 8 && value === max"
    await page.until(f"() => ({at_the_end})(document.querySelector('input[type=range]'))")


async def test_a_game_of_nimble(page: Page, shared_server: Server) -> None:
    await page.goto(shared_server.address + "/")
    # The slowest opponent: this is to be played to the end by us.
    await page.attached(TURTLE)
    await page.click(TURTLE)
    await page.click_role("button", "Play Nimble")
    await page.attached('[data-zone="hand"]')
    await page.until("() => document.querySelector('[data-countdown]') === null")
    flips = placed = 0
    while (now := await page.until(NIMBLE)) != "over":
        # A card that goes nowhere may be placed all the same (N5): so the round ends in any case.
        stuck = flips > 24
        fitting = [pile for pile, top in enumerate(now["tops"]) if now["card"] and (top[1] == now["card"][0] or stuck)]
        # Somebody else may end the round at any moment.
        with suppress(Gone):
            if fitting:
                flips, placed = 0, placed + 1
                await place(page, fitting[0], placed)
            else:
                flips += 1
                await (page.press(" ") if flips % 2 else page.click('[data-zone="hand"]'))
    assert placed
    await page.attached('[data-pile-check="done"]')
    await page.attached("[data-winner]")


async def place(page: Page, pile: int, number: int) -> None:
    """Place the card on a pile: dragged, by a click or by key, in turns."""
    if number % 3 == 0:
        await page.drag('[data-zone="discard"]', f'[data-pile="{pile}"]')
    elif number % 3 == 1:
        await page.click(f'[data-pile="{pile}"]')
    else:
        await page.press(str(pile + 1))


@pytest.mark.own_server
async def test_the_app_opens_without_a_connection(page: Page, server: Server) -> None:
    await page.goto(server.address + "/")
    await page.until("() => navigator.serviceWorker.controller !== null")
    await server.stop()
    await page.goto(server.address + "/score")
    await page.attached("main form, main button")
