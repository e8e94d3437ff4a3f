"""People and credentials that have changed: every other instance is told, and says when it has acted on it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from wonderland.server.background_tasks import BackgroundTasks
from wonderland.server.bus.bus import ALL, Bus
from wonderland.server.bus.messages import AnyMessage, CredentialEnded, PeopleChanged
from wonderland.server.cluster.announcements import Announcements
from wonderland.server.errors import NotSaved
from wonderland.server.people import People
from wonderland.server.people.credentials import Credential
from wonderland.server.people.person import Person
from wonderland.server.sockets.sessions import SocketSessions
from wonderland.server.store.store import Store
from wonderland.server.tables.tables import Tables


class PeopleSync:
    """Tells the others of changes here, and acts on theirs; ``check`` asks the database instead."""

    def __init__(
        self,
        bus: Bus,
        store: Store,
        people: People,
        tables: Tables,
        sessions: SocketSessions,
        announcements: Announcements,
        background_tasks: BackgroundTasks,
    ) -> None:
        self._store = store
        self._people = people
        self._tables = tables
        self._sessions = sessions
        self._announcements = announcements
        self._background_tasks = background_tasks
        people.tell_changed.append(self._tell_changed)
        people.tell_ended.append(self._tell_ended)
        bus.on_message.append(self._hear)

    async def _tell_changed(self, people: Sequence[str]) -> None:
        with suppress(NotSaved):
            await self._announcements.tell(ALL, lambda id: PeopleChanged(tuple(people), id))

    async def _tell_ended(self, ended: Credential) -> None:
        with suppress(NotSaved):
            await self._announcements.tell(
                ALL, lambda id: CredentialEnded(ended.person.id, ended.token, ended.session, id)
            )

    def _hear(self, sender: str, message: AnyMessage) -> None:
        if isinstance(message, PeopleChanged):
            self._background_tasks.start(self._people_changed(message))
        elif isinstance(message, CredentialEnded):
            self._background_tasks.start(self._credential_ended(message))

    async def _people_changed(self, message: PeopleChanged) -> None:
        for id in message.people:
            person = await self._people.changed_elsewhere(id)
            if person and person.kind == "gone":
                self._forget(id)
        self._announcements.acknowledge(message.id)

    async def _credential_ended(self, message: CredentialEnded) -> None:
        held = [one for one in self._sessions.credentials() if one.person.id == message.person]
        for credential in held:
            if (credential.token, credential.session) == (message.token, message.session):
                await self._people.credential_ended(credential)
                break
        else:
            self._people.clear_caches()
        self._announcements.acknowledge(message.id)

    def _forget(self, person: str) -> None:
        self._tables.block(person)
        self._tables.erase_chat_of(person)

    async def check(self) -> None:
        """Close the sessions of whoever was banned, deleted or logged out, or whose token was revoked, while we could
        not be told.
        """
        self._people.clear_caches()
        held = self._sessions.credentials()
        known = {one.person.id: one.person for one in held}
        owners = {one.person.owner for one in held if one.person.owner}
        for person in await self._store.people.many(known.keys() | owners):
            if person.kind == "gone":
                self._forget(person.id)
            # Each costs a look at all sessions, and nearly nobody has changed.
            if person.id in owners or _differs(person, known[person.id]):
                self._sessions.person_changed(person)
        tokens = {one.token for one in held if one.token}
        existing = await self._store.tokens.existing(tokens) if tokens else set()
        for one in held:
            if one.token and one.token not in existing:
                self._sessions.credential_ended(one)


def _differs(person: Person, known: Person) -> bool:
    """Whether a session may have to end, or speaks under another name."""
    return person.banned or (person.kind, person.epoch, person.name) != (known.kind, known.epoch, known.name)
