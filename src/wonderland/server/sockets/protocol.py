"""Uvicorn's WebSocket protocol, but one that waits for nobody, with a direct line to it for those who know.

Closing politely means: first all that was written before, then the close frame, then the client's own. A client that
has stopped reading takes none of it, and the connection, the seat it holds and its buffers would stay for ever. So
whoever does not read or answer is cut off.

By ASGI each message goes through a queue and wakes a task, and each answer through four coroutines: more than all of
our own work on it. A connection to a table finds its ``Impatient`` in the scope instead (``line_of``), is called with
each message, and writes its answers right there. Without it everything works as well, more slowly.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any

import structlog
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

PING = 10.0  #: seconds between two questions whether somebody is there; browsers answer by themselves
PONG = 10.0  #: seconds for the answer
LINE = "wonderland.line"
MOST = 1 << 14  #: characters that gather for one write

_logger = structlog.get_logger(__name__)


def line_of(scope: Mapping[str, Any]) -> Impatient | None:
    """The direct line to the client, where this server has one."""
    found: Impatient | None = (scope.get("extensions") or {}).get(LINE)
    return found


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


#: Lines with something to send: what one of them has to say in a turn of the loop is one write.
_busy: list[Impatient] = []


def flush() -> None:
    """Send what has gathered. Whoever has said all there is to say calls it; else it is done before the next turn."""
    for line in _busy:
        line.flush()
    _busy.clear()


class Impatient(WebSocketsSansIOProtocol):
    """For ``uvicorn.Config(ws=…)``."""

    listener: Callable[[str | bytes], None] | None = None

    def __init__(self, *words: Any, **options: Any) -> None:
        super().__init__(*words, **options)
        self._unsent: list[bytes] = []
        self._size = 0

    # ---- the direct line ----------------------------------------------------------------------------

    async def run_asgi(self) -> None:
        extensions: Any = self.scope["extensions"]
        extensions[LINE] = self
        await super().run_asgi()

    def listen(self, listener: Callable[[str | bytes], None]) -> None:
        """From now on hand every message over at once; those that wait already come first."""
        self.listener = listener
        waiting: list[Any] = []
        while not self.queue.empty():
            waiting.append(self.queue.get_nowait())
        for message in waiting:
            if message["type"] == "websocket.receive":
                text = message.get("text")
                self._hand_over(message["bytes"] if text is None else text)
            else:
                self.queue.put_nowait(message)
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def put(self, text: str) -> bool:
        """Send a text if that can be done at once."""
        if not self.writable.is_set() or self.close_sent or self.disconnected or self.conn.extensions:
            return False
        if not self._unsent:
            if not _busy:
                self.loop.call_soon(flush)
            _busy.append(self)
        self._unsent.append(frame(text.encode()))
        self._size += len(text)
        if self._size > MOST:
            self.flush()  # which finds out whether anybody reads it
        return True

    def flush(self) -> None:
        unsent, self._unsent, self._size = self._unsent, [], 0
        if unsent and not self.disconnected:
            self.transport.write(unsent[0] if len(unsent) == 1 else b"".join(unsent))

    def send_receive_event_to_app(self) -> None:
        if self.listener is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        if self.curr_msg_data_type == "text":
            try:
                text = data.decode()
            except UnicodeDecodeError:
                super().send_receive_event_to_app()  # which ends the connection as the standard asks
                return
            self.frames = []
            self._hand_over(text)
        else:
            self.frames = []
            self._hand_over(bytes(data))

    def _hand_over(self, message: str | bytes) -> None:
        assert self.listener, "somebody listens"
        try:
            self.listener(message)
        except Exception:
            _logger.exception("message_not_heard")
            self.transport.abort()

    # ---- waiting for nobody -------------------------------------------------------------------------

    def send(self, message: Any) -> Coroutine[Any, Any, None]:
        self.flush()
        return self._end(message) if message["type"] == "websocket.close" else super().send(message)

    async def _end(self, message: Any) -> None:
        if not self.writable.is_set():
            self.transport.abort()  # its end is told as soon as the loop turns, to those who wait to send as well
            return
        await super().send(message)
        if self.close_timer:
            self.close_timer.cancel()
            self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()
