"""What a messenger shows of a link: meta tags (Open Graph) in the page, and the picture that they name.

Nothing is told that the page would not show to anybody with the same link: an invitation needs its code, a game must be
over. All else gets the tags and the picture of the whole site, and so does the right code after too many wrong ones.
"""

from __future__ import annotations

import re
from html import escape
from typing import Annotated, Any

import msgspec
from litestar import HttpMethod, Request, Response, route
from litestar.di import NamedDependency as Given
from litestar.params import Parameter
from litestar.status_codes import HTTP_304_NOT_MODIFIED

from wonderland.bots import registry as bots
from wonderland.games import registry as games
from wonderland.games.registry import GAMES
from wonderland.messages import LANGUAGES, known, say
from wonderland.server.context import ServerContext
from wonderland.server.errors import Limited
from wonderland.server.hosting.addresses import link_to
from wonderland.server.http.code_guesses import code_fits
from wonderland.server.http.games import PlayerResult, summary
from wonderland.server.ids import ID_ALPHABET
from wonderland.server.previews.drawing import SIZE, Preview, Row
from wonderland.server.previews.pictures import PreviewPictures

#: The addresses that have a preview of their own.
GAME_PATH = re.compile(r"/g/([^/]+)/?")
INVITATION_PATH = re.compile(r"/t/([^/]+)/([^/]+)/?")
#: Messengers ask rarely; what was drawn stays the same until somebody changes their name.
CACHE_CONTROL = "public, max-age=3600"
Lang = Annotated[str, Parameter(max_length=16, description="the language of the picture")]


class LinkPreview(msgspec.Struct, frozen=True):
    """The tags of a page."""

    title: str
    description: str
    preview: Preview
    #: Where the picture is, without its language.
    image: str


async def link_preview(context: ServerContext, path: str, lang: str, address: str) -> LinkPreview:
    """What may be shown of the page at this path to somebody at this address."""
    found = None
    if match := GAME_PATH.fullmatch(path):
        found = await _finished_game(context, match[1], lang)
    elif match := INVITATION_PATH.fullmatch(path):
        found = await _invitation(context, match[1], match[2], lang, address)
    return found or _site(lang)


def _site(lang: str) -> LinkPreview:
    title, text = say("preview_site", lang), say("web_description", lang)
    preview = Preview(next(iter(GAMES), None), say("web_title", lang), title, title, text)
    return LinkPreview(f"{say('web_title', lang)} · {title}", text, preview, "/og/site.png")


async def _finished_game(context: ServerContext, id_: str, lang: str) -> LinkPreview | None:
    if not set(id_) <= set(ID_ALPHABET):
        return None  # nor could the database be asked about everything that text can hold
    row = await context.store.games.find(id_)
    if row is None or row.game not in GAMES:
        return None
    seats = await context.store.games.seats([id_])
    players = summary(row, seats).players
    names = _names(players, lang)
    title = games.title(row.game, lang)
    won = [name for name, player in zip(names, players, strict=True) if player.place == 1]
    head = say("preview_won", lang, name=won[0]) if len(won) == 1 else say("preview_shared", lang)
    rows = tuple(
        Row(f"{player.place}.", name, _score(row.game, player.score, lang), player.place == 1)
        for player, name in sorted(zip(players, names, strict=True), key=lambda one: one[0].place)
    )
    preview = Preview(row.game, f"{say('web_title', lang)} · {title}", head, title, rows=rows)
    description = ", ".join(f"{one.place} {one.name}" + (f" ({one.score})" if one.score else "") for one in rows)
    told = say("replay_title", lang, game=title, names=head)
    return LinkPreview(told, description, preview, f"/og/g/{id_}.png")


def _names(players: list[PlayerResult], lang: str) -> list[str]:
    """As the app calls them: bots in the reader's language and by number, nobody who has deleted their account."""
    played = [None if player.person or player.left else player.bot for player in players]
    names = []
    for seat, (player, bot) in enumerate(zip(players, played, strict=True)):
        if bot:
            number = f" {played[: seat + 1].count(bot)}" if played.count(bot) > 1 else ""
            names.append(bots.title(bot, lang) + number)
        else:
            names.append(player.name if player.person else say("player_name", lang, number=seat + 1))
    return names


def _score(game: str, score: int, lang: str) -> str:
    """The score as the game's message ``preview_score_<game>`` says it, where it has one."""
    key = f"preview_score_{game}"
    return say(key, lang, count=score) if known(key) else ""


async def _invitation(context: ServerContext, table: str, invite: str, lang: str, address: str) -> LinkPreview | None:
    state = await context.tables.load_or_none(table)
    if state is None or state.phase == "closed":
        return None
    try:
        if not code_fits(context.limits, address, table, invite, state.invite):
            return None
    except Limited:
        return None  # the page itself is for everybody
    title = games.title(state.game, lang)
    host = next((seat.name for seat in state.seats if seat.person == state.host), "")
    plain = say("preview_invited", lang, game=title)
    text = say("tablepage_welcome", lang, name=host, game=title) if host else plain
    tagline = f"games_{state.game}_tagline"
    about = say(tagline, lang) if known(tagline) else say("web_description", lang)
    preview = Preview(state.game, say("web_title", lang), text, plain, about)
    return LinkPreview(text, about, preview, f"/og/t/{table}/{invite}.png")


def meta_tags(context: ServerContext, path: str, found: LinkPreview, lang: str) -> str:
    """The tags, for the head of the page."""
    width, height = SIZE
    image = link_to(context.settings, f"{found.image}?lang={lang}")
    tags = {
        "description": found.description,
        "og:type": "website",
        "og:site_name": say("web_title", lang),
        "og:title": found.title,
        "og:description": found.description,
        "og:url": link_to(context.settings, path),
        "og:image": image,
        "og:image:type": "image/png",
        "og:image:width": str(width),
        "og:image:height": str(height),
        "og:image:alt": found.title,
        "og:locale": lang,
        "twitter:card": "summary_large_image",
        "twitter:title": found.title,
        "twitter:description": found.description,
        "twitter:image": image,
    }
    names = {tag: "property" if tag.startswith("og:") else "name" for tag in tags}
    return "".join(f'<meta {names[tag]}="{tag}" content="{escape(text)}" />\n    ' for tag, text in tags.items())


def has_preview(path: str) -> bool:
    """Whether the page at this path is one that people send to each other."""
    return path == "/" or bool(GAME_PATH.fullmatch(path) or INVITATION_PATH.fullmatch(path))


@route("/og/{path:path}", http_method=[HttpMethod.GET, HttpMethod.HEAD], include_in_schema=False)
async def preview_picture(
    request: Request[Any, Any, Any],
    context: Given[ServerContext],
    address: Given[str],
    path: str,
    lang: Lang = "en",
) -> Response[bytes]:
    """The picture of a page; of one that is unknown, that of the whole site."""
    context.limits.take("previews", address)
    pictures: PreviewPictures = request.app.state.pictures
    page = "/" + path.strip("/").removesuffix(".png")
    found = await link_preview(context, page, lang if lang in LANGUAGES else LANGUAGES[0], address)
    picture = await pictures.draw(found.preview)
    headers = {"ETag": picture.etag, "Cache-Control": CACHE_CONTROL}
    if picture.etag in request.headers.get("if-none-match", ""):
        return Response(b"", headers=headers, status_code=HTTP_304_NOT_MODIFIED, media_type="image/png")
    return Response(picture.png, headers=headers, media_type="image/png")


routes = [preview_picture]
