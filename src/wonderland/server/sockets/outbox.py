"""Sending without waiting: what a client cannot receive at once is queued, up to a limit."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from types import coroutine
from typing import Any

Send = Callable[[Any], Coroutine[Any, Any, None]]

#: Characters queued for a slow client before it is disconnected; it can reconnect and catch up.
MAX_QUEUED_CHARACTERS = 1 << 18


class Outbox:
    """Sends texts in order through an ASGI ``send``, at once where the client keeps up.

    Handing every message to a task would cost more than the message itself. So ``send`` is driven right here; only when
    it would have to wait, a task finishes it.
    """

    def __init__(self, send: Send, on_slow: Callable[[], None], send_now: Callable[[str], bool] | None = None) -> None:
        self._send = send
        #: Sends a text if that can be done right now; a shorter way than ``send``, where there is one.
        self._send_now = send_now
        self._on_slow = on_slow
        self._waiting: deque[str] = deque()
        self._size = 0
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    def put(self, text: str) -> None:
        if self._closed:
            return
        if self._task is None:
            if self._send_now and self._send_now(text):
                return
            sending = self._send({"type": "websocket.send", "text": text})
            try:
                awaited = sending.send(None)
            except StopIteration:
                return
            except Exception:  # the client is gone; whoever reads from it finds out
                self._closed = True
                return
            self._task = asyncio.create_task(self._drain(_continue(sending, awaited)))
            return
        self._waiting.append(text)
        self._size += len(text)
        if self._size > MAX_QUEUED_CHARACTERS:
            self._closed = True
            self._on_slow()

    def close(self) -> None:
        self._closed = True
        if self._task:
            self._task.cancel()

    async def _drain(self, first: Any) -> None:
        try:
            await first
            while self._waiting and not self._closed:
                text = self._waiting.popleft()
                self._size -= len(text)
                await self._send({"type": "websocket.send", "text": text})
        except Exception:  # as above
            self._closed = True
        finally:
            self._task = None


@coroutine
def _continue(begun: Coroutine[Any, Any, None], awaited: Any) -> Generator[Any, Any, None]:
    """What is left of a coroutine that has been driven to its first wait."""
    while True:
        thrown: BaseException | None = None
        try:
            yield awaited
        except BaseException as problem:
            thrown = problem
        try:
            awaited = begun.throw(thrown) if thrown else begun.send(None)
        except StopIteration:
            return
