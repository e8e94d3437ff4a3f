"""Tables over HTTP: opening, finding, sitting down, starting. What happens in a game comes over the socket."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from litestar import Router, delete, get, post, put
from litestar.params import Parameter

from wonderland.bots import registry as bots
from wonderland.core.errors import NotAllowed
from wonderland.games.registry import GAMES, customs, find
from wonderland.server.bounds import MAX_SEATS, Options, Word
from wonderland.server.hosting.addresses import invite, qr_svg
from wonderland.server.house import House
from wonderland.server.http.errors import documented
from wonderland.server.ids import new_id
from wonderland.server.people.person import Person
from wonderland.server.tables import requests
from wonderland.server.tables.entries import AnyEntry, Pace
from wonderland.server.tables.face import Face, face
from wonderland.server.tables.moment import Moment
from wonderland.server.tables.requests import Asker, SeatWish, TableWish
from wonderland.server.tables.table import Table
from wonderland.server.thinking.thinkers import offered

TableId = Annotated[str, Parameter(max_length=32, description="The table's id, as in its link")]


class BotFace(msgspec.Struct, frozen=True):
    """A bot of the ladder."""

    bot: str
    title: str
    face: str


class GameFace(msgspec.Struct, frozen=True):
    """A game that can be played here, and its bots, gentlest first."""

    game: str
    least: int
    most: int
    #: Everybody acts at once.
    live: bool
    options: dict[str, object]
    bots: list[BotFace]


class Seated(msgspec.Struct, frozen=True):
    """Somebody at a table, as a list shows them."""

    name: str
    #: A bot of the ladder, for which the name is only the English one.
    bot: str | None = None


class Listed(msgspec.Struct, frozen=True):
    """A table as a list shows it."""

    table: str
    game: str
    options: dict[str, object]
    #: As in a face; or ``set_aside`` for a table that cannot be read and waits for whoever hosts.
    phase: str
    pace: Pace
    #: Those who sit there; None for a seat that is free.
    seats: list[Seated | None]
    #: When the last thing happened there, in milliseconds since 1970.
    at: int
    #: Whether it waits for the one who asks.
    waits_for_you: bool = False


class SitWish(msgspec.Struct, frozen=True):
    """Where to sit: a seat, else the first that is free; reserved seats need the key of the invitation."""

    seat: int | None = None
    invite: Word | None = None


class PlayNow(msgspec.Struct, frozen=True):
    """A game against bots, at once."""

    game: Word
    #: The bots, one a seat; None: one of medium strength.
    bots: Annotated[list[Word], msgspec.Meta(max_length=MAX_SEATS)] | None = None
    options: Options = {}


class Invitation(msgspec.Struct, frozen=True):
    """How others come to the table: the link, and the same as a QR code (SVG)."""

    url: str
    qr: str


@get("/api/games", operation_id="listGames", summary="The games, their options and their bots")
async def list_games() -> list[GameFace]:
    return [
        GameFace(
            name,
            find(name).seats.start,
            find(name).seats.stop - 1,
            customs(name).live,
            customs(name).options({}),
            [BotFace(bot, bots.title(bot), bots.find(bot).face) for bot in offered(name)],
        )
        for name in GAMES
    ]


@get(
    "/api/tables",
    operation_id="listTables",
    summary="Public tables with a free seat",
    responses=documented(429),
)
async def list_tables(house: House, address: str) -> list[Listed]:
    house.limits.take("lists", address)
    return [listed(moment, None) for moment in house.tables.lobby()[:100]]


@get(
    "/api/me/tables",
    operation_id="listMyTables",
    summary="The tables where I sit",
    responses=documented(401, 403, 429),
)
async def list_my_tables(house: House, person: Person, address: str) -> list[Listed]:
    house.limits.take("lists", address)
    aside = [
        Listed(table.id, table.game, {}, "set_aside", Pace(), [], table.touched)
        for table in house.tables.set_aside.of(person.id)
    ]
    return [*(listed(moment, person.id) for moment in house.tables.of(person.id)), *aside]


@post("/api/tables", operation_id="openTable", summary="Open a table", responses=documented(400, 401, 403, 409, 429))
async def open_table(house: House, person: Person, data: TableWish) -> Face:
    house.limits.take("tables", person.id)
    table = await house.tables.create(as_asker(person), data)
    return shown(table, person)


@post(
    "/api/play-now",
    operation_id="playNow",
    summary="Play against bots, at once",
    responses=documented(400, 401, 403, 409, 429),
)
async def play_now(house: House, person: Person, data: PlayNow) -> Face:
    house.limits.take("tables", person.id)
    ladder = offered(find(data.game).name)
    against = data.bots or [ladder[len(ladder) // 2]]
    seats = [SeatWish("me"), *(SeatWish("bot", bot) for bot in against)]
    table = await house.tables.create(as_asker(person), TableWish(data.game, seats, data.options))
    return shown(table, person)


@get(
    "/api/tables/{table_id:str}",
    operation_id="seeTable",
    summary="The table as I may see it",
    responses=documented(400, 401, 403, 404),
)
async def see_table(house: House, asker: Person | None, table_id: TableId) -> Face:
    return shown(house.tables.find(table_id), asker)


@get(
    "/api/tables/{table_id:str}/invitation",
    operation_id="invite",
    summary="The link and QR code for friends",
    responses=documented(400, 401, 403, 404, 409, 429),
)
async def see_invitation(house: House, person: Person, table_id: TableId) -> Invitation:
    house.limits.take("qr_codes", person.id)
    moment = house.tables.find(table_id).now
    if not moment.seats_of(person.id):
        raise NotAllowed("table_not_seated")
    url = invite(house.settings, f"/t/{moment.id}/{moment.invite}")
    return Invitation(url, await asyncio.to_thread(qr_svg, url))


@post(
    "/api/tables/{table_id:str}/sit",
    operation_id="sit",
    summary="Sit down",
    status_code=200,
    responses=documented(400, 401, 403, 404, 409, 410, 429),
)
async def sit(house: House, person: Person, table_id: TableId, data: SitWish) -> Face:
    house.limits.take("seats", person.id)
    table = house.tables.find(table_id)
    return await ask(house, table, person, requests.sit(table.now, as_asker(person), data.seat, data.invite))


@post(
    "/api/tables/{table_id:str}/leave",
    operation_id="leave",
    summary="Stand up and leave",
    status_code=200,
    responses=documented(400, 401, 403, 404, 409, 410, 429),
)
async def leave(house: House, person: Person, table_id: TableId) -> Face:
    house.limits.take("seats", person.id)
    table = house.tables.find(table_id)
    return await ask(house, table, person, requests.rise(table.now, as_asker(person)))


@put(
    "/api/tables/{table_id:str}/seats/{seat:int}",
    operation_id="changeSeat",
    summary="The host changes a seat",
    responses=documented(400, 401, 403, 404, 409, 410, 429),
)
async def change_seat(house: House, person: Person, table_id: TableId, seat: int, data: SeatWish) -> Face:
    house.limits.take("seats", person.id)
    table = house.tables.find(table_id)
    return await ask(house, table, person, requests.change_seat(table.now, as_asker(person), seat, data, new_id()))


@post(
    "/api/tables/{table_id:str}/start",
    operation_id="start",
    summary="The host begins the game",
    status_code=200,
    responses=documented(400, 401, 403, 404, 409, 410, 429),
)
async def start(house: House, person: Person, table_id: TableId) -> Face:
    house.limits.take("seats", person.id)
    table = house.tables.find(table_id)
    new = requests.start(table.now, as_asker(person), house.tables.chance(), house.clock.now())
    return await ask(house, table, person, new)


@delete(
    "/api/tables/{table_id:str}",
    operation_id="closeTable",
    summary="The host closes the table",
    status_code=204,
    responses=documented(400, 401, 403, 404, 409, 410),
)
async def close_table(house: House, person: Person, table_id: TableId) -> None:
    table = house.tables.find(table_id)
    await house.tables.ask(table, requests.close(table.now, as_asker(person)))


async def ask(house: House, table: Table, person: Person, new: list[AnyEntry]) -> Face:
    """Write what was asked; the answer is the table after it."""
    await house.tables.ask(table, new)
    return shown(table, person)


def as_asker(person: Person) -> Asker:
    return Asker(person.id, person.name)


def shown(table: Table, person: Person | None) -> Face:
    """The table as it is on disk, as this person may see it."""
    assert table.saved, "nothing is shown before it is on disk"
    seats = table.saved.seats_of(person.id) if person else ()
    return face(table.saved, seats[0] if seats else None)


def listed(moment: Moment, person: str | None) -> Listed:
    waits = moment.customs.waits_for(moment.state) if moment.phase == "playing" else ()
    mine = moment.seats_of(person)
    return Listed(
        moment.id,
        moment.game,
        moment.options,
        moment.phase,
        moment.pace,
        [Seated(seat.name, seat.bot if seat.kind == "bot" else None) if seat.taken else None for seat in moment.seats],
        moment.at,
        any(seat in mine and not moment.seats[seat].bot for seat in waits),
    )


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
