"""Reading, adding and changing people, with a cache in memory, and notifying the rest of the server of changes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from wonderland.server.clock import Clock
from wonderland.server.errors import NotSaved, Unknown
from wonderland.server.people.credentials import Credential
from wonderland.server.people.expiring_cache import ExpiringCache
from wonderland.server.people.person import Person
from wonderland.server.store.people_store import ALWAYS, PersonChange, PersonCondition
from wonderland.server.store.store import Store


class PersonRepository:
    """What every operation on people rests on.

    ``on_change`` is called with everybody who was renamed, muted, banned, logged out everywhere (a new epoch) or
    deleted; ``on_credential_end`` with every token that was revoked and every cookie that was given back.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        *,
        on_change: Callable[[Person], object],
        on_credential_end: Callable[[Credential], object],
    ) -> None:
        self.store = store
        self.clock = clock
        self._on_change = on_change
        self._on_credential_end = on_credential_end
        #: Called with people who have changed, and with a credential that has ended: each returns once all other
        #: instances know, or no longer believe what they knew.
        self.tell_changed: list[Callable[[Sequence[str]], Awaitable[None]]] = []
        self.tell_ended: list[Callable[[Credential], Awaitable[None]]] = []
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
            person = await self.store.people.find(id_)
            if person is None:
                return None
            if changes == self._people.changes:  # else the person may have been banned meanwhile
                self._people.store(id_, person, now, changes)
                return person

    async def change(self, id_: str, change: PersonChange, only_if: PersonCondition = ALWAYS) -> Person:
        """Change a person; raises ``Unknown`` if they are deleted or the condition does not hold.

        When this returns, every part of the server has been notified, and nothing they sent before is still being
        written.
        """
        changed = await self.store.people.change(id_, change, only_if)
        if changed is None:
            raise Unknown("person_gone")
        self.notify_changed(changed)
        await self.store.wait_for_writes()
        await self.tell_others(changed.id)
        return changed

    async def tell_others(self, *people: str) -> None:
        """Tell the other instances that these people have changed."""
        for tell in self.tell_changed if people else ():
            await tell(people)

    async def try_write(self, writing: Awaitable[object]) -> None:
        """Write something unimportant: a failure to save it is ignored."""
        with suppress(NotSaved):
            await writing

    async def end_credential(self, credential: Credential) -> None:
        """Close what was opened with a token or a cookie; when this returns, nothing it sent is still being written."""
        await self.credential_ended(credential)
        for tell in self.tell_ended:
            await tell(credential)

    async def credential_ended(self, credential: Credential) -> None:
        """The same, after it has ended at another instance."""
        if credential.token:
            self._tokens.clear()
        self._on_credential_end(credential)
        await self.store.wait_for_writes()

    async def changed_elsewhere(self, id_: str) -> Person | None:
        """Another instance has changed a person, who is read again."""
        self._people.forget(id_)
        self._tokens.clear()
        person = await self.find(id_)
        if person:
            self.notify_changed(person)
        await self.store.wait_for_writes()
        return person

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
