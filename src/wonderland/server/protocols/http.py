"""HTTP/1.1, with limits on how much, how long and how often.

A parser reads whatever comes before a body without any limit, and a client can take as long as it likes over the rest
of a request: with a few hundred connections anybody could fill the memory of a server they have never logged in to.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import httptools
import structlog

from wonderland.server.bounds import MAX_HEAD_BYTES, MAX_HEADER_BYTES
from wonderland.server.protocols import request_head as heads
from wonderland.server.protocols.deadline import Deadline
from wonderland.server.protocols.exchange import Exchange
from wonderland.server.protocols.request_head import BadRequest, Header, Headers, Scope
from wonderland.server.protocols.websocket import WebSocketProtocol

if TYPE_CHECKING:
    from wonderland.server.protocols.web_server import WebServer

READ_PIECE_BYTES = 4_096  #: parsed before the limits are checked again
MAX_PIPELINED_REQUESTS = 16  #: waiting on one connection
HEAD_TIMEOUT_SECONDS = 15.0  #: for a request's head, since the last response or the start
BODY_TIMEOUT_SECONDS = 30.0  #: for its body
SHUTDOWN_TIMEOUT_SECONDS = 2.0  #: for its body when the server stops
BAD_REQUEST, TOO_LONG = b"400 Bad Request", b"431 Request Header Fields Too Large"
REFUSAL = b"HTTP/1.1 %b\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"

_logger = structlog.get_logger(__name__)


class HttpProtocol(asyncio.Protocol):
    """One connection, until it ends or becomes a WebSocket."""

    _transport: asyncio.Transport
    _deadline: Deadline

    def __init__(self, server: WebServer) -> None:
        self._server = server
        self._parser = httptools.HttpRequestParser(self)
        # What follows the last request of a connection is no reason to refuse that request.
        self._parser.set_dangerous_leniencies(lenient_data_after_close=True)
        self._uncount: Callable[[], None] | None = None  # to be called when the connection is lost
        self._target = b""
        self._headers: Headers = []
        self._exchanges: deque[Exchange] = deque()  # the first is being answered
        self._reading: Exchange | None = None  # the one whose body is on its way
        self._handshake: tuple[Scope, str] | None = None  # with the request's id
        self._size = 0  # bytes since something was whole
        self._paused = False
        self._writable = asyncio.Event()
        self._writable.set()
        self._stopping = False

    # ---- coming and going ---------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._transport = transport
        self._deadline = Deadline(transport, lambda: self.abort("too slow"))
        self._client, self._own = heads.address(transport, "peername"), heads.address(transport, "sockname")
        self._server.opened(self)
        self._uncount = self._server.connections.open(self._client[0] if self._client else "")
        if self._uncount is None:
            transport.abort()
        else:
            self._deadline.start(HEAD_TIMEOUT_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        self._deadline.stop()
        self._server.closed(self)
        if self._uncount:
            self._uncount()
        self._give_up_exchanges()

    def _give_up_exchanges(self) -> None:
        for exchange in self._exchanges:
            exchange.disconnect()
        self._exchanges.clear()
        self._reading = None
        self._writable.set()

    def shutdown(self) -> None:
        """The server stops: answer what has been asked, and nothing more."""
        self._stopping = True
        if not self._exchanges:
            self._transport.close()
        elif self._reading:
            self._deadline.start(SHUTDOWN_TIMEOUT_SECONDS)

    def abort(self, why: str) -> None:
        self._deadline.stop()
        _logger.debug("connection cut off", why=why)
        self._transport.abort()

    # ---- how much -----------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), READ_PIECE_BYTES):
            piece = data[start : start + READ_PIECE_BYTES]
            self._size += len(piece)
            try:
                self._parser.feed_data(piece)
            except httptools.HttpParserUpgrade as upgrade:
                self._switch(data[start + upgrade.args[0] :])
                return
            except httptools.HttpParserError as problem:
                self._refuse_unreadable(problem)
                return
            if self._transport.is_closing():
                return
            if self._size > MAX_HEAD_BYTES or len(self._exchanges) > MAX_PIPELINED_REQUESTS + 1:
                self.abort("too much")
                return

    def _refuse_unreadable(self, problem: httptools.HttpParserError) -> None:
        ours = problem.__context__
        if isinstance(problem, httptools.HttpParserCallbackError) and not isinstance(ours, BadRequest):
            _logger.error("request not read", exc_info=ours)
        self._refuse(BAD_REQUEST)

    def _refuse(self, status: bytes) -> None:
        """Nothing more of this connection is read."""
        if len(self._exchanges) <= 1 and not any(exchange.started for exchange in self._exchanges):
            self._transport.write(REFUSAL % status)
        self._give_up_exchanges()
        self._transport.close()
        self._deadline.start(HEAD_TIMEOUT_SECONDS)

    # ---- the parser's callbacks ---------------------------------------------------------------------

    def on_message_begin(self) -> None:
        self._size = 0
        self._target = b""
        self._headers = []

    def on_url(self, url: bytes) -> None:
        self._target += url

    def on_header(self, name: bytes, value: bytes) -> None:
        self._headers.append((name.lower(), value))

    def on_headers_complete(self) -> None:
        self._size = 0
        headers, parser = self._headers, self._parser
        scope = heads.http_scope(parser.get_method().decode("ascii"), self._target, parser.get_http_version(), headers)
        heads.with_addresses(scope, self._client, self._own, self._server.connections.trusts)
        request_id = heads.request_id(headers, self._client, self._server.connections.trusts)
        upgrade = parser.should_upgrade()
        if upgrade and heads.wants_websocket(headers):
            self._handshake = scope, request_id
            return
        keep_alive = parser.should_keep_alive() and not upgrade
        expects_continue = b"100-continue" in [value.lower() for value in heads.values(headers, b"expect")]
        exchange = Exchange(self, scope, request_id, keep_alive, expects_continue)
        self._reading = exchange
        self._deadline.start(BODY_TIMEOUT_SECONDS)
        self._exchanges.append(exchange)
        if len(self._exchanges) == 1:
            self._server.start(exchange.run(self._server.app))

    def on_body(self, body: bytes) -> None:
        self._size = 0
        if self._reading and not self._reading.add_body(body):
            self._pause_reading()

    def on_message_complete(self) -> None:
        if self._reading:
            self._reading.end_body()
        self._reading = None
        self._deadline.stop()
        self._wait_for_next()

    # ---- for exchanges ------------------------------------------------------------------------------

    def write(self, data: bytes) -> None:
        if not self._transport.is_closing():
            self._transport.write(data)

    async def writable(self) -> None:
        if not self._writable.is_set():
            await self._writable.wait()

    def default_headers(self) -> Iterable[Header]:
        return [(b"date", self._server.date())]

    def answered(self, exchange: Exchange) -> None:
        self._exchanges.popleft()
        if not exchange.keep_alive or (self._stopping and not self._exchanges):
            self._give_up_exchanges()
            self._transport.close()
        elif self._exchanges:
            self._server.start(self._exchanges[0].run(self._server.app))
        self.resume_reading()  # what is left of its body
        self._wait_for_next()

    def resume_reading(self) -> None:
        if self._paused and not self._transport.is_closing():
            self._paused = False
            self._transport.resume_reading()

    def _pause_reading(self) -> None:
        if not self._paused and not self._transport.is_closing():
            self._paused = True
            self._transport.pause_reading()

    def pause_writing(self) -> None:
        self._writable.clear()
        if not self._deadline.running:
            self._deadline.start(HEAD_TIMEOUT_SECONDS)

    def resume_writing(self) -> None:
        self._writable.set()
        if self._exchanges and not self._reading:
            self._deadline.stop()  # it is the app that takes its time

    # ---- how long -----------------------------------------------------------------------------------

    def _wait_for_next(self) -> None:
        if not self._reading and not self._exchanges:
            self._deadline.start(HEAD_TIMEOUT_SECONDS)

    # ---- becoming a WebSocket -----------------------------------------------------------------------

    def _switch(self, rest: bytes) -> None:
        if self._handshake is None:
            return  # another upgrade, which is not offered: the request is answered as any other, and is the last
        scope, request_id = self._handshake
        try:
            accept = heads.websocket_accept(scope)
        except BadRequest:
            self._refuse(BAD_REQUEST)
            return
        if any(len(value) > MAX_HEADER_BYTES for _, value in scope["headers"]):
            self._refuse(TOO_LONG)
            return
        if self._exchanges:
            self.abort("a handshake before the responses")
            return
        self._deadline.stop()
        websocket: Any = WebSocketProtocol(self._server, heads.websocket_scope(scope), accept, request_id)
        websocket.connection_made(self._transport)
        self._server.closed(self)
        if self._uncount:  # it is the same connection still, and takes the same file descriptor
            websocket.when_lost(self._uncount)
        self._transport.set_protocol(websocket)
        if rest:
            websocket.data_received(rest)
