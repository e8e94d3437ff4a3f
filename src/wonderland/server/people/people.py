"""Everybody this server knows, and what they can do about themselves."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress

import msgspec
from sqlalchemy.exc import IntegrityError

from wonderland.core.errors import NotAllowed, TooLate
from wonderland.server.clock import Clock
from wonderland.server.errors import Forbidden, NotSaved, Unknown
from wonderland.server.people import deletion_steps, export
from wonderland.server.people.bots import HOUR_MS, BotAccounts
from wonderland.server.people.credentials import Credential
from wonderland.server.people.deletions import Deletions
from wonderland.server.people.names import random_name, read_name
from wonderland.server.people.passwords import Passwords
from wonderland.server.people.person import Person
from wonderland.server.people.repository import read_person
from wonderland.server.people.secret_keys import hash_key, new_reset_key
from wonderland.server.people.sessions import COOKIE_RENEWAL_AGE_MS, DAY_MS, CookieSessions
from wonderland.server.people.user_names import read_user_name, user_key
from wonderland.server.store import people as store
from wonderland.server.store.database import Database
from wonderland.server.store.journal import Journal
from wonderland.server.store.schema import people

RESET_LINK_LIFETIME_MS = DAY_MS  #: how long a link for a new password holds
RESET_PAGE = "/reset"  #: where it leads

#: What goes with another password: every cookie and link made before is worth nothing.
END_ALL_SESSIONS = {"epoch": people.c.epoch + 1, "reset_hash": None, "reset_until": None}


class People(BotAccounts):
    """Guests, accounts and bots: who they are by cookie or token, and every change of them.

    ``secret`` signs the cookies. ``erase_from_tables`` removes a person's name from the tables and their logs.
    """

    def __init__(
        self,
        database: Database,
        journal: Journal,
        clock: Clock,
        secret: bytes,
        passwords: Passwords | None = None,
        *,
        erase_from_tables: Callable[[str], Awaitable[None]],
        on_change: Callable[[Person], object],
        on_credential_end: Callable[[Credential], object],
    ) -> None:
        super().__init__(database, journal, clock, on_change=on_change, on_credential_end=on_credential_end)
        self.passwords = passwords or Passwords()
        self.deletions = Deletions(database, journal, clock, erase_from_tables)
        self._sessions = CookieSessions(secret)

    # ---- cookies ----

    async def by_cookie(self, cookie: str) -> Person | None:
        """Who the cookie says one is; None when it is forged, too old, or of an epoch that is over."""
        found = await self.cookie_credential(cookie)
        return found.person if found else None

    async def cookie_credential(self, cookie: str) -> Credential | None:
        """The cookie if it is valid at the moment in which this returns."""
        session = self._sessions.read(cookie, self.clock.now())
        person = await self.find(session.person) if session else None
        if not session or not person or person.epoch != session.epoch:
            return None
        # A bot has tokens only: a cookie would outlive them.
        if person.kind not in ("guest", "account"):
            return None
        return Credential(person=person, session=session.since)

    def cookie(self, person: Person) -> str:
        """A cookie that says who this is, from now on."""
        return self._sessions.sign(person, self.clock.now())

    def needs_renewal(self, cookie: str) -> bool:
        """Whether it is time for a new cookie in place of this one."""
        now = self.clock.now()
        session = self._sessions.read(cookie, now)
        return session is not None and abs(now - session.since) > COOKIE_RENEWAL_AGE_MS

    # ---- becoming somebody ----

    async def guest(self, name: str | None = None, lang: str = "en") -> Person:
        """Somebody new, who may play at once; without a name of their own they are given one."""
        return await self.add("guest", random_name(lang) if name is None else read_name(name))

    async def claim(self, person: Person, user: str, password: str) -> Person:
        """Make an account of a guest, who keeps everything they have."""
        if person.kind != "guest":
            raise NotAllowed("claim_not_guest")
        user = read_user_name(user)
        hash_ = await self.passwords.hash(password)
        account = {"kind": "account", "user": user, "user_key": user_key(user), "password": hash_}
        try:
            # Copies of the guest's cookie end with the guest.
            return await self.change(person.id, people.c.kind == "guest", **account, **END_ALL_SESSIONS)
        except IntegrityError:
            raise NotAllowed("user_taken", user=user) from None

    async def login(self, user: str, password: str) -> Person:
        """The account with that user name and password; the refusal does not say which of them is wrong."""
        async with self.database.reading() as connection:
            found = await store.find_login(connection, user_key(user))
        id_, kept, epoch = found or ("", None, 0)
        if not await self.passwords.matches(password, kept) or kept is None:
            raise Forbidden("login_wrong")
        if self.passwords.needs_rehash(kept):
            hash_ = await self.passwords.hash(password)
            await self.try_write(lambda on: store.change(on, id_, people.c.password == kept, password=hash_))
        person = await self.find(id_)
        # Another epoch: the password was changed while this one was looked at, which takes a while.
        if person is None or person.kind == "gone" or person.epoch != epoch:
            raise Forbidden("login_wrong")
        if person.banned:
            raise Forbidden("person_banned")
        return person

    # ---- changes ----

    async def rename(self, person: Person, name: str) -> Person:
        return await self.change(person.id, name=read_name(name))

    async def change_password(self, person: Person, old: str, new: str) -> Person:
        """Another password; whoever is logged in elsewhere is no longer."""
        kept = await self.check_password(person, old)
        hash_ = await self.passwords.hash(new)
        try:
            return await self.change(person.id, people.c.password == kept, password=hash_, **END_ALL_SESSIONS)
        except Unknown:  # somebody else was quicker, with the old password or with a link
            raise Forbidden("password_wrong") from None

    async def check_password(self, person: Person, password: str) -> str | None:
        """Raise unless this is the account's password; gives the hash that is kept of it."""
        if person.kind != "account":
            raise NotAllowed("password_none")
        async with self.database.reading() as connection:
            kept = await store.password_hash(connection, person.id)
        if not await self.passwords.matches(password, kept):
            raise Forbidden("password_wrong")
        return kept

    async def log_out(self, cookie: str) -> None:
        """A browser gives its cookie back: what it opened with it is closed.

        A guest is nothing but their cookie, so no copy of it is worth anything any more. An account's cookie cannot be
        ended without ending those of its other devices (docs/decisions.md).
        """
        found = await self.cookie_credential(cookie)
        if found is None:
            return
        if found.person.kind == "guest":
            with suppress(NotSaved, Unknown):  # whatever happens, the browser forgets it
                await self.log_out_everywhere(found.person)
        await self.end_credential(found)

    async def log_out_everywhere(self, person: Person) -> Person:
        return await self.change(person.id, epoch=people.c.epoch + 1)

    async def reset_link(self, user: str) -> str:
        """The path of a page on which that account gets a new password, once, within a day; the last one made counts.

        The key for ``reset`` is its fragment, which browsers keep to themselves: no log and no other site sees it.
        """
        async with self.database.reading() as connection:
            found = await store.find_login(connection, user_key(user))
        if found is None:
            raise Unknown("user_unknown", user=user)
        key, until = new_reset_key(found[0]), self.clock.now() + RESET_LINK_LIFETIME_MS
        if not await self.journal.run(
            lambda on: store.change(on, found[0], reset_hash=hash_key(key), reset_until=until)
        ):
            raise Unknown("user_unknown", user=user)  # deleted meanwhile
        return f"{RESET_PAGE}#{key}"

    async def reset(self, key: str, password: str) -> Person:
        """A new password by a one-time key."""
        person = await self.find(key.partition(".")[0])
        if person is None:
            raise TooLate("reset_over")
        hash_ = await self.passwords.hash(password)
        holds = people.c.reset_hash == hash_key(key), people.c.reset_until > self.clock.now()
        try:
            return await self.change(person.id, *holds, password=hash_, **END_ALL_SESSIONS)
        except Unknown:
            raise TooLate("reset_over") from None

    async def mute(self, id_: str, muted: bool = True) -> Person:
        return await self.change(id_, muted=muted)

    async def ban(self, id_: str, banned: bool = True) -> Person:
        return await self.change(id_, banned=banned)

    async def seen(self, person: Person) -> None:
        """Note that somebody was here, by the hour."""
        now = self.clock.now()
        if now - person.seen > HOUR_MS:
            await self.try_write(lambda on: store.change(on, person.id, seen=now))
            self._people.forget(person.id)

    # ---- leaving ----

    async def export(self, person: Person) -> bytes:
        """Everything kept about somebody, as one JSON object; nothing of a game that is still on."""
        async with self.database.reading() as connection:
            return await export.export(connection, person)

    async def delete(self, person: Person) -> None:
        """Take somebody out of everything, their bots too; games stay, without the name.

        Once they are gone, the rest is sure to be done; if it cannot be now, this returns and it is done later.
        """
        now = self.clock.now()
        rows = await self.journal.run(lambda on: deletion_steps.begin(on, person.id, person.epoch, now))
        gone = [read_person(row) for row in rows]
        for one in gone:
            self.notify_changed(msgspec.structs.replace(one, kind="gone", name="", user=None, epoch=one.epoch + 1))
        for one in gone:
            await self.deletions.finish(one.id)
