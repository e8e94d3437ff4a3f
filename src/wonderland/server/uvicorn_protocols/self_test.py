"""Whether the installed uvicorn is one that our protocol classes can rest on: they are tried out, in memory."""

from __future__ import annotations

import asyncio
from typing import Any

import uvicorn
from uvicorn.server import ServerState

from wonderland.server.connection_limits import ConnectionLimits, OpenConnections, RefusalLog
from wonderland.server.sockets.channel import Channel, PendingWrites, channel_of
from wonderland.server.uvicorn_protocols import direct
from wonderland.server.uvicorn_protocols.http import LimitedHttpProtocol
from wonderland.server.uvicorn_protocols.memory import MemoryTransport
from wonderland.server.uvicorn_protocols.websocket import DirectWebSocketProtocol

TIMEOUT_SECONDS = 5.0  #: seconds; it takes a few milliseconds

GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
SWITCHED = b" 101 Switching Protocols\r\n"
MASK = bytes(4)  #: leaves a client's frame readable
PING, PONG = b"\x89\x80" + MASK, b"\x8a\x00"
HELLO, ANSWER = b"\x81\x85" + MASK + b"hello", b"\x81\x06answer"
EMPTY_FRAGMENT = b"\x01\x80" + MASK + b"\x00\x80" + MASK
CLOSE = b"\x88\x80" + MASK
INVALID, CLOSED_INVALID = b"\x81\x81" + MASK + b"\xff", b"\x88\x02" + (1007).to_bytes(2)
GOODBYE, CLOSED_BY_US = b"\x81\x87" + MASK + b"goodbye", b"\x88\x02" + (4000).to_bytes(2)


class Unfit(Exception):
    """Uvicorn does not behave as expected."""


async def find_problem() -> str | None:
    """A short description of what is wrong; None if nothing is."""
    try:
        _check_overrides(LimitedHttpProtocol)
        _check_overrides(DirectWebSocketProtocol)
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await _Trial().run()
    except Exception as problem:
        return f"{type(problem).__name__}: {problem}"
    return None


#: Methods of ours that override none of uvicorn's.
OWN_METHODS = {"listen", "put", "flush", "stop_reading", "when_lost"}


def _check_overrides(ours: type) -> None:
    """A method that uvicorn no longer has is never called."""
    for name in vars(ours):
        own = name.startswith("_") or name in OWN_METHODS or not callable(getattr(ours, name))
        if not own and not hasattr(ours.__bases__[0], name):
            raise Unfit(f"{ours.__bases__[0].__name__} has no {name}")


class _Trial:
    """An app and its clients in memory."""

    def __init__(self) -> None:
        self.heard: list[str | bytes] = []
        self.frames = 0
        self.transport: MemoryTransport | None = None
        self.channel: Channel | None = None
        self.problem: Exception | None = None
        self.leaving = asyncio.Event()
        self.connections = OpenConnections(ConnectionLimits(1, 1, 1), RefusalLog())
        self.writes = PendingWrites()

    async def run(self) -> None:
        options = direct(self.connections, self.writes)
        self.config = uvicorn.Config(
            self.app, interface="asgi3", lifespan="off", log_config=None, ws_per_message_deflate=False, **options
        )
        self.config.load()
        try:
            await self._play()
            await self._close(INVALID, CLOSED_INVALID)
            await self._close(GOODBYE, CLOSED_BY_US)
        finally:
            if self.transport:
                self.transport.abort()  # ends the app

    async def _play(self) -> None:
        """A request, and a WebSocket on the same connection until the client closes it."""
        transport = self._connect()
        transport.receive(GET)
        await self._until(transport, b"\r\n\r\nok")
        self._expect(self.connections.total == 1, "the connection is not counted")
        transport.receive(UPGRADE)
        await self._until(transport, SWITCHED)
        transport.receive(PING + EMPTY_FRAGMENT)
        await self._until(transport, PONG)
        self._expect(not self.heard, "a message is handed over before its end")
        transport.receive(b"\x80\x80" + MASK)
        self._expect(self.heard == [""], "messages are not handed over")
        self._expect(self.frames == 2, "control frames and fragments are not counted")
        transport.receive(HELLO)
        await self._until(transport, ANSWER)
        transport.receive(CLOSE)
        await self._until_gone()

    async def _close(self, sent: bytes, expected: bytes) -> None:
        """A WebSocket that the server closes because of what the client sends."""
        transport = self._connect()
        transport.receive(UPGRADE)
        await self._until(transport, SWITCHED)
        transport.receive(sent)
        await self._until(transport, expected)
        if not transport.is_closing():
            transport.receive(CLOSE)
        await self._until_gone()

    def _connect(self) -> MemoryTransport:
        make: Any = self.config.http_protocol_class
        self.transport = MemoryTransport(make(config=self.config, server_state=ServerState(), app_state={}))
        return self.transport

    async def _until_gone(self) -> None:
        while self.connections.total:
            await asyncio.sleep(0)

    @staticmethod
    def _expect(so: bool, otherwise: str) -> None:
        if not so:
            raise Unfit(otherwise)

    async def _until(self, transport: MemoryTransport, expected: bytes) -> None:
        while expected not in transport.written:
            if self.problem:
                raise self.problem
            self._expect(not transport.is_closing(), f"no answer {expected!r}")
            await asyncio.sleep(0)

    # ---- the app and the listener -------------------------------------------------------------------

    async def app(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
            await send({"type": "http.response.body", "body": b"ok"})
            return
        await receive()
        await send({"type": "websocket.accept"})
        self.channel = channel_of(scope)
        self._expect(self.channel is not None, "no channel")
        assert self.channel
        self.channel.listen(self)
        receiving = asyncio.ensure_future(receive())
        leaving = asyncio.ensure_future(self.leaving.wait())
        await asyncio.wait([receiving, leaving], return_when=asyncio.FIRST_COMPLETED)
        receiving.cancel()
        leaving.cancel()
        if self.leaving.is_set():
            await send({"type": "websocket.close", "code": 4000})

    def receive(self, text: str | bytes) -> None:
        self.heard.append(text)
        if text == "hello" and self.channel:
            try:
                self.channel.put("answer")
            except Exception as problem:
                self.problem = problem
        if text == "goodbye":
            self.leaving.set()

    def count_frame(self) -> None:
        self.frames += 1
