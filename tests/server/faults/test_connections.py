"""A flood of connections from one address, on a machine that allows few open files: others come in all the while."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from server.clients import Person
from server.process import TIMEOUT_SECONDS, Server, serving
from wonderland.server.connection_limits import limits_for
from wonderland.server.settings import Settings

FILES = 256  #: that the server may have open
ATTEMPTS = 600  #: connections of the flood
LIMITS = limits_for(Settings(), FILES)
ELSEWHERE = "127.0.0.2"  #: another address of this machine

FEW_FILES = ("prlimit", f"--nofile={FILES}:{FILES}")


def handshake(server: Server, table: str) -> bytes:
    return (
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: {server.address.removeprefix('http://')}\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    ).encode()


async def connected(server: Server, source: str = "127.0.0.1") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    host, port = server.address.removeprefix("http://").split(":")
    return await asyncio.open_connection(host, int(port), local_addr=(source, 0))


@asynccontextmanager
async def flooding(server: Server, sent: bytes) -> AsyncIterator[None]:
    """Hundreds of connections that send something, do not read, and do not go."""
    host, port = server.address.removeprefix("http://").split(":")
    loop = asyncio.get_running_loop()
    async with AsyncExitStack() as stack:
        for _ in range(ATTEMPTS):
            client = stack.enter_context(socket.socket())
            client.setblocking(False)
            try:
                await loop.sock_connect(client, (host, int(port)))
                await loop.sock_sendall(client, sent)
            except ConnectionError:
                pass  # cut off already
        yield


def open_files(server: Server) -> int:
    return len(os.listdir(f"/proc/{server.pid}/fd"))


async def session(server: Server, table: str, source: str) -> bytes:
    """The first that a spectator is told, who comes from that address."""
    reader, writer = await connected(server, source)
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            writer.write(handshake(server, table))
            head = await reader.readuntil(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 101 "), head
            return await reader.read(400)
    finally:
        writer.transport.abort()


@pytest.mark.parametrize("refused", [False, True], ids=["watching", "refused"])
async def test_a_flood_of_handshakes_keeps_nobody_else_out(tmp_path: Path, refused: bool) -> None:
    async with serving(tmp_path / "data", before=FEW_FILES) as server:
        table = await (await Person.guest(server)).open("parade", "me", "open")
        await server.http.aclose()  # it has come from the address that floods
        async with flooding(server, handshake(server, "nowhere" if refused else table)):
            assert open_files(server) < FILES
            for _ in range(5):
                assert b'"snapshot"' in await session(server, table, ELSEWHERE)
        assert server.logged.count("connections refused") == 1, server.logged
        assert "limit=address" in server.logged
        # Once they have gone, their address comes in again.
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while open_files(server) > FILES - LIMITS.total:
                await asyncio.sleep(0)
        assert b'"snapshot"' in await session(server, table, "127.0.0.1")
        assert await server.stop() == 0


async def test_a_flood_of_silent_connections_keeps_nobody_else_out(tmp_path: Path) -> None:
    async with serving(tmp_path / "data", before=FEW_FILES) as server:
        table = await (await Person.guest(server)).open("parade", "me", "open")
        await server.http.aclose()
        async with flooding(server, b""):
            assert open_files(server) < FILES
            assert b'"snapshot"' in await session(server, table, ELSEWHERE)
        assert await server.stop() == 0


async def test_the_limit_is_raised_to_what_is_allowed(tmp_path: Path) -> None:
    async with serving(tmp_path / "data", before=("prlimit", "--nofile=200:1000")) as server:
        limits = Path(f"/proc/{server.pid}/limits").read_text()
    (line,) = (line for line in limits.splitlines() if line.startswith("Max open files"))
    assert line.split()[3:5] == ["1000", "1000"]
