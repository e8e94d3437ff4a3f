"""Hints at tables where they are switched on."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Router, post

from wonderland.server.context import ServerContext
from wonderland.server.http.errors import error_responses
from wonderland.server.http.tables import TableId
from wonderland.server.people.person import Person


class Hint(msgspec.Struct, frozen=True):
    """What the caller's moves are worth, by what they can know."""

    #: Every legal move, the best first, as in the game's reports.
    moves: list[dict[str, Any]]


@post(
    "/api/tables/{table_id:str}/hint",
    operation_id="hint",
    summary="What the caller's moves are worth",
    description="For the person whose turn it is, at a table that was opened with hints.",
    status_code=200,
    responses=error_responses(400, 401, 403, 404, 409, 410, 429),
)
async def give_hint(context: ServerContext, person: Person, table_id: TableId) -> Hint:
    context.limits.take("hints", person.id)
    table = await context.tables.load(table_id)
    return Hint(await context.hints.moves(context.tables.saved_state(table.now.id), person.id))


routes = [Router(path="/", route_handlers=[give_hint], tags=["tables"])]
