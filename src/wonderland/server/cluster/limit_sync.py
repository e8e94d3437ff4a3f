"""What is limited for all instances together: each tells the others what it has counted, a moment later.

When the bus is lost, each instance goes on counting by itself.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter

from wonderland.server.bus.bus import ALL, Bus
from wonderland.server.bus.messages import AnyMessage, Blocked, Counted
from wonderland.server.rate_limits import RateLimits
from wonderland.server.sockets.sessions import SocketSessions
from wonderland.server.store.chat_store import ChatLine
from wonderland.server.tables.table import Table
from wonderland.server.tables.tables import Tables

CHAT = "chat"  #: the limit of chat lines, which ``RateLimits`` does not know
PSEUDONYM_BYTES = 12


class LimitSync:
    """``key`` makes pseudonyms of people and addresses."""

    def __init__(self, bus: Bus, limits: RateLimits, sessions: SocketSessions, tables: Tables, key: bytes) -> None:
        self._bus = bus
        self._limits = limits
        self._sessions = sessions
        self._key = key
        self._counts: Counter[tuple[str, str]] = Counter()
        limits.pseudonym = self._pseudonym
        limits.on_take.append(self._count)
        tables.on_chat.append(self._said)
        sessions.on_block.append(lambda person, milliseconds: bus.publish(ALL, Blocked(person, milliseconds)))
        bus.on_message.append(self._hear)

    def _pseudonym(self, whose: str) -> str:
        name = whose.encode(errors="surrogatepass")
        return hashlib.blake2b(name, digest_size=PSEUDONYM_BYTES, key=self._key).hexdigest()

    def _said(self, table: Table, line: ChatLine) -> None:
        if line.person:
            self._count(CHAT, line.person)

    def _count(self, name: str, whose: str) -> None:
        if not self._counts:
            asyncio.get_running_loop().call_soon(self._tell)
        self._counts[name, whose] += 1

    def _tell(self) -> None:
        counts, self._counts = self._counts, Counter()
        self._bus.publish(ALL, Counted(tuple((name, whose, number) for (name, whose), number in counts.items())))

    def _hear(self, sender: str, message: AnyMessage) -> None:
        if isinstance(message, Blocked):
            self._sessions.block(message.person, message.milliseconds, tell=False)
        elif isinstance(message, Counted):
            for name, whose, number in message.counts:
                if name == CHAT:
                    for _ in range(number):
                        self._sessions.chat_bucket(whose).take()
                else:
                    self._limits.count_elsewhere(name, whose, number)
