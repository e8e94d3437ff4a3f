"""Uvicorn's HTTP protocol with limits on how much, how long and how often.

The parser has no limit for what comes before a body, and uvicorn waits for the rest of a request as long as a client
likes: with a few hundred connections anybody could fill the memory of a server that they have never logged in to.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import structlog
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from wonderland.server.bounds import MAX_HEAD_BYTES
from wonderland.server.connection_limits import OpenConnections
from wonderland.server.uvicorn_protocols.websocket import DirectWebSocketProtocol

READ_PIECE_BYTES = 4_096  #: parsed before the limits are checked again
MAX_PIPELINED_REQUESTS = 16  #: waiting on one connection
HEAD_TIMEOUT_SECONDS = 15.0  #: for a request's head, since the last response or the start
BODY_TIMEOUT_SECONDS = 30.0  #: for its body
#: Seconds for its body when the server stops: less than uvicorn waits before it logs an error.
SHUTDOWN_TIMEOUT_SECONDS = 2.0

_logger = structlog.get_logger(__name__)


class LimitedHttpProtocol(HttpToolsProtocol):
    """One connection, until it ends or becomes a WebSocket."""

    open_connections: OpenConnections

    def __init__(self, *words: Any, **options: Any) -> None:
        super().__init__(*words, **options)
        self._uncount: Callable[[], None] | None = None  # to be called when the connection is lost
        self._size = 0  # bytes since something was whole
        self._receiving = False  # a body is on its way
        self._alarm: asyncio.TimerHandle | None = None
        self._unsent = 0
        self._answering: Any = None  # the request that is being answered; ``cycle`` is the last that was read
        self._upgraded = False

    # ---- coming and going ---------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._uncount = self.open_connections.open(self.client[0] if self.client else "")
        if self._uncount is None:
            transport.abort()
        else:
            self._wait(HEAD_TIMEOUT_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        self._calm()
        if self._uncount:
            self._uncount()
            self._uncount = None
        super().connection_lost(exc)
        # Uvicorn notifies the last request only; the others would write to a closed transport, and fail.
        for cycle in (self._answering, *(cycle for cycle, _ in self.pipeline)):
            if cycle:
                cycle.disconnected = True
                cycle.message_event.set()

    def handle_websocket_upgrade(self) -> None:
        self._upgraded = True
        self._calm()
        super().handle_websocket_upgrade()
        websocket: Any = self.transport.get_protocol()
        if self._uncount:  # it is the same connection still, and takes the same file descriptor
            assert isinstance(websocket, DirectWebSocketProtocol)
            websocket.when_lost(self._uncount)

    def shutdown(self) -> None:
        super().shutdown()
        if self._receiving:
            self._wait(SHUTDOWN_TIMEOUT_SECONDS)

    # ---- how much -----------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), READ_PIECE_BYTES):
            piece = data[start : start + READ_PIECE_BYTES]
            self._size += len(piece)
            super().data_received(piece)
            if self._upgraded or self.transport.is_closing():
                return
            if self._size > MAX_HEAD_BYTES or len(self.pipeline) > MAX_PIPELINED_REQUESTS:
                self._abort("too much")
                return

    # ---- how long -----------------------------------------------------------------------------------

    def on_message_begin(self) -> None:
        self._size = 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._size = 0
        self._receiving = True
        self._wait(BODY_TIMEOUT_SECONDS)
        super().on_headers_complete()
        if not self.pipeline:
            self._answering = self.cycle

    def on_body(self, body: bytes) -> None:
        self._size = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._receiving = False
        self._calm()
        super().on_message_complete()
        self._wait_for_next()

    def on_response_complete(self) -> None:
        self._answering = self.pipeline[-1][0] if self.pipeline else None
        super().on_response_complete()
        self._wait_for_next()

    def _wait_for_next(self) -> None:
        if not self._receiving and self.cycle and self.cycle.response_complete:
            self._wait(HEAD_TIMEOUT_SECONDS)

    def _wait(self, seconds: float) -> None:
        self._calm()
        if self.transport.is_closing():
            return
        self._unsent = self.transport.get_write_buffer_size()
        self._alarm = self.loop.call_later(seconds, self._ring, seconds)

    def _calm(self) -> None:
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None

    def _ring(self, seconds: float) -> None:
        """Too late; unless it is we who have not said everything, and somebody reads it, however slowly."""
        if self.transport.get_write_buffer_size() < self._unsent:
            self._wait(seconds)
        else:
            self._abort("too slow")

    def _abort(self, why: str) -> None:
        self._calm()
        _logger.debug("connection cut off", why=why)
        self.transport.abort()
