"""How fast the bots of a table answer, for somebody who plays with bots alone."""

from __future__ import annotations

import msgspec
from litestar import Router, put

from wonderland.core.errors import NotAllowed
from wonderland.server.context import ServerContext
from wonderland.server.http.errors import error_responses
from wonderland.server.http.tables import TableId
from wonderland.server.people.person import Person
from wonderland.server.tables.scheduler import BotPace


class NewBotPace(msgspec.Struct, frozen=True):
    """``normal`` is as fast as people would be."""

    pace: BotPace


@put(
    "/api/tables/{table_id:str}/bot-pace",
    operation_id="setBotPace",
    summary="How fast the bots answer, where nobody else sits",
    description="Held in memory only: ask for it again after connecting. Bots of live games keep their own pace.",
    status_code=204,
    responses=error_responses(400, 401, 403, 404, 409, 429),
)
async def set_bot_pace(context: ServerContext, person: Person, table_id: TableId, data: NewBotPace) -> None:
    context.limits.take("seats", person.id)
    if (await context.tables.load(table_id)).now.people != (person.id,):
        raise NotAllowed("table_others_sit")
    context.set_bot_pace(table_id, data.pace)


routes = [Router(path="/", route_handlers=[set_bot_pace], tags=["tables"])]
