"""The register of people: reading one, adding one, changing one, and letting everybody know."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.server.clock import Clock
from wonderland.server.ids import new_id
from wonderland.server.people.credentials import Credential
from wonderland.server.people.expiring_cache import ExpiringCache
from wonderland.server.people.person import Kind, Person
from wonderland.server.people.refusals import Unknown
from wonderland.server.store import people as store
from wonderland.server.store.database import Database
from wonderland.server.store.journal import Journal, NotSaved

Work = Callable[[AsyncConnection], Awaitable[Any]]


class PersonRepository:
    """What every operation on people rests on."""

    def __init__(self, database: Database, journal: Journal, clock: Clock) -> None:
        self.database = database
        self.journal = journal
        self.clock = clock
        #: Told of everybody who has changed: renamed, muted, banned, logged out everywhere (another epoch), or gone.
        self.listeners: list[Callable[[Person], object]] = []
        #: Told of every token that was revoked, and of every cookie that was given back.
        self.credential_listeners: list[Callable[[Credential], object]] = []
        self._known: ExpiringCache[Person] = ExpiringCache()
        #: By the hash of a token.
        self._tokens: ExpiringCache[Credential] = ExpiringCache()

    async def find(self, id_: str) -> Person | None:
        """Somebody by id, who may be gone or banned, as they are at the moment in which this returns."""
        if not id_.isascii():
            return None  # nor could the database be asked about everything that text can hold
        while True:
            now = self.clock.now()
            if person := self._known.get(id_, now):
                return person
            changes = self._known.changes
            async with self.database.reading() as connection:
                row = await store.person(connection, id_)
            if row is None:
                return None
            if changes == self._known.changes:  # else they may have been banned while we waited
                person = read(row)
                self._known.remember(id_, person, now, changes)
                return person

    async def add(self, kind: Kind, name: str, owner: str | None = None, check: Work | None = None) -> Person:
        """Somebody new; ``check`` may refuse within the same transaction."""
        now = self.clock.now()
        person = Person(id=new_id(), kind=kind, name=name, owner=owner, created=now, seen=now)

        async def work(connection: AsyncConnection) -> None:
            if check:
                await check(connection)
            await store.add(connection, id=person.id, kind=kind, name=name, owner=owner, created=now, seen=now)

        await self.journal.run(work)
        return person

    async def change(self, id_: str, *if_: Any, **values: Any) -> Person:
        """Change what is kept of somebody; raises ``Unknown`` when they are gone, or a condition does not hold.

        When this returns, everybody knows, and nothing is on its way any more that they sent as who they were before.
        """

        async def work(connection: AsyncConnection) -> Person:
            row = await store.person(connection, id_)
            if row is None or not await store.change(connection, id_, *if_, **values):
                raise Unknown("person_gone")
            return read(await store.person(connection, id_) or row)

        changed = await self.journal.run(work)
        self.tell(changed)
        await self.drain()
        return changed

    async def note(self, work: Work) -> None:
        """Write something that is not worth a failure."""
        with contextlib.suppress(NotSaved):
            await self.journal.run(work)

    async def end(self, credential: Credential) -> None:
        """Close what was opened with a token or a cookie; when this returns, nothing it sent is on its way any more."""
        for listener in self.credential_listeners:
            listener(credential)
        await self.drain()

    async def drain(self) -> None:
        """Until everything that was handed to the journal before is on disk, or has been refused."""

        async def nothing(_: AsyncConnection) -> None: ...

        await self.note(nothing)

    def forget_all(self) -> None:
        """Believe nothing but what is on disk, which is not what it was."""
        self._known.clear()
        self._tokens.clear()

    def tell(self, person: Person) -> None:
        """Let everybody know that somebody is not who they were."""
        self._known.forget(person.id)
        # A bot is banned with its owner: whichever tokens are theirs, all are read anew.
        self._tokens.clear()
        for listener in self.listeners:
            listener(person)


def read(row: store.AnyRow) -> Person:
    return Person(**{name: row._mapping[name] for name in Person.__struct_fields__})
