"""Guests and accounts: cookies, log-in, changes, deletion."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress

import msgspec

from wonderland.core.errors import NotAllowed, TooLate
from wonderland.server.clock import Clock
from wonderland.server.errors import Forbidden, NotSaved, NotSignedIn, Unknown
from wonderland.server.ids import new_id
from wonderland.server.people import export
from wonderland.server.people.bots import HOUR_MS, BotAccounts
from wonderland.server.people.credentials import Credential
from wonderland.server.people.deletions import Deletions
from wonderland.server.people.names import random_name, read_name
from wonderland.server.people.passwords import Passwords
from wonderland.server.people.person import Person
from wonderland.server.people.secret_keys import hash_key, new_reset_key
from wonderland.server.people.sessions import COOKIE_RENEWAL_AGE_MS, DAY_MS, CookieSessions
from wonderland.server.people.user_names import read_user_name, user_key
from wonderland.server.store.people_store import PersonChange, PersonCondition
from wonderland.server.store.store import Store

RESET_LINK_LIFETIME_MS = DAY_MS  #: how long a link for a new password holds
RESET_PAGE = "/reset"  #: where it leads


def new_password(hash_: str) -> PersonChange:
    """A new password invalidates all cookies and reset links."""
    return PersonChange(password=hash_, new_epoch=True, reset_hash=None, reset_until=None)


class People(BotAccounts):
    """Guests, accounts and bots: who they are by cookie or token, and every change of them.

    ``secret`` signs the cookies. ``erase_from_tables`` removes a person's name from the tables and their logs.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        secret: bytes,
        passwords: Passwords | None = None,
        *,
        erase_from_tables: Callable[[str], Awaitable[None]],
        on_change: Callable[[Person], object],
        on_credential_end: Callable[[Credential], object],
    ) -> None:
        super().__init__(store, clock, on_change=on_change, on_credential_end=on_credential_end)
        self.passwords = passwords or Passwords()
        self.deletions = Deletions(store, clock, erase_from_tables)
        self._sessions = CookieSessions(secret)

    # ---- cookies ----

    async def by_cookie(self, cookie: str) -> Person | None:
        """The person of a cookie; None if it is forged, too old, or of an earlier epoch."""
        found = await self.cookie_credential(cookie)
        return found.person if found else None

    async def cookie_credential(self, cookie: str) -> Credential | None:
        """The cookie if it is valid at the moment this returns."""
        session = self._sessions.read(cookie, self.clock.now())
        person = await self.find(session.person) if session else None
        if not session or not person or person.epoch != session.epoch:
            return None
        # A bot may use tokens only: a cookie would outlive them.
        if person.kind not in ("guest", "account"):
            return None
        return Credential(person=person, session=session.since)

    def cookie(self, person: Person) -> str:
        """A new session cookie for this person."""
        return self._sessions.sign(person, self.clock.now())

    def needs_renewal(self, cookie: str) -> bool:
        """Whether the cookie is old enough to be renewed."""
        now = self.clock.now()
        session = self._sessions.read(cookie, now)
        return session is not None and abs(now - session.since) > COOKIE_RENEWAL_AGE_MS

    # ---- signing in ----

    async def guest(self, name: str | None = None, lang: str = "en") -> Person:
        """Create a guest; without a name they get a random one."""
        now = self.clock.now()
        chosen = random_name(lang) if name is None else read_name(name)
        person = Person(id=new_id(), kind="guest", name=chosen, created=now, seen=now)
        await self.store.people.add(person)
        return person

    async def claim(self, person: Person, user: str, password: str) -> Person:
        """Turn a guest into an account, which keeps everything."""
        if person.kind != "guest":
            raise NotAllowed("claim_not_guest")
        user = read_user_name(user)
        hash_ = await self.passwords.hash(password)
        # Copies of the guest's cookie become invalid.
        account = msgspec.structs.replace(new_password(hash_), kind="account", user=user, user_key=user_key(user))
        return await self.change(person.id, account, PersonCondition(kind="guest"))

    async def login(self, user: str, password: str) -> Person:
        """The account with that user name and password; the refusal does not say which of them is wrong."""
        found = await self.store.people.find_login(user_key(user))
        kept = found.password if found else None
        if not await self.passwords.matches(password, kept) or found is None or kept is None:
            raise Forbidden("login_wrong")
        if self.passwords.needs_rehash(kept):
            stronger = PersonChange(password=await self.passwords.hash(password))
            await self.try_write(self.store.people.change(found.id, stronger, PersonCondition(password=kept)))
        person = await self.find(found.id)
        # A new epoch: the password was changed while this one was being checked, which takes a while.
        if person is None or person.kind == "gone" or person.epoch != found.epoch:
            raise Forbidden("login_wrong")
        if person.banned:
            raise Forbidden("person_banned")
        return person

    # ---- changes ----

    async def rename(self, person: Person, name: str) -> Person:
        return await self.change(person.id, PersonChange(name=read_name(name)))

    async def change_password(self, person: Person, old: str, new: str) -> Person:
        """Change the password; logs out everywhere else."""
        kept = await self.check_password(person, old)
        hash_ = await self.passwords.hash(new)
        try:
            return await self.change(person.id, new_password(hash_), PersonCondition(password=kept))
        except Unknown:  # it was changed meanwhile, with the old password or a link
            raise Forbidden("password_wrong") from None

    async def check_password(self, person: Person, password: str) -> str | None:
        """Raise unless this is the account's password; returns its hash."""
        if person.kind != "account":
            raise NotAllowed("password_none")
        kept = await self.store.people.password_hash(person.id)
        if not await self.passwords.matches(password, kept):
            raise Forbidden("password_wrong")
        return kept

    async def log_out(self, cookie: str) -> None:
        """Log out in one browser, and close its connections.

        A guest's cookies are all invalidated. An account's cookie cannot be invalidated without those of its other
        devices (docs/decisions.md).
        """
        found = await self.cookie_credential(cookie)
        if found is None:
            return
        if found.person.kind == "guest":
            with suppress(NotSaved, Unknown):  # the browser deletes its cookie in any case
                await self.log_out_everywhere(found.person)
        await self.end_credential(found)

    async def log_out_everywhere(self, person: Person) -> Person:
        return await self.change(person.id, PersonChange(new_epoch=True))

    async def reset_link(self, user: str) -> str:
        """The path of the page for a new password; it works once, within a day, and only the newest one.

        The key is in the fragment, which browsers do not send: no log and no other site sees it.
        """
        found = await self.store.people.find_login(user_key(user))
        if found is None:
            raise Unknown("user_unknown", user=user)
        key, until = new_reset_key(found.id), self.clock.now() + RESET_LINK_LIFETIME_MS
        change = PersonChange(reset_hash=hash_key(key), reset_until=until)
        if await self.store.people.change(found.id, change) is None:
            raise Unknown("user_unknown", user=user)  # deleted meanwhile
        return f"{RESET_PAGE}#{key}"

    async def reset(self, key: str, password: str) -> Person:
        """Set a new password with a one-time key."""
        person = await self.find(key.partition(".")[0])
        if person is None:
            raise TooLate("reset_over")
        hash_ = await self.passwords.hash(password)
        holds = PersonCondition(reset_hash=hash_key(key), reset_until_after=self.clock.now())
        try:
            return await self.change(person.id, new_password(hash_), holds)
        except Unknown:
            raise TooLate("reset_over") from None

    async def mute(self, id_: str, muted: bool = True) -> Person:
        return await self.change(id_, PersonChange(muted=muted))

    async def ban(self, id_: str, banned: bool = True) -> Person:
        return await self.change(id_, PersonChange(banned=banned))

    async def seen(self, person: Person) -> None:
        """Note when a person was last here, to the hour."""
        now = self.clock.now()
        if now - person.seen > HOUR_MS:
            await self.try_write(self.store.people.change(person.id, PersonChange(seen=now)))
            self._people.forget(person.id)

    # ---- export and deletion ----

    async def export(self, person: Person) -> bytes:
        """A person's data as one JSON object, without games that are still being played."""
        return await export.export(self.store, person)

    async def delete(self, person: Person) -> None:
        """Delete a person and their bots; finished games stay, without the name.

        After the first transaction the rest is certain to be done; if it cannot be done now, it is done later.
        """

        def check(still: Person) -> None:
            """Within the transaction: the caller's session may have ended meanwhile."""
            if still.epoch != person.epoch:
                raise NotSignedIn("person_needed")

        gone = await self.store.deletions.begin(person.id, self.clock.now(), check)
        for one in gone:
            self.notify_changed(msgspec.structs.replace(one, kind="gone", name="", user=None, epoch=one.epoch + 1))
        await self.tell_others(*(one.id for one in gone))
        for one in gone:
            await self.deletions.finish(one.id)
        # Another instance may have read a name again before it was erased.
        await self.tell_others(*(one.id for one in gone))
