"""A WebSocket over our own protocol class and its direct channel, without a network."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import uvicorn
from uvicorn.server import ServerState

from wonderland.server.context import ServerContext
from wonderland.server.sockets.channel import CHANNEL_KEY
from wonderland.server.uvicorn_protocols import direct
from wonderland.server.uvicorn_protocols.memory import MemoryTransport
from wonderland.server.uvicorn_protocols.self_test import UPGRADE
from wonderland.server.uvicorn_protocols.websocket import DirectWebSocketProtocol

TEXT, BINARY, CLOSE = 0x1, 0x2, 0x8


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
        self._accepted = asyncio.Event()
        self.code: int | None = None
        options = direct(context.connections, context.writes)
        config = uvicorn.Config(
            self._app, interface="asgi3", lifespan="off", log_config=None, ws_per_message_deflate=False, **options
        )
        config.load()
        self.protocol: DirectWebSocketProtocol = options["ws"](config=config, server_state=ServerState(), app_state={})
        self.scope = {"extensions": {CHANNEL_KEY: self.protocol}}
        self.transport = MemoryTransport(self.protocol)
        self.transport.receive(UPGRADE)

    async def _app(self, scope: Any, receive: Any, send: Any) -> None:
        assert (await receive())["type"] == "websocket.connect"
        await send({"type": "websocket.accept"})
        self._accepted.set()
        with suppress(asyncio.CancelledError):  # the test is over
            await self._over.wait()

    # ---- the server's side --------------------------------------------------------------------------

    async def send(self, message: Any) -> None:
        await self._accepted.wait()
        await self.protocol.send(message)

    async def receive(self) -> Any:
        return await self.protocol.receive()

    async def close(self, code: int) -> None:
        await self.send({"type": "websocket.close", "code": code})
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
