"""From an invitation code to its table, for people who have the code and not the whole link."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Router, get
from litestar.params import Parameter

from wonderland.server.context import ServerContext
from wonderland.server.errors import Unknown
from wonderland.server.http.errors import error_responses
from wonderland.server.people import Person
from wonderland.server.tables.invitation_codes import read_code

#: Longer than any code: what was typed instead is named in the refusal.
Code = Annotated[str, Parameter(max_length=64, description="The code at the end of an invitation's link")]


class InvitedTable(msgspec.Struct, frozen=True):
    """The table of an invitation."""

    table: str
    #: The code as the table has it, for sitting down.
    invite: str


@get(
    "/api/invitations/{code:str}",
    operation_id="findInvitation",
    summary="The table of an invitation's code",
    responses=error_responses(400, 404, 429),
)
async def find_invitation(context: ServerContext, caller: Person | None, address: str, code: Code) -> InvitedTable:
    wanted = read_code(code)
    guessers = [address] if caller is None else [address, caller.id]
    for guesser in guessers:
        context.limits.expect("wrong_codes", guesser)
    try:
        found = await context.table_lists.by_code(wanted)
    except Unknown:
        # Only wrong codes count: a whole class behind one address may use the right ones at once.
        for guesser in guessers:
            context.limits.take("wrong_codes", guesser)
        raise
    return InvitedTable(found, wanted)


routes = [Router(path="/", route_handlers=[find_invitation], tags=["tables"])]
