"""The WebSocket protocol by itself, on real connections: what it hands over, and when it cuts a client off."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from server.direct import UPGRADE, masked
from server.memory import MemoryTransport
from wonderland.server.connection_limits import ConnectionLimits, OpenConnections, RefusalLog
from wonderland.server.protocols import keepalive, websocket
from wonderland.server.protocols.http import HttpProtocol
from wonderland.server.protocols.web_server import WebServer
from wonderland.server.protocols.websocket import MAX_UNHANDLED_FRAMES, MAX_UNREAD_BYTES
from wonderland.server.sockets.channel import Channel, PendingWrites, channel_of

TIMEOUT_SECONDS = 30  #: seconds after which something that should have happened counts as stuck
SOON = 0.1  #: seconds, where a test waits for an end
INVALID_UTF8 = masked(0x1, b"\xff\xfe")
PING = masked(0x9, b"x" * 125)


class Served:
    """A server whose app does what a test wants of one WebSocket."""

    def __init__(self) -> None:
        self.connections = OpenConnections(ConnectionLimits(9, 9, 9), RefusalLog())
        self.server = WebServer(self.app, self.connections, PendingWrites())
        self.listening = True
        self.channel: Channel
        self.heard: list[str | bytes] = []
        self.frames = 0
        self.accepted = asyncio.Event()
        self.over = asyncio.Event()
        #: What is sent to close the connection, once it is accepted.
        self.close: dict[str, Any] | None = None

    async def app(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        channel = channel_of(scope)
        self.channel = channel
        channel.when_lost(self.over.set)
        if self.listening:
            channel.listen(self)
        self.accepted.set()
        if self.close:
            await send(self.close)
        await self.over.wait()

    def receive(self, text: str | bytes) -> None:
        self.heard.append(text)

    def count_frame(self) -> None:
        self.frames += 1


@asynccontextmanager
async def serving() -> AsyncIterator[tuple[Served, asyncio.StreamWriter]]:
    """A server, and a client of which the test decides whether it reads: nothing does by itself."""
    served = Served()
    door = socket.create_server(("127.0.0.1", 0))
    await served.server.listen(door)
    small = socket.socket()
    small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    small.setblocking(False)
    await asyncio.get_running_loop().sock_connect(small, door.getsockname())
    _, writer = await asyncio.open_connection(sock=small)
    writer.transport.pause_reading()  # type: ignore[attr-defined]  # typed as one that only writes
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            yield served, writer
    finally:
        writer.transport.abort()
        await served.server.close(TIMEOUT_SECONDS)
        door.close()


async def gone(served: Served) -> None:
    """The connection is no more, and does not count any more."""
    await served.over.wait()
    assert served.connections.total == 0


async def test_frames_are_counted_and_messages_handed_over() -> None:
    async with serving() as (served, writer):
        writer.write(UPGRADE)
        await served.accepted.wait()
        writer.write(masked(0x9) + masked(0xA) + masked(0x1, b"a"))
        writer.write(masked(0x1, b"b", last=False) + 3 * masked(0x0, b"c", last=False) + masked(0x0, b"d"))
        writer.write(masked(0x2, b"\x00"))
        while len(served.heard) < 3:
            await asyncio.sleep(0)
        assert served.heard == ["a", "bcccd", b"\x00"]
        assert served.frames == 2 + 4
        assert served.connections.total == 1
        writer.write(masked(0x8))
        await gone(served)


@pytest.mark.parametrize("listening", [True, False])
async def test_invalid_utf8_is_no_error_of_ours(listening: bool, caplog: pytest.LogCaptureFixture) -> None:
    async with serving() as (served, writer):
        served.listening = listening
        writer.write(UPGRADE)
        await served.accepted.wait()
        writer.write(INVALID_UTF8)
        await gone(served)
        assert not served.heard
    assert not caplog.records


@pytest.mark.parametrize("frame", [masked(0x9), masked(0xA), masked(0x1)], ids=["pings", "pongs", "messages"])
async def test_frames_while_nobody_listens(frame: bytes) -> None:
    async with serving() as (served, writer):
        served.listening = False
        writer.write(UPGRADE)
        await served.accepted.wait()
        writer.write(frame * (MAX_UNHANDLED_FRAMES + 200))
        await gone(served)


async def test_frames_after_the_close_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket, "CLOSE_TIMEOUT_SECONDS", float(TIMEOUT_SECONDS))
    async with serving() as (served, writer):
        served.close = {"type": "websocket.close", "code": 4403}
        writer.write(UPGRADE)
        await served.accepted.wait()
        writer.write(masked(0x1) * (MAX_UNHANDLED_FRAMES + 200))
        await gone(served)
        assert not served.heard


async def test_a_client_that_does_not_answer_the_close_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket, "CLOSE_TIMEOUT_SECONDS", SOON)
    async with serving() as (served, writer):
        served.close = {"type": "websocket.close", "code": 4403}
        writer.write(UPGRADE)
        await gone(served)


async def test_pongs_that_are_never_read_are_bounded() -> None:
    async with serving() as (served, writer):
        writer.write(UPGRADE)
        await served.accepted.wait()
        (connection,) = served.server.protocols
        most = 0
        while not served.over.is_set():
            writer.write(PING * 100)
            await asyncio.sleep(0)
            most = max(most, connection._transport.get_write_buffer_size())
        assert served.frames * len(PING) > MAX_UNREAD_BYTES
        assert most <= MAX_UNREAD_BYTES + len(PING)


async def test_a_client_that_closes_and_does_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """The transport would wait for ever to write what the client does not take."""
    monkeypatch.setattr(websocket, "CLOSE_TIMEOUT_SECONDS", SOON)
    monkeypatch.setattr(websocket, "MAX_UNREAD_BYTES", 1 << 30)
    async with serving() as (served, writer):
        writer.write(UPGRADE)
        await served.accepted.wait()
        for _ in range(600):
            writer.write(PING * 100)
            await writer.drain()
        writer.write(masked(0x8))
        await gone(served)


async def test_what_a_client_does_not_read_is_bounded() -> None:
    async with serving() as (served, writer):
        writer.write(UPGRADE)
        await served.accepted.wait()
        (connection,) = served.server.protocols
        message, most = b"x" * 10_000, 0
        while served.channel.put(message):
            await asyncio.sleep(0)
            most = max(most, connection._transport.get_write_buffer_size())
        assert MAX_UNREAD_BYTES < most <= MAX_UNREAD_BYTES + websocket.MAX_BATCH_BYTES + 2 * len(message)


async def test_a_client_that_does_not_answer_pings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keepalive, "PING_INTERVAL_SECONDS", SOON)
    async with serving() as (served, writer):
        writer.write(UPGRADE)
        await gone(served)


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (masked(0x0, b"x"), 1002),
        (masked(0x1, b"x", last=False) + masked(0x1, b"y"), 1002),
        (masked(0x1, b"x" * 60_000, last=False) + masked(0x0, b"x" * 60_000), 1009),
        (masked(0x1, b"\xc3", last=False) + masked(0x0, b"\x28"), 1007),
        (b"\x81\x01x", 1002),
        (masked(0x8, b"\x0f\xa0why"), 4000),
        (masked(0x8), None),
    ],
    ids=["no beginning", "no end", "too long in all", "no text in all", "unmasked", "closed", "closed without a code"],
)
async def test_the_last_frame_says_why(sent: bytes, code: int | None) -> None:
    served = Served()
    transport = MemoryTransport(HttpProtocol(served.server))
    transport.receive(UPGRADE)
    await served.accepted.wait()
    del transport.written[:]
    transport.receive(sent)
    transport.receive(masked(0x1, b"too late"))
    assert bytes(transport.written) == (b"\x88\x02" + code.to_bytes(2) if code else b"\x88\x00")
    assert transport.is_closing()
    await gone(served)
    assert not served.heard


async def test_a_mistake_of_ours_is_logged_and_ends_the_connection(capsys: pytest.CaptureFixture[str]) -> None:
    async with serving() as (served, writer):
        served.receive = lambda text: 1 / 0  # type: ignore[method-assign,assignment]
        writer.write(UPGRADE)
        await served.accepted.wait()
        writer.write(masked(0x1, b"secret"))
        await gone(served)
    logged = capsys.readouterr().out
    assert "message_not_heard" in logged
