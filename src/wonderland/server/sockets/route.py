"""The door to a table: who may come in, and as whom."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from litestar import WebSocket, websocket

from wonderland.core.errors import NotAllowed, Unreadable, WonderlandError, shown
from wonderland.messages import best_match
from wonderland.server.clock import Clock
from wonderland.server.context import ServerContext
from wonderland.server.hosting.logs import logger
from wonderland.server.http import authentication
from wonderland.server.http.security import same_origin
from wonderland.server.sockets.channel import channel_of
from wonderland.server.sockets.connection import Connection
from wonderland.server.sockets.session import CODES, RETRY, SocketSession
from wonderland.server.sockets.talking import Talk
from wonderland.server.tables.requests import Actor
from wonderland.server.tables.state import TableState
from wonderland.server.wire.codec import encode, refused
from wonderland.server.wire.messages import AnyServerMessage, Bye

FAILED = 1011  #: WebSocket's number for a mistake of ours
#: Milliseconds that uvicorn by itself waits for the answer to a close frame.
CLOSE_WAIT = 10_000


@websocket("/api/tables/{table_id:str}/socket")
async def table_socket(socket: WebSocket[Any, Any, Any], context: ServerContext, table_id: str) -> None:
    """One connection to one table; the query may hold ``seat``, ``version``, ``lang``, ``explain`` and
    ``plain``.
    """
    address = authentication.address(socket)
    if not context.socket_sessions.begin(address):
        await socket.close()  # not accepted yet: HTTP 403, and the connection is gone at once
        return
    try:
        await _stay(socket, context, table_id, address)
    except Exception as problem:
        logger.error("socket failed", exc_info=problem)
        with suppress(Exception):  # the client may be gone
            await socket.close(FAILED)
    finally:
        _when_gone(socket, context.clock, lambda: context.socket_sessions.gone(address))


async def _stay(socket: WebSocket[Any, Any, Any], context: ServerContext, table_id: str, address: str) -> None:
    with suppress(OSError):  # ASGI's word for a client that is gone, which the next receive tells as well
        await socket.accept()
    lang = language(socket)
    if not context.socket_sessions.accepting:  # closing, or another database is being put in place
        await _refuse(socket, Bye("restarting", RETRY["restarting"]), CODES["restarting"])
        return
    try:
        if not same_origin(socket, context.settings):
            raise NotAllowed("socket_origin")
        credential = await authentication.credential(socket, context)
        # From here on nothing is awaited until the session is among those that end with their credential.
        person = credential.person if credential else None
        actor = Actor(person.id, person.name) if person else None
        seat = chosen_seat(socket, context.tables.shown(table_id), actor)
        version, at = number(socket, "version") or 0, number(socket, "at")
        context.socket_sessions.enter(actor.id if actor else None, address)
    except WonderlandError as problem:
        await _refuse(socket, refused(problem, None, 0, lang), CODES["banned"])
        return
    channel = channel_of(socket.scope)
    connection = Connection(
        lambda: context.tables.find(table_id),
        socket.send,  # type: ignore[arg-type]  # Litestar types it by its messages
        context.clock,
        actor,
        seat,
        lang=lang,
        explain=socket.query_params.get("explain") == "1",
        plain=socket.query_params.get("plain") == "1",
        message_bytes=context.settings.message_bytes,
        messages_per_second=context.settings.messages_per_second,
        talk=Talk(context, table_id, credential).say if credential else None,
        metrics=context.metrics,
        at_once=channel.put if channel else None,
        chat_bucket=context.socket_sessions.talk(person.id) if person else None,
        look_back=partial(context.tables.look_back, table_id),
    )
    session = SocketSession(context, table_id, connection, socket, credential, address)
    context.socket_sessions.sessions.add(session)
    try:
        await session.stay(version, at)
    finally:
        context.socket_sessions.sessions.discard(session)
        context.socket_sessions.leave(connection.person)


async def _refuse(socket: WebSocket[Any, Any, Any], why: AnyServerMessage, code: int) -> None:
    """Say why not, and close."""
    with suppress(Exception):  # the client may be gone
        await socket.send_data(encode(why))
        await socket.close(code)


def _when_gone(socket: WebSocket[Any, Any, Any], clock: Clock, callback: Callable[[], None]) -> None:
    """Call back once the connection is gone, and not merely told to go."""
    if channel := channel_of(socket.scope):
        channel.when_lost(callback)
    elif socket.connection_state == "disconnect":  # the client has gone by itself
        callback()
    else:
        clock.at(clock.now() + CLOSE_WAIT, callback)


def chosen_seat(socket: WebSocket[Any, Any, Any], state: TableState, actor: Actor | None) -> int | None:
    """The seat the client wants to play, one of its own; else its first; None for somebody who only watches."""
    mine = state.seats_of(actor.id if actor else None)
    wanted = number(socket, "seat")
    if wanted is None:
        return mine[0] if mine else None
    if wanted not in mine:
        raise NotAllowed("socket_seat", seat=wanted)
    return wanted


def number(socket: WebSocket[Any, Any, Any], key: str) -> int | None:
    text = socket.query_params.get(key)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 15):
        raise Unreadable("integer_wrong", value=shown(text), low=0, high=10**14).within("at_key", key=key)
    return int(text)


def language(socket: WebSocket[Any, Any, Any]) -> str:
    wanted = socket.query_params.get("lang")
    return best_match(wanted or "") or authentication.language(socket.headers)


routes = [table_socket]
