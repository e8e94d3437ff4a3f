"""The WebSocket of a person, for pages that are no table's: it tells that they are here, and what their tables do."""

from __future__ import annotations

from functools import partial

from litestar import websocket

from wonderland.server.context import ServerContext
from wonderland.server.errors import NotSignedIn
from wonderland.server.http.handshake import AnySocket, Visitor, serve_socket
from wonderland.server.sockets.person_feed import PersonConnection
from wonderland.server.sockets.session import PersonSession

#: Of a person's connections, pages that are no table's get half: however many are open, there is room for a table.
PAGES_SHARE = 2


@websocket("/api/me/socket")
async def person_socket(socket: AnySocket, context: ServerContext) -> None:
    """One page of somebody who is signed in; the query may hold ``lang``."""
    await serve_socket(socket, context, partial(_session, context), PAGES_SHARE)


def _session(context: ServerContext, visitor: Visitor) -> PersonSession:
    actor = visitor.actor
    if actor is None:
        raise NotSignedIn("person_needed")
    connection = PersonConnection(
        partial(context.table_lists.of_person, actor.id),
        visitor.channel,
        context.clock,
        actor,
        **visitor.connection_options(context),
    )
    return PersonSession(
        context.person_feed,
        context.socket_sessions,
        context.clock,
        connection,
        visitor.socket,
        visitor.credential,
        visitor.address,
    )


routes = [person_socket]
