"""The moves of a running game over HTTP, for those who come late or come back. The socket tells what follows."""

from __future__ import annotations

from litestar import Router, get

from wonderland.server.context import ServerContext
from wonderland.server.http.errors import error_responses
from wonderland.server.http.games import After
from wonderland.server.http.tables import TableId
from wonderland.server.tables.past_moves import PastMoves, past_moves

MAX_MOVES_IN_LOOP = 100  #: more are replayed in a thread, so that nobody waits for them


@get(
    "/api/tables/{table_id:str}/moves",
    operation_id="pastMoves",
    summary="What has been done in the current game, as everybody may know it",
    responses=error_responses(400, 404, 429),
)
async def see_moves(context: ServerContext, address: str, table_id: TableId, after: After = 0) -> PastMoves:
    context.limits.take("moves", address)
    state, acts, substitutes = (await context.tables.load(table_id)).saved_moves()
    if len(acts) <= MAX_MOVES_IN_LOOP:
        return past_moves(state, acts, substitutes, after)
    return await context.replays.run(past_moves, state, acts, substitutes, after)


routes = [Router(path="/", route_handlers=[see_moves], tags=["tables"])]
