"""Coming in through the app itself: who is refused, what counts meanwhile, and what happens when we make a mistake."""

from __future__ import annotations

import asyncio
import socket as socket_module
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest
from structlog.testing import capture_logs
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from server.kit import TestContext
from wonderland.server.app import make_app
from wonderland.server.protocols.web_server import WebServer
from wonderland.server.protocols.websocket import WebSocketProtocol
from wonderland.server.sockets.session import SocketSession
from wonderland.server.sockets.sessions import MAX_REFUSED_SOCKETS_PER_ADDRESS
from wonderland.server.tables.table import Table

TIMEOUT_SECONDS = 30  #: seconds after which something that should have happened counts as stuck


@pytest.fixture
async def address(context: TestContext) -> AsyncIterator[str]:
    """Where the context is served."""
    server = WebServer(make_app(context), context.connections, context.writes)
    with socket_module.create_server(("127.0.0.1", 0)) as door:
        await server.listen(door)
        try:
            yield f"ws://127.0.0.1:{door.getsockname()[1]}"
        finally:
            await server.close(TIMEOUT_SECONDS)


@pytest.fixture
async def table(context: TestContext) -> Table:
    return await context.table(await context.person("Ann"))


def door(address: str, table: str) -> connect:
    return connect(f"{address}/api/tables/{table}/socket", compression=None, proxy=None, open_timeout=TIMEOUT_SECONDS)


async def end_of(socket: ClientConnection) -> tuple[list[str], int | None]:
    """All that is still said, and the code with which it ends."""
    said: list[str] = []
    with suppress(ConnectionClosed):
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while True:
                said.append(str(await socket.recv()))
    return said, socket.close_code


async def test_messages_go_straight_to_the_connection(context: TestContext, address: str, table: Table) -> None:
    async with door(address, table.now.id) as socket:
        await socket.recv()
        (session,) = context.socket_sessions
        assert isinstance(session, SocketSession)
        assert isinstance(session._channel, WebSocketProtocol)
        assert session._channel._listener is session.connection


async def test_a_mistake_of_ours_is_logged(
    context: TestContext, address: str, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def join(*_: object) -> None:
        raise IndexError("the queen of hearts")

    monkeypatch.setattr(Table, "join", join)
    with capture_logs() as logged:
        async with door(address, table.now.id) as socket:
            assert await end_of(socket) == ([], 1011)
    (line,) = (line for line in logged if line["event"] == "socket failed")
    assert line["log_level"] == "error"
    assert isinstance(line["exc_info"], IndexError)
    assert not context.socket_sessions


async def test_who_is_refused_is_told_why_and_counts_until_gone(context: TestContext, address: str) -> None:
    async with door(address, "nowhere") as socket:
        (refused,), code = await end_of(socket)
        assert '"table_unknown"' in refused
        assert code == 4403
    while context.socket_sessions._total:
        await asyncio.sleep(0)
    assert not context.socket_sessions._by_address


async def test_who_goes_by_themselves_is_not_counted_any_more(context: TestContext, address: str, table: Table) -> None:
    async with door(address, table.now.id) as socket:
        await socket.recv()
        assert context.socket_sessions._total == 1
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while context.socket_sessions._total:
            await asyncio.sleep(0)


async def test_too_many_to_be_told_why(context: TestContext, address: str, table: Table) -> None:
    for _ in range(context.connections.limits.sockets_per_address):
        assert context.socket_sessions.open_socket("127.0.0.1")
    async with door(address, table.now.id) as socket:
        (refused,), code = await end_of(socket)
        assert '"connections_address"' in refused
        assert code == 4403
    for _ in range(MAX_REFUSED_SOCKETS_PER_ADDRESS):
        context.socket_sessions.open_socket("127.0.0.1")
    with pytest.raises(InvalidStatus) as problem:
        await door(address, table.now.id)
    assert problem.value.response.status_code == 403
