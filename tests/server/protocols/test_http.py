"""Whoever sends too much, too slowly or over too many connections is cut off; nobody else is."""

from __future__ import annotations

import asyncio
import socket
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
from websockets.asyncio.client import connect

from wonderland.server.connection_limits import OpenConnections, RefusalLog, limits_for
from wonderland.server.protocols import http
from wonderland.server.protocols.http import HttpProtocol
from wonderland.server.protocols.web_server import WebServer
from wonderland.server.settings import Settings
from wonderland.server.sockets.channel import PendingWrites

TIMEOUT_SECONDS = 30  #: seconds after which something that should have happened counts as stuck
SOON = 0.1  #: seconds, where a test waits for an end
GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n"
CHUNKED = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"


class Served:
    """A server with a small app that answers with the length of what it was sent."""

    def __init__(self, settings: Settings) -> None:
        limits = limits_for(settings, open_files=10_000)
        self.connections = OpenConnections(limits, RefusalLog(), settings.trusted_proxies)
        self.server = WebServer(self.app, self.connections, PendingWrites())
        self.go = asyncio.Event()
        self.go.set()
        self.asked = asyncio.Event()
        self.port = 0

    async def app(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            assert (await receive())["type"] == "websocket.connect"
            await send({"type": "websocket.accept"})
            while (await receive())["type"] != "websocket.disconnect":
                await send({"type": "websocket.send", "text": "heard"})
            return
        body, more = b"", True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body, more = body + message["body"], message["more_body"]
        self.asked.set()
        await self.go.wait()
        text = str(len(body)).encode()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(text))]})
        await send({"type": "http.response.body", "body": text})

    @property
    def here(self) -> dict[str, int]:
        return dict(self.connections.by_address)

    @asynccontextmanager
    async def client(self) -> AsyncIterator[tuple[StreamReader, StreamWriter]]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            yield reader, writer
        finally:
            writer.transport.abort()


@asynccontextmanager
async def serving(**settings: Any) -> AsyncIterator[Served]:
    served = Served(Settings(**settings))
    with socket.create_server(("127.0.0.1", 0)) as door:
        await served.server.listen(door)
        served.port = door.getsockname()[1]
        async with asyncio.timeout(TIMEOUT_SECONDS):
            try:
                yield served
            finally:
                served.go.set()
                await served.server.close(TIMEOUT_SECONDS)


