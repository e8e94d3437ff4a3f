"""People and what is theirs: names, accounts, bots, records, finished games and the leaderboard."""

from __future__ import annotations

import asyncio
import json
import re
from random import Random
from subprocess import check_output

import pytest
from playwright.async_api import Locator, Page, expect

from browser.kit import SIZES, Visits, ask, cover, sideways
from commands import WONDERLAND
from server.clients import Client, Person
from server.faults.playing import play
from server.process import TIMEOUT_SECONDS

HAND = '[data-zone="hand"][data-card]'
#: Resigns, and waits until the game is over and kept, which is a moment later.
RESIGN = """async (table) => {
    const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/socket`);
    await new Promise((over) => {
        socket.onopen = () => socket.send(JSON.stringify({type: "resign", id: "resign"}));
        socket.onmessage = ({data}) => data.includes('"over"') && over();
    });
    socket.close();
    const kept = () => fetch(`/api/tables/${table}/games`).then((answer) => answer.json());
    while (!(await kept()).length);
}"""
PASSWORD = "four odd words here"


def form(page: Page, button: str) -> Locator:
    return page.locator("form", has=page.get_by_role("button", name=button, exact=True))


async def make_account(page: Page, user: str, name: str | None = "Somebody") -> None:
    fields = form(page, "Create my account")
    if name:
        await fields.get_by_label("The name that others see").fill(name)
    await fields.get_by_label("User name").fill(user)
    await fields.get_by_label("New password").fill(PASSWORD)
    await fields.get_by_role("button", name="Create my account").click()
    await expect(page.get_by_role("heading", name=f"Account: {user}")).to_be_visible()


async def log_in(page: Page, user: str, password: str) -> None:
    fields = form(page, "Log in")
    await fields.get_by_label("User name").fill(user)
    await fields.get_by_label("Password", exact=True).fill(password)
    await fields.get_by_role("button", name="Log in").click()


async def test_a_guest_becomes_an_account_and_comes_back(visit: Visits) -> None:
    page = await visit(None)
    await ask(page, "/guest", {"name": "Sleepy Hedgehog"})
    await page.goto("/me")
    await page.get_by_label("The name that others see").first.fill("Ann 👩‍🚀")
    await page.get_by_role("button", name="Save").click()
    await expect(page.get_by_role("status")).to_contain_text("You are now called Ann 👩‍🚀.")
    await page.get_by_role("link", name="You: Ann 👩‍🚀").click()
    await expect(page.get_by_role("heading", name="You are a guest")).to_be_visible()
    await page.get_by_text("Keep this name: make an account").click()
    # The form shows what is typed when it is asked to.
    await page.get_by_label("New password").fill("typed")
    await page.get_by_role("button", name="Show the password").first.click()
    await expect(page.get_by_label("New password")).to_have_attribute("type", "text")
    await make_account(page, "ann", None)
    await page.get_by_role("button", name="Log out", exact=True).click()
    await expect(page.get_by_role("heading", name="New here?")).to_be_visible()
    await log_in(page, "ann", "not the password")
    await expect(page.get_by_role("alert").filter(has_text="User name or password is wrong.")).to_be_visible()
    await log_in(page, "ann", PASSWORD)
    await expect(page.get_by_role("heading", level=1)).to_have_text("Ann 👩‍🚀")


async def test_another_password_counts_from_now_on(visit: Visits) -> None:
    page = await visit("/me")
    # A new account is called what its person chose.
    await make_account(page, "bea", "Béa")
    await expect(page.get_by_role("heading", level=1)).to_have_text("Béa")
    await page.get_by_text("Change the password").first.click()
    await page.get_by_label("Current password").fill(PASSWORD)
    await page.get_by_label("New password").fill("another four odd words")
    await page.get_by_role("button", name="Change the password").click()
    await expect(page.get_by_role("status").filter(has_text="Your password has been changed")).to_be_visible()
    await page.get_by_role("button", name="Log out everywhere").click()
    await log_in(page, "bea", "another four odd words")
    await expect(page.get_by_role("heading", name="Account: bea")).to_be_visible()


async def test_another_password_ends_the_tokens_of_bots_unless_they_are_kept(visit: Visits) -> None:
    page = await visit("/me")
    await make_account(page, "ida")
    bot = await ask(page, "/me/bots", {"name": "Clockwork"})
    await ask(page, f"/me/bots/{bot['id']}/tokens", {"label": "laptop"})
    await page.reload()
    await expect(page.get_by_text("also revokes the tokens of your bots: Clockwork.")).to_be_visible()
    await page.get_by_text("Your bots", exact=True).click()
    token = page.get_by_role("button", name="Revoke the token “laptop”")
    for old, fresh, keep in ((PASSWORD, "kept " + PASSWORD, True), ("kept " + PASSWORD, PASSWORD, False)):
        await page.get_by_text("Change the password").first.click()
        await page.get_by_label("Current password").fill(old)
        await page.get_by_label("New password").fill(fresh)
        await page.get_by_label("Keep the tokens of my bots").set_checked(keep)
        await page.get_by_role("button", name="Change the password").click()
        await expect(page.get_by_role("status").filter(has_text="Your password has been changed")).to_be_visible()
        await page.reload()
        await page.get_by_text("Your bots", exact=True).click()
        await expect(page.get_by_role("link", name="Clockwork")).to_be_visible()
        await expect(token).to_have_count(1 if keep else 0)


