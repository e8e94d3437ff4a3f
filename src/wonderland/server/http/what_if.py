"""What if: playing on from a moment of a finished game or an uploaded record, against bots or with friends."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Router, post
from litestar.di import NamedDependency as Given
from litestar.params import JSONBody

from wonderland.core.errors import Unreadable
from wonderland.server.bounds import MAX_SEATS, Word
from wonderland.server.context import ServerContext
from wonderland.server.http.errors import error_responses
from wonderland.server.http.games import find_game
from wonderland.server.http.records import MAX_RECORD_ACTIONS, find_record
from wonderland.server.http.tables import as_actor
from wonderland.server.people import Person
from wonderland.server.tables.what_if import what_if_table


class WhatIf(msgspec.Struct, frozen=True):
    """A moment of a game, and who plays on from there."""

    #: How many actions have been done; none: it begins with the deal.
    ply: Annotated[int, msgspec.Meta(ge=0, le=MAX_RECORD_ACTIONS)]
    #: The caller's seat.
    seat: Annotated[int, msgspec.Meta(ge=0, lt=MAX_SEATS)]
    #: A bot for every other seat, in the order of the seats.
    bots: Annotated[list[Word], msgspec.Meta(max_length=MAX_SEATS)]
    #: The finished game, or the uploaded record: one of the two.
    game: Word | None = None
    record: Word | None = None
    #: Others may sit down first; the bots take the seats that are free when the host starts.
    open: bool = False


class WhatIfTable(msgspec.Struct, frozen=True):
    """The table at which the game goes on."""

    table: str


@post(
    "/what-if",
    operation_id="whatIf",
    summary="Play on from a moment of a game",
    description="Opens a table that is not rated. Its game begins with the deal and the first actions of the other "
    "one. Everyone with the table's link may watch.",
    responses=error_responses(400, 401, 403, 404, 409, 429),
)
async def what_if(data: JSONBody[WhatIf], person: Given[Person], context: Given[ServerContext]) -> WhatIfTable:
    context.limits.take("tables", person.id)
    if (data.game is None) == (data.record is None):
        raise Unreadable("what_if_source")
    if data.game is not None:
        kept = (await find_game(context, data.game)).record
    else:
        kept = (await find_record(context, data.record or "")).record
    new, position = await context.replays.run(
        what_if_table, msgspec.json.decode(kept), data.ply, data.seat, data.bots, data.open
    )
    table = await context.tables.create(as_actor(person), new, position)
    return WhatIfTable(table.now.id)


routes = [Router("/api", route_handlers=[what_if], tags=["tables"])]
