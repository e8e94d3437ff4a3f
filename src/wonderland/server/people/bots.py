"""Bot accounts: programs that use the same API, each owned by an account, with tokens instead of a password."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from wonderland.core.errors import NotAllowed, Unreadable
from wonderland.server.errors import Forbidden, NotSignedIn, Unknown
from wonderland.server.ids import new_id
from wonderland.server.people.credentials import Credential
from wonderland.server.people.names import read_name
from wonderland.server.people.person import Person
from wonderland.server.people.repository import PersonRepository
from wonderland.server.people.secret_keys import hash_key, new_token
from wonderland.server.people.text import clean_line
from wonderland.server.store.people_store import Token

MAX_BOTS_PER_OWNER = 16
MAX_TOKENS_PER_BOT = 8
MAX_LABEL_LENGTH = 40
HOUR_MS = 3_600_000


class BotAccounts(PersonRepository):
    """Managing bot accounts and tokens, and finding the bot of a token."""

    async def bots(self, owner: Person) -> list[Person]:
        return await self.store.people.bots(owner.id)

    async def tokens(self, owner: Person) -> list[Token]:
        """The tokens of all bots of an owner."""
        return await self.store.tokens.of_owner(owner.id)

    async def make_bot(self, owner: Person, name: str) -> Person:
        """Create a bot account. Its owner must have an account: a guest could lose it with their cookie."""
        if owner.kind != "account":
            raise Forbidden("bot_needs_account")

        now = self.clock.now()
        bot = Person(id=new_id(), kind="bot", name=read_name(name), owner=owner.id, created=now, seen=now)

        def check(still: Person | None, bots: Sequence[Person]) -> None:
            _check_owner(owner, still)
            if len(bots) >= MAX_BOTS_PER_OWNER:
                raise NotAllowed("bot_too_many", most=MAX_BOTS_PER_OWNER)

        await self.store.people.add_bot(bot, check)
        return bot

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

        def check(still: Person | None, bot: Person | None, tokens: int) -> None:
            _check_owner(owner, still)
            if bot is None or bot.kind != "bot":
                raise Unknown("bot_not_yours")
            if tokens >= MAX_TOKENS_PER_BOT:
                raise NotAllowed("token_too_many", most=MAX_TOKENS_PER_BOT)

        await self.store.tokens.add(token, hash_key(text), owner.id, check)
        return token, text

    async def revoke(self, owner: Person, bot_id: str, token_id: str) -> None:
        """Revoke a token and close the connections opened with it."""
        bot = await self.own_bot(owner, bot_id)
        if not await self.store.tokens.drop(bot.id, token_id):
            raise Unknown("token_unknown")
        self._tokens.clear()
        await self.end_credential(Credential(person=bot, token=token_id))

    async def token_credential(self, text: str) -> Credential | None:
        """The token if it is valid at the moment this returns."""
        key = hash_key(text)
        while True:
            now = self.clock.now()
            if known := self._tokens.get(key, now):
                return known
            changes = self._tokens.changes
            holder = await self.store.tokens.find(key)
            owner = await self.find(holder.person.owner) if holder and holder.person.owner else None
            if holder is None or owner is None or owner.kind == "gone":
                return None
            if holder.used is None or now - holder.used > HOUR_MS:
                await self.try_write(self.store.tokens.use(holder.token, now))
            if changes == self._tokens.changes:  # else it may have been revoked while we waited
                bot = msgspec.structs.replace(holder.person, banned=holder.person.banned or owner.banned)
                found = Credential(person=bot, token=holder.token)
                self._tokens.store(key, found, now, changes)
                return found


def _check_owner(owner: Person, still: Person | None) -> None:
    """Checked within the transaction: a session that has just ended must not create anything."""
    if still is None or still.kind != "account" or still.banned or still.epoch != owner.epoch:
        raise NotSignedIn("person_needed")
