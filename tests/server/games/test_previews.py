"""What a messenger shows of a link: tags in the page and a picture, and nothing that the link does not show anyway."""

from __future__ import annotations

import io
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from httpx import AsyncClient
from limits import parse
from PIL import Image

from server.games.quick import QuickContext, apps_of, balanced, visitor
from wonderland.server.http.pages import Pages
from wonderland.server.people import Person
from wonderland.server.previews.drawing import SIZE, Preview, Row, draw_preview
from wonderland.server.previews.pictures import MAX_CACHED, PreviewPictures
from wonderland.server.rate_limits import RATE_LIMITS, RateLimits
from wonderland.server.settings import Settings
from wonderland.server.tables.invitation_codes import new_code

PAGE = '<!doctype html><html><head><meta name="description" content="old" /></head><body></body></html>'


class Tags(HTMLParser):
    """The meta tags of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "meta":
            name = given.get("property") or given.get("name") or ""
            assert name not in self.found, "no tag stands twice"
            self.found[name] = given["content"] or ""


@pytest.fixture
def app(context: QuickContext, tmp_path: Path) -> Any:
    """A server with a page."""
    web = tmp_path / "web"
    web.mkdir()
    (web / "index.html").write_text(PAGE)
    apps = apps_of(context)
    for app in apps:
        app.state.pages = Pages(Settings(web=web))
    return balanced(apps)


@pytest.fixture
def messenger(context: QuickContext, app: Any) -> AsyncClient:
    """Somebody without a cookie."""
    return visitor(app, context)


async def tags(client: AsyncClient, path: str, lang: str = "en") -> dict[str, str]:
    answer = await client.get(path, headers={"Accept-Language": lang})
    assert "Accept-Language" in answer.headers["vary"]
    return Tags(answer.text).found


async def picture(client: AsyncClient, url: str) -> Image.Image:
    answer = await client.get(url)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
    again = await client.get(url, headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    drawn = Image.open(io.BytesIO(answer.content))
    assert drawn.size == SIZE
    return drawn


async def test_a_bot_is_called_by_its_level_in_the_readers_language(
    context: QuickContext, messenger: AsyncClient, ann: Person
) -> None:
    table = await context.sit("parade", ann, "alice:level=3")
    await context.finish(table)
    (game,) = (await messenger.get(f"/api/tables/{table.now.id}/games")).json()
    assert "Alice (level 3)" in (await tags(messenger, f"/g/{game['id']}"))["og:description"]
    assert "Alice (niveau 3)" in (await tags(messenger, f"/g/{game['id']}", "fr"))["og:description"]


async def test_a_finished_game_tells_who_won(context: QuickContext, messenger: AsyncClient, ann: Person) -> None:
    table = await context.sit("parade", ann, "hatter", "hatter")
    await context.finish(table)
    (game,) = (await messenger.get(f"/api/tables/{table.now.id}/games")).json()
    found = await tags(messenger, f"/g/{game['id']}")
    assert found["og:url"] == f"http://127.0.0.1:8080/g/{game['id']}"
    assert found["og:title"].startswith("Parade: ")
    assert "Mad Hatter 2" in found["og:description"]
    assert found["description"] == found["og:description"]
    french = await tags(messenger, f"/g/{game['id']}", "fr")
    assert "Chapelier fou 2" in french["og:description"]
    assert french["og:image"] == f"http://127.0.0.1:8080/og/g/{game['id']}.png?lang=fr"
    own, site = [await picture(messenger, url) for url in (found["og:image"], "/og/site.png")]
    assert own.tobytes() != site.tobytes()


async def test_an_invitation_names_the_host_to_those_who_have_its_code(
    context: QuickContext, messenger: AsyncClient
) -> None:
    eve = await context.people.guest('Eve & "Co"')
    state = (await context.sit("nimble", eve, "dodo")).now
    found = await tags(messenger, f"/t/{state.id}/{state.invite}")
    assert found["og:title"] == 'Eve & "Co" invites you to play Nimble'
    assert found["twitter:card"] == "summary_large_image"
    drawn = await picture(messenger, found["og:image"])
    # Without the code, and for whatever is not there, it is the site's own.
    site = await tags(messenger, "/")
    for path in (f"/t/{state.id}/wrong", "/t/nothing/at-all", "/g/nothing"):
        assert (await tags(messenger, path))["og:title"] == site["og:title"]
        unknown = await picture(messenger, f"/og{path}.png")
        assert unknown.tobytes() == (await picture(messenger, site["og:image"])).tobytes() != drawn.tobytes()


@pytest.mark.parametrize("place", ["/t", "/og/t"])
@pytest.mark.one_process("what one instance counts the others know a moment later")
async def test_a_code_cannot_be_guessed_by_what_its_link_shows(
    context: QuickContext, app: Any, messenger: AsyncClient, ann: Person, place: str
) -> None:
    context.limits = RateLimits()
    state = (await context.sit("nimble", ann, "dodo")).now
    right, wrong = f"{place}/{state.id}/{state.invite}", f"{place}/{state.id}/{new_code({state.invite})}"
    most = parse(RATE_LIMITS["wrong_codes"]).amount
    invited = await messenger.get(right)
    guesses = [await messenger.head(wrong) for _ in range(most)]
    assert {guess.headers["etag"] for guess in guesses}.isdisjoint({invited.headers["etag"]})
    after = await messenger.get(right)
    assert after.status_code == 200  # the page itself is for everybody
    assert after.headers["etag"] != invited.headers["etag"]
    assert b"Ann" not in after.content
    # Nor does it fit where one sits down; whoever is elsewhere has done nothing.
    async with visitor(app, context, ann) as browser:
        refused = await browser.post(f"/api/tables/{state.id}/sit", json={"invite": state.invite})
    assert refused.status_code == 429
    async with visitor(app, context, address="192.0.2.9") as elsewhere:
        assert (await elsewhere.get(right)).headers["etag"] == invited.headers["etag"]


async def test_pages_that_nobody_sends_are_as_they_were_built(messenger: AsyncClient) -> None:
    assert (await messenger.get("/settings")).text == PAGE


def test_any_name_can_be_drawn_for_any_game(tmp_path: Path) -> None:
    names = ["龍", "👩‍🚀", "عليّ", "\u200d", "W" * 60, "a b " * 30, ""]
    rows = tuple(Row(f"{place}.", name, "12 points", place == 1) for place, name in enumerate(names, 1))
    for preview in (
        *(Preview(None, "Wonderland", f"{name} invites you", "You are invited", name) for name in names),
        Preview("parade", names[1], f"{names[0]} wins!", "Parade", rows=rows),
        Preview("of-somebody-else", names[4], f"{names[4]} wins!", "Parade", rows=rows[::-1]),
    ):
        # Without the web app's fonts, too.
        drawn = Image.open(io.BytesIO(draw_preview(preview, tmp_path)))
        assert drawn.size == SIZE
        assert len(drawn.convert("RGB").getcolors(1 << 20) or ()) > 8  # there is something on it


async def test_pictures_are_drawn_once_and_not_kept_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def draw(preview: Preview, web: Path) -> bytes:
        asked.append(preview.title)
        return preview.title.encode()

    monkeypatch.setattr("wonderland.server.previews.pictures.draw_preview", draw)
    pictures = PreviewPictures(tmp_path)
    for number in [*range(MAX_CACHED + 1), 1, 0]:
        await pictures.draw(Preview(None, "", str(number), ""))
    assert asked == [*map(str, range(MAX_CACHED + 1)), "0"]
