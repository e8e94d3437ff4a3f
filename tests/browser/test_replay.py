"""Games that are over, step by step: by keys and slider, from every seat, by a link, and as a file."""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Locator, Page, Route, expect
from playwright.async_api import TimeoutError as TookTooLong

from browser.kit import SETTLING, Size, Visits, ask, barriers, cards, sideways
from cases import cases
from server.process import TIMEOUT_SECONDS

GOLDEN = Path(__file__).parents[1] / "golden"

#: Sits at a table of Parade and plays the first card that comes to hand, until it is over; then the game's id.
PLAYER = """async (bots) => {
    const post = (path, body) => fetch("/api" + path, {
        method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body)
    }).then((answer) => answer.json());
    await post("/guest", {name: "Ann"});
    const {id: table} = await post("/play-now", {game: "parade", bots});
    const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/socket`);
    await new Promise((done) => {
        socket.onmessage = ({data}) => {
            const told = JSON.parse(data);
            if (told.type === "event") socket.send(JSON.stringify({type: "sync", version: 0}));
            if (told.type !== "snapshot") return;
            const {phase, seat, view} = told.table;
            if (phase === "over") done();
            // Before the deal there is nothing to see.
            if (phase !== "playing") return;
            const mine = view.turn === seat || (view.phase === "discard" && !view.chosen[seat]);
            const [one, other] = view.hand;
            const action = view.phase === "discard" ? `discard ${one} ${other}` : `play ${one}`;
            if (mine) socket.send(JSON.stringify({type: "act", id: `${told.version}`, version: told.version, action}));
        };
    });
    socket.close();
    // It is kept a moment after everybody was told that it is over.
    for (;;) {
        const games = await fetch(`/api/tables/${table}/games`).then((answer) => answer.json());
        if (games.length) return games[0].id;
    }
}"""


