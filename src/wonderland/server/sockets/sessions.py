"""The open socket sessions: how many each person and address may have, and closing those that are no longer allowed."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Protocol

from wonderland.server.clock import Clock
from wonderland.server.connection_limits import ConnectionLimits, RefusalLog
from wonderland.server.errors import Limited
from wonderland.server.people.credentials import Credential
from wonderland.server.people.person import Person
from wonderland.server.presence import Presence
from wonderland.server.settings import Settings
from wonderland.server.sockets.client_connection import ClientConnection
from wonderland.server.sockets.connection import CHAT_WINDOW_MS, MAX_CHAT_LINES
from wonderland.server.sockets.token_bucket import TokenBucket
from wonderland.server.tables.requests import Actor

MAX_CHAT_BUCKETS = 1_000  #: after which full buckets are dropped
#: Sockets of an address beyond its limit that are accepted just to tell the client why it is refused.
MAX_REFUSED_SOCKETS_PER_ADDRESS = 16
RETRY_AFTER_SECONDS = 30  #: by then another connection may have been closed


class Session(Protocol):
    """An open session (``session.py``)."""

    @property
    def connection(self) -> ClientConnection: ...

    credential: Credential | None
    left: asyncio.Event

    def close(self, reason: str, retry_ms: int | None = None) -> None: ...


class SocketSessions:
    """Registers open sessions, and refuses new ones beyond the limits of a person or an address."""

    def __init__(
        self,
        settings: Settings,
        clock: Clock,
        limits: ConnectionLimits,
        presence: Presence,
        refusals: RefusalLog | None = None,
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._limits = limits
        self._presence = presence
        self._refusals = refusals or RefusalLog()
        #: By person, one chat limit for all their connections.
        self._chat_buckets: dict[str, TokenBucket] = {}
        #: Until when people who flooded the server are kept out.
        self._blocked_until: dict[str, int] = {}
        self._by_person: Counter[str] = Counter()
        #: Sockets by address, from the handshake until the connection is lost; refused ones, too.
        self._by_address: Counter[str] = Counter()
        self._total = 0
        self._sessions: set[Session] = set()
        #: Whether new sessions are let in: not while the server stops or its database is replaced.
        self.accepting = False
        #: Called with a person who is kept out for so many milliseconds.
        self.on_block: list[Callable[[str, int], None]] = []

    def __len__(self) -> int:
        return len(self._sessions)

    def __iter__(self) -> Iterator[Session]:
        return iter(self._sessions)

    def add(self, session: Session) -> None:
        self._sessions.add(session)
        if session.credential:
            self._presence.arrive(session.credential.person.id)

    def remove(self, session: Session) -> None:
        self._sessions.discard(session)
        if session.credential:
            self._presence.leave(session.credential.person.id)

    # ---- limits -------------------------------------------------------------------------------------

    def open_socket(self, address: str) -> bool:
        """Count a socket, from its handshake until ``socket_lost``. False: too many even to tell each why."""
        full = self._total >= self._limits.total
        if full or self._by_address[address] >= self._limits.sockets_per_address + MAX_REFUSED_SOCKETS_PER_ADDRESS:
            self._refusals.note("server" if full else "address")
            return False
        self._count(address, 1)
        return True

    def socket_lost(self, address: str) -> None:
        self._count(address, -1)

    def _count(self, address: str, change: int) -> None:
        self._total += change
        self._by_address[address] += change
        if not self._by_address[address]:
            del self._by_address[address]

    def enter(self, person: str | None, address: str, share: int = 1) -> None:
        """Count a person's session, whose socket is counted already; raises ``Limited`` beyond a limit.

        ``share``: the part of a person's connections that all their sessions together may have before this one.
        """
        left = (self._blocked_until.get(person, 0) if person else 0) - self._clock.now()
        if left > 0:
            raise Limited("message_too_many", seconds=max(1, left // 1_000))
        sessions = self._by_person[person] + self._presence.sockets_elsewhere(person) if person else 0
        if sessions >= max(1, self._settings.connections_per_person // share):
            raise Limited("connections_person", seconds=RETRY_AFTER_SECONDS)
        if self._by_address[address] > self._limits.sockets_per_address:
            self._refusals.note("address")
            raise Limited("connections_address", seconds=RETRY_AFTER_SECONDS)
        if person:
            self._by_person[person] += 1

    def leave(self, person: str | None) -> None:
        if person:
            self._by_person[person] -= 1
            if not self._by_person[person]:
                del self._by_person[person]

    def chat_bucket(self, person: str) -> TokenBucket:
        """How much a person may write: one limit for all their connections."""
        if len(self._chat_buckets) > MAX_CHAT_BUCKETS:
            self._chat_buckets = {one: bucket for one, bucket in self._chat_buckets.items() if not bucket.full}
        return self._chat_buckets.setdefault(person, TokenBucket(self._clock, MAX_CHAT_LINES, CHAT_WINDOW_MS))

    def block(self, person: str, milliseconds: int, tell: bool = True) -> None:
        """Keep a person out for a while, and ``tell`` the other instances."""
        now = self._clock.now()
        self._blocked_until = {one: until for one, until in self._blocked_until.items() if until > now}
        self._blocked_until[person] = now + milliseconds
        for observer in self.on_block if tell else ():
            observer(person, milliseconds)

    def reserve(self, address: str, milliseconds: int) -> None:
        """Allow this address one connection less for a while."""
        self._count(address, 1)
        self._clock.at(self._clock.now() + milliseconds, lambda: self.socket_lost(address))

    # ---- closing ------------------------------------------------------------------------------------

    async def wait_until_empty(self) -> None:
        await asyncio.gather(*(session.left.wait() for session in self._sessions))

    def close_all(self, elsewhere: bool = False) -> None:
        """Close every session, and let nobody in until ``accepting`` is set again.

        ``elsewhere``: other instances are there, so clients need not wait until this one is back.
        """
        self.accepting = False
        for session in list(self._sessions):
            session.close("restarting", 0 if elsewhere else None)

    def person_changed(self, person: Person) -> None:
        """Close the sessions of a person who is banned or deleted, and of their bots; after a log-out everywhere, the
        cookie's sessions reconnect. Other changes, such as a new name, are taken over.
        """
        for session, held in self._with_credentials():
            if person.id not in (held.person.id, held.person.owner):
                continue
            if person.banned or person.kind == "gone":
                session.close("banned")
            elif person.id == held.person.owner:
                pass  # other changes of an owner do not concern their bots
            elif held.token is None and person.epoch != held.person.epoch:
                session.close("restarting")
            else:
                session.connection.actor = Actor(person.id, person.name)

    def credential_ended(self, ended: Credential) -> None:
        """Close the sessions opened with a revoked token, or with the cookie of a browser that has logged out: the
        browser's tabs reconnect without it. Other sessions of the same person stay.
        """
        for session, held in self._with_credentials():
            if held.same(ended):
                session.close("banned" if ended.token else "restarting")

    def credentials(self) -> list[Credential]:
        """What the open sessions were opened with."""
        return [held for _, held in self._with_credentials()]

    def _with_credentials(self) -> list[tuple[Session, Credential]]:
        return [(session, session.credential) for session in self._sessions if session.credential]
