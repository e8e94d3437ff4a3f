"""Hears of changes in the queue by LISTEN and NOTIFY, on a connection of its own, made when somebody first waits."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import asyncpg

from wonderland.server.store.postgres.failures import failure_cause
from wonderland.server.store.sql.jobs import JOBS_CHANNEL

POLL_SECONDS = 0.1  #: between two looks while there is no connection to listen on
RECONNECT_SECONDS = 1.0
CLOSE_SECONDS = 2.0


class NotifiedChanges:
    """Counts what is heard; ``connect`` gives a new connection."""

    def __init__(self, connect: Callable[[], Awaitable[asyncpg.Connection]]) -> None:
        self._connect = connect
        self._connection: asyncpg.Connection | None = None
        self._connecting = asyncio.Lock()
        self._connect_again = 0.0
        self._closed = False
        self._heard = 0
        self._news = asyncio.Event()

    def mark(self) -> int:
        return self._heard

    async def wait(self, mark: int, seconds: float) -> None:
        if not self._listening and await self._listen():
            return  # what was said before this is not heard
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds if self._listening else min(seconds, POLL_SECONDS)):
                while self._heard == mark:
                    await self._news.wait()

    def look_often(self) -> None:
        """Nobody has to look more often."""

    async def close(self) -> None:
        self._closed = True
        async with self._connecting:  # a connection that is being made is closed, too
            connection, self._connection = self._connection, None
        if connection:
            with suppress(Exception):  # it is gone either way
                await connection.close(timeout=CLOSE_SECONDS)

    @property
    def _listening(self) -> bool:
        return self._connection is not None and not self._connection.is_closed()

    async def _listen(self) -> bool:
        """Whether a new connection listens now."""
        async with self._connecting:
            now = asyncio.get_running_loop().time()
            if self._listening or self._closed or now < self._connect_again:
                return False
            self._connect_again = now + RECONNECT_SECONDS
            try:
                self._connection = await self._listening_connection()
            except Exception as problem:
                if failure_cause(problem) == "unknown":
                    raise
                return False
            return True

    async def _listening_connection(self) -> asyncpg.Connection:
        connection = await self._connect()
        try:
            await connection.add_listener(JOBS_CHANNEL, self._hear)
        except BaseException:  # also when whoever waits is cancelled: nobody else knows of it
            connection.terminate()
            raise
        return connection

    def _hear(self, *_: object) -> None:
        self._heard += 1
        news, self._news = self._news, asyncio.Event()
        news.set()
