"""The proxy between an instance and a service: what passes, and what it does to connections when it is told to."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from server.faults.proxy import Proxy


@pytest.fixture
async def proxy() -> AsyncIterator[Proxy]:
    """In front of a service that sends back every line."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                writer.write(line)
        except ConnectionResetError:
            pass
        finally:
            writer.transport.abort()

    service = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with Proxy(service.sockets[0].getsockname()[1]) as one:
        yield one
    service.close()


@asynccontextmanager
async def connected(proxy: Proxy) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


async def test_what_is_sent_passes_both_ways(proxy: Proxy) -> None:
    async with connected(proxy) as (reader, writer):
        writer.write(b"one\n")
        assert await reader.readline() == b"one\n"


async def test_a_cut_ends_connections_and_lets_new_ones_in(proxy: Proxy) -> None:
    async with connected(proxy) as (reader, writer):
        writer.write(b"one\n")
        await reader.readline()
        proxy.cut()
        with pytest.raises(ConnectionResetError):
            await reader.readexactly(1)
    async with connected(proxy) as (reader, writer):
        writer.write(b"two\n")
        assert await reader.readline() == b"two\n"


async def test_refused_connections_are_reset(proxy: Proxy) -> None:
    proxy.refusing = True
    async with connected(proxy) as (reader, _):
        with pytest.raises(ConnectionResetError):
            await reader.readexactly(1)


async def test_what_is_held_passes_later(proxy: Proxy) -> None:
    async with connected(proxy) as (reader, writer), connected(proxy) as (other_reader, other_writer):
        other_writer.write(b"before\n")
        assert await other_reader.readline() == b"before\n"
        proxy.passing.clear()
        writer.write(b"one\n")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(reader.readexactly(1), 0.1)
        proxy.passing.set()
        assert await reader.readline() == b"one\n"
