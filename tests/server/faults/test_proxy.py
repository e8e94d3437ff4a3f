"""The proxy between an instance and a service: what passes, and what it does to connections when it is told to."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from server.faults.proxy import Proxy


@pytest.fixture
async def proxy() -> AsyncIterator[Proxy]:
    """In front of a service that sends back every line."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while line := await reader.readline():
            writer.write(line)
        writer.close()

    service = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with Proxy(service.sockets[0].getsockname()[1]) as one:
        yield one
    service.close()


async def connected(proxy: Proxy) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", proxy.port)


async def test_what_is_sent_passes_both_ways(proxy: Proxy) -> None:
    reader, writer = await connected(proxy)
    writer.write(b"one\n")
    assert await reader.readline() == b"one\n"
    writer.close()


async def test_a_cut_ends_connections_and_lets_new_ones_in(proxy: Proxy) -> None:
    reader, writer = await connected(proxy)
    writer.write(b"one\n")
    await reader.readline()
    proxy.cut()
    with pytest.raises(ConnectionResetError):
        await reader.readexactly(1)
    await test_what_is_sent_passes_both_ways(proxy)


async def test_refused_connections_are_reset(proxy: Proxy) -> None:
    proxy.refusing = True
    reader, _ = await connected(proxy)
    with pytest.raises(ConnectionResetError):
        await reader.readexactly(1)


async def test_what_is_held_passes_later(proxy: Proxy) -> None:
    reader, writer = await connected(proxy)
    proxy.passing.clear()
    writer.write(b"one\n")
    answer = asyncio.create_task(reader.readline())
    # Another connection makes a whole trip to the proxy meanwhile, so the first has had its chance.
    beside, beside_writer = await connected(proxy)
    beside_writer.write(b"two\n")
    assert not answer.done()
    proxy.passing.set()
    assert await answer == b"one\n"
    assert await beside.readline() == b"two\n"