async def played(page: Page, *bots: str) -> str:
    """A game of Ann's against bots (else one), from beginning to end: its id."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        id: str = await page.evaluate(PLAYER, bots or ["dormouse"])
    return id


def record(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((GOLDEN / f"{name}.txt").read_text("utf-8").split("\n")[0])
    return found


async def brought(visit: Visits, name: str, query: str = "", size: Size = "laptop", **looks: Any) -> Page:
    """A window in which somebody looks at a record that they brought along."""
    page = await visit(None, size, **looks)
    await ask(page, "/guest", {"name": "Zoe"})
    found = await ask(page, "/records", record(name))
    await page.goto(f"/r/{found['id']}{query}")
    await expect(slider(page)).to_be_visible()
    return page


def slider(page: Page) -> Locator:
    return page.get_by_role("slider", name="Step")


def whose(page: Page) -> Locator:
    return page.get_by_role("combobox", name="View as")


def at(number: int) -> re.Pattern[str]:
    """The address of a step."""
    return re.compile(rf"\?move={number}&")


async def steps(page: Page, seat: str) -> Any:
    path = page.url.split("/r/")[1].split("?")[0]
    return await ask(page, f"/records/{path}/steps?seat={seat}&after=17")


async def test_step_by_step_with_keys(visit: Visits) -> None:
    page = await brought(visit, "parade-3")
    await expect(page.get_by_role("heading", name="Parade: Ann, Bob and Cy")).to_be_visible()
    await expect(slider(page)).to_have_value("0")
    await page.keyboard.press("ArrowRight")
    await expect(slider(page)).to_have_attribute("aria-valuetext", "Step 1 of 43. Ann plays slate 10 and takes nothing")
    await expect(page).to_have_url(at(1))
    assert (await cards(page, "line"))[-1] == "S10"
    await page.keyboard.press("End")
    await expect(page.get_by_role("heading", name="The winner: Cy")).to_be_visible()
    await expect(page).to_have_url(at(43))
    await page.keyboard.press("ArrowLeft")
    await expect(page.get_by_role("heading", name="The winner: Cy")).not_to_be_visible()
    await expect(page.get_by_role("log")).to_contain_text("Step 42 of 43: Bob sets ")
    await page.keyboard.press("Home")
    await expect(slider(page)).to_have_value("0")
    assert await cards(page, "line") == record("parade-3")["deck"][15:21]


async def test_it_plays_by_itself_until_it_is_told_to_stop(visit: Visits) -> None:
    page = await brought(visit, "parade-2")
    for speed in ("2 ×", "4 ×"):
        await page.get_by_role("button", name="Speed").click()
        await expect(page.get_by_role("button", name="Speed")).to_contain_text(speed)
    # From here on the page's time goes on only when it is told to.
    await page.clock.install(time=0)
    await page.clock.pause_at(1000)
    await page.locator("main").focus()
    await page.keyboard.press("Space")
    await expect(page.get_by_role("button", name="Pause")).to_be_visible()
    for number in ("1", "2"):
        await page.clock.run_for(450)
        await expect(slider(page)).to_have_value(number)
    await page.keyboard.press("Space")
    await expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    await page.clock.run_for(10_000)
    await expect(slider(page)).to_have_value("2")


async def test_slider_buttons_and_the_list_of_moves(visit: Visits) -> None:
    page = await brought(visit, "parade-3", size="phone")
    await slider(page).fill("17")
    await expect(page).to_have_url(at(17))
    await page.get_by_role("button", name="Steps").tap()
    now = page.locator('li [aria-current="step"]')
    await expect(now).to_have_attribute("aria-label", "17. Bob plays slate 4 and takes slate 10")
    await expect(now).to_be_in_viewport(ratio=1)
    await page.get_by_role("button", name="Close").tap()
    await page.get_by_role("button", name="Next step").tap()
    await expect(slider(page)).to_have_value("18")
    await page.get_by_role("button", name="Steps").tap()
    await page.get_by_role("button", name="4. Ann plays orange 8").tap()
    await expect(slider(page)).to_have_value("4")
    await expect(page.get_by_role("dialog")).to_have_count(0)
    assert not await sideways(page)


#: The windows of phones, a tablet and laptops.
WINDOWS = [(360, 740), (740, 360), (1024, 768), (1280, 720), (1280, 800), (1366, 768), (1440, 900)]

#: What is wrong with the page: something scrolls, lies outside or over something else, or a name is cut off.
FAULTS = """() => {
    const faults = [], root = document.documentElement, area = document.querySelector(".area");
    for (const [name, one] of Object.entries({root, area}))
        if (one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
            faults.push(`${name} scrolls`);
    const all = (kind, query) =>
        [...document.querySelectorAll(query)].map((one) => [kind, one, one.getBoundingClientRect()]);
    const parts = [
        ...all("bar", ".bar"), ...all("seat", ".seat, .rival"), ...all("middle", ".middle, .mat"),
        ...all("own", ".dock .hand, .own .zones"), ...all("steps", "aside"), ...all("controls", ".controls"),
    ];
    const within = (inner, outer) =>
        inner.left >= outer.left - 1 && inner.right <= outer.right + 1 &&
        inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
    const page = {left: 0, top: 0, right: innerWidth, bottom: innerHeight};
    for (const [kind, , box] of parts) if (!within(box, page)) faults.push(`${kind} is outside`);
    for (const [place, [kind, one, box]] of parts.entries())
        for (const [other, two, next] of parts.slice(place + 1)) {
            const wide = Math.min(box.right, next.right) - Math.max(box.left, next.left);
            const high = Math.min(box.bottom, next.bottom) - Math.max(box.top, next.top);
            if (wide > 2 && high > 2 && !one.contains(two) && !two.contains(one)) faults.push(`${kind} and ${other}`);
        }
    for (const card of document.querySelectorAll("[data-zone=line], [data-zone=open-hand], .fan li:last-child")) {
        const holder = card.closest(".middle, .seat, .rival");
        if (!within(card.getBoundingClientRect(), holder.getBoundingClientRect())) faults.push("a card sticks out");
    }
    for (const name of document.querySelectorAll(".seat h2, .rival .name, aside .name")) {
        const text = document.createRange(), box = name.getBoundingClientRect();
        text.selectNodeContents(name);
        // Lines that are not shown lie below the box.
        const hidden = [...text.getClientRects()].some((line) => (line.top + line.bottom) / 2 > box.bottom);
        if (hidden || name.scrollWidth > name.clientWidth + 1) faults.push(`${name.textContent} is cut off`);
    }
    return [...new Set(faults)];
}"""


@pytest.mark.parametrize(
    "name",
    cases(
        ["parade-2", "parade-4", "parade-6", "nimble-4"],
        ["parade-3", "parade-5", "nimble-2", "nimble-3"],
        "every number of players",
    ),
)
async def test_everything_is_seen_without_scrolling(visit: Visits, name: str) -> None:
    page = await visit(None, "phone")
    await ask(page, "/guest", {"name": "Zoe"})
    game = record(name)
    names = ["Mad Hatter 1", "Mad Hatter 2", "White Rabbit", "Cheshire Cat", "Bob", "Queen of Hearts"]
    game["players"] = names[: len(game["players"])]
    id = (await ask(page, "/records", game))["id"]
    for move, seat in ((20, "all"), (30, "0"), (30, "")):
        await page.goto(f"/r/{id}?move={move}&seat={seat}")
        await expect(slider(page)).to_have_value(str(move))
        for width, height in WINDOWS:
            await page.set_viewport_size({"width": width, "height": height})
            with suppress(TookTooLong):  # then what is wrong is told
                await page.wait_for_function(f"() => !({FAULTS})().length", timeout=SETTLING)
            assert await page.evaluate(FAULTS) == [], f"{name}, {seat or 'spectator'}, {width} x {height}"


async def test_a_seat_sees_its_own_hand_only_and_open_hands_show_them_all(visit: Visits) -> None:
    page = await brought(visit, "parade-3", "?move=17&seat=1")
    await expect(slider(page)).to_have_value("17")
    await expect(whose(page)).to_have_value("1")
    hands = [view["hand"] for view in (await steps(page, "all"))["views"]]
    await expect(page.locator('[data-zone="hand"][data-card]')).to_have_count(5)
    assert set(await cards(page, "hand")) == set(hands[1])
    assert not {*hands[0], *hands[2]} & set(await cards(page, "line"))

    await whose(page).select_option("Spectator")
    await expect(page.locator('[data-zone="hand"][data-card]')).to_have_count(0)
    await expect(page).to_have_url(re.compile(r"\?move=17&seat=$"))

    await whose(page).select_option("All hands open")
    for player, hand in zip(("Ann", "Bob", "Cy"), hands, strict=True):
        cards_of = page.get_by_role("list", name=f"Hand of {player}").get_by_role("listitem")
        await expect(cards_of).to_have_count(len(hand))
        assert await cards_of.evaluate_all("all => all.map(one => one.dataset.card)") == hand


async def test_nobody_is_asked_to_play_in_a_game_that_is_over(visit: Visits) -> None:
    page = await brought(visit, "parade-3", "?move=16&seat=1")
    await expect(page.get_by_role("region", name="Bob").get_by_text("plays now")).to_be_visible()
    await expect(page.get_by_text("Your turn")).to_have_count(0)
    # Before Bob sets two cards aside, and after.
    await page.goto(page.url.split("?")[0] + "?move=40&seat=1")
    await expect(page.locator('[data-zone="hand"][data-card]')).to_have_count(4)
    await expect(page.get_by_role("heading", name="Set two cards aside")).to_have_count(0)
    await page.keyboard.press("End")
    await page.keyboard.press("ArrowLeft")
    await expect(page.locator('[data-zone="hand"]').get_by_text("aside", exact=True)).to_have_count(2)


async def test_a_link_to_this_step_opens_there(visit: Visits) -> None:
    page = await brought(visit, "parade-3", "?move=5&seat=2")
    await page.get_by_role("button", name="Next step").click()
    await page.get_by_role("button", name="Share this step").click()
    note = page.get_by_text("Copied: the link opens exactly this step.")
    await expect(note).to_be_visible()
    covered = "(note, slider) => note.getBoundingClientRect().bottom > slider.getBoundingClientRect().top"
    assert not await note.evaluate(covered, await slider(page).element_handle())
    link: str = await page.evaluate("navigator.clipboard.readText()")
    other = await visit(link.removeprefix(visit.server.address), lang="fr")
    await expect(other.get_by_role("slider")).to_have_value("6")
    await expect(other.get_by_role("combobox", name="Point de vue")).to_have_value("2")


async def test_the_record_can_be_had_as_a_file(visit: Visits) -> None:
    page = await brought(visit, "nimble-3")
    await page.get_by_role("button", name="Menu").click()
    async with page.expect_download() as download:
        await page.get_by_role("button", name="Download the game").click()
    file = await download.value
    assert re.fullmatch(r"nimble-\d{4}-\d\d-\d\d-ann-bob-cy\.json", file.suggested_filename)
    assert json.loads(Path(await file.path()).read_text("utf-8")) == record("nimble-3")


async def test_a_round_of_nimble_ends_with_its_piles_checked(visit: Visits) -> None:
    page = await brought(visit, "nimble-2", "?move=50")
    await expect(slider(page)).to_have_attribute(
        "aria-valuetext", "Step 50 of 118. Bob places orange frame, green circle on pile 1"
    )
    await expect(page.get_by_role("list", name=re.compile("^Discard of "))).to_have_count(2)
    await page.keyboard.press("ArrowRight")
    await expect(slider(page)).to_have_value("51")
    await page.keyboard.press("End")
    await expect(page.get_by_text("The piles are checked")).to_be_visible()
    await whose(page).select_option("Bob")
    # Choosing with a mouse or a finger leaves the focus there; the arrow is the list's.
    await whose(page).focus()
    await page.keyboard.press("ArrowLeft")
    await expect(slider(page)).to_have_value("118")
    await page.get_by_role("button", name="Previous step").click()
    await expect(slider(page)).to_have_value("117")


async def test_a_game_that_was_played_here_is_seen_from_ones_own_seat(visit: Visits) -> None:
    page = await visit("/about")
    game = await played(page)
    await page.goto(f"/g/{game}")
    await expect(whose(page)).to_have_value("0")
    await expect(page.locator('[data-zone="hand"][data-card]')).to_have_count(5)
    await page.get_by_role("button", name="Menu").click()
    async with page.expect_download() as download:
        await page.get_by_role("link", name="Download the game").click()
    kept = json.loads(Path(await (await download.value).path()).read_text("utf-8"))
    assert kept["game"] == "parade"
    await page.keyboard.press("Escape")
    await page.locator("main").focus()
    await page.keyboard.press("End")
    await expect(page.get_by_role("heading", name=re.compile("win", re.IGNORECASE))).to_be_visible()
    await expect(slider(page)).to_have_value(str(len(kept["moves"]) + len(kept["discards"])))
    # The result is shared by a link that opens there, for those who did not play with all hands open.
    await page.get_by_role("button", name="Share the result").click()
    await expect(page.get_by_text("Copied: ")).to_be_visible()
    other = await visit((await page.evaluate("navigator.clipboard.readText()")).removeprefix(visit.server.address))
    await expect(other.get_by_role("heading", name=re.compile("The winner|is shared"))).to_be_visible()
    await expect(whose(other)).to_have_value("all")
    await expect(other.get_by_role("link", name="Back to the table")).to_have_count(0)
    # Back to the table, and from here to another game at once.
    table = await page.get_by_role("link", name="Back to the table").first.get_attribute("href")
    await page.get_by_role("button", name="Another game").click()
    await expect(page).to_have_url(f"{visit.server.address}{table}")
    await expect(page.locator('[data-zone="hand"][data-card]')).to_have_count(5)


async def test_bots_are_called_by_their_names_in_ones_language(visit: Visits) -> None:
    page = await visit("/about", lang="fr")
    game = await played(page)
    await page.goto(f"/g/{game}?move=1")
    await expect(page.get_by_role("heading", level=1, name="Parade\u00a0: Ann et Loir", exact=True)).to_be_visible()
    await expect(page.get_by_role("option", name="Loir")).to_have_count(1)
    await expect(page.get_by_text("Dormouse")).to_have_count(0)


async def test_bots_of_a_kind_are_told_apart_everywhere(visit: Visits) -> None:
    page = await visit("/")
    game = await played(page, "dormouse", "dormouse")
    await page.goto(f"/g/{game}")
    await expect(page.get_by_role("heading", level=1, name="Parade: Ann, Dormouse 1 and Dormouse 2")).to_be_visible()
    await expect(page.get_by_role("option", name="Dormouse 2")).to_have_count(1)
    await page.goto("/me")
    await expect(page.locator(".players").first).to_contain_text("Dormouse 1")
    record = await page.request.get(f"/api/games/{game}/record")
    assert (await record.json())["players"] == ["Ann", "Dormouse 1", "Dormouse 2"]
    assert "ann-dormouse-1-dormouse-2" in record.headers["content-disposition"]


async def test_long_discards_of_nimble_lie_one_over_the_other(visit: Visits) -> None:
    page = await brought(visit, "nimble-3", "?move=140", "phone")
    fan = page.get_by_role("list", name="Discard of Cy").get_by_role("listitem")
    await expect(fan).to_have_count(12)
    boxes = [await one.locator("svg").bounding_box() for one in await fan.all()]
    assert len({box["width"] for box in boxes if box}) == 1
    assert not await sideways(page)


async def test_a_game_that_is_not_here(visit: Visits) -> None:
    page = await visit("/g/nothing")
    await expect(page.get_by_role("heading", name="There is no such game")).to_be_visible()
    await expect(page).to_have_title(re.compile("There is no such game"))
    await page.get_by_role("main").get_by_role("link", name="Home").click()
    await expect(page).to_have_url(visit.server.address + "/")


@pytest.mark.parametrize(
    ("name", "theme"),
    cases(
        [("parade-6", "dark"), ("nimble-4", "light")],
        [("parade-6", "light"), ("nimble-4", "dark")],
        "both games in both themes",
    ),
)
async def test_nothing_keeps_anybody_out(visit: Visits, name: str, theme: str) -> None:
    page = await brought(visit, name, "?move=20", "phone", theme=theme)
    await expect(page.get_by_role("slider")).to_have_value("20")
    assert await barriers(page) == []
    assert not await sideways(page)


async def test_an_answer_that_comes_after_leaving_changes_no_other_page(visit: Visits) -> None:
    page = await brought(visit, "parade-3")
    held: asyncio.Future[Route] = asyncio.get_running_loop().create_future()
    await page.route(re.compile(r"/steps\?seat=1"), lambda route: held.set_result(route))
    await page.clock.install()
    await whose(page).select_option("Bob")
    answer = await held
    await page.get_by_role("link", name="Home").click()
    await expect(page).to_have_url(visit.server.address + "/")
    async with page.expect_response(re.compile(r"/steps\?seat=1")) as answered:
        await answer.continue_()
    await (await answered.value).finished()
    await page.evaluate("async () => {}")  # the page has read it
    await page.clock.run_for(1000)
    assert page.url == visit.server.address + "/"
