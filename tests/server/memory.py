"""A transport in memory: it keeps what is written, and tests feed it what a client would send."""

from __future__ import annotations

import asyncio
from typing import Any

ADDRESSES = {"peername": ("127.0.0.1", 50_000), "sockname": ("127.0.0.1", 80)}


class MemoryTransport(asyncio.Transport):
    """Closes in the next turn of the loop, as a real one does."""

    def __init__(self, protocol: asyncio.Protocol) -> None:
        super().__init__(ADDRESSES)
        self._protocol = protocol
        self._closing = False
        self.written = bytearray()
        self.reading = True
        protocol.connection_made(self)

    def receive(self, data: bytes) -> None:
        """The client sends something."""
        self._protocol.data_received(data)

    def get_protocol(self) -> asyncio.BaseProtocol:
        return self._protocol

    def set_protocol(self, protocol: Any) -> None:
        self._protocol = protocol

    def write(self, data: Any) -> None:
        if not self._closing:
            self.written += data

    def get_write_buffer_size(self) -> int:
        return 0

    def is_closing(self) -> bool:
        return self._closing

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def close(self) -> None:
        if not self._closing:
            self._closing = True
            asyncio.get_running_loop().call_soon(self._protocol.connection_lost, None)

    def abort(self) -> None:
        self.close()
