"""Uvicorn's HTTP protocol, but one that neither listens nor waits for ever.

The parser has no limit for what comes before a body, and uvicorn waits for the rest of a request as long as a client
likes: with a few hundred connections anybody could fill the memory of a server that they have never logged in to.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import structlog
from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from wonderland.server.settings import Settings

MOST = 65_536  #: bytes of a request's head, or of anything else that is no body
PIECE = 4_096  #: bytes that are read before we look again
AHEAD = 16  #: requests that may wait for the answer to another on the same connection
HEAD = 15.0  #: seconds for a request's head, from the answer before or from the beginning
BODY = 30.0  #: seconds for its body
PARTING = 2.0  #: seconds for its body when the server stops: less than uvicorn waits before it makes a fuss
EACH = 4  #: connections for each socket that an address may have: browsers open several

_logger = structlog.get_logger(__name__)


class Porch:
    """How many connections each address has. Sockets to tables count at the doors instead (sockets/doors.py)."""

    def __init__(self, settings: Settings) -> None:
        self._most = EACH * settings.connections_per_address
        self._trusted = _TrustedHosts(list(settings.trusted_proxies))
        self.here: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Whether another one may come."""
        if self.here[address] >= self._most and address not in self._trusted:
            return False
        self.here[address] += 1
        return True

    def leave(self, address: str) -> None:
        self.here[address] -= 1
        if not self.here[address]:
            del self.here[address]


def protocol(settings: Settings) -> type[HttpToolsProtocol]:
    """For ``uvicorn.Config(http=…)``: all connections of one server count together."""
    return type("Protocol", (Brief,), {"porch": Porch(settings)})


class Brief(HttpToolsProtocol):
    """One connection, until it ends or becomes a socket."""

    porch: Porch

    def __init__(self, *words: Any, **options: Any) -> None:
        super().__init__(*words, **options)
        self._address: str | None = None  # where it counts
        self._size = 0  # bytes since something was whole
        self._receiving = False  # a body is on its way
        self._alarm: asyncio.TimerHandle | None = None
        self._unsent = 0
        self._upgraded = False

    # ---- coming and going ---------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = self.client[0] if self.client else None
        if address and not self.porch.enter(address):
            transport.abort()
            return
        self._address = address
        self._wait(HEAD)

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self._upgraded = True
        self._forget()
        super().handle_websocket_upgrade()

    def shutdown(self) -> None:
        super().shutdown()
        if self._receiving:
            self._wait(PARTING)

    def _forget(self) -> None:
        self._calm()
        if self._address:
            self.porch.leave(self._address)
            self._address = None

    # ---- how much -----------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), PIECE):
            piece = data[start : start + PIECE]
            self._size += len(piece)
            super().data_received(piece)
            if self._upgraded or self.transport.is_closing():
                return
            if self._size > MOST or len(self.pipeline) > AHEAD:
                self._abort("too much")
                return

    # ---- how long -----------------------------------------------------------------------------------

    def on_message_begin(self) -> None:
        self._size = 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._size = 0
        self._receiving = True
        self._wait(BODY)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._size = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._receiving = False
        self._calm()
        super().on_message_complete()
        self._wait_for_next()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._wait_for_next()

    def _wait_for_next(self) -> None:
        if not self._receiving and self.cycle and self.cycle.response_complete:
            self._wait(HEAD)

    def _wait(self, seconds: float) -> None:
        self._calm()
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
