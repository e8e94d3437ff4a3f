"""Bot accounts: programs that use the same API, each owned by an account, with tokens instead of a password."""

from __future__ import annotations

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.core.errors import NotAllowed, Unreadable
from wonderland.server.errors import Forbidden, NotSignedIn, Unknown
from wonderland.server.ids import new_id
from wonderland.server.people.credentials import Credential
from wonderland.server.people.names import read_name
from wonderland.server.people.person import Person
from wonderland.server.people.repository import PersonRepository, read_person
from wonderland.server.people.secret_keys import hash_key, new_token
from wonderland.server.people.text import clean_line
from wonderland.server.store.sql import people as store

MAX_BOTS_PER_OWNER = 16
MAX_TOKENS_PER_BOT = 8
MAX_LABEL_LENGTH = 40
HOUR_MS = 3_600_000


class Token(msgspec.Struct, frozen=True, kw_only=True):
    """An API token, without the token itself."""

    id: str
    #: The bot account it authenticates.
    bot: str
    label: str
    created: int
    #: When it was last used, by the hour; None when never.
    used: int | None = None


class BotAccounts(PersonRepository):
    """Managing bot accounts and tokens, and finding the bot of a token."""

    async def bots(self, owner: Person) -> list[Person]:
        async with self.database.reading() as connection:
            return [read_person(row) for row in await store.bots(connection, owner.id)]

    async def tokens(self, owner: Person) -> list[Token]:
        """The tokens of all bots of an owner."""
        async with self.database.reading() as connection:
            rows = await store.tokens_of(connection, owner.id)
        return [Token(id=row.id, bot=row.person, label=row.label, created=row.created, used=row.used) for row in rows]

    async def make_bot(self, owner: Person, name: str) -> Person:
        """Create a bot account. Its owner must have an account: a guest could lose it with their cookie."""
        if owner.kind != "account":
            raise Forbidden("bot_needs_account")

        async def check(connection: AsyncConnection) -> None:
            await _check_owner(connection, owner)
            if len(await store.bots(connection, owner.id)) >= MAX_BOTS_PER_OWNER:
                raise NotAllowed("bot_too_many", most=MAX_BOTS_PER_OWNER)

        return await self.add("bot", read_name(name), owner.id, check)

    async def own_bot(self, owner: Person, bot_id: str) -> Person:
        """The bot if this person owns it; other people's bots are treated as unknown."""
        bot = await self.find(bot_id)
        if bot is None or bot.kind != "bot" or bot.owner != owner.id:
            raise Unknown("bot_not_yours")
        return bot

    async def make_token(self, owner: Person, bot_id: str, label: str = "") -> tuple[Token, str]:
        """Create a token; returns it with its secret text, which cannot be read again."""
        bot = await self.own_bot(owner, bot_id)
        label = clean_line(label)
        if len(label) > MAX_LABEL_LENGTH:
            raise Unreadable("token_label_length", most=MAX_LABEL_LENGTH)
        text = new_token()
        token = Token(id=new_id(), bot=bot.id, label=label, created=self.clock.now())

        async def work(connection: AsyncConnection) -> None:
            await _check_owner(connection, owner)
            still = await store.person(connection, bot.id)
            if still is None or still.kind != "bot":
                raise Unknown("bot_not_yours")
            if await store.count_tokens(connection, bot.id) >= MAX_TOKENS_PER_BOT:
                raise NotAllowed("token_too_many", most=MAX_TOKENS_PER_BOT)
            await store.add_token(
                connection, id=token.id, person=bot.id, hash=hash_key(text), label=label, created=token.created
            )

        await self.journal.run(work)
        return token, text

    async def revoke(self, owner: Person, bot_id: str, token_id: str) -> None:
        """Revoke a token and close the connections opened with it."""
        bot = await self.own_bot(owner, bot_id)
        if not await self.journal.run(lambda on: store.drop_token(on, bot.id, token_id)):
            raise Unknown("token_unknown")
        self._tokens.clear()
        await self.end_credential(Credential(person=bot, token=token_id))

    async def by_token(self, text: str) -> Person | None:
        """The bot of a token; it is banned if its owner is."""
        found = await self.token_credential(text)
        return found.person if found else None

    async def token_credential(self, text: str) -> Credential | None:
        """The token if it is valid at the moment this returns."""
        key = hash_key(text)
        while True:
            now = self.clock.now()
            if known := self._tokens.get(key, now):
                return known
            changes = self._tokens.changes
            async with self.database.reading() as connection:
                row = await store.person_of_token(connection, key)
            bot = read_person(row) if row else None
            owner = await self.find(bot.owner) if bot and bot.owner else None
            if row is None or bot is None or owner is None or owner.kind == "gone":
                return None
            if row.used is None or now - row.used > HOUR_MS:
                await self.try_write(lambda on, id_=row.token, now=now: store.use_token(on, id_, now))  # type: ignore[misc]
            if changes == self._tokens.changes:  # else it may have been revoked while we waited
                bot = msgspec.structs.replace(bot, banned=bot.banned or owner.banned)
                found = Credential(person=bot, token=row.token)
                self._tokens.store(key, found, now, changes)
                return found


async def _check_owner(connection: AsyncConnection, owner: Person) -> None:
    """Checked within the transaction: a session that has just ended must not create anything."""
    still = await store.person(connection, owner.id)
    if still is None or still.kind != "account" or still.banned or still.epoch != owner.epoch:
        raise NotSignedIn("person_needed")
