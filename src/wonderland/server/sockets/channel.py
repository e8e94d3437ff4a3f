"""A direct channel to a client that bypasses ASGI's queue and coroutines.

Under ASGI each message goes through a queue and wakes a task, and each answer passes four coroutines, which costs more
than handling the message. If the web server offers a channel in the scope (``uvicorn_protocols``), each message is a
plain function call and answers are written directly. Without a channel everything works the same, only slower.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Protocol

CHANNEL_KEY = "wonderland.channel"


class Listener(Protocol):
    """Receives what a client sends."""

    def receive(self, text: str | bytes) -> None:
        """A whole message."""

    def count_frame(self) -> None:
        """A frame that is not a whole message: a ping, a pong, a fragment."""


class Channel(Protocol):
    """One client's connection."""

    def listen(self, listener: Listener) -> None:
        """Pass every message to the listener from now on; queued ones first."""

    def put(self, text: str) -> bool:
        """Send a text; False if that is not possible without waiting."""

    def flush(self) -> None:
        """Write what was put."""

    def stop_reading(self) -> None:
        """Read nothing more from this client, and abort the connection soon."""

    def when_lost(self, callback: Callable[[], None]) -> None:
        """Call back once the connection is lost and its file descriptor closed."""


def channel_of(scope: Mapping[str, Any]) -> Channel | None:
    """The channel of a connection, where the web server offers one."""
    found: Channel | None = (scope.get("extensions") or {}).get(CHANNEL_KEY)
    return found


class PendingWrites:
    """Channels with unsent data: all that one client is sent in one turn of the event loop becomes one write."""

    def __init__(self) -> None:
        self._channels: list[Channel] = []

    def add(self, channel: Channel) -> None:
        if not self._channels:
            asyncio.get_running_loop().call_soon(self.flush)
        self._channels.append(channel)

    def flush(self) -> None:
        """Write everything now. Called after a commit, else in the next turn of the event loop."""
        channels, self._channels = self._channels, []
        for channel in channels:
            channel.flush()
