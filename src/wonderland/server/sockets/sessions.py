"""Who is connected: how often each may be, and how much each may say."""

from __future__ import annotations

import asyncio
from collections import Counter

from wonderland.server.clock import Clock
from wonderland.server.connections import ConnectionLimits, RefusalLog
from wonderland.server.http.limits import Limited
from wonderland.server.people.credentials import Credential
from wonderland.server.people.person import Person
from wonderland.server.settings import Settings
from wonderland.server.sockets.connection import SAY_MOST, SAY_WITHIN
from wonderland.server.sockets.session import SocketSession
from wonderland.server.sockets.token_bucket import TokenBucket
from wonderland.server.tables.requests import Actor

MANY = 1_000  #: allowances after which those that are full are forgotten
#: Sockets of an address beyond its limit that are accepted for as long as it takes to say why they are refused.
MAX_REFUSALS = 16
RETRY = 30  #: seconds after which somebody else may have gone


class SocketSessions:
    """Lets people in as long as they, and others at their address, are not in too often already."""

    def __init__(
        self, settings: Settings, clock: Clock, limits: ConnectionLimits, refusals: RefusalLog | None = None
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._limits = limits
        self._refusals = refusals or RefusalLog()
        #: What people may say, however many windows they have open.
        self._talk: dict[str, TokenBucket] = {}
        #: Until when those who flooded us stay out, by person.
        self._out: dict[str, int] = {}
        self._people: Counter[str] = Counter()
        #: Sockets by address, from the handshake until they are gone; refused ones, too.
        self._addresses: Counter[str] = Counter()
        self._sockets = 0
        self.sessions: set[SocketSession] = set()
        self.accepting = False

    def begin(self, address: str) -> bool:
        """Count a socket whose handshake has come, until ``gone``. False: too many to tell each why it is refused."""
        full = self._sockets >= self._limits.total
        if full or self._addresses[address] >= self._limits.sockets_per_address + MAX_REFUSALS:
            self._refusals.note("server" if full else "address")
            return False
        self._count(address, 1)
        return True

    def gone(self, address: str) -> None:
        self._count(address, -1)

    def _count(self, address: str, change: int) -> None:
        self._sockets += change
        self._addresses[address] += change
        if not self._addresses[address]:
            del self._addresses[address]

    def enter(self, person: str | None, address: str) -> None:
        """Let somebody in whose socket is counted already, or say why not."""
        settings = self._settings
        left = (self._out.get(person, 0) if person else 0) - self._clock.now()
        if left > 0:
            raise Limited("message_too_many", seconds=max(1, left // 1_000))
        if person and self._people[person] >= settings.connections_per_person:
            raise Limited("connections_person", seconds=RETRY)
        if self._addresses[address] > self._limits.sockets_per_address:
            self._refusals.note("address")
            raise Limited("connections_address", seconds=RETRY)
        if person:
            self._people[person] += 1

    def leave(self, person: str | None) -> None:
        if person:
            self._people[person] -= 1
            if not self._people[person]:
                del self._people[person]

    def talk(self, person: str) -> TokenBucket:
        """How much a person may say: one bucket for all their connections."""
        if len(self._talk) > MANY:  # whoever has not spoken for a while has it whole again
            self._talk = {one: bucket for one, bucket in self._talk.items() if not bucket.full}
        return self._talk.setdefault(person, TokenBucket(self._clock, SAY_MOST, SAY_WITHIN))

    def block(self, person: str, milliseconds: int) -> None:
        """Whoever flooded us stays out for a while."""
        now = self._clock.now()
        self._out = {one: until for one, until in self._out.items() if until > now}
        self._out[person] = now + milliseconds

    def occupy(self, address: str, milliseconds: int) -> None:
        """One connection less for this address, for a while."""
        self._count(address, 1)
        self._clock.at(self._clock.now() + milliseconds, lambda: self.gone(address))

    async def empty(self) -> None:
        """Until everybody has gone."""
        await asyncio.gather(*(session.gone.wait() for session in self.sessions))

    def close_all(self) -> None:
        """Everyone has to go, and nobody comes in until the socket_sessions are open again."""
        self.accepting = False
        for session in list(self.sessions):
            session.end("restarting")

    def person_changed(self, person: Person) -> None:
        """Somebody is not who they were: who is banned or gone has to go, and so do their bots; who logged out
        everywhere comes in anew.
        """
        for session, held in self._with_credentials():
            if person.id not in (held.person.id, held.person.owner):
                continue
            if person.banned or person.kind == "gone":
                session.end("banned")
            elif person.id == held.person.owner:
                pass  # what else an owner does is no matter of their bots'
            elif held.token is None and person.epoch != held.person.epoch:
                session.end("restarting")
            else:
                session.connection.actor = Actor(person.id, person.name)

    def end_credential(self, ended: Credential) -> None:
        """A token was revoked, and whoever came with it has to go; or a browser was logged out, and its tabs come in
        anew, as nobody. What the same person opened otherwise stays.
        """
        for session, held in self._with_credentials():
            if held.same(ended):
                session.end("banned" if ended.token else "restarting")

    def _with_credentials(self) -> list[tuple[SocketSession, Credential]]:
        return [(session, session.credential) for session in self.sessions if session.credential]
