"""Real instances in processes of their own, and clients that go to whichever is there, as behind a load balancer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import httpx

from server.process import UNLIMITED, Server, serving


class Balancer:
    """Stands in for a ``Server`` where clients want one: each connection leads to the next instance that is up."""

    def __init__(self, servers: Sequence[Server]) -> None:
        self.servers = servers
        self._turn = count()
        self.up = _AnyUp(servers)

    @property
    def address(self) -> str:
        up = [server for server in self.servers if server.up.is_set()]
        return up[next(self._turn) % len(up)].address

    @property
    def http(self) -> httpx.AsyncClient:
        return self.servers[0].http


class _AnyUp:
    """As the event of a server: set while any of them is up."""

    def __init__(self, servers: Sequence[Server]) -> None:
        self._servers = servers

    async def wait(self) -> None:
        waiting = [asyncio.create_task(server.up.wait()) for server in self._servers]
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in waiting:
                task.cancel()


@asynccontextmanager
async def cluster(folder: Path, postgres: str, redis: str, number: int = 3) -> AsyncIterator[Any]:
    """A balancer before that many instances."""
    words = (*UNLIMITED, "--database", postgres, "--redis", redis, "--secrets", str(folder / "secrets"))
    async with AsyncExitStack() as stack:
        servers = [
            await stack.enter_async_context(serving(folder / f"instance{place}", *words)) for place in range(number)
        ]
        yield Balancer(servers)
