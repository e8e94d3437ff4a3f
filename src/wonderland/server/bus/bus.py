"""The ``Bus`` protocol, and the bus of a server that is alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from wonderland.server.bus.messages import AnyMessage

#: Every instance hears what is sent here.
ALL = "all"

#: Called with the sender's id and the message.
Hear = Callable[[str, AnyMessage], None]


def instance_channel(id: str) -> str:
    """The channel of one instance."""
    return f"instance:{id}"


def table_channel(id: str) -> str:
    """The channel of those who have a table in memory."""
    return f"table:{id}"


def person_channel(id: str) -> str:
    """The channel of those where a person has pages open."""
    return f"person:{id}"


class Bus(Protocol):
    """Carries messages to the other instances. It may lose any of them, and nothing here waits for it."""

    #: How many messages were refused, because they were forged or replayed; and how many came too late to count.
    refused: int
    late: int
    #: Called with every message of another instance.
    on_message: list[Hear]
    #: Called when messages arrive again: any number of them may have been lost before.
    on_connect: list[Callable[[], None]]
    #: Called with a channel once everything that is sent there is heard, and again whenever that begins anew.
    on_subscribe: list[Callable[[str], None]]

    @property
    def connected(self) -> bool:
        """Whether messages are sent and arrive, as far as is known."""
        ...

    def publish(self, channel: str, message: AnyMessage) -> None: ...

    def subscribe(self, channel: str) -> None: ...

    def unsubscribe(self, channel: str) -> None: ...

    async def open(self) -> None: ...

    async def close(self) -> None:
        """Send what was published, and stop."""
        ...


class LocalBus:
    """There is nobody else."""

    connected = True
    refused = 0
    late = 0

    def __init__(self) -> None:
        self.on_message: list[Hear] = []
        self.on_connect: list[Callable[[], None]] = []
        self.on_subscribe: list[Callable[[str], None]] = []

    def publish(self, channel: str, message: AnyMessage) -> None:
        pass

    def subscribe(self, channel: str) -> None:
        pass

    def unsubscribe(self, channel: str) -> None:
        pass

    async def open(self) -> None:
        pass

    async def close(self) -> None:
        pass
