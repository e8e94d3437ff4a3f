"""Reading, adding and changing people, with a cache in memory, and notifying the rest of the server of changes."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.server.clock import Clock
from wonderland.server.errors import NotSaved, Unknown
from wonderland.server.ids import new_id
from wonderland.server.people.credentials import Credential
from wonderland.server.people.expiring_cache import ExpiringCache
from wonderland.server.people.person import Kind, Person
from wonderland.server.store.database import Database
from wonderland.server.store.journal import Journal
from wonderland.server.store.sql import people as store

Work = Callable[[AsyncConnection], Awaitable[Any]]


class PersonRepository:
    """What every operation on people rests on.

    ``on_change`` is called with everybody who was renamed, muted, banned, logged out everywhere (a new epoch) or
    deleted; ``on_credential_end`` with every token that was revoked and every cookie that was given back.
    """

    def __init__(
        self,
        database: Database,
        journal: Journal,
        clock: Clock,
        *,
        on_change: Callable[[Person], object],
        on_credential_end: Callable[[Credential], object],
    ) -> None:
        self.database = database
        self.journal = journal
        self.clock = clock
        self._on_change = on_change
        self._on_credential_end = on_credential_end
        self._people: ExpiringCache[Person] = ExpiringCache()
        #: By the hash of a token.
        self._tokens: ExpiringCache[Credential] = ExpiringCache()

    async def find(self, id_: str) -> Person | None:
        """A person by id, perhaps deleted or banned; up to date at the moment this returns."""
        if not id_.isascii():
            return None  # lone surrogates could not even be sent to the database
        while True:
            now = self.clock.now()
            if person := self._people.get(id_, now):
                return person
            changes = self._people.changes
            async with self.database.reading() as connection:
                row = await store.person(connection, id_)
            if row is None:
                return None
            if changes == self._people.changes:  # else the person may have been banned meanwhile
                person = read_person(row)
                self._people.store(id_, person, now, changes)
                return person

    async def add(self, kind: Kind, name: str, owner: str | None = None, check: Work | None = None) -> Person:
        """Add a person; ``check`` may refuse within the same transaction."""
        now = self.clock.now()
        person = Person(id=new_id(), kind=kind, name=name, owner=owner, created=now, seen=now)

        async def work(connection: AsyncConnection) -> None:
            if check:
                await check(connection)
            await store.add(connection, id=person.id, kind=kind, name=name, owner=owner, created=now, seen=now)

        await self.journal.run(work)
        return person

    async def change(self, id_: str, *if_: Any, **values: Any) -> Person:
        """Change columns of a person; raises ``Unknown`` if they are deleted or a condition does not hold.

        When this returns, every part of the server has been notified, and nothing they sent before is still being
        written.
        """

        async def work(connection: AsyncConnection) -> Person:
            row = await store.person(connection, id_)
            if row is None or not await store.change(connection, id_, *if_, **values):
                raise Unknown("person_gone")
            return read_person(await store.person(connection, id_) or row)

        changed = await self.journal.run(work)
        self.notify_changed(changed)
        await self.wait_for_writes()
        return changed

    async def try_write(self, work: Work) -> None:
        """Write something unimportant: a failure to save it is ignored."""
        with contextlib.suppress(NotSaved):
            await self.journal.run(work)

    async def end_credential(self, credential: Credential) -> None:
        """Close what was opened with a token or a cookie; when this returns, nothing it sent is still being written."""
        self._on_credential_end(credential)
        await self.wait_for_writes()

    async def wait_for_writes(self) -> None:
        """Wait until everything given to the journal before is on disk or refused."""
        await self.journal.wait()

    def clear_caches(self) -> None:
        """Empty the caches: the database has been replaced."""
        self._people.clear()
        self._tokens.clear()

    def notify_changed(self, person: Person) -> None:
        """Drop a person from the caches and notify the rest of the server."""
        self._people.forget(person.id)
        # A bot is banned with its owner, so its tokens must be read again; which ones those are is not known here.
        self._tokens.clear()
        self._on_change(person)


def read_person(row: store.AnyRow) -> Person:
    return Person(**{name: row._mapping[name] for name in Person.__struct_fields__})
