"""A direct way to a client, past ASGI's queue and coroutines.

By ASGI each message goes through a queue and wakes a task, and each answer through four coroutines: more than all of
our own work on it. Where the web server offers a channel in the scope (``uvicorn_protocols``), each message is handed
over by a plain call and answers are written right there. Without one everything works as well, more slowly.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Protocol

CHANNEL_KEY = "wonderland.channel"


class Listener(Protocol):
    """Who is told what a client sends."""

    def hear(self, text: str | bytes) -> None:
        """A whole message."""

    def count_frame(self) -> None:
        """A frame that is no message: a ping, a pong, a part of a message."""


class Channel(Protocol):
    """One client's connection."""

    def listen(self, listener: Listener) -> None:
        """From now on hand over every message at once; those that wait already come first."""

    def put(self, text: str) -> bool:
        """Send a text, if that can be done without waiting."""

    def flush(self) -> None:
        """Write what was put."""

    def stop_reading(self) -> None:
        """Read nothing more from this client, whatever has arrived already, and cut it off in a moment."""

    def when_lost(self, callback: Callable[[], None]) -> None:
        """Call back once the connection is gone, and its file descriptor with it."""


def channel_of(scope: Mapping[str, Any]) -> Channel | None:
    """The channel of a connection, where the web server offers one."""
    found: Channel | None = (scope.get("extensions") or {}).get(CHANNEL_KEY)
    return found


class PendingWrites:
    """Channels with something to send: what a client is sent in one turn of the loop is one write."""

    def __init__(self) -> None:
        self._channels: list[Channel] = []

    def add(self, channel: Channel) -> None:
        if not self._channels:
            asyncio.get_running_loop().call_soon(self.flush)
        self._channels.append(channel)

    def flush(self) -> None:
        """Write everything now. Called at the end of a commit, else before the next turn of the loop."""
        channels, self._channels = self._channels, []
        for channel in channels:
            channel.flush()
