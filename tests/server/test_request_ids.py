"""Every request and every socket has an id, which its log lines and its response name."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import structlog
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosedError

from wonderland.server import logs
from wonderland.server.clock import SystemClock
from wonderland.server.connection_limits import ConnectionLimits, OpenConnections, RefusalLog
from wonderland.server.protocols.web_server import WebServer
from wonderland.server.request_ids import begin_request, current_request
from wonderland.server.sockets.channel import PendingWrites, channel_of

TIMEOUT_SECONDS = 30  #: seconds after which something that should have happened counts as stuck
GIVEN = "4bf92f3577b34da6a3ce929d0e0e4736"


@pytest.fixture(autouse=True)
def lines(capsys: pytest.CaptureFixture[str]) -> Iterator[Any]:
    """What has been logged since the last call."""
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    yield lambda: [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    structlog.reset_defaults()
    root.handlers = handlers
    root.setLevel(level)


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Logs what it is asked for, in a task of its own as well; a socket fails when it is told to."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        channel_of(scope).listen(Listener())
        if scope["path"] == "/failing":
            raise RuntimeError("its own mistake")
        while (await receive())["type"] != "websocket.disconnect":
            pass
        logs.logger.info("gone")
        return
    logs.logger.info("asked", path=scope["path"])
    await asyncio.create_task(log("beside"))
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
    await send({"type": "http.response.body"})


async def log(event: str) -> None:
    logs.logger.info(event)


class Listener:
    def __init__(self) -> None:
        self.tasks: set[asyncio.Task[None]] = set()

    def receive(self, text: str | bytes) -> None:
        logs.logger.info("heard")
        self.tasks.add(asyncio.create_task(log("answered")))

    def count_frame(self) -> None: ...


@asynccontextmanager
async def serving(*proxies: str) -> AsyncIterator[int]:
    logs.configure("info", "json")
    server = WebServer(app, OpenConnections(ConnectionLimits(9, 9, 9), RefusalLog(), proxies), PendingWrites())
    with socket.create_server(("127.0.0.1", 0)) as door:
        await server.listen(door)
        async with asyncio.timeout(TIMEOUT_SECONDS):
            yield door.getsockname()[1]
            await server.close(TIMEOUT_SECONDS)


async def ids(port: int, *heads: bytes) -> list[str]:
    """The ids in the responses to requests on one connection, sent at once."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"".join(b"GET /%d HTTP/1.1\r\nHost: x\r\n%b\r\n" % one for one in enumerate(heads)))
    found = []
    for _ in heads:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        (id,) = (line.partition(": ")[2] for line in head.splitlines() if line.startswith("x-request-id: "))
        found.append(id)
    writer.close()
    await writer.wait_closed()
    return found


async def test_each_request_has_an_id_of_its_own_in_its_response_and_its_log_lines(lines: Any) -> None:
    async with serving() as port:
        made = await ids(port, b"", b"", b"")
    assert len(set(made)) == 3
    assert [(line["request"], line["event"]) for line in lines()] == [
        (id, event) for id in made for event in ("asked", "beside")
    ]


@pytest.mark.parametrize(
    ("proxies", "head", "taken"),
    [
        (("127.0.0.1",), b"X-Request-ID: " + GIVEN.encode(), True),
        ((), b"X-Request-ID: " + GIVEN.encode(), False),
        (("10.0.0.0/8",), b"X-Request-ID: " + GIVEN.encode(), False),
        (("127.0.0.1",), b"X-Request-ID: " + b"a" * 65, False),
        (("127.0.0.1",), b'X-Request-ID: forged" level="error', False),
        (("127.0.0.1",), b"X-Request-ID: short", False),
        (("127.0.0.1",), b"X-Request-ID: %b\r\nX-Request-ID: %b" % (GIVEN.encode(), b"b" * 32), False),
    ],
)
async def test_only_a_trusted_proxy_names_a_request_and_only_by_a_plain_word(
    proxies: tuple[str, ...], head: bytes, taken: bool, lines: Any
) -> None:
    async with serving(*proxies) as port:
        (id,) = await ids(port, head + b"\r\n")
    assert (id == GIVEN) is taken
    assert {line["request"] for line in lines()} == {id}


async def test_a_socket_has_one_id_for_all_that_it_sends(lines: Any) -> None:
    async with serving("127.0.0.1") as port:
        async with connect(f"ws://127.0.0.1:{port}/", additional_headers={"X-Request-ID": GIVEN}) as client:
            assert client.response
            assert client.response.headers["x-request-id"] == GIVEN
            await client.send("one")
            await client.send("two")
        async with connect(f"ws://127.0.0.1:{port}/failing") as failing:
            assert failing.response
            other = failing.response.headers["x-request-id"]
            with pytest.raises(ConnectionClosedError) as closed:
                await failing.recv()
    assert closed.value.rcvd
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1011, other)
    found = [(line["event"], line.get("request")) for line in lines()]
    assert sorted(found) == sorted(
        [*[("heard", GIVEN), ("answered", GIVEN)] * 2, ("gone", GIVEN), ("socket failed", other)]
    )


async def test_a_timer_does_not_keep_the_id_of_the_request_that_set_it() -> None:
    clock, rung = SystemClock(), asyncio.get_running_loop().create_future()

    async def request() -> None:
        begin_request(GIVEN)
        clock.at(clock.now(), lambda: rung.set_result(current_request()))
        assert current_request() == GIVEN

    clock.start(0)
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await asyncio.create_task(request())
            assert await rung == ""
    finally:
        clock.stop()
