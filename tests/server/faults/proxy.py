"""A TCP proxy between an instance and a service, whose connections can be cut, refused, held up and slowed."""

from __future__ import annotations

import asyncio
import socket
import struct
from contextlib import suppress
from typing import Self

CHUNK_BYTES = 65_536


class Proxy:
    """``async with Proxy(port) as proxy``: whoever connects to ``proxy.port`` reaches ``port`` of this machine."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._server: asyncio.Server | None = None
        self._connections: dict[asyncio.Task[None], list[asyncio.StreamWriter]] = {}
        #: New connections are reset.
        self.refusing = False
        #: Seconds for every piece of data, in each direction.
        self.delay = 0.0
        #: Cleared, nothing passes; what was sent meanwhile passes once it is set again, as after a broken route.
        self.passing = asyncio.Event()
        self.passing.set()

    @property
    def port(self) -> int:
        assert self._server
        return int(self._server.sockets[0].getsockname()[1])

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server
        self._server.close()
        self.refusing = True
        self.cut()
        if self._connections:
            await asyncio.wait(list(self._connections))

    def cut(self) -> None:
        """Reset every connection; what is under way is lost."""
        for task, writers in self._connections.items():
            for writer in writers:
                _reset(writer)
            task.cancel()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        if self.refusing:
            _reset(writer)
            return
        self._connections[task] = [writer]
        try:
            there, target = await asyncio.open_connection("127.0.0.1", self._target)
            self._connections[task].append(target)
            passing = [asyncio.create_task(self._pass(*way)) for way in ((reader, target), (there, writer))]
            try:
                # Once one side is gone the other has nobody left to talk to: neither service half-closes.
                await asyncio.wait(passing, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for one in passing:
                    one.cancel()
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            for one_writer in self._connections.pop(task):
                _reset(one_writer)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(CHUNK_BYTES):
                if self.delay:
                    await asyncio.sleep(self.delay)
                await self.passing.wait()
                writer.write(data)
                await writer.drain()


def _reset(writer: asyncio.StreamWriter) -> None:
    """End a connection without a goodbye."""
    if not writer.transport.is_closing():
        sock = writer.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()
