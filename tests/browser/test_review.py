"""Reviews of finished games: asked for, looked at, learnt from, played on; hints; how well somebody plays.

Every card of these games is dealt by chance and every report is a real one, which a better one replaces while the
tests look at it: they hold for all.
"""

from __future__ import annotations

import re

from playwright.async_api import Locator, Page, expect

from browser.kit import Visits, ask, barriers, sideways
from browser.test_replay import played, record, slider


def curve(page: Page) -> Locator:
    return page.get_by_role("slider", name=re.compile("Everyone's chances|Les chances de chacun"))


async def open_part(page: Page, name: str) -> None:
    await page.get_by_role("radio", name=name, exact=True).check(force=True)


def choices(page: Page) -> Locator:
    """The choices of the decision at hand, each with its bar."""
    return page.get_by_role("list", name=re.compile("What each choice was worth|Ce que valait chaque choix")).locator(
        "li:not([aria-hidden])"
    )


async def check_summary(page: Page) -> None:
    """The parts of luck and error, as they are shown, lead from the fair share to the result."""
    rows = page.get_by_role("table", name="From the fair share to the result of Ann").get_by_role("row")
    await expect(rows).to_have_count(7)
    shown = [await rows.nth(place).locator(".value").inner_text() for place in range(7)]
    fair, *parts, result = [float(text.replace("−", "-").strip("%+")) for text in shown]
    assert fair == 50
    assert result in (0, 50, 100)
    assert abs(fair + sum(parts) - result) < 0.5, shown
    await expect(page.get_by_text("played like")).to_have_count(2)


async def check_moments(page: Page) -> None:
    """A moment leads to its decision; the curve and the keys move on from there, in step with the table."""
    await open_part(page, "Moments")
    await open_part(page, "All")
    await open_part(page, "Everyone")
    # The last choices are made at once: at a table they come in any order.
    first = page.get_by_role("button", name=re.compile(r"Move \d+: \w+ plays ")).first
    told = re.match(r"Move (\d+): (\w+)", await first.get_attribute("aria-label") or "")
    assert told
    ply = int(told[1])
    await first.click()
    await expect(slider(page)).to_have_value(str(ply - 1))
    await expect(page.get_by_role("heading", name=f"Move {ply} ")).to_contain_text(told[2])
    await expect(page.get_by_role("log")).to_contain_text(f"Move {ply}, {told[2]}: ")
    await expect(choices(page).filter(has_text="played")).to_have_count(1)
    await expect(choices(page).filter(has_text="right").first).to_be_attached()
    await expect(curve(page)).to_have_attribute("aria-valuetext", re.compile(rf"^Step {ply - 1} of \d+: Ann \d+%"))
    await curve(page).focus()
    await page.keyboard.press("Home")
    await expect(page.get_by_role("heading", name="Move 1 ")).to_be_visible()
    await expect(choices(page)).to_have_count(5)
    box = await curve(page).bounding_box()
    assert box
    await page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 60)
    await expect(slider(page)).not_to_have_value("0")


async def check_hidden_cards(page: Page) -> None:
    """All 66 cards, each seen or with its chance."""
    await page.keyboard.press("Home")
    await open_part(page, "Hidden cards")
    cells = page.get_by_role("table", name="Who may hold what").get_by_role("cell")
    await expect(cells).to_have_count(66)
    # The line and the own hand were seen.
    await expect(cells.filter(has_text="seen")).to_have_count(11)


async def play_on(page: Page) -> None:
    """From the third turn on, against a bot of one's choice; a friend follows by the link."""
    await slider(page).fill("2")
    await open_part(page, "This move")
    await page.get_by_role("button", name="Play on from here").click()
    dialog = page.get_by_role("dialog")
    await dialog.get_by_role("combobox", name="You play for").select_option("Ann")
    await dialog.get_by_role("combobox", name=re.compile("is played by")).select_option("rabbit")
    await dialog.get_by_role("button", name="Play", exact=True).click()
    await expect(page).to_have_url(re.compile("/t/"))
    await expect(page.locator("[data-ply]")).to_have_attribute("data-ply", re.compile(r"^[2-9]$"))


async def follow(page: Page, watching: Page) -> None:
    """Who has the link sees every move, and nobody's hand."""
    await page.locator(".seat.own.turn").wait_for()
    ply = watching.locator("[data-ply]")
    await expect(ply).to_have_attribute("data-ply", await page.locator("[data-ply]").get_attribute("data-ply") or "")
    before = await ply.get_attribute("data-ply") or ""
    await page.locator('[data-zone="hand"][data-card]').first.press("Enter")
    await expect(ply).not_to_have_attribute("data-ply", before)
    await expect(watching.locator('[data-zone="hand"][data-card]')).to_have_count(0)


