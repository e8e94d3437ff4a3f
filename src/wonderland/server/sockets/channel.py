"""A direct channel to a client that bypasses ASGI's queue and coroutines.

Under ASGI each message goes through a queue and wakes a task, and each answer passes four coroutines. Over a channel,
which the web server offers in the scope (``protocols/websocket.py``), each message is a plain function call, and
answers are written directly.
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

    def put(self, text: bytes) -> bool:
        """Send a text in UTF-8, without waiting; False if the client does not read, and too much waits for it."""

    def flush(self) -> None:
        """Write what was put."""

    def stop_reading(self) -> None:
        """Read nothing more from this client, and abort the connection soon."""

    def when_lost(self, callback: Callable[[], None]) -> None:
        """Call back once the connection is lost and its file descriptor closed."""


def channel_of(scope: Mapping[str, Any]) -> Channel:
    """The channel of a WebSocket."""
    found: Channel = scope["extensions"][CHANNEL_KEY]
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
