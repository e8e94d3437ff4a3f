"""A WebSocket with a direct channel to the client, and with limits on what a client can make us do.

Control frames, empty frames and fragments cost as much to read as messages, so they count as such. A client that does
not read, or does not answer a close frame, is disconnected: else it could hold the connection, its seat and its buffers
for as long as it likes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import copy_context
from typing import TYPE_CHECKING, Any

import structlog

from wonderland.server.logs import logger
from wonderland.server.protocols import frames
from wonderland.server.protocols.frames import FINAL, FrameError, MessageParts, close_code, frame, read_frame
from wonderland.server.protocols.keepalive import Keepalive
from wonderland.server.protocols.request_head import REQUEST_ID_HEADER, Scope
from wonderland.server.request_ids import begin_request
from wonderland.server.sockets.channel import CHANNEL_KEY, Listener

if TYPE_CHECKING:
    from wonderland.server.protocols.web_server import WebServer

MAX_MESSAGE_BYTES = 65_536  #: a longer one closes the connection before it is read; ours are far smaller
MAX_BATCH_BYTES = 1 << 14  #: that gather for one write
MAX_UNREAD_BYTES = 1 << 18  #: written but not received by the client, pongs included; it can reconnect and catch up
#: Before the handler listens, and after our close frame. A kilobyte of a message counts as one more.
MAX_UNHANDLED_FRAMES = 1_000
#: Seconds for the client's answer to our close frame, and for whatever else is still to be written.
CLOSE_TIMEOUT_SECONDS = 2.0
SWITCHED = b"HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
REFUSED = b"HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n%b: %b\r\nconnection: close\r\n\r\n"
FAILED = b"HTTP/1.1 500 Internal Server Error\r\ncontent-length: 0\r\n%b: %b\r\nconnection: close\r\n\r\n"

_logger = structlog.get_logger(__name__)


class WebSocketProtocol(asyncio.Protocol):
    """One WebSocket: a :class:`wonderland.server.sockets.channel.Channel`."""

    _transport: asyncio.Transport

    def __init__(self, server: WebServer, scope: Scope, accept: bytes, request_id: str) -> None:
        self._server = server
        self._scope = scope
        self._accept = accept
        self._request_id = request_id
        # Messages do not come by way of the handler's task, but are read in the same context.
        self._context = copy_context()
        self._context.run(begin_request, request_id)
        self._loop = asyncio.get_running_loop()
        self._events: asyncio.Queue[dict[str, Any]] = asyncio.Queue()  # for ASGI's ``receive``
        self._accepted = False
        self._listener: Listener | None = None
        self._rest = b""  # of what was read, not a whole frame yet
        self._parts = MessageParts(MAX_MESSAGE_BYTES)
        self._unsent: list[bytes] = []
        self._unsent_size = 0
        self._unheard_frames = 0
        self._full = False  # more is written than the client has read
        self._close_sent = False
        self._stopped = False
        self._lost = False
        self._when_lost: list[Callable[[], None]] = []
        self._abort_timer: asyncio.TimerHandle | None = None
        self._keepalive = Keepalive(self._ping, lambda: self._abort("does not answer pings"))

    # ---- the direct channel -------------------------------------------------------------------------

    def listen(self, listener: Listener) -> None:
        self._listener = listener
        for _ in range(self._events.qsize()):
            event = self._events.get_nowait()
            if event["type"] == "websocket.receive":
                self._tell(listener.receive, event.get("text", event.get("bytes")))
            else:
                self._events.put_nowait(event)

    def put(self, text: bytes) -> bool:
        if self._close_sent or self._lost:
            return True
        if self._full and self._transport.get_write_buffer_size() > MAX_UNREAD_BYTES:
            return False
        if not self._unsent:
            self._server.writes.add(self)
        self._unsent.append(frame(text))
        self._unsent_size += len(text)
        if self._unsent_size > MAX_BATCH_BYTES:
            self.flush()
        return True

    def flush(self) -> None:
        unsent, self._unsent, self._unsent_size = self._unsent, [], 0
        if unsent and not self._close_sent and not self._transport.is_closing():
            self._transport.write(unsent[0] if len(unsent) == 1 else b"".join(unsent))

    def stop_reading(self) -> None:
        if not self._stopped and not self._transport.is_closing():
            self._transport.pause_reading()
            self._abort_soon()  # its answer to our close frame is not read either
        self._stopped = True

    def when_lost(self, callback: Callable[[], None]) -> None:
        if self._lost:
            callback()
        else:
            self._when_lost.append(callback)

    # ---- asyncio ------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._transport = transport
        self._server.opened(self)
        self._scope["extensions"][CHANNEL_KEY] = self
        self._events.put_nowait({"type": "websocket.connect"})
        self._server.start(self._run(), self._context)

    def connection_lost(self, exc: Exception | None) -> None:
        self._lost = self._stopped = True
        self._server.closed(self)
        self._keepalive.stop()
        if self._abort_timer:
            self._abort_timer.cancel()
        self._disconnected(frames.NO_CODE)
        callbacks, self._when_lost = self._when_lost, []
        for callback in callbacks:
            callback()

    def pause_writing(self) -> None:
        self._full = True

    def resume_writing(self) -> None:
        self._full = False

    def data_received(self, data: bytes) -> None:
        self._context.run(self._read, data)

    def _read(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
        at, size = 0, len(data)
        try:
            while at < size and not self._stopped and (found := read_frame(data, at, MAX_MESSAGE_BYTES)):
                first, content, at = found
                self._hear(first, content)
        except FrameError as problem:
            self._finish(problem.code, problem.code)
        self._rest = data[at:] if at < size and not self._stopped else b""

    # ---- what the client sends ----------------------------------------------------------------------

    def _hear(self, first: int, data: bytes) -> None:
        if first & frames.CONTROL:
            self._hear_control(first, data)
        elif whole := self._parts.add(first, data):
            self._hear_message(*whole)
        else:
            self._count_frame()

    def _hear_control(self, first: int, data: bytes) -> None:
        if first == FINAL | frames.PING:
            self._answer_ping(data)
        elif first == FINAL | frames.PONG:
            self._keepalive.hear_pong(data)
            self._count_frame()
        else:
            code = close_code(data)
            # An empty close frame is answered with an empty one.
            self._finish(None if code == frames.NO_CODE else code, code)

    def _answer_ping(self, data: bytes) -> None:
        if not self._close_sent:
            self._transport.write(frame(data, frames.PONG))
            if self._transport.get_write_buffer_size() > MAX_UNREAD_BYTES:
                self._abort("does not read its pongs")
        self._count_frame()

    def _hear_message(self, opcode: int, data: bytes) -> None:
        if self._close_sent:
            self._count_frame()
            return
        try:
            message = data.decode() if opcode == frames.TEXT else data
        except UnicodeDecodeError:
            raise FrameError(frames.INVALID_TEXT) from None
        if self._listener is not None:
            self._tell(self._listener.receive, message)
        else:
            self._count_frame(1 + len(data) // 1_024)
            self._events.put_nowait({"type": "websocket.receive", "text" if message is not data else "bytes": message})

    def _count_frame(self, cost: int = 1) -> None:
        """The listener limits frames; without one only a fixed number is allowed."""
        if self._listener is not None and not self._close_sent:
            self._tell(self._listener.count_frame)
            return
        self._unheard_frames += cost
        if self._unheard_frames > MAX_UNHANDLED_FRAMES:
            self._abort("too many frames")

    def _tell(self, tell: Callable[..., None], *words: Any) -> None:
        if self._stopped:
            return
        try:
            tell(*words)
        except Exception:
            _logger.exception("message_not_heard")
            self._abort("our own mistake")

    # ---- ASGI ---------------------------------------------------------------------------------------

    async def _run(self) -> None:
        try:
            await self._server.app(self._scope, self._events.get, self._send)
        except Exception as problem:
            logger.error("socket failed", exc_info=problem)
            self._close(frames.OUR_MISTAKE, FAILED)
        else:
            self._close(frames.NORMAL, FAILED)

    async def _send(self, message: Any) -> None:
        kind = message["type"]
        if kind == "websocket.accept" and not self._accepted:
            self._open(message)
        elif kind == "websocket.close":
            self._close(message.get("code") or frames.NORMAL, REFUSED)
        elif kind == "websocket.send" and self._accepted:
            text = message.get("text")
            if not self.put(message["bytes"] if text is None else text.encode()):
                self._abort("does not read")
        else:
            raise RuntimeError(f"{kind} does not belong here")

    def _open(self, message: Any) -> None:
        self._accepted = True
        if self._transport.is_closing():
            return
        headers = [
            (b"sec-websocket-accept", self._accept),
            (b"date", self._server.date()),
            (REQUEST_ID_HEADER, self._request_id.encode()),
            *message.get("headers", ()),
        ]
        if subprotocol := message.get("subprotocol"):
            headers.append((b"sec-websocket-protocol", subprotocol.encode()))
        self._transport.write(SWITCHED + b"".join(b"%b: %b\r\n" % header for header in headers) + b"\r\n")
        self._keepalive.start()

    def _close(self, code: int, refusal: bytes) -> None:
        """Send a close frame and give the client a moment to answer it; before the handshake, refuse that."""
        if self._close_sent or self._transport.is_closing():
            return
        if not self._accepted:
            self._transport.write(refusal % (REQUEST_ID_HEADER, self._request_id.encode()))
            self._end()
        elif self._full:
            self._abort("does not read")
        else:
            self.flush()
            # What went wrong is in the log, under this id.
            reason = self._request_id.encode() if code == frames.OUR_MISTAKE else b""
            self._transport.write(frame(code.to_bytes(2) + reason, frames.CLOSE))
            self._close_sent = True
            self._disconnected(code)
            self._abort_soon()

    # ---- closing without waiting for the client -----------------------------------------------------

    def _finish(self, answer: int | None, code: int) -> None:
        """The client has closed, or sent what it must not: answer that, if it is still to be answered, and close."""
        if not self._close_sent and self._accepted and not self._transport.is_closing():
            self.flush()
            self._transport.write(frame(answer.to_bytes(2) if answer else b"", frames.CLOSE))
        self._disconnected(code)
        self._end()

    def _end(self) -> None:
        self._close_sent = self._stopped = True
        self._keepalive.stop()
        self._transport.close()
        self._abort_soon()  # a closing transport writes its buffer first: for ever, if the client does not read

    def _disconnected(self, code: int) -> None:
        self._events.put_nowait({"type": "websocket.disconnect", "code": code})

    def shutdown(self) -> None:
        """The server stops."""
        if self._close_sent:
            self._end()
        else:
            self._close(frames.RESTARTING, FAILED)
            if not self._lost:
                self._end()

    def _ping(self, data: bytes) -> None:
        if not self._close_sent and not self._transport.is_closing():
            self._transport.write(frame(data, frames.PING))

    def _abort_soon(self) -> None:
        if self._abort_timer is None and not self._lost:
            self._abort_timer = self._loop.call_later(CLOSE_TIMEOUT_SECONDS, self._abort, "does not read, or answer")

    def _abort(self, why: str) -> None:
        self._stopped = True
        if not self._lost:
            _logger.debug("connection cut off", why=why)
            self._transport.abort()