async def learn(page: Page) -> None:
    """By keyboard: what was played is wrong, one looks at the answer, and comes to the next position."""
    await page.get_by_role("button", name="Apprendre de ses erreurs").click()
    task = page.get_by_role("heading", name="Dans la partie")
    await expect(task).to_be_visible()
    hand = page.locator('[data-zone="hand"][data-card]')
    await expect(hand.first).to_be_visible()
    assert not await barriers(page)
    assert not await sideways(page)
    before = await hand.count()
    chips = page.locator(".then [title]")
    if await chips.count() == 1:
        wrong = await chips.get_attribute("title") or ""
        await page.get_by_role("button", name=wrong).first.press("Enter")
        await expect(page.get_by_role("log")).to_contain_text("c’est ce qui a été joué")
        await expect(hand).to_have_count(before)
    await page.get_by_role("button", name="Montrez-moi").press("Enter")
    await expect(choices(page).filter(has_text="bon").first).to_be_attached()
    assert not await barriers(page)
    await page.get_by_role("button", name=re.compile("Suivant|Terminer")).press("Enter")
    await expect(
        page.get_by_role("button", name="Montrez-moi").or_(page.get_by_text("Trouvés sans aide"))
    ).to_be_visible()
    await page.get_by_role("button", name="Retour à l’analyse").first.click()
    await expect(curve(page)).to_be_visible()


async def test_a_game_is_reviewed_looked_at_learnt_from_and_played_on(visit: Visits) -> None:
    page = await visit(None)
    await page.goto("/about")
    game = await played(page)
    await page.goto(f"/g/{game}?move=end")
    # Whoever played has asked for it by going there.
    await page.get_by_role("link", name="Review", exact=True).first.click()
    await expect(curve(page)).to_be_visible()
    await open_part(page, "Summary")
    await check_summary(page)
    assert not await barriers(page)
    await check_moments(page)
    await check_hidden_cards(page)
    assert not await barriers(page)

    other = await visit(f"/g/{game}/review", size="phone", lang="fr", theme="dark")
    await expect(curve(other)).to_be_visible()
    await open_part(other, "Bilan")
    for part in ("Moments", "Ce coup", "Cartes cachées"):
        await open_part(other, part)
        assert not await barriers(other)
        assert not await sideways(other)
    await open_part(other, "Bilan")
    await open_part(other, "Ann")
    await learn(other)

    await play_on(page)
    await follow(page, await visit(page.url))
    await page.goto("/me")
    await expect(page.get_by_role("heading", name="Quality of play: Parade")).to_be_visible()
    assert not await barriers(page)


async def test_friends_may_play_on_together(visit: Visits) -> None:
    """The host may begin at once, because bots are named for the others' seats; or a friend takes one of them."""
    page = await visit(None)
    await ask(page, "/guest", {"name": "Zoe"})
    uploaded = await ask(page, "/records", record("parade-2"))
    from_there = {"record": uploaded["id"], "ply": 3, "seat": 0, "bots": ["dormouse"], "open": True}
    table = (await ask(page, "/what-if", from_there))["table"]
    await page.goto(f"/t/{table}")
    await expect(page.get_by_role("button", name="Start now")).to_be_enabled()
    await expect(page.get_by_text("Bots play the seats that nobody has taken by then.")).to_be_visible()
    friend = await visit(await page.get_by_label("Invitation link").input_value())
    await friend.get_by_role("button", name="Sit down").click()
    for one in (page, friend):
        await expect(one.locator("[data-ply]")).to_have_attribute("data-ply", "3")
        await expect(one.locator('[data-zone="hand"][data-card]')).to_have_count(5)


async def test_a_record_is_reviewed_only_when_somebody_asks(visit: Visits) -> None:
    page = await visit(None)
    await ask(page, "/guest", {"name": "Zoe"})
    golden = record("parade-2")
    del golden["discards"]
    found = await ask(page, "/records", golden | {"moves": golden["moves"][:3]})
    await page.goto(f"/r/{found['id']}/review")
    button = page.get_by_role("button", name="Review this game")
    await expect(button).to_be_visible()
    assert not await barriers(page)
    await button.click()
    await expect(page.get_by_role("progressbar").or_(curve(page)).first).to_be_visible()


async def test_hints_against_bots_are_chosen_before_and_not_rated(visit: Visits) -> None:
    page = await visit("/friends?game=parade")
    await expect(page.get_by_role("combobox", name="Place 2")).to_be_visible()
    await expect(page.get_by_role("checkbox", name="Hints")).to_have_count(0)
    await page.get_by_role("combobox", name="Place 2").select_option("bot:dormouse")
    await page.get_by_role("checkbox", name="Hints").check()
    await expect(page.get_by_text("Games with hints are not rated")).to_be_visible()
    await page.get_by_role("button", name="Create the table").click()
    await expect(page).to_have_url(re.compile("/t/"))
    start = page.get_by_role("button", name="Start now")
    hand = page.locator('[data-zone="hand"][data-card]')
    await expect(start.or_(hand.first)).to_be_visible()
    if await start.count():
        await expect(page.get_by_text("The games are not rated")).to_be_visible()
        await start.click()
    await expect(page.get_by_role("button", name="Hint", exact=True)).to_be_enabled()
    await page.get_by_role("button", name="Hint", exact=True).click()
    dialog = page.get_by_role("dialog")
    worth = dialog.get_by_role("list").locator("li:not([aria-hidden])")
    await expect(worth).to_have_count(5)
    await expect(worth.filter(has_text="right").first).to_be_attached()
    await expect(dialog.get_by_text("not rated")).to_be_visible()
    assert not await barriers(page)
