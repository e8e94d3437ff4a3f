"""One request and its response: what ASGI calls ``receive`` and ``send``."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any, Protocol

from wonderland.server.logs import logger
from wonderland.server.protocols.request_head import REQUEST_ID_HEADER, Header, Scope
from wonderland.server.request_ids import begin_request

PAUSE_BODY_BYTES = 65_536  #: of a body that the app has not asked for: nothing more is read meanwhile
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
LAST_CHUNK = b"0\r\n\r\n"
NOT_IN_HEADERS = re.compile(rb"[\x00-\x08\x0a-\x1f\x7f]")  #: what could end a header early
FAILED_HEADERS = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", b"0"), (b"connection", b"close")]


class HttpConnection(Protocol):
    """What an exchange needs of its connection."""

    def write(self, data: bytes) -> None: ...
    def abort(self, why: str) -> None: ...
    def resume_reading(self) -> None: ...
    def answered(self, exchange: Exchange) -> None: ...
    async def writable(self) -> None: ...
    def default_headers(self) -> Iterable[Header]: ...


class Exchange:
    """The body as it comes in, and the response as the app gives it."""

    def __init__(
        self, connection: HttpConnection, scope: Scope, request_id: str, keep_alive: bool, expects_continue: bool
    ) -> None:
        self._connection = connection
        self._scope = scope
        self._request_id = request_id
        self.keep_alive = keep_alive
        self._expects_continue = expects_continue
        self._body = bytearray()
        self._whole = False
        self._changed = asyncio.Event()
        self._disconnected = False
        self._head: bytes | None = None  # of the response, until there is something of its body
        self.started = False
        self.complete = False
        self._chunked = False
        self._length: int | None = None  # of the response's body: what is still to come of it

    # ---- from the client ----------------------------------------------------------------------------

    def add_body(self, data: bytes) -> bool:
        """Whether there is room for more: always, where nobody wants it any more."""
        if self.complete:
            return True
        self._body += data
        self._changed.set()
        return len(self._body) <= PAUSE_BODY_BYTES

    def end_body(self) -> None:
        self._whole = True
        self._changed.set()

    def disconnect(self) -> None:
        self._disconnected = True
        self._changed.set()

    # ---- the app ------------------------------------------------------------------------------------

    async def run(self, app: Any) -> None:
        """In a task of its own."""
        begin_request(self._request_id)
        try:
            await app(self._scope, self._receive, self._send)
            if not self.complete and not self._disconnected:
                raise RuntimeError("the app has not completed its response")
        except Exception as problem:
            logger.error("request failed", exc_info=problem)
            if self.started or self._disconnected:
                self._connection.abort("our own mistake")
            else:
                await self._send({"type": "http.response.start", "status": 500, "headers": FAILED_HEADERS})
                await self._send({"type": "http.response.body"})

    async def _receive(self) -> dict[str, Any]:
        if self._expects_continue and not self.started and not self._disconnected:
            self._connection.write(CONTINUE)
        self._expects_continue = False
        if not self._disconnected and not self.complete:
            if not self._whole:
                self._connection.resume_reading()
            await self._changed.wait()
            self._changed.clear()
        if self._disconnected or self.complete:
            return {"type": "http.disconnect"}
        body, self._body = bytes(self._body), bytearray()
        return {"type": "http.request", "body": body, "more_body": not self._whole}

    async def _send(self, message: Any) -> None:
        await self._connection.writable()
        if self._disconnected:
            return
        kind = message["type"]
        if kind == "http.response.start" and not self.started:
            self.started = True
            self._head = self._make_head(message["status"], list(message.get("headers", ())))
        elif kind == "http.response.body" and self.started and not self.complete:
            self._write_body(message.get("body", b""), bool(message.get("more_body", False)))
        else:
            raise RuntimeError(f"{kind} does not belong here")

    # ---- the response -------------------------------------------------------------------------------

    def _make_head(self, status: int, headers: list[Header]) -> bytes:
        http11 = self._scope["http_version"] == "1.1"
        without_body = status < 200 or status in (204, 304)
        parts = [b"HTTP/1.1 %d %b\r\n" % (status, _phrase(status))]
        own = (REQUEST_ID_HEADER, self._request_id.encode())
        for name, value in (*self._connection.default_headers(), own, *headers):
            name = name.lower()
            if name == b"content-length" and not without_body:
                self._length = int(value)
            elif name == b"connection" and b"close" in value.lower():
                self.keep_alive = False
                continue
            if NOT_IN_HEADERS.search(name) or NOT_IN_HEADERS.search(value):
                raise RuntimeError("a header of the response would end early")
            parts.append(b"%b: %b\r\n" % (name, value))
        if self._scope["method"] == "HEAD" or without_body:
            self._length = 0
        elif self._length is None:
            self._chunked = http11
            if http11:
                parts.append(b"transfer-encoding: chunked\r\n")
            else:
                self.keep_alive = False  # the end of the connection is the end of the body
        if not self.keep_alive:
            parts.append(b"connection: close\r\n")
        elif not http11:
            parts.append(b"connection: keep-alive\r\n")
        return b"".join((*parts, b"\r\n"))

    def _write_body(self, body: bytes, more: bool) -> None:
        if self._scope["method"] == "HEAD":
            body = b""
        if self._length is not None:
            self._length -= len(body)
            if self._length < 0 or (self._length and not more):
                raise RuntimeError("the response's body is not as long as it says")
        elif self._chunked:
            body = (b"%x\r\n%b\r\n" % (len(body), body) if body else b"") + (b"" if more else LAST_CHUNK)
        head, self._head = self._head, None
        self._connection.write(head + body if head else body)
        if not more:
            self.complete = True
            self._changed.set()
            self._connection.answered(self)


def _phrase(status: int) -> bytes:
    try:
        return HTTPStatus(status).phrase.encode()
    except ValueError:
        return b""
