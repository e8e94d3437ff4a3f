"""Passwords, hashed by argon2 in threads: a hash takes long and much memory on purpose, and the loop must not wait."""

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
#: Hashes at a time; each takes 64 MiB, and what waits costs next to nothing.
MAX_PARALLEL_HASHES = 2
MAX_WAITING_HASHES = 64  #: hashes, those that are made now included: the last one waits for a few seconds
RETRY_AFTER_SECONDS = 5  #: after which somebody who was refused may try again


class Passwords:
    """Makes and checks hashes. ``hasher`` says how much work a hash is."""

    def __init__(self, hasher: PasswordHasher | None = None, parallel: int = MAX_PARALLEL_HASHES) -> None:
        self._hasher = hasher or PasswordHasher()
        self._turns = asyncio.Semaphore(parallel)
        self._waiting = 0
        #: Of no password at all, for users that do not exist.
        self._nobody: str | None = None

    async def hash(self, password: str) -> str:
        """The hash to keep, or why the password is none."""
        text = read_password(password)
        return await self._in_turn(self._hasher.hash, text)

    async def matches(self, password: str, kept: str | None) -> bool:
        """Whether the password is the one kept; takes as long when nothing is, so that nobody learns who exists."""
        if kept is not None:
            return await self._check(password, kept)
        if self._nobody is None:
            self._nobody = await self.hash("curiouser and curiouser")  # as much work as the check would be
        else:
            await self._check(password, self._nobody)
        return False

    def needs_rehash(self, kept: str) -> bool:
        """Whether the hash was made with less work than one would be now."""
        return self._hasher.check_needs_rehash(kept)

    async def _check(self, password: str, kept: str) -> bool:
        try:
            text = read_password(password)
        except Unreadable:
            text = ""  # no password that was ever taken; found out in the same time
        return await self._in_turn(self._verify, text, kept)

    async def _in_turn(self, work: Callable[P, Result], *words: P.args, **options: P.kwargs) -> Result:
        """Do it in a thread when it is its turn; refused when so many wait already that it would take long."""
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
    """A password in the one form that every keyboard's way of writing it comes to, or why it is none."""
    password = "" if len(text) > MAX_TEXT_LENGTH else normalise(text)
    if not MIN_PASSWORD_LENGTH <= len(password) <= MAX_PASSWORD_LENGTH:
        raise Unreadable("password_length", least=MIN_PASSWORD_LENGTH, most=MAX_PASSWORD_LENGTH)
    if any(unicodedata.category(char) == "Cs" for char in password):
        raise Unreadable("password_characters")
    return password
