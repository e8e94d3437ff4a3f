"""Messages whose sender waits until all other instances have acted on them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

import structlog

from wonderland.server.bus.bus import ALL, Bus
from wonderland.server.bus.messages import Acknowledged, AcknowledgedMessage, AnyMessage
from wonderland.server.clock import Clock
from wonderland.server.ids import new_id
from wonderland.server.people.expiring_cache import MAX_AGE_MS
from wonderland.server.store.instance_store import LEASE_MS, InstanceStore

#: After which an instance that says nothing counts as dead, or has asked the database itself.
ACKNOWLEDGE_SECONDS = (max(LEASE_MS, MAX_AGE_MS) + 1_000) / 1_000
RETRY_SECONDS = 1.0  #: between two messages about the same

_logger = structlog.get_logger(__name__)


class Announcements:
    """Tells all other instances something, and waits for their answers."""

    def __init__(self, bus: Bus, store: InstanceStore, clock: Clock, instance: str) -> None:
        self._bus = bus
        self._store = store
        self._clock = clock
        self._instance = instance
        #: By message, who has not answered yet.
        self._waiting: dict[str, set[str]] = {}
        self._answered = asyncio.Event()
        #: How many messages some instance did not answer in time.
        self.unanswered = 0
        bus.on_message.append(self._hear)

    async def tell(self, channel: str, make: Callable[[str], AcknowledgedMessage]) -> bool:
        """Whether all have acted on it within the time after which they would have found out by themselves."""
        others = await self._others()
        if not others:
            return True
        id = new_id()
        self._waiting[id] = others
        try:
            async with asyncio.timeout(ACKNOWLEDGE_SECONDS):
                while self._waiting[id]:
                    self._bus.publish(channel, make(id))
                    with suppress(TimeoutError):
                        await asyncio.wait_for(self._one_answered(id), RETRY_SECONDS)
                return True
        except TimeoutError:
            left = self._waiting[id] & await self._others()
            if left:
                self.unanswered += 1
                _logger.warning("not_acknowledged", instances=len(left))
            return not left
        finally:
            del self._waiting[id]

    def acknowledge(self, id: str) -> None:
        self._bus.publish(ALL, Acknowledged(id))

    async def _one_answered(self, id: str) -> None:
        while self._waiting[id]:
            await self._answered.wait()

    async def _others(self) -> set[str]:
        now = self._clock.now()
        return {one.id for one in await self._store.all() if one.lives(now) and one.id != self._instance}

    def _hear(self, sender: str, message: AnyMessage) -> None:
        if isinstance(message, Acknowledged) and sender in self._waiting.get(message.id, ()):
            self._waiting[message.id].discard(sender)
            answered, self._answered = self._answered, asyncio.Event()
            answered.set()
