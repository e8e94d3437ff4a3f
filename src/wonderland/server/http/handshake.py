"""The handshake of our WebSockets: who is let in, as whom, and what is told to those who are not."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, NamedTuple

from litestar import WebSocket

from wonderland.core.errors import NotAllowed, WonderlandError
from wonderland.messages import best_match
from wonderland.server.context import ServerContext
from wonderland.server.http import authentication
from wonderland.server.http.security import same_origin
from wonderland.server.logs import logger
from wonderland.server.people.credentials import Credential
from wonderland.server.sockets.channel import Channel, channel_of
from wonderland.server.sockets.session import SocketSession
from wonderland.server.tables.requests import Actor
from wonderland.server.wire.close_reasons import CLOSE_CODES, RETRY_AFTER_MS
from wonderland.server.wire.codec import encode, refused
from wonderland.server.wire.messages import AnyServerMessage, Bye

AnySocket = WebSocket[Any, Any, Any]

INTERNAL_ERROR_CODE = 1011  #: WebSocket's close code for an internal error


class Visitor(NamedTuple):
    """Who has opened a socket, and how."""

    socket: AnySocket
    credential: Credential | None
    address: str
    lang: str

    @property
    def actor(self) -> Actor | None:
        return Actor(self.credential.person.id, self.credential.person.name) if self.credential else None

    @property
    def channel(self) -> Channel:
        return channel_of(self.socket.scope)

    def connection_options(self, context: ServerContext) -> dict[str, Any]:
        """What every connection is made with."""
        return {
            "lang": self.lang,
            "message_bytes": context.settings.message_bytes,
            "messages_per_second": context.settings.messages_per_second,
            "metrics": context.metrics,
        }


#: Makes the session of a visitor, or raises the refusal. It must not wait: the session ends if its credential does, and
#: before it is registered nobody could tell it.
Welcome = Callable[[Visitor], SocketSession]


async def serve_socket(
    socket: AnySocket,
    context: ServerContext,
    welcome: Welcome,
    share: int = 1,
    prepare: Callable[[], Awaitable[object]] | None = None,
) -> None:
    """Let a client in and run its session to the end; ``share`` as in ``SocketSessions.enter``.

    ``prepare`` does what must be waited for before ``welcome``, or raises the refusal.
    """
    address = authentication.address(socket)
    if not context.socket_sessions.open_socket(address):
        await socket.close()  # not accepted yet: answered with HTTP 403
        return
    try:
        await _run_session(socket, context, welcome, address, share, prepare)
    except Exception as problem:
        logger.error("socket failed", exc_info=problem)
        with suppress(Exception):  # the client may be gone
            await socket.close(INTERNAL_ERROR_CODE)
    finally:
        # It counts until it is lost, not only until we have closed it.
        channel_of(socket.scope).when_lost(lambda: context.socket_sessions.socket_lost(address))


async def _run_session(
    socket: AnySocket,
    context: ServerContext,
    welcome: Welcome,
    address: str,
    share: int,
    prepare: Callable[[], Awaitable[object]] | None,
) -> None:
    with suppress(OSError):  # the client has disconnected; the next receive reports that, too
        await socket.accept()
    lang = language(socket)
    sessions = context.socket_sessions
    if not sessions.accepting:  # the server stops, or its database is being replaced
        await _refuse(socket, Bye("restarting", RETRY_AFTER_MS["restarting"]), CLOSE_CODES["restarting"])
        return
    try:
        if not same_origin(socket, context.settings):
            raise NotAllowed("socket_origin")
        if prepare:
            await prepare()
        visitor = Visitor(socket, await authentication.credential(socket, context), address, lang)
        # From here on nothing is awaited until the session is registered: it must end if its credential does.
        session = welcome(visitor)
        person = session.connection.person
        sessions.enter(person, address, share)
    except WonderlandError as problem:
        await _refuse(socket, refused(problem, None, 0, lang), CLOSE_CODES["banned"])
        return
    sessions.add(session)
    try:
        await session.run()
    finally:
        sessions.remove(session)
        sessions.leave(person)


async def _refuse(socket: AnySocket, why: AnyServerMessage, code: int) -> None:
    """Send the reason and close."""
    with suppress(Exception):  # the client may be gone
        channel_of(socket.scope).put(encode(why))
        await socket.close(code)


def language(socket: AnySocket) -> str:
    wanted = socket.query_params.get("lang")
    return best_match(wanted or "") or authentication.language(socket.headers)
