"""A WebSocket over the protocol itself, without a network."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from server.memory import MemoryTransport
from wonderland.server.context import ServerContext
from wonderland.server.protocols.http import HttpProtocol
from wonderland.server.protocols.web_server import WebServer
from wonderland.server.sockets.channel import CHANNEL_KEY

TEXT, BINARY, CLOSE = 0x1, 0x2, 0x8
UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


def masked(opcode: int, data: bytes = b"", *, last: bool = True) -> bytes:
    """A frame as clients send it (RFC 6455, 5.2), with a mask that changes nothing."""
    first, size = bytes((opcode | (0x80 if last else 0),)), len(data)
    if size < 126:
        return first + bytes((0x80 | size,)) + bytes(4) + data
    return first + b"\xfe" + size.to_bytes(2) + bytes(4) + data


class DirectSocket:
    """As ``kit.Socket``: what is sent ends in ``frames``, once they are asked for (``pull``)."""

    def __init__(self, context: ServerContext, frames: list[str]) -> None:
        self._frames = frames
        self._writes = context.writes
        self._over = asyncio.Event()
        self.code: int | None = None
        server = WebServer(self._app, context.connections, context.writes)
        self.transport = MemoryTransport(HttpProtocol(server))
        self.transport.receive(UPGRADE)
        self.channel: Any = self.transport.get_protocol()
        self.scope = {"extensions": {CHANNEL_KEY: self.channel}}

    async def _app(self, scope: Any, receive: Any, send: Any) -> None:
        assert (await receive())["type"] == "websocket.connect"
        self._receive, self._send = receive, send
        await send({"type": "websocket.accept"})
        with suppress(asyncio.CancelledError):  # the test is over
            await self._over.wait()

    # ---- the server's side --------------------------------------------------------------------------

    async def receive(self) -> Any:
        return await self._receive()

    async def close(self, code: int) -> None:
        await self._send({"type": "websocket.close", "code": code})
        self._over.set()

    # ---- the client's -------------------------------------------------------------------------------

    def say(self, message: str | bytes) -> None:
        opcode, data = (TEXT, message.encode()) if isinstance(message, str) else (BINARY, message)
        self.transport.receive(masked(opcode, data))

    def pull(self) -> None:
        """Read what has been written."""
        self._writes.flush()
        data = self.transport.written
        if data.startswith(b"HTTP"):
            del data[: data.index(b"\r\n\r\n") + 4]
        while data:
            start, size = 2, data[1]
            if size > 125:
                start = 4 if size == 126 else 10
                size = int.from_bytes(data[2:start])
            opcode, payload = data[0] & 0xF, bytes(data[start : start + size])
            del data[: start + size]
            if opcode == TEXT:
                self._frames.append(payload.decode())
            elif opcode == CLOSE:
                self.code = int.from_bytes(payload[:2])

    def vanish(self) -> None:
        self.transport.abort()
        self._over.set()
