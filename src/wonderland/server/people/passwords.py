"""Passwords, hashed by argon2 in threads: hashing is slow on purpose and must not block the event loop."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from wonderland.core.errors import Unreadable
from wonderland.server.bounds import MAX_TEXT_LENGTH
from wonderland.server.errors import Limited
from wonderland.server.people.text import normalise

P = ParamSpec("P")
Result = TypeVar("Result")

MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH = 8, 256
#: Each takes 64 MiB; a waiting one costs next to nothing.
MAX_PARALLEL_HASHES = 2
MAX_WAITING_HASHES = 64  #: running ones included; the last one waits a few seconds
RETRY_AFTER_SECONDS = 5  #: for callers refused because too many are waiting


class Passwords:
    """Makes and checks hashes. ``hasher`` determines the work per hash."""

    def __init__(self, hasher: PasswordHasher | None = None, parallel: int = MAX_PARALLEL_HASHES) -> None:
        self._hasher = hasher or PasswordHasher()
        self._turns = asyncio.Semaphore(parallel)
        self._waiting = 0
        #: A hash of no password, for users that do not exist.
        self._nobody: str | None = None

    async def hash(self, password: str) -> str:
        """The hash of a password; raises ``Unreadable`` if it is not allowed."""
        text = read_password(password)
        return await self._in_turn(self._hasher.hash, text)

    async def matches(self, password: str, kept: str | None) -> bool:
        """Whether a password matches its hash. Without a hash it takes as long: timing must not reveal who exists."""
        if kept is not None:
            return await self._check(password, kept)
        if self._nobody is None:
            self._nobody = await self.hash("curiouser and curiouser")  # as much work as the check would be
        else:
            await self._check(password, self._nobody)
        return False

    def needs_rehash(self, kept: str) -> bool:
        """Whether the hash was made with weaker parameters than the current ones."""
        return self._hasher.check_needs_rehash(kept)

    async def _check(self, password: str, kept: str) -> bool:
        try:
            text = read_password(password)
        except Unreadable:
            text = ""  # no password that was ever taken; found out in the same time
        return await self._in_turn(self._verify, text, kept)

    async def _in_turn(self, work: Callable[P, Result], *words: P.args, **options: P.kwargs) -> Result:
        """Run in a thread, in turn; refused with ``Limited`` if too many wait already."""
        if self._waiting >= MAX_WAITING_HASHES:
            raise Limited("passwords_busy", seconds=RETRY_AFTER_SECONDS)
        self._waiting += 1
        try:
            async with self._turns:
                return await asyncio.to_thread(work, *words, **options)
        finally:
            self._waiting -= 1

    def _verify(self, text: str, kept: str) -> bool:
        try:
            return self._hasher.verify(kept, text)
        except (VerificationError, InvalidHashError):
            return False


def read_password(text: str) -> str:
    """A password in Unicode's composed form, the same from every keyboard; raises ``Unreadable`` if not allowed."""
    password = "" if len(text) > MAX_TEXT_LENGTH else normalise(text)
    if not MIN_PASSWORD_LENGTH <= len(password) <= MAX_PASSWORD_LENGTH:
        raise Unreadable("password_length", least=MIN_PASSWORD_LENGTH, most=MAX_PASSWORD_LENGTH)
    if any(unicodedata.category(char) == "Cs" for char in password):
        raise Unreadable("password_characters")
    return password
