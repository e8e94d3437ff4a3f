"""The WebSocket of a table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from litestar import websocket

from wonderland.core.errors import NotAllowed, Unreadable, shown
from wonderland.server.context import ServerContext
from wonderland.server.http.handshake import AnySocket, Visitor, serve_socket
from wonderland.server.people.credentials import Credential
from wonderland.server.sockets.chat import ChatSender
from wonderland.server.sockets.connection import Connection
from wonderland.server.sockets.session import TableSession
from wonderland.server.tables.requests import Actor
from wonderland.server.tables.state import TableState
from wonderland.server.tables.table import Reply


@websocket("/api/tables/{table_id:str}/socket")
async def table_socket(socket: AnySocket, context: ServerContext, table_id: str) -> None:
    """One session at one table; the query may hold ``seat``, ``version``, ``at``, ``lang``, ``explain``, ``plain``."""
    await serve_socket(
        socket, context, partial(_session, context, table_id), prepare=partial(context.tables.load, table_id)
    )


def _session(context: ServerContext, table_id: str, visitor: Visitor) -> TableSession:
    socket, actor = visitor.socket, visitor.actor
    connection = Connection(
        lambda: context.tables.find(table_id),
        visitor.channel,
        context.clock,
        actor,
        chosen_seat(socket, context.tables.saved_state(table_id), actor),
        explain=socket.query_params.get("explain") == "1",
        plain=socket.query_params.get("plain") == "1",
        send_chat=_chat(context, table_id, visitor.credential),
        chat_bucket=context.socket_sessions.chat_bucket(actor.id) if actor else None,
        search_log=partial(context.message_search.start, table_id),
        **visitor.connection_options(context),
    )
    return TableSession(
        context.tables,
        table_id,
        context.socket_sessions,
        context.clock,
        connection,
        socket,
        visitor.credential,
        visitor.address,
        version=number(socket, "version") or 0,
        at=number(socket, "at"),
    )


def _chat(
    context: ServerContext, table_id: str, credential: Credential | None
) -> Callable[[str, str, Reply], None] | None:
    if credential is None:
        return None
    return ChatSender(context.store.chat, context.clock, context.tables, table_id, credential).send


def chosen_seat(socket: AnySocket, state: TableState, actor: Actor | None) -> int | None:
    """The seat that the client asks for, which must be its own; else its first; None for a spectator."""
    mine = state.seats_of(actor.id if actor else None)
    wanted = number(socket, "seat")
    if wanted is None:
        return mine[0] if mine else None
    if wanted not in mine:
        raise NotAllowed("socket_seat", seat=wanted)
    return wanted


def number(socket: AnySocket, key: str) -> int | None:
    text = socket.query_params.get(key)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 15):
        raise Unreadable("integer_wrong", value=shown(text), low=0, high=10**14).within("at_key", key=key)
    return int(text)


routes = [table_socket]