async def test_a_long_name_leaves_room_for_the_rest(visit: Visits) -> None:
    page = await visit(None, size="phone", lang="fr")
    await ask(page, "/guest", {"name": "Zoé la Lectrice assidue"})
    await page.goto("/")
    # A phone has no room for the name, and cuts nothing off.
    await expect(page.get_by_role("link", name="Vous : Zoé la Lectrice assidue")).to_have_text(re.compile("Vous"))
    await page.get_by_role("link", name="Vous : Zoé la Lectrice assidue").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Zoé la Lectrice assidue")
    await page.get_by_text("Garder ce nom").click()
    fields = form(page, "Créer mon compte")
    await fields.get_by_label("Nom d’utilisateur").fill("zoe")
    await fields.get_by_label("Nouveau mot de passe").fill(PASSWORD)
    await fields.get_by_role("button", name="Créer mon compte").click()
    await page.get_by_text("Changer le mot de passe").first.click()
    await expect(page.get_by_label("Mot de passe actuel")).to_be_visible()
    assert not await sideways(page)
    box = await page.get_by_role("navigation").get_by_role("link", name="Réglages").bounding_box()
    assert box
    assert box["x"] + box["width"] <= SIZES["phone"]["width"] - 16


async def test_a_bot_gets_a_token_that_is_shown_once(visit: Visits) -> None:
    page = await visit("/me")
    await make_account(page, "cleo")
    await page.get_by_text("Your bots", exact=True).click()
    await page.get_by_label("Name of the bot").fill("Clockwork")
    await page.get_by_role("button", name="Create a bot").click()
    await page.get_by_role("button", name="Create a token").click()
    shown = page.get_by_label("Token", exact=True)
    await expect(shown).not_to_have_value("")
    token = await shown.input_value()
    answer = await visit.server.http.get(f"{visit.server.address}/api/me", headers={"Authorization": f"Bearer {token}"})
    assert answer.json()["name"] == "Clockwork"
    await page.reload()
    await page.get_by_text("Your bots", exact=True).click()
    await expect(page.get_by_text("never used").or_(page.get_by_text("last used"))).to_be_visible()
    await expect(page.get_by_label("Token", exact=True)).to_have_count(0)


async def test_each_bot_has_its_own_tokens_and_is_not_deleted_by_one_press(visit: Visits) -> None:
    page = await visit("/me")
    await make_account(page, "gus")
    await page.get_by_text("Your bots", exact=True).click()
    for name in ("Clockwork", "Jabberwock"):
        await page.get_by_label("Name of the bot").fill(name)
        await page.get_by_role("button", name="Create a bot").click()
        await expect(page.get_by_role("link", name=name)).to_be_visible()
    uses = page.get_by_label("What the token is for")
    await uses.first.fill("laptop")
    await expect(uses.last).to_have_value("")
    await page.get_by_role("button", name="Create a token").first.click()
    await expect(page.get_by_label("Token", exact=True)).to_be_focused()
    await page.get_by_role("button", name="Revoke the token “laptop”").click()
    await expect(page.get_by_role("button", name="Revoke the token “laptop”")).to_have_count(0)
    await page.get_by_role("button", name="Delete Jabberwock").click()
    dialog = page.get_by_role("dialog", name="Delete Jabberwock")
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("link", name="Jabberwock")).to_be_visible()
    await page.get_by_role("button", name="Delete Jabberwock").click()
    await dialog.get_by_role("button", name="Delete permanently").click()
    await expect(page.get_by_role("link", name="Jabberwock")).to_have_count(0)
    await expect(page.get_by_role("link", name="Clockwork")).to_be_visible()


async def test_whoever_wants_to_be_forgotten_is(visit: Visits) -> None:
    page = await visit("/me")
    await make_account(page, "dora")
    await page.get_by_text("Your data").click()
    await page.get_by_role("button", name="Delete my account").click()
    dialog = page.get_by_role("dialog", name="Delete my account")
    box = await dialog.bounding_box()
    assert box
    assert abs(box["y"] + box["height"] / 2 - SIZES["laptop"]["height"] / 2) < 2, "in the middle of the window"
    await dialog.get_by_label("Password", exact=True).fill("not the password")
    await dialog.get_by_role("button", name="Delete permanently").click()
    await expect(dialog.get_by_role("alert")).to_contain_text("The password is wrong.")
    await dialog.get_by_label("Password", exact=True).fill(PASSWORD)
    await dialog.get_by_role("button", name="Delete permanently").click()
    await expect(page).to_have_url(visit.server.address + "/")
    assert await (await page.request.get("/api/me")).json() is None


