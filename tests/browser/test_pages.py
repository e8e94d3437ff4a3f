"""Every page besides the tables, as people use them: by mouse, by finger, by keyboard alone, in both languages."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.async_api import Request, Route, expect

from browser.kit import SIZES, Size, Visits, ask, at_hand, cover, sideways

HAND = '[data-zone="hand"][data-card]'
AT_A_TABLE = re.compile(r"/t/[\w-]+$")


def sent(request: Request) -> dict[str, Any]:
    """What the page has asked of the server."""
    body: dict[str, Any] = json.loads(request.post_data or "{}")
    return body


async def test_one_press_leads_to_a_game(visit: Visits) -> None:
    page = await visit()
    book = await cover(page, "Parade")
    await expect(book.get_by_role("radio", name="Mad Hatter")).to_be_checked()
    await page.get_by_role("button", name="Play Parade").click()
    await expect(page).to_have_url(AT_A_TABLE)
    await expect(page.locator(HAND)).to_have_count(5)


async def test_opponents_are_chosen_by_their_faces_and_remembered(visit: Visits) -> None:
    page = await visit()
    book = await cover(page, "Parade")
    await book.get_by_role("radio", name="Dormouse").check(force=True)
    # Side by side, and nothing is pushed down by one more.
    play = page.get_by_role("button", name="Play Parade")
    before = await play.bounding_box()
    steppers = page.get_by_role("group", name="Opponents", exact=True)
    tops = await steppers.evaluate_all("all => all.map((one) => one.getBoundingClientRect().top)")
    assert len(tops) == 2
    assert len(set(tops)) == 1
    await book.get_by_role("button", name="One more").click()
    assert await play.bounding_box() == before
    await expect(play).to_be_in_viewport(ratio=1)
    await book.get_by_role("radio", name="Cheshire Cat").check(force=True)
    await page.reload()
    book = await cover(page, "Parade")
    await expect(book.get_by_role("button", name="Opponent 1: Dormouse")).to_be_visible()
    await expect(book.get_by_role("button", name="Opponent 2: Cheshire Cat")).to_be_visible()
    async with page.expect_request("**/api/play-now") as asked:
        await page.get_by_role("button", name="Play Parade").click()
    assert sent(await asked.value) == {"game": "parade", "bots": ["dormouse", "cat"]}
    await expect(page).to_have_url(AT_A_TABLE)


@pytest.mark.parametrize(
    ("size", "lang", "level", "name"),
    [("laptop", "en", "Level", "Alice (level 3)"), ("phone", "fr", "Niveau", "Alice (niveau 3)")],
)
async def test_alice_is_chosen_at_a_level_by_keyboard_and_keeps_it(
    visit: Visits, size: Size, lang: str, level: str, name: str
) -> None:
    page = await visit(size=size, lang=lang)
    book = await cover(page, "Parade")
    play = book.get_by_role("button", name="Parade")
    before = await play.bounding_box()
    await book.get_by_role("radio", checked=True).focus()
    for _ in range(3):
        await page.keyboard.press("ArrowRight")
    await expect(book.get_by_role("radio", name="Alice")).to_be_checked()
    await expect(book.get_by_label(level)).to_have_value("9")
    assert await play.bounding_box() == before, "nothing is pushed down"
    await page.keyboard.press("Tab")
    await page.keyboard.type("3")
    await expect(book.get_by_label(level)).to_have_value("3")
    assert not await sideways(page)
    await page.reload()
    book = await cover(page, "Parade")
    await expect(book.get_by_label(level)).to_have_value("3")
    async with page.expect_request("**/api/play-now") as asked:
        await book.get_by_role("button", name="Parade").click()
    assert sent(await asked.value) == {"game": "parade", "bots": ["alice:level=3"]}
    await expect(page).to_have_url(AT_A_TABLE)
    await expect(page.get_by_text(name, exact=True).first).to_be_visible()


async def test_a_game_that_goes_on_is_found_on_the_first_page(visit: Visits) -> None:
    page = await visit()
    await cover(page, "Parade")
    await page.get_by_role("button", name="Play Parade").click()
    await expect(page).to_have_url(AT_A_TABLE)
    table = page.url
    await page.goto("/")
    going_on = page.get_by_role("region", name="Continue playing")
    await expect(going_on.get_by_role("link", name=re.compile("Parade"))).to_be_visible()
    await expect(page.get_by_role("button", name="Play Parade")).to_be_in_viewport(ratio=1)
    await going_on.get_by_role("link", name=re.compile("Parade")).click()
    await expect(page).to_have_url(table)


async def test_friends_get_a_link_and_a_code(visit: Visits) -> None:
    page = await visit("/friends")
    await page.get_by_label("Your name at the table").fill("Ann")
    await page.get_by_role("group", name="Players, you included").get_by_role("button", name="One more").click()
    await expect(page.get_by_role("radio", name="Friendly")).to_be_checked()
    await page.get_by_label("Place 3").select_option(label="White Rabbit")
    await expect(page.get_by_text("With a bot at the table a game is always friendly")).to_be_visible()
    await page.get_by_role("button", name="Create the table").click()
    await expect(page).to_have_url(AT_A_TABLE)
    await expect(page.get_by_label("Invitation link")).to_have_value(re.compile(r"/t/[\w-]+/[\w-]+"))
    code = (await page.get_by_label("Invitation link").input_value()).rsplit("/", 1)[1]
    await expect(page.get_by_role("region", name="Invite your friends")).to_contain_text(f"{code[:3]} {code[3:]}")


async def test_another_game_has_other_places_and_choices(visit: Visits) -> None:
    page = await visit("/friends")
    await page.get_by_role("group", name="Players, you included").get_by_role("button", name="One more").click()
    await page.get_by_label("Place 3").select_option(label="White Rabbit")
    await expect(page.get_by_role("group", name="How long may a move take?")).to_be_visible()
    await page.get_by_role("radio", name="Nimble").check(force=True)
    # The White Rabbit does not play Nimble, and Nimble has no clock.
    await expect(page.get_by_label("Place 3")).to_have_value("friend")
    await expect(page.get_by_role("group", name="How long may a move take?")).to_have_count(0)
    await page.get_by_label("Help for children").check()
    await page.get_by_role("radio", name="Rated").check(force=True)
    async with page.expect_request("**/api/tables") as asked:
        await page.get_by_role("button", name="Create the table").click()
    new_table = sent(await asked.value)
    assert new_table["options"] == {"errors": "fewest", "assist": True, "challenge": False}
    assert (new_table["rated"], new_table["time_limit"]) == (True, {"unit": "none", "amount": 0})
    assert [seat["kind"] for seat in new_table["seats"]] == ["me", "reserved", "reserved"]


async def test_a_table_is_joined_by_its_link(visit: Visits) -> None:
    host = await visit("/friends")
    await host.get_by_role("button", name="Create the table").click()
    await expect(host.get_by_label("Invitation link")).to_have_value(re.compile("/t/"))
    link = await host.get_by_label("Invitation link").input_value()
    guest = await visit()
    await guest.get_by_role("button", name="Join a table").click()
    await expect(guest.get_by_label("The code or link you were given")).to_be_focused()
    await guest.get_by_label("The code or link you were given").fill("https://example.org/about")
    await guest.get_by_role("button", name="Join", exact=True).click()
    await expect(guest.get_by_role("alert")).to_contain_text("There is no table in this text")
    await guest.get_by_label("The code or link you were given").fill(f"Come: {link}")
    await guest.get_by_role("button", name="Join", exact=True).click()
    await expect(guest).to_have_url(re.compile(re.escape(link.removeprefix(visit.server.address).split("/")[2])))
    await expect(guest.get_by_role("button", name="Sit down")).to_be_visible()


async def test_a_table_is_joined_by_a_code(visit: Visits) -> None:
    host = await visit(None)
    await ask(host, "/guest", {"name": "Ann"})
    face = await ask(host, "/tables", {"game": "parade", "seats": [{"kind": "me"}, {"kind": "open"}]})
    guest = await visit()
    await guest.get_by_role("button", name="Join a table").click()
    code = guest.get_by_label("The code or link you were given")
    await code.fill("hello")
    await guest.get_by_role("button", name="Join", exact=True).click()
    await expect(guest.get_by_role("alert")).to_contain_text('"hello" is not a code')
    # As it was said, and written down by somebody in a hurry.
    await code.fill(f"{face['invite'][:3]} {face['invite'][3:]}".lower())
    await guest.get_by_role("button", name="Join", exact=True).click()
    await guest.get_by_label("What should we call you?").fill("Bob")
    await guest.get_by_role("button", name="Sit down").click()
    await expect(guest).to_have_url(f"{visit.server.address}/t/{face['id']}")
    await expect(guest.locator(HAND)).to_have_count(5)


async def test_one_device_for_all(visit: Visits) -> None:
    page = await visit("/device", size="tablet")
    await page.get_by_label("Name of player 1").fill("Ann")
    await page.get_by_label("Name of player 2").fill("Ben")
    async with page.expect_request("**/api/tables") as asked:
        await page.get_by_role("button", name="Begin").click()
    seats = sent(await asked.value)["seats"]
    assert seats == [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Ben"}]
    await expect(page).to_have_url(AT_A_TABLE)


@pytest.mark.own_server
async def test_an_open_table_is_found_in_the_lobby(visit: Visits) -> None:
    guest = await visit("/lobby")
    await expect(guest.get_by_role("heading", name="No open tables at the moment")).to_be_visible()
    host = await visit("/friends?open")
    await host.get_by_label("Your name at the table").fill("Ann")
    await host.get_by_role("button", name="Create the table").click()
    await expect(host).to_have_url(AT_A_TABLE)
    # The list looks again by itself.
    await expect(guest.get_by_role("article")).to_contain_text("Ann")
    watcher = await visit("/lobby")
    await guest.get_by_role("link", name="Sit down: Parade").click()
    await guest.get_by_label("What should we call you?").fill("Bob")
    await guest.get_by_role("button", name="Sit down").click()
    await expect(guest).to_have_url(host.url)
    await expect(guest.locator(HAND)).to_have_count(5)
    # Now it is a game to watch; the names lead to profiles.
    running = watcher.get_by_role("region", name="Games to watch")
    await expect(running.get_by_role("link", name="Bob", exact=True)).to_have_attribute("href", re.compile("^/p/"))
    await expect(running).to_contain_text("0 moves")
    await running.get_by_role("link", name="Watch: Parade, Ann and Bob").click()
    await expect(watcher.get_by_text("You are watching")).to_be_visible()


@pytest.mark.own_server
async def test_the_lobby_calls_bots_by_their_names_in_ones_language(visit: Visits) -> None:
    host = await visit()
    await ask(host, "/guest", {"name": "Ann"})
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "rabbit"}, {"kind": "open"}]
    await ask(host, "/tables", {"game": "parade", "public": True, "seats": seats})
    guest = await visit("/lobby", lang="fr")
    sitters = guest.get_by_role("article").get_by_role("listitem")
    await expect(sitters).to_have_text(["Ann", "Lapin blanc", "place libre"])


async def test_the_language_changes_without_a_new_page(visit: Visits) -> None:
    page = await visit()
    await expect(page.locator("html")).to_have_attribute("lang", "en")
    await page.evaluate("window.same = true")
    await page.get_by_role("button", name="Français").click()
    await expect(page.get_by_role("button", name="Jouer à Parade")).to_be_visible()
    await expect(page.locator("html")).to_have_attribute("lang", "fr")
    await expect(page).to_have_title(re.compile("jouer à Parade"))
    assert await page.evaluate("window.same")
    await expect(page.locator("[rel=manifest]")).to_have_attribute("href", re.compile("fr"))
    manifest = await page.evaluate("fetch(document.querySelector('[rel=manifest]').href).then((file) => file.json())")
    assert (manifest["lang"], manifest["shortcuts"][1]["name"]) == ("fr", "Apprendre")
    await page.reload()
    await expect(page.get_by_role("link", name="Apprendre à jouer")).to_be_visible()


async def test_the_browsers_language_comes_first(visit: Visits) -> None:
    page = await visit("/settings", lang="fr")
    await expect(page.get_by_role("heading", level=1)).to_have_text("Réglages")
    await expect(page.get_by_role("radio", name="Français")).to_be_checked()
    other = await visit("/settings", lang="de")
    await expect(other.get_by_role("heading", level=1)).to_have_text("Settings")


async def test_the_paper_is_light_or_dark(visit: Visits) -> None:
    page = await visit("/settings", theme="dark")
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    frame = page.locator("meta[name=theme-color]")
    await expect(frame).to_have_attribute("content", "#0f2224")
    night = await page.evaluate(ground)
    await page.get_by_role("radio", name="Light").check(force=True)
    await expect(page.locator("html")).to_have_attribute("data-theme", "light")
    day = await page.evaluate(ground)
    assert night != day
    await expect(frame).to_have_attribute("content", "#f5ead2")
    await page.reload()
    await expect(page.get_by_role("radio", name="Light")).to_be_checked()
    assert await page.evaluate(ground) == day
    await page.get_by_role("radio", name="Same as device").first.check(force=True)
    await expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    await page.emulate_media(color_scheme="light")
    await expect(page.locator("html")).to_have_attribute("data-theme", "light")


async def test_two_tabs_choose_together(visit: Visits) -> None:
    one = await visit("/settings")
    other = await visit("/settings", context=one.context)
    await one.get_by_role("radio", name="Dark").check(force=True)
    await expect(other.locator("html")).to_have_attribute("data-theme", "dark")
    await other.get_by_role("radio", name="Français").check(force=True)
    await expect(one.get_by_role("heading", level=1)).to_have_text("Réglages")
    await one.reload()
    await expect(one.locator("html")).to_have_attribute("data-theme", "dark")
    await expect(one.locator("html")).to_have_attribute("lang", "fr")


@pytest.mark.parametrize(("game", "rule"), [("parade", "P8"), ("nimble", "N4")])
async def test_the_rules_in_both_languages(visit: Visits, game: str, rule: str) -> None:
    page = await visit(f"/rules/{game}#{rule}")
    heading = page.locator(f"h3#{rule}")
    await expect(heading).to_be_in_viewport()
    english = await heading.inner_text()
    await page.get_by_role("button", name="Français").click()
    await expect(page.locator("article.rulebook")).to_have_attribute("lang", "fr")
    await expect(heading).not_to_have_text(english)
    await page.get_by_role("navigation", name="Ce que disent ces règles").get_by_role("link").last.click()
    await expect(page.locator("article.rulebook :target")).to_be_in_viewport()


async def test_the_first_page_by_keyboard_alone(visit: Visits) -> None:
    page = await visit()
    await cover(page, "Parade")
    await page.keyboard.press("Tab")
    await expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    await page.keyboard.press("Enter")
    await page.keyboard.press("Tab")
    await expect(page.get_by_role("radio", name="Mad Hatter")).to_be_focused()
    await page.keyboard.press("ArrowRight")
    await expect(page.get_by_role("radio", name="Cheshire Cat")).to_be_checked()
    await page.keyboard.press("Tab")
    await expect(page.get_by_role("button", name="One more").first).to_be_focused()
    await page.keyboard.press("Tab")
    await expect(page.get_by_role("button", name="Play Parade")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page).to_have_url(AT_A_TABLE)


async def test_a_page_that_is_reached_has_the_focus_and_so_has_the_one_gone_back_to(visit: Visits) -> None:
    page = await visit()
    # The live regions stay: screen readers do not read one that comes with its text.
    for role in ("log", "status"):
        await page.get_by_role(role).last.evaluate("region => region.setAttribute('data-kept', '')")
    way = page.get_by_role("link", name="Play with friends")
    await way.scroll_into_view_if_needed()
    await way.click()
    # A screen reader says where one is, and goes on from there.
    await expect(page.get_by_role("heading", level=1, name="Play with friends")).to_be_focused()
    await expect(page.locator("[data-kept]")).to_have_count(2)
    await page.go_back()
    await expect(page.get_by_role("heading", level=1, name="Wonderland")).to_be_focused()


async def test_the_way_back_leads_to_where_one_was(visit: Visits) -> None:
    page = await visit("/learn", "phone")
    await page.get_by_role("link", name="Read the rules: Parade").tap()
    rule = page.locator("h3#P8")
    # The link at the foot of the page, clicked before the browser has told of the scrolling.
    about = await page.get_by_role("link", name="About").element_handle()
    await rule.evaluate("(rule, about) => { rule.scrollIntoView(); about.click(); }", about)
    await expect(page.get_by_role("heading", level=1)).to_have_text("About")
    await page.go_back()
    await expect(rule).to_be_in_viewport()


async def test_what_is_pressed_keeps_the_focus(visit: Visits) -> None:
    page = await visit(None)
    await ask(page, "/guest", {"name": "Golden Key"})
    await page.goto("/me")
    await page.get_by_label("The name that others see").fill("Ann")
    take = page.get_by_role("button", name="Save")
    await take.focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("link", name="Ann")).to_be_visible()
    await expect(take).to_be_focused()
    await page.goto("/friends?game=nimble")
    # The last press leads to the end of what is allowed, where the button is of no more use.
    more = page.get_by_role("button", name="One more")
    # The limits of the game come with the catalogue.
    await expect(more).to_be_enabled()
    await more.focus()
    for _ in range(2):
        await page.keyboard.press("Enter")
    await expect(more).to_be_disabled()
    await expect(page.get_by_role("button", name="One fewer")).to_be_focused()


async def test_a_dialog_is_left_by_escape_and_gives_the_focus_back(visit: Visits) -> None:
    page = await visit()
    opener = page.get_by_role("button", name="Join a table")
    await opener.focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("dialog", name="Join a table")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await expect(opener).to_be_focused()


async def test_a_dialog_stays_when_a_selection_ends_beside_it(visit: Visits) -> None:
    page = await visit()
    await page.get_by_role("button", name="Join a table").click()
    dialog = page.get_by_role("dialog", name="Join a table")
    box = await dialog.bounding_box()
    note = await dialog.locator(".note").bounding_box()
    assert box
    assert note
    await page.mouse.move(note["x"] + 40, note["y"] + note["height"] / 2)
    await page.mouse.down()
    await page.mouse.move(box["x"] - 40, note["y"] + note["height"] / 2, steps=5)
    await page.mouse.up()
    # The click has been handled by the time the next event is.
    await page.keyboard.press("Shift")
    await expect(dialog).to_be_visible()
    await page.mouse.click(box["x"] - 40, note["y"])
    await expect(dialog).to_have_count(0)


async def test_a_phone_by_touch(visit: Visits) -> None:
    page = await visit(size="phone")
    await cover(page, "Parade")
    play = page.get_by_role("button", name="Play Parade")
    await expect(play).to_be_in_viewport(ratio=1)
    assert not await sideways(page)
    await play.tap()
    await expect(page).to_have_url(AT_A_TABLE)
    await expect(page.locator(HAND)).to_have_count(5)


@pytest.mark.parametrize("size", ["phone", "laptop"])
async def test_targets_are_as_big_as_a_finger(visit: Visits, size: Size) -> None:
    page = await visit(size=size)
    await cover(page, "Nimble")
    small = await page.locator("main :is(button, a, input)").evaluate_all(
        """all => all.map(one => [one.getBoundingClientRect(), one.outerHTML.slice(0, 80)])
            .filter(([box]) => box.width && (box.width < 43.5 || box.height < 43.5)).map(([, html]) => html)"""
    )
    assert not small


async def test_the_first_page_at_twice_the_size(visit: Visits) -> None:
    page = await visit()
    await page.set_viewport_size({"width": SIZES["laptop"]["width"] // 2, "height": SIZES["laptop"]["height"] // 2})
    await cover(page, "Parade")
    assert not await sideways(page)
    await page.set_viewport_size({"width": 320, "height": 450})
    assert not await sideways(page)


async def test_an_unknown_address_leads_back(visit: Visits) -> None:
    page = await visit("/no/such/page")
    await expect(page.get_by_role("heading", level=1)).to_have_text("Page not found")
    await page.get_by_role("main").get_by_role("link", name="Home").click()
    await expect(page).to_have_url(visit.server.address + "/")
    await cover(page, "Parade")


async def test_a_page_that_is_open_while_the_server_is_updated_goes_on(visit: Visits) -> None:
    page = await visit("/about")
    await page.evaluate("window.before = true")
    files_asked, page_asked = 0, False

    async def old_file(route: Route) -> None:
        nonlocal files_asked
        files_asked += 1
        await (route.continue_() if page_asked else route.fulfill(status=404))

    async def new_page(route: Route) -> None:
        nonlocal page_asked
        page_asked = True
        await route.fulfill(body='<script type="module" src="/assets/another.js"></script>')

    await page.route("**/assets/Settings-*.js", old_file)
    await page.route(visit.server.address + "/", new_page)
    await page.get_by_role("navigation").get_by_role("link", name="Settings").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Settings")
    assert files_asked > 1
    assert not await page.evaluate("window.before")


async def test_a_table_that_is_set_aside_is_listed_but_cannot_be_entered(visit: Visits) -> None:
    page = await visit()
    await cover(page, "Parade")
    await page.get_by_role("button", name="Play Parade").click()
    await expect(page).to_have_url(AT_A_TABLE)
    (listed,) = await ask(page, "/me/tables")
    aside = {**listed, "id": "aside", "game": "forgotten", "phase": "set_aside", "seats": []}
    told = json.dumps({"type": "tables", "tables": [aside, listed]})
    await page.route_web_socket(re.compile("/api/me/socket"), lambda socket: socket.send(told))
    await page.goto("/")
    rows = page.get_by_role("region", name="Continue playing").get_by_role("listitem")
    await expect(rows).to_have_count(2)
    await expect(rows.nth(0).get_by_role("link", name=re.compile("Parade"))).to_be_visible()
    await expect(rows.nth(1)).to_have_text(re.compile("^ *This table cannot be shown at the moment"))
    await expect(rows.nth(1).get_by_role("link")).to_have_count(0)


async def test_without_a_server_the_rest_is_offered(visit: Visits) -> None:
    page = await visit("/about", offline=True)
    await at_hand(page)
    await page.context.set_offline(True)
    await page.get_by_role("link", name="Wonderland", exact=True).click()
    await expect(page.get_by_role("status").filter(has_text="There is no connection")).to_be_visible()
    await expect(page.get_by_role("link", name="Learn to play")).to_be_visible()
    await expect(page.get_by_role("link", name="Play with friends")).to_have_count(0)
    await page.goto("/rules/parade")
    await expect(page.locator("h3#P8")).to_be_visible()
    await page.goto("/")
    await expect(page.get_by_role("status").filter(has_text="There is no connection")).to_be_visible()
    await page.context.set_offline(False)
    await cover(page, "Parade")


@pytest.mark.own_server
async def test_a_server_that_was_away_is_asked_again(visit: Visits) -> None:
    page = await visit("/about", offline=True)
    await at_hand(page)
    await visit.server.stop()
    await page.goto("/me")
    away = page.get_by_role("alert").filter(has_text="The server cannot be reached.")
    await expect(away).to_be_visible()
    first = await visit("/", context=page.context)
    await expect(first.get_by_role("heading", name="Meanwhile…")).to_be_visible()
    await visit.server.start()
    await page.get_by_role("button", name="Try again").click()
    await expect(page.get_by_role("heading", name="New here?")).to_be_visible()
    await expect(away).to_have_count(0)
    # The first page looks again by itself.
    await expect(first.get_by_role("article", name="Parade")).to_be_visible()


async def test_where_colours_are_the_systems_a_choice_is_outlined(visit: Visits) -> None:
    page = await visit("/")
    await page.emulate_media(forced_colors="active")
    outline = "(chosen) => getComputedStyle(chosen).outlineStyle"
    language = page.get_by_role("group", name="Language").first
    assert await language.locator("[aria-pressed=true]").evaluate(outline) == "solid"
    assert await language.locator("[aria-pressed=false]").first.evaluate(outline) == "none"
    bots = page.locator(".avatars").first
    assert await bots.locator("input:checked + *").evaluate(outline) == "solid"
    assert await bots.locator("input:not(:checked) + *").first.evaluate(outline) == "none"
    await page.goto("/score")
    assert await page.locator(".players input:checked + *").evaluate(outline) == "solid"


async def test_a_table_for_everyone_is_not_called_one_for_friends(visit: Visits) -> None:
    page = await visit("/lobby")
    await page.get_by_role("link", name="Open a public table").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Open a public table")
