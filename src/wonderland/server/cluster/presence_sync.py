"""Who is on the site, by whichever instance."""

from __future__ import annotations

import asyncio
from zlib import crc32

from wonderland.server.bus.bus import ALL, Bus
from wonderland.server.bus.messages import AnyMessage, Beat, Hello, Present
from wonderland.server.presence import Presence

MAX_PEOPLE_PER_MESSAGE = 5_000


class PresenceSync:
    """Tells the others who comes and goes here. A checksum with every heartbeat shows whether they know."""

    def __init__(self, bus: Bus, presence: Presence, instance: str) -> None:
        self._bus = bus
        self._presence = presence
        self._instance = instance
        #: Who has come or gone and is still to be told.
        self._changed: dict[str, int] = {}
        presence.on_sockets.append(self._sockets_changed)
        bus.on_message.append(self._hear)
        bus.on_connect.append(self.begin)

    def begin(self) -> None:
        """Tell everything, and ask for the same: messages may have been lost."""
        self._tell_all()
        self._bus.publish(ALL, Hello())

    def beat(self) -> None:
        self._tell()
        self._bus.publish(ALL, Beat(checksum(self._presence.here())))

    def _sockets_changed(self, person: str, count: int) -> None:
        if not self._changed:
            asyncio.get_running_loop().call_soon(self._tell)
        self._changed[person] = count

    def _tell(self) -> None:
        changed, self._changed = self._changed, {}
        if changed:
            self._bus.publish(ALL, Present(changed))

    def _tell_all(self) -> None:
        self._changed.clear()
        here = list(self._presence.here().items())
        for start in range(0, len(here) or 1, MAX_PEOPLE_PER_MESSAGE):
            some = dict(here[start : start + MAX_PEOPLE_PER_MESSAGE])
            self._bus.publish(ALL, Present(some, whole=start == 0))

    def _hear(self, sender: str, message: AnyMessage) -> None:
        match message:
            case Present(sockets, whole):
                self._presence.set_elsewhere(sender, sockets, whole)
            case Hello(instance) if instance in (None, self._instance):
                self._tell_all()
            case Beat(present) if present != checksum(self._presence.elsewhere(sender)):
                self._bus.publish(ALL, Hello(sender))


def checksum(sockets: object) -> int:
    """The same for the same people with as many sockets, in whatever order.

    >>> checksum({"ann": 1, "bob": 2}) == checksum({"bob": 2, "ann": 1}) != checksum({"ann": 2, "bob": 2})
    True
    """
    total = 0
    assert hasattr(sockets, "items")
    for person, count in sockets.items():
        total ^= crc32(f"{person} {count}".encode())
    return total
