"""Uvicorn's WebSocket protocol with a direct channel to the client, and with limits on what a client can make us do.

Control frames, empty frames and fragments cost as much to read as messages, so they count as such. A client that does
not read, or does not answer a close frame, is disconnected: else it could hold the connection, its seat and its buffers
for as long as it likes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import structlog
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from wonderland.server.sockets.channel import CHANNEL_KEY, Listener, PendingWrites

#: Parsed before the client's limits are checked again: at most 170 empty frames.
READ_PIECE_BYTES = 1_024
MAX_BATCH_CHARACTERS = 1 << 14  #: that gather for one write
MAX_UNREAD_BYTES = 1 << 18  #: written but not received by the client, pongs included
MAX_UNHANDLED_FRAMES = 1_000  #: before the handler listens, and after our close frame
UNREADABLE_HANDSHAKE = b"HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
#: Seconds for the client's answer to our close frame, and for whatever else is still to be written.
CLOSE_TIMEOUT_SECONDS = 2.0

_logger = structlog.get_logger(__name__)


def frame(data: bytes) -> bytes:
    """One whole text message as a server sends it (RFC 6455, 5.2): no mask, no extension.

    >>> frame(b"Hi").hex(" ")
    '81 02 48 69'
    """
    size = len(data)
    if size < 126:
        return bytes((0x81, size)) + data
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2) + data
    return b"\x81\x7f" + size.to_bytes(8) + data


class DirectWebSocketProtocol(WebSocketsSansIOProtocol):
    """One WebSocket: a :class:`wonderland.server.sockets.channel.Channel`."""

    writes: PendingWrites

    def __init__(self, *words: Any, **options: Any) -> None:
        super().__init__(*words, **options)
        self.close_timeout = CLOSE_TIMEOUT_SECONDS
        self._listener: Listener | None = None
        self._unsent: list[bytes] = []
        self._unsent_size = 0
        self._unheard_frames = 0
        self._stopped = False
        self._lost = False
        self._when_lost: list[Callable[[], None]] = []
        self._abort_timer: asyncio.TimerHandle | None = None

    # ---- the direct channel -------------------------------------------------------------------------

    async def run_asgi(self) -> None:
        extensions: Any = self.scope["extensions"]
        extensions[CHANNEL_KEY] = self
        await super().run_asgi()
        self._abort_if_it_does_not_close()

    def listen(self, listener: Listener) -> None:
        self._listener = listener
        waiting: list[Any] = []
        while not self.queue.empty():
            waiting.append(self.queue.get_nowait())
        for message in waiting:
            if message["type"] == "websocket.receive":
                text = message.get("text")
                self._tell(listener.receive, message["bytes"] if text is None else text)
            else:
                self.queue.put_nowait(message)
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def put(self, text: str) -> bool:
        if not self.writable.is_set() or self.close_sent or self.disconnected or self.conn.extensions:
            return False
        if not self._unsent:
            self.writes.add(self)
        self._unsent.append(frame(text.encode()))
        self._unsent_size += len(text)
        if self._unsent_size > MAX_BATCH_CHARACTERS:
            self.flush()  # which notices a client that does not read
        return True

    def flush(self) -> None:
        unsent, self._unsent, self._unsent_size = self._unsent, [], 0
        if unsent and not self.close_sent and not self.transport.is_closing():
            self.transport.write(unsent[0] if len(unsent) == 1 else b"".join(unsent))

    def stop_reading(self) -> None:
        if not self._stopped and not self.transport.is_closing():
            self.transport.pause_reading()
            self._abort_soon()  # its answer to our close frame is not read either
        self._stopped = True

    def when_lost(self, callback: Callable[[], None]) -> None:
        if self._lost:
            callback()
        else:
            self._when_lost.append(callback)

    # ---- what the client sends ----------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        # One read can hold 40,000 empty frames, and the parser would handle them all at once.
        for start in range(0, len(data), READ_PIECE_BYTES):
            if self._stopped or self.transport.is_closing():
                break
            super().data_received(data[start : start + READ_PIECE_BYTES])
            self._refuse_unreadable_handshake()
        self._abort_if_it_does_not_close()

    def _refuse_unreadable_handshake(self) -> None:
        """The parser silently gives up on a header of more than 8 KiB, and uvicorn would wait for ever."""
        if self.conn.handshake_exc is not None and not self.transport.is_closing():
            self.transport.write(UNREADABLE_HANDSHAKE)
            self.transport.close()

    def handle_ping(self) -> None:
        super().handle_ping()
        if not self.transport.is_closing() and self.transport.get_write_buffer_size() > MAX_UNREAD_BYTES:
            self._abort("does not read its pongs")
        self._count_frame()

    def handle_pong(self, event: Any) -> None:
        super().handle_pong(event)
        self._count_frame()

    def handle_cont(self, event: Any) -> None:
        if not event.fin:  # the last one makes a message, which is counted then
            self._count_frame()
        super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        listener = self._listener
        if self.close_sent:
            self._count_frame()
            self.frames = []
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        try:
            message = data.decode() if self.curr_msg_data_type == "text" else bytes(data)
        except UnicodeDecodeError:  # uvicorn would log it as an error, and anybody can send it
            self.frames = []
            self.conn.send_close(1007)
            self.handle_parser_exception()  # closes the connection, and notifies the handler
            return
        if listener is None:
            self._count_frame()
            super().send_receive_event_to_app()
        else:
            self.frames = []
            self._tell(listener.receive, message)

    def _count_frame(self) -> None:
        """The listener limits frames; without one only a fixed number is allowed."""
        if self._listener is not None and not self.close_sent:
            self._tell(self._listener.count_frame)
            return
        self._unheard_frames += 1
        if self._unheard_frames > MAX_UNHANDLED_FRAMES:
            self._abort("too many frames")

    def _tell(self, tell: Callable[..., None], *words: str | bytes) -> None:
        if self._stopped:
            return
        try:
            tell(*words)
        except Exception:
            _logger.exception("message_not_heard")
            self._abort("our own mistake")

    # ---- closing without waiting for the client -----------------------------------------------------

    def send(self, message: Any) -> Coroutine[Any, Any, None]:
        self.flush()
        return self._end(message) if message["type"] == "websocket.close" else super().send(message)

    async def _end(self, message: Any) -> None:
        if not self.writable.is_set():
            self._abort("does not read")  # waiting senders are notified in the next turn of the loop
            return
        await super().send(message)
        if self.close_timer:
            self.close_timer.cancel()
            self.close_timer = self.loop.call_later(
                CLOSE_TIMEOUT_SECONDS, self._abort, "does not answer the close frame"
            )

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._abort("does not answer pings")

    def shutdown(self) -> None:
        super().shutdown()
        self._abort_if_it_does_not_close()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._abort_timer:
            self._abort_timer.cancel()
        self._lost = True
        callbacks, self._when_lost = self._when_lost, []
        for callback in callbacks:
            callback()

    def _abort_if_it_does_not_close(self) -> None:
        """A closing transport first writes its buffer, which lasts as long as the client does not read."""
        if self.transport.is_closing() and not self._lost:
            self._abort_soon()

    def _abort_soon(self) -> None:
        if self._abort_timer is None:
            self._abort_timer = self.loop.call_later(CLOSE_TIMEOUT_SECONDS, self._abort, "does not read")

    def _abort(self, why: str) -> None:
        self._stopped = True
        if not self._lost:
            _logger.debug("connection cut off", why=why)
            self.transport.abort()
