"""The instances that share a database: which of them live, and which of them looks after a table."""

from __future__ import annotations

from typing import Protocol

import msgspec

#: How long an instance counts as living after its last heartbeat, and its leases hold.
LEASE_MS = 6_000
#: After which a dead instance is no longer listed.
FORGET_AFTER_MS = 600_000


class Instance(msgspec.Struct, frozen=True, kw_only=True):
    """A server process that has joined the others; its times are those of the database."""

    id: str
    #: Where it can be reached, as far as it knows itself.
    address: str
    #: The version of Wonderland.
    version: str
    #: A fingerprint of its secrets: all instances must have the same.
    secrets: str
    started: int
    seen: int
    #: It stops: others take over what it looks after.
    draining: bool = False

    def lives(self, now: int) -> bool:
        return now - self.seen < LEASE_MS


class OtherSecrets(Exception):
    """A living instance has other secrets."""


class InstanceStore(Protocol):
    """The list of instances."""

    async def beat(self, mine: Instance) -> list[Instance]:
        """Record a heartbeat, for the first time or again; gives all instances that are listed.

        Raises ``OtherSecrets`` if one that lives has other secrets.
        """
        ...

    async def all(self) -> list[Instance]: ...

    async def tables(self) -> dict[str, int]:
        """By instance, how many tables it looks after."""
        ...

    async def remove(self, id: str) -> None:
        """It has ended. The leases of its tables are free."""
        ...
