"""A network between the server and PostgreSQL that loses answers and breaks, when a test says so."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Self


class CuttingProxy:
    """Forwards connections to a port of this machine.

    When a client sends the bytes that are watched for, what comes back is lost from then on; or the connection is cut
    before they arrive (``cut_before``). ``seen`` is set then.
    """

    def __init__(self, port: int) -> None:
        self._target = port
        self.watched = b""
        self.cut_before = False
        self.seen = asyncio.Event()
        self._deaf = False
        self._pairs: set[tuple[asyncio.StreamWriter, asyncio.StreamWriter]] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Self]:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            self.cut()
            server.close()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def watch(self, words: bytes, *, cut_before: bool = False) -> None:
        self.watched, self.cut_before = words, cut_before
        self.seen.clear()

    def cut(self) -> None:
        """All connections end, and new ones are as good as ever."""
        self._deaf, self.watched = False, b""
        for pair in self._pairs:
            for end in pair:
                end.transport.abort()
        self._pairs.clear()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            back, there = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.transport.abort()
            return
        pair = writer, there
        self._pairs.add(pair)
        tasks = {asyncio.create_task(self._out(reader, there)), asyncio.create_task(self._back(back, writer))}
        self._tasks |= tasks
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for end in pair:
            end.transport.abort()

    async def _out(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await _read(reader):
            if self.watched and self.watched in data:
                self.watched = b""
                if self.cut_before:
                    self.seen.set()
                    return
                self._deaf = True
                self.seen.set()
            writer.write(data)

    async def _back(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await _read(reader):
            if not self._deaf:
                writer.write(data)


async def _read(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.read(65536)
    except OSError:
        return b""
