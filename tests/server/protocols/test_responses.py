"""Responses, as the app gives them and as they are written; requests that are no usual ones."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from server.memory import MemoryTransport
from wonderland.server.connection_limits import ConnectionLimits, OpenConnections, RefusalLog
from wonderland.server.protocols.http import HttpProtocol
from wonderland.server.protocols.web_server import WebServer
from wonderland.server.sockets.channel import PendingWrites

GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
Headers = list[tuple[bytes, bytes]]


class Conversation:
    """One connection, and an app that answers in the way a test wants."""

    def __init__(self, *bodies: bytes, status: int = 200, headers: Headers | None = None, reads: bool = True) -> None:
        self.reads = reads
        self.bodies = bodies or (b"",)
        self.status = status
        self.headers = headers or []
        self.scopes: list[dict[str, Any]] = []
        connections = OpenConnections(ConnectionLimits(9, 9, 9), RefusalLog(), ["127.0.0.0/8", "10.0.0.0/8"])
        self.transport = MemoryTransport(HttpProtocol(WebServer(self.app, connections, PendingWrites())))

    async def app(self, scope: Any, receive: Any, send: Any) -> None:
        self.scopes.append(scope)
        while self.reads and (await receive()).get("more_body"):
            pass
        await send({"type": "http.response.start", "status": self.status, "headers": self.headers})
        for body in self.bodies[:-1]:
            await send({"type": "http.response.body", "body": body, "more_body": True})
        await send({"type": "http.response.body", "body": self.bodies[-1]})

    async def answer(self, request: bytes) -> tuple[bytes, set[bytes], bytes]:
        """The status line, the headers without the date and the request's id, and the rest."""
        del self.transport.written[:]
        self.transport.receive(request)
        for _ in range(5):
            await asyncio.sleep(0)
        head, _, body = bytes(self.transport.written).partition(b"\r\n\r\n")
        status, *headers = head.split(b"\r\n")
        return status, {line for line in headers if not line.startswith((b"date: ", b"x-request-id: "))}, body


async def test_a_body_of_known_length() -> None:
    with_length = Conversation(b"abc", b"de", headers=[(b"content-length", b"5")])
    assert await with_length.answer(GET) == (b"HTTP/1.1 200 OK", {b"content-length: 5"}, b"abcde")
    assert await with_length.answer(GET) == (b"HTTP/1.1 200 OK", {b"content-length: 5"}, b"abcde")
    assert not with_length.transport.is_closing()


async def test_a_body_of_unknown_length_comes_in_chunks() -> None:
    _, headers, body = await Conversation(b"abc", b"de").answer(GET)
    assert (headers, body) == ({b"transfer-encoding: chunked"}, b"3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")


async def test_a_client_that_knows_no_chunks_gets_all_until_the_end() -> None:
    old = Conversation(b"abc", b"de")
    assert await old.answer(b"GET / HTTP/1.0\r\n\r\n") == (b"HTTP/1.1 200 OK", {b"connection: close"}, b"abcde")
    assert old.transport.is_closing()


@pytest.mark.parametrize("status", [204, 304])
async def test_a_response_without_a_body(status: int) -> None:
    head, headers, body = await Conversation(status=status).answer(GET)
    assert head.startswith(b"HTTP/1.1 %d " % status)
    assert (headers, body) == (set(), b"")


async def test_only_the_head_where_only_that_is_asked_for() -> None:
    talk = Conversation(b"abcde", headers=[(b"content-length", b"5")])
    assert await talk.answer(GET.replace(b"GET", b"HEAD")) == (b"HTTP/1.1 200 OK", {b"content-length: 5"}, b"")
    assert await talk.answer(GET) == (b"HTTP/1.1 200 OK", {b"content-length: 5"}, b"abcde")


async def test_a_body_that_nobody_reads_does_not_stop_the_next_request() -> None:
    talk = Conversation(b"no", headers=[(b"content-length", b"2")], reads=False)
    begin = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 300000\r\n\r\n" + bytes(100_000)
    assert (await talk.answer(begin))[2] == b"no"
    for _ in range(2):
        assert talk.transport.reading
        talk.transport.receive(bytes(100_000))
    assert (await talk.answer(GET))[2] == b"no"


async def test_who_waits_to_be_asked_for_the_body_is_asked() -> None:
    talk = Conversation(b"ok", headers=[(b"content-length", b"2")])
    status, _, _ = await talk.answer(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n")
    assert status == b"HTTP/1.1 100 Continue"
    assert (await talk.answer(b"abc"))[0] == b"HTTP/1.1 200 OK"


@pytest.mark.parametrize("last", [b"Connection: close\r\n", b"Connection: Upgrade\r\nUpgrade: h2c\r\n"])
async def test_the_last_request_of_a_connection_is_answered(last: bytes) -> None:
    talk = Conversation(b"ok", headers=[(b"content-length", b"2")])
    status, headers, body = await talk.answer(GET.removesuffix(b"\r\n") + last + b"\r\n" + GET)
    assert (status, body) == (b"HTTP/1.1 200 OK", b"ok")
    assert b"connection: close" in headers
    assert talk.transport.is_closing()
    assert len(talk.scopes) == 1


@pytest.mark.parametrize(
    "request_",
    [
        b"what?\r\n\r\n",
        b"GET x HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
    ],
    ids=["no request", "target", "bytes", "two lengths", "chunk", "no key", "no GET"],
)
async def test_what_cannot_be_read_is_refused(request_: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    talk = Conversation(b"ok")
    status, _, _ = await talk.answer(request_)
    assert status == b"HTTP/1.1 400 Bad Request"
    assert talk.transport.is_closing()
    assert "error" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("headers", "bodies"),
    [
        ([(b"content-length", b"3")], [b"ab"]),
        ([(b"content-length", b"3")], [b"ab", b"cd"]),
        ([(b"x-evil", b"a\r\nset-cookie: b")], [b""]),
    ],
    ids=["too short", "too long", "two headers in one"],
)
async def test_a_response_that_would_be_misread_ends_the_connection(
    headers: Headers, bodies: list[bytes], capsys: pytest.CaptureFixture[str]
) -> None:
    talk = Conversation(*bodies, headers=headers)
    await talk.answer(GET)
    assert b"set-cookie" not in talk.transport.written
    assert talk.transport.is_closing()
    assert "request failed" in capsys.readouterr().out


async def test_who_asks_through_our_proxy() -> None:
    talk = Conversation(b"")
    forwarded = b"X-Forwarded-For: 6.6.6.6, 192.0.2.7\r\nX-Forwarded-For: 10.0.0.2\r\nX-Forwarded-Proto: https\r\n"
    await talk.answer(GET.removesuffix(b"\r\n") + forwarded + b"\r\n")
    await talk.answer(b"GET /a%20b?c=d HTTP/1.1\r\nHost: x\r\n\r\n")
    behind, direct = talk.scopes
    assert (behind["client"], behind["scheme"]) == (("192.0.2.7", 0), "https")
    assert (direct["client"], direct["scheme"]) == (("127.0.0.1", 50_000), "http")
    assert (direct["path"], direct["raw_path"], direct["query_string"]) == ("/a b", b"/a%20b", b"c=d")
