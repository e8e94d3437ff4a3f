"""Uvicorn's WebSocket protocol, but one that waits for nobody: whoever does not read or answer is cut off.

Closing politely means: first all that was written before, then the close frame, then the client's own. A client that
has stopped reading takes none of it, and the connection, the seat it holds and its buffers would stay for ever.
"""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

PING = 5.0  #: seconds between two questions whether somebody is there; browsers answer by themselves
PONG = 10.0  #: seconds for the answer


class Impatient(WebSocketsSansIOProtocol):
    """For ``uvicorn.Config(ws=…)``."""

    def send(self, message: Any) -> Coroutine[Any, Any, None]:
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