async def answer(reader: StreamReader) -> int:
    head = await reader.readuntil(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 ")
    length = int(head.lower().partition(b"content-length: ")[2].split()[0])
    return int(await reader.readexactly(length))


async def cut_off(reader: StreamReader) -> bool:
    """Nothing comes, and the connection ends."""
    try:
        return await reader.read() == b""
    except ConnectionError:
        return True


@pytest.mark.parametrize(
    ("begin", "more"),
    [
        (b"GET /", b"x" * 1_000),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: ", b"x" * 1_000),
        (b"GET / HTTP/1.1\r\nHost: x\r\n", b"X-Many: x\r\n" * 100),
        (b"", b"\r\n" * 500),
        (CHUNKED + b"1\r\nx\r\n0\r\n", b"X-Many: x\r\n" * 100),
        (CHUNKED + b"1\r\nx\r\n0\r\nX-Long: ", b"x" * 1_000),
        (CHUNKED + b"1;", b"x" * 1_000),
    ],
)
async def test_too_much(begin: bytes, more: bytes) -> None:
    async with serving() as served, served.client() as (reader, writer):
        writer.write(begin + 100 * more)
        assert await cut_off(reader)
        assert not served.asked.is_set()


async def test_many_requests_at_once() -> None:
    async with serving() as served, served.client() as (reader, writer):
        served.go.clear()
        writer.write(GET * 1_000)
        assert await cut_off(reader)
        served.go.set()


async def test_what_is_not_too_much() -> None:
    async with serving() as served, served.client() as (reader, writer):
        writer.write(GET * 10)
        assert [await answer(reader) for _ in range(10)] == [0] * 10
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + b"x" * 50_000 + b"\r\n\r\n")
        assert await answer(reader) == 0
        writer.write(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 900000\r\n\r\n" + b"x" * 900_000)
        assert await answer(reader) == 900_000
        writer.write(CHUNKED + b"1\r\nx\r\n" * 20_000 + b"0\r\n\r\n")
        assert await answer(reader) == 20_000
        for place in range(len(POST)):
            writer.write(POST[place : place + 1])
            await asyncio.sleep(0)
        writer.write(b"0123456789")
        assert await answer(reader) == 10


@pytest.mark.parametrize("sent", [b"", GET[:-2], b"\r\n"])
async def test_a_head_that_does_not_come(monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    monkeypatch.setattr(http, "HEAD_TIMEOUT_SECONDS", SOON)
    async with serving() as served, served.client() as (reader, writer):
        writer.write(sent)
        assert await cut_off(reader)


async def test_a_second_head_that_does_not_come(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving() as served, served.client() as (reader, writer):
        monkeypatch.setattr(http, "HEAD_TIMEOUT_SECONDS", SOON)
        writer.write(GET + GET[:-2])
        assert await answer(reader) == 0
        assert await cut_off(reader)


async def test_a_body_that_does_not_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "BODY_TIMEOUT_SECONDS", SOON)
    async with serving() as served, served.client() as (reader, writer):
        writer.write(POST + b"01234")
        assert await cut_off(reader)
        assert not served.asked.is_set()


async def test_whoever_waits_for_us_is_not_cut_off() -> None:
    async with serving() as served, served.client() as (reader, writer):
        served.go.clear()
        writer.write(POST + b"0123456789")
        await served.asked.wait()
        (connection,) = served.server.protocols
        assert isinstance(connection, HttpProtocol)
        assert not connection._deadline.running
        served.go.set()
        assert await answer(reader) == 10
        assert connection._deadline.running


async def test_connections_of_an_address() -> None:
    async with serving(connections_per_address=1) as served, AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(served.client()) for _ in range(4)]
        for reader, writer in clients:
            writer.write(GET)
            assert await answer(reader) == 0
        async with served.client() as (reader, _):
            assert await cut_off(reader)
        assert served.here == {"127.0.0.1": 4}
        clients[0][1].transport.abort()
        while served.here["127.0.0.1"] == 4:
            await asyncio.sleep(0)
        reader, writer = await stack.enter_async_context(served.client())
        writer.write(GET)
        assert await answer(reader) == 0


async def test_connections_of_a_proxy() -> None:
    async with (
        serving(connections_per_address=1, trusted_proxies=("127.0.0.0/8",)) as served,
        AsyncExitStack() as stack,
    ):
        for _ in range(9):
            reader, writer = await stack.enter_async_context(served.client())
            writer.write(GET)
            assert await answer(reader) == 0


async def test_sockets_count_until_they_are_gone() -> None:
    async with serving(connections_per_address=1) as served:
        async with AsyncExitStack() as stack:
            for number in range(4):
                client = await stack.enter_async_context(connect(f"ws://127.0.0.1:{served.port}/"))
                await client.send("x")
                assert await client.recv() == "heard"
                assert served.here == {"127.0.0.1": number + 1}
            async with served.client() as (reader, _):
                assert await cut_off(reader)
        while served.here:
            await asyncio.sleep(0)
        assert served.connections.total == 0


async def test_requests_in_a_row_of_a_client_that_goes_away(caplog: pytest.LogCaptureFixture) -> None:
    """All of them are told, not only the last one that was read: nothing is written to a connection that is gone."""
    async with serving() as served:
        served.go.clear()
        async with served.client() as (_, writer):
            writer.write(GET * 3)
            await served.asked.wait()
            (connection,) = served.server.protocols
            assert isinstance(connection, HttpProtocol)
            while len(connection._exchanges) < 3:
                await asyncio.sleep(0)
        while served.here:
            await asyncio.sleep(0)
        served.go.set()
    assert not caplog.records