async def test_a_record_from_elsewhere_is_looked_at(visit: Visits) -> None:
    page = await visit("/me")
    files = page.get_by_label("Choose a file")
    await files.set_input_files({"name": "x.json", "mimeType": "application/json", "buffer": b"no record"})
    await expect(page.get_by_role("alert").filter(has_text="There is no game in this file")).to_be_visible()
    unreadable = json.dumps({"game": "parade", "players": ["Ann"]}).encode()
    for other in (b"[]", b"42", b"{}", json.dumps({"game": "parade", "players": ["x" * 1_000_000]}).encode()):
        await files.set_input_files({"name": "x.json", "mimeType": "application/json", "buffer": unreadable})
        await expect(page.get_by_role("alert").filter(has_text="The game in this file cannot be read")).to_be_visible()
        await files.set_input_files({"name": "x.json", "mimeType": "application/json", "buffer": other})
        await expect(page.get_by_role("alert").filter(has_text="There is no game in this file")).to_be_visible()
    wrong = json.dumps({"game": "chess", "players": []}).encode()
    await files.set_input_files({"name": "x.json", "mimeType": "application/json", "buffer": wrong})
    await expect(page.get_by_role("alert").filter(has_text='there is no game "chess"')).to_be_visible()
    record = check_output([WONDERLAND, "deal", "parade", "--players", "Ann,Ben", "--seed", "1"])
    await files.set_input_files({"name": "x.json", "mimeType": "application/json", "buffer": record})
    await expect(page).to_have_url(re.compile(r"/r/[\w-]+$"))
    await page.goto("/me")
    await page.get_by_role("link", name="Parade: Ann and Ben").click()
    await expect(page).to_have_url(re.compile(r"/r/[\w-]+$"))


async def test_finished_games_are_kept_and_add_up(visit: Visits) -> None:
    page = await visit()
    await cover(page, "Parade")
    await page.get_by_role("button", name="Play Parade").click()
    await expect(page.locator(HAND)).to_have_count(5)
    # Whoever resigns leaves the game to a bot, which loses no time here.
    async with asyncio.timeout(TIMEOUT_SECONDS):
        await page.evaluate(RESIGN, page.url.split("/t/")[1])
    await page.goto("/me")
    figures = page.get_by_role("region", name="Parade in figures")
    await expect(figures.get_by_role("row", name="2 players")).to_contain_text("1")
    await page.get_by_role("region", name="Games played").get_by_role("link").click()
    await expect(page).to_have_url(re.compile(r"/g/[\w-]+$"))


@pytest.mark.own_server
async def test_the_leaderboard_invites_while_it_is_empty(visit: Visits) -> None:
    page = await visit("/leaders")
    await expect(page.get_by_role("heading", name="Nobody is ranked yet")).to_be_visible()
    await page.get_by_role("link", name="Nimble", exact=True).click()
    await expect(page).to_have_url(re.compile("/leaders/nimble$"))
    await expect(page.get_by_role("link", name="Nimble", exact=True)).to_have_attribute("aria-current", "page")


@pytest.mark.own_server
async def test_the_leaderboard_knows_who_plays_among_people(visit: Visits) -> None:
    ann, ben = [await Person.guest(visit.server, name) for name in ("Ann", "Ben")]
    for number in range(8):
        table = await ann.open("parade", "me", "open")
        await ben.sit(table)
        async with Client(visit.server, table, ann) as one, Client(visit.server, table, ben) as other:
            await asyncio.gather(one.started(), other.started())
            await asyncio.gather(play(one, Random(number)), play(other, Random(-number)))
    for person, user in ((ann, "ann"), (ben, "ben")):
        await person.ask("/api/me/claim", user=user, password=PASSWORD)
    page = await visit("/leaders")
    rows = page.get_by_role("table", name="Parade").get_by_role("row")
    await expect(rows).to_have_count(3)
    row = rows.filter(has=page.get_by_role("rowheader", name="Ann"))
    await expect(row.get_by_role("cell").last).to_have_text("8")
    await row.get_by_role("link", name="Ann").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Ann")
    await expect(page.get_by_role("region", name="Games played").get_by_role("link")).to_have_count(8)


async def test_a_forgotten_password_is_replaced_by_a_link_that_works_once(visit: Visits) -> None:
    page = await visit("/me")
    await make_account(page, "fay")
    link = check_output([WONDERLAND, "admin", "reset-password", "fay", "--data", visit.server.data], text=True).strip()
    path = link.removeprefix(visit.server.address)
    other = await visit(path)
    await other.get_by_label("New password").fill("another four odd words")
    await other.get_by_role("button", name="Set the password").click()
    await expect(other.get_by_role("heading", name="Account: fay")).to_be_visible()
    late = await visit(path)
    await late.get_by_label("New password").fill("another four odd words")
    await late.get_by_role("button", name="Set the password").click()
    await expect(late.get_by_role("alert")).to_contain_text("This link has been used already")
    cut = await visit(path.partition("#")[0])
    await expect(cut.get_by_text("The end of the link is missing")).to_be_visible()
