"""The WebSocket of a table: the handshake decides who is let in, and as whom."""

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
from wonderland.server.http import authentication
from wonderland.server.http.security import same_origin
from wonderland.server.logs import logger
from wonderland.server.people.credentials import Credential
from wonderland.server.sockets.channel import channel_of
from wonderland.server.sockets.chat import ChatSender
from wonderland.server.sockets.connection import Connection
from wonderland.server.sockets.session import SocketSession
from wonderland.server.tables.requests import Actor
from wonderland.server.tables.state import TableState
from wonderland.server.tables.table import Reply
from wonderland.server.wire.close_reasons import CLOSE_CODES, RETRY_AFTER_MS
from wonderland.server.wire.codec import encode, refused
from wonderland.server.wire.messages import AnyServerMessage, Bye

INTERNAL_ERROR_CODE = 1011  #: WebSocket's close code for an internal error
#: How long uvicorn itself waits for the answer to a close frame.
CLOSE_WAIT_MS = 10_000


@websocket("/api/tables/{table_id:str}/socket")
async def table_socket(socket: WebSocket[Any, Any, Any], context: ServerContext, table_id: str) -> None:
    """One session at one table; the query may hold ``seat``, ``version``, ``at``, ``lang``, ``explain``, ``plain``."""
    address = authentication.address(socket)
    if not context.socket_sessions.open_socket(address):
        await socket.close()  # not accepted yet: answered with HTTP 403
        return
    try:
        await _run_session(socket, context, table_id, address)
    except Exception as problem:
        logger.error("socket failed", exc_info=problem)
        with suppress(Exception):  # the client may be gone
            await socket.close(INTERNAL_ERROR_CODE)
    finally:
        _when_lost(socket, context.clock, lambda: context.socket_sessions.socket_lost(address))


async def _run_session(socket: WebSocket[Any, Any, Any], context: ServerContext, table_id: str, address: str) -> None:
    with suppress(OSError):  # the client has disconnected; the next receive reports that, too
        await socket.accept()
    lang = language(socket)
    if not context.socket_sessions.accepting:  # the server stops, or its database is being replaced
        await _refuse(socket, Bye("restarting", RETRY_AFTER_MS["restarting"]), CLOSE_CODES["restarting"])
        return
    try:
        if not same_origin(socket, context.settings):
            raise NotAllowed("socket_origin")
        credential = await authentication.credential(socket, context)
        # From here on nothing is awaited until the session is registered: it must end if its credential does.
        person = credential.person if credential else None
        actor = Actor(person.id, person.name) if person else None
        seat = chosen_seat(socket, context.tables.saved_state(table_id), actor)
        version, at = number(socket, "version") or 0, number(socket, "at")
        context.socket_sessions.enter(actor.id if actor else None, address)
    except WonderlandError as problem:
        await _refuse(socket, refused(problem, None, 0, lang), CLOSE_CODES["banned"])
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
        send_chat=_chat(context, table_id, credential),
        metrics=context.metrics,
        send_now=channel.put if channel else None,
        chat_bucket=context.socket_sessions.chat_bucket(person.id) if person else None,
        search_log=partial(context.tables.search_log, table_id),
    )
    session = SocketSession(
        context.socket_sessions, context.tables, context.clock, table_id, connection, socket, credential, address
    )
    context.socket_sessions.add(session)
    try:
        await session.run(version, at)
    finally:
        context.socket_sessions.remove(session)
        context.socket_sessions.leave(connection.person)


def _chat(
    context: ServerContext, table_id: str, credential: Credential | None
) -> Callable[[str, str, Reply], None] | None:
    if credential is None:
        return None
    return ChatSender(context.journal, context.clock, context.tables, table_id, credential).send


async def _refuse(socket: WebSocket[Any, Any, Any], why: AnyServerMessage, code: int) -> None:
    """Send the reason and close."""
    with suppress(Exception):  # the client may be gone
        await socket.send_data(encode(why))
        await socket.close(code)


def _when_lost(socket: WebSocket[Any, Any, Any], clock: Clock, callback: Callable[[], None]) -> None:
    """Call back once the connection is lost, not only closed by us."""
    if channel := channel_of(socket.scope):
        channel.when_lost(callback)
    elif socket.connection_state == "disconnect":  # the client has closed it
        callback()
    else:
        clock.at(clock.now() + CLOSE_WAIT_MS, callback)


def chosen_seat(socket: WebSocket[Any, Any, Any], state: TableState, actor: Actor | None) -> int | None:
    """The seat that the client asks for, which must be its own; else its first; None for a spectator."""
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
