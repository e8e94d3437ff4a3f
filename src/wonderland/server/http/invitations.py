"""From an invitation code to its table, for people who have the code and not the whole link."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Router, get
from litestar.params import Parameter

from wonderland.server.context import ServerContext
from wonderland.server.http.errors import error_responses

Code = Annotated[str, Parameter(max_length=32, description="The code at the end of an invitation's link")]


class InvitedTable(msgspec.Struct, frozen=True):
    """The table of an invitation."""

    table: str


@get(
    "/api/invitations/{code:str}",
    operation_id="findInvitation",
    summary="The table of an invitation's code",
    responses=error_responses(400, 404, 429),
)
async def find_invitation(context: ServerContext, address: str, code: Code) -> InvitedTable:
    context.limits.take("invitations", address)
    return InvitedTable(context.tables.by_invitation(code).id)


routes = [Router(path="/", route_handlers=[find_invitation], tags=["tables"])]
