"""Tables over HTTP: creating, finding, sitting down, starting. The game itself runs over the socket."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

import msgspec
from litestar import Router, delete, get, post, put
from litestar.params import Parameter

from wonderland.bots import registry as bots
from wonderland.bots.options import NumberOption
from wonderland.core.errors import NotAllowed
from wonderland.core.options import options_of
from wonderland.games import registry as games
from wonderland.games.registry import GAMES, AnyGame, find
from wonderland.messages import LANGUAGES
from wonderland.server.bot_processes.processes import offered
from wonderland.server.bounds import MAX_SEATS, Options, Word
from wonderland.server.context import ServerContext
from wonderland.server.hosting.addresses import is_local, link_to, qr_svg
from wonderland.server.http.code_guesses import code_fits
from wonderland.server.http.errors import error_responses
from wonderland.server.people.person import Person
from wonderland.server.tables import requests
from wonderland.server.tables.requests import Actor, NewSeat, NewTable
from wonderland.server.tables.summaries import TableSummary
from wonderland.server.tables.table import Propose, Table
from wonderland.server.tables.views import TableView, table_view

TableId = Annotated[str, Parameter(max_length=32, description="The table's id, as in its link")]


class BotOptionInfo(msgspec.Struct, frozen=True):
    """What a bot's name may carry after a colon: a flag (`alice:net`) or a number (`alice:level=3`)."""

    name: str
    #: The lowest and the highest number, and the one that counts where none is given; None for a flag.
    low: int | None = None
    high: int | None = None
    default: int | None = None


class BotInfo(msgspec.Struct, frozen=True):
    """A bot that is offered at tables."""

    bot: str
    title: str
    avatar: str
    options: list[BotOptionInfo]


class OptionInfo(msgspec.Struct, frozen=True):
    """Something a table of a game may choose."""

    name: str
    kind: Literal["choice", "switch"]
    #: The values of a choice; none for a switch.
    choices: list[str]
    default: str | bool


class GameInfo(msgspec.Struct, frozen=True):
    """A game that can be played here, and its bots, gentlest first."""

    name: str
    #: What it is called, by language.
    titles: dict[str, str]
    #: How many may play.
    players: list[int]
    #: Everybody acts at once.
    live: bool
    #: The fields of a view that only its own seat may know; None: all of them.
    secret: list[str] | None
    options: list[OptionInfo]
    bots: list[BotInfo]


class SitDown(msgspec.Struct, frozen=True):
    """The seat, by default the first free one; reserved seats need the invitation code."""

    seat: int | None = None
    invite: Word | None = None


class PlayNow(msgspec.Struct, frozen=True):
    """A game against bots that starts at once."""

    game: Word
    #: The bots, one per seat; None: one of medium strength.
    bots: Annotated[list[Word], msgspec.Meta(max_length=MAX_SEATS)] | None = None
    options: Options = {}
    #: The caller may ask what the moves are worth.
    hints: bool = False


class Invitation(msgspec.Struct, frozen=True):
    """The invitation link, also as a QR code (SVG), and the code at its end, to be said aloud."""

    url: str
    qr: str
    code: str
    #: Only the server's own computer can open the link: it was started without ``--lan`` and ``--public-url``.
    local: bool


@get("/api/games", operation_id="listGames", summary="The games, their options and their bots")
async def list_games() -> list[GameInfo]:
    return [game_info(find(name)) for name in GAMES]


def game_info(game: AnyGame) -> GameInfo:
    table = game.table
    return GameInfo(
        game.name,
        {lang: games.title(game.name, lang) for lang in LANGUAGES},
        list(game.seats),
        table.live,
        None if table.secret is None else sorted(table.secret),
        [
            OptionInfo(one.name, "switch", [], one.default)
            if one.switch
            else OptionInfo(one.name, "choice", list(one.choices), one.default)
            for one in options_of(table.Options)
        ],
        [bot_info(bot) for bot in offered(game.name)],
    )


