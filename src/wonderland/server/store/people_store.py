"""Everything that is kept of people and of the tokens of bot accounts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Literal, Protocol

import msgspec
from msgspec import UNSET, UnsetType

from wonderland.core.errors import NotAllowed

#: ``gone``: deleted.
Kind = Literal["guest", "account", "bot", "gone"]


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """A guest, an account or a bot account, as it was when it was read; without password and token hashes."""

    id: str
    kind: Kind
    #: What others see; empty after deletion.
    name: str
    muted: bool = False
    banned: bool = False
    #: What an account logs in with.
    user: str | None = None
    #: The owner of a bot account.
    owner: str | None = None
    #: Cookies of other epochs are invalid.
    epoch: int = 0
    created: int = 0
    seen: int = 0


class Login(msgspec.Struct, frozen=True):
    """What a log-in is checked against."""

    id: str
    password: str | None
    epoch: int


class PersonChange(msgspec.Struct, frozen=True, kw_only=True):
    """What changes of a person; what is not named stays."""

    kind: Kind | UnsetType = UNSET
    name: str | UnsetType = UNSET
    user: str | UnsetType = UNSET
    #: ``user`` folded so that no two look alike.
    user_key: str | UnsetType = UNSET
    #: The hash of the password.
    password: str | UnsetType = UNSET
    muted: bool | UnsetType = UNSET
    banned: bool | UnsetType = UNSET
    seen: int | UnsetType = UNSET
    #: The hash of a one-time link for a new password, and until when it holds.
    reset_hash: str | UnsetType | None = UNSET
    reset_until: int | UnsetType | None = UNSET
    #: A new epoch: all cookies become invalid.
    new_epoch: bool = False


class PersonCondition(msgspec.Struct, frozen=True, kw_only=True):
    """What must hold of a person at the moment of a change; what is not named does not matter."""

    kind: Kind | UnsetType = UNSET
    password: str | UnsetType | None = UNSET
    reset_hash: str | UnsetType = UNSET
    #: The link for a new password holds longer than that.
    reset_until_after: int | UnsetType = UNSET


ALWAYS = PersonCondition()


class UserNameTaken(NotAllowed):
    """Somebody else has a user name that looks the same."""


class PeopleStore(Protocol):
    """Guests, accounts and bot accounts."""

    async def find(self, id: str) -> Person | None:
        """A person by id, perhaps deleted or banned."""
        ...

    async def find_login(self, user_key: str) -> Login | None:
        """The account with that user name."""
        ...

    async def password_hash(self, id: str) -> str | None: ...

    async def add(self, person: Person) -> None: ...

    async def add_bot(self, bot: Person, check: Callable[[Person | None, Sequence[Person]], None]) -> None:
        """Add a bot account, unless ``check`` refuses: it gets the owner and their bots as they are at that moment."""
        ...

    async def change(self, id: str, change: PersonChange, only_if: PersonCondition = ALWAYS) -> Person | None:
        """The person after the change; None if they are unknown or deleted, or if the condition does not hold.

        Raises ``UserNameTaken``.
        """
        ...

    async def bots(self, owner: str) -> list[Person]:
        """Somebody's bot accounts, oldest first."""
        ...

    async def newest(self, most: int) -> list[Person]:
        """Everybody, most recently seen first."""
        ...

    async def many(self, ids: Collection[str]) -> list[Person]:
        """Those of these people who are known, perhaps deleted or banned."""
        ...


class Token(msgspec.Struct, frozen=True, kw_only=True):
    """An API token, without the token itself."""

    id: str
    #: The bot account it authenticates.
    bot: str
    label: str
    created: int
    #: When it was last used, by the hour; None when never.
    used: int | None = None


class TokenHolder(msgspec.Struct, frozen=True):
    """The bot account of a token."""

    person: Person
    token: str
    used: int | None


class TokenStore(Protocol):
    """The tokens of bot accounts; of each only a hash is kept."""

    async def of_owner(self, owner: str) -> list[Token]:
        """The tokens of all bots of somebody."""
        ...

    async def find(self, hash_: str) -> TokenHolder | None: ...

    async def add(
        self, token: Token, hash_: str, owner: str, check: Callable[[Person | None, Person | None, int], None]
    ) -> None:
        """Add a token, unless ``check`` refuses.

        It gets the owner, the bot, and how many tokens the bot has, all as they are at that moment.
        """
        ...

    async def existing(self, ids: Collection[str]) -> set[str]:
        """Those of these tokens that have not been revoked."""
        ...

    async def use(self, id: str, now: int) -> None:
        """Note when it was last used."""
        ...

    async def drop(self, bot: str, id: str) -> bool:
        """Whether the bot had that token."""
        ...