def medium_bot(game: str) -> str:
    """A bot of medium strength; one whose strength can be chosen does not count, as far as there are others."""
    ladder = [bot for bot in offered(game) if not bots.strength(bot)] or offered(game)
    return ladder[len(ladder) // 2]


def bot_info(bot: str) -> BotInfo:
    entry = bots.find(bot)
    options = [
        BotOptionInfo(one.name, one.low, one.high, one.default)
        if isinstance(one, NumberOption)
        else BotOptionInfo(one.name)
        for one in entry.options
    ]
    return BotInfo(bot, bots.title(bot), entry.avatar, options)


@get(
    "/api/tables",
    operation_id="listTables",
    summary="Public tables: those with a free seat, then those at which a game is being played",
    responses=error_responses(429),
)
async def list_tables(context: ServerContext, address: str) -> list[TableSummary]:
    context.limits.take("lists", address)
    return await context.table_lists.public()


@get(
    "/api/me/tables",
    operation_id="listMyTables",
    summary="The tables where the caller sits",
    responses=error_responses(401, 403, 429),
)
async def list_my_tables(context: ServerContext, person: Person, address: str) -> list[TableSummary]:
    context.limits.take("lists", address)
    return await context.table_lists.of_person(person.id)


@post(
    "/api/tables", operation_id="openTable", summary="Open a table", responses=error_responses(400, 401, 403, 409, 429)
)
async def open_table(context: ServerContext, person: Person, data: NewTable) -> TableView:
    context.limits.take("tables", person.id)
    return shown(await create(context, person, data), person)


@post(
    "/api/play-now",
    operation_id="playNow",
    summary="Play against bots, at once",
    responses=error_responses(400, 401, 403, 409, 429),
)
async def play_now(context: ServerContext, person: Person, data: PlayNow) -> TableView:
    context.limits.take("tables", person.id)
    against = data.bots or [medium_bot(find(data.game).name)]
    seats = [NewSeat("me"), *(NewSeat("bot", bot) for bot in against)]
    table = await create(context, person, NewTable(data.game, seats, data.options, hints=data.hints))
    return shown(table, person)


async def create(context: ServerContext, person: Person, new: NewTable) -> Table:
    """A new table, and what will be wanted there."""
    table = await context.tables.create(as_actor(person), new)
    if new.hints:
        context.hints.expect(new.game, len(new.seats))
    return table


@get(
    "/api/tables/{table_id:str}",
    operation_id="seeTable",
    summary="The table as the caller may see it",
    responses=error_responses(400, 401, 403, 404),
)
async def see_table(context: ServerContext, caller: Person | None, table_id: TableId) -> TableView:
    return shown(await context.tables.load(table_id), caller)


@get(
    "/api/tables/{table_id:str}/invitation",
    operation_id="invite",
    summary="The link and QR code for friends",
    responses=error_responses(400, 401, 403, 404, 409, 429),
)
async def see_invitation(context: ServerContext, person: Person, table_id: TableId) -> Invitation:
    context.limits.take("qr_codes", person.id)
    state = (await context.tables.load(table_id)).now
    if not state.seats_of(person.id):
        raise NotAllowed("table_not_seated")
    url = link_to(context.settings, f"/t/{state.id}/{state.invite}")
    return Invitation(url, await asyncio.to_thread(qr_svg, url), state.invite, is_local(url))


@post(
    "/api/tables/{table_id:str}/sit",
    operation_id="sit",
    summary="Sit down",
    status_code=200,
    responses=error_responses(400, 401, 403, 404, 409, 410, 429),
)
async def sit(context: ServerContext, person: Person, address: str, table_id: TableId, data: SitDown) -> TableView:
    context.limits.take("seats", person.id)
    table = await context.tables.load(table_id)
    if data.invite:
        code_fits(context.limits, address, table_id, data.invite, table.now.invite)
    return await append_and_view(
        context, table, person, lambda table: requests.sit(table.now, as_actor(person), data.seat, data.invite)
    )


@post(
    "/api/tables/{table_id:str}/leave",
    operation_id="leave",
    summary="Leave the table",
    status_code=200,
    responses=error_responses(400, 401, 403, 404, 409, 410, 429),
)
async def leave(context: ServerContext, person: Person, table_id: TableId) -> TableView:
    context.limits.take("seats", person.id)
    table = await context.tables.load(table_id)
    return await append_and_view(context, table, person, lambda table: requests.leave(table.now, as_actor(person)))


@put(
    "/api/tables/{table_id:str}/seats/{seat:int}",
    operation_id="changeSeat",
    summary="Change a seat (host)",
    responses=error_responses(400, 401, 403, 404, 409, 410, 429),
)
async def change_seat(context: ServerContext, person: Person, table_id: TableId, seat: int, data: NewSeat) -> TableView:
    context.limits.take("seats", person.id)
    table = await context.tables.load(table_id)
    code = await context.tables.new_code()
    return await append_and_view(
        context, table, person, lambda table: requests.change_seat(table.now, as_actor(person), seat, data, code)
    )


@post(
    "/api/tables/{table_id:str}/start",
    operation_id="start",
    summary="Start the game (host)",
    status_code=200,
    responses=error_responses(400, 401, 403, 404, 409, 410, 429),
)
async def start(context: ServerContext, person: Person, table_id: TableId) -> TableView:
    context.limits.take("seats", person.id)
    table = await context.tables.load(table_id)
    random = context.tables.random()
    return await append_and_view(
        context, table, person, lambda table: requests.start(table.now, as_actor(person), random, context.clock.now())
    )


@delete(
    "/api/tables/{table_id:str}",
    operation_id="closeTable",
    summary="Close the table (host)",
    status_code=204,
    responses=error_responses(400, 401, 403, 404, 409, 410),
)
async def close_table(context: ServerContext, person: Person, table_id: TableId) -> None:
    table = await context.tables.load(table_id)
    await context.tables.append(table, lambda table: requests.close(table.now, as_actor(person)))


async def append_and_view(context: ServerContext, table: Table, person: Person, propose: Propose) -> TableView:
    """Append what somebody asks for; returns the table after it."""
    return shown(await context.tables.append(table, propose), person)


def as_actor(person: Person) -> Actor:
    return Actor(person.id, person.name, person.kind == "bot")


def shown(table: Table, person: Person | None) -> TableView:
    """The table as it is on disk, as this person may see it."""
    assert table.saved, "nothing is shown before it is on disk"
    seats = table.saved.seats_of(person.id) if person else ()
    return table_view(table.saved, seats[0] if seats else None)


routes = [
    Router(
        path="/",
        route_handlers=[
            list_games,
            list_tables,
            list_my_tables,
            open_table,
            play_now,
            see_table,
            see_invitation,
            sit,
            leave,
            change_seat,
            start,
            close_table,
        ],
        tags=["tables"],
    )
]
