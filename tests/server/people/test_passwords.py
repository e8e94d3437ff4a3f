"""Passwords are hashed aside, a few at a time, and take as long for users that do not exist."""

from __future__ import annotations

import asyncio
import threading
from typing import Literal

import pytest
from argon2 import PasswordHasher

from server.people.small import quick
from wonderland.core.errors import Unreadable
from wonderland.server.people.passwords import Passwords


class Watched(PasswordHasher):
    """The real one, which notes how many work at once and in which thread."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.lock = threading.Lock()
        self.meeting = threading.Barrier(2)
        self.now = self.most = 0
        self.threads: set[int] = set()

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        with self.lock:
            self.now += 1
            self.most = max(self.most, self.now)
            self.threads.add(threading.get_ident())
        self.meeting.wait(10)  # two are in here together; a third may not come
        with self.lock:
            self.now -= 1
        return super().hash(password, salt=salt)


async def test_not_everybody_waits_in_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wonderland.server.people.passwords.MAX_WAITING_HASHES", 3)
    passwords = Passwords(quick(), parallel=1)
    done = await asyncio.gather(*(passwords.hash(f"password {number}") for number in range(5)), return_exceptions=True)
    assert [type(one).__name__ for one in done] == ["str", "str", "str", "Limited", "Limited"]
    assert await passwords.hash("there is room again")


class Counting(PasswordHasher):
    """The real one, which counts how often it works."""

    works = 0

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        self.works += 1
        return super().hash(password, salt=salt)

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:  # noqa: A002  # its name in argon2
        self.works += 1
        return super().verify(hash, password)


async def test_a_hash_fits_its_password_only() -> None:
    passwords = Passwords(quick())
    kept = await passwords.hash("open sesame")
    assert "sesame" not in kept
    assert await passwords.matches("open sesame", kept)
    assert not await passwords.matches("Open sesame", kept)
    assert not await passwords.matches("", kept)
    assert not await passwords.matches("open sesame", "no hash at all")


async def test_every_keyboards_way_of_writing_it_is_the_same_password() -> None:
    passwords = Passwords(quick())
    assert await passwords.matches("cafe\u0301 noir", await passwords.hash("café noir"))


@pytest.mark.parametrize("text", ["", "1234567", "x" * 257, "1234567\ud800"])
async def test_what_is_no_password(text: str) -> None:
    with pytest.raises(Unreadable):
        await Passwords(quick()).hash(text)


@pytest.mark.parametrize("text", ["12345678", "x" * 256, "🐇🎩😺👑🐢🦤🐰🦅", " \t\x00spaces "])
async def test_what_is_a_password(text: str) -> None:
    passwords = Passwords(quick())
    assert await passwords.matches(text, await passwords.hash(text))


async def test_two_hashes_at_a_time_in_other_threads() -> None:
    hasher = Watched()
    passwords = Passwords(hasher, parallel=2)
    await asyncio.gather(*(passwords.hash(f"password {number}") for number in range(6)))
    assert hasher.most == 2
    assert threading.get_ident() not in hasher.threads


async def test_a_user_that_does_not_exist_is_as_much_work() -> None:
    hasher = Counting(time_cost=1, memory_cost=8, parallelism=1)
    passwords = Passwords(hasher)
    kept = await passwords.hash("12345678")
    for user, password in ((kept, "12345678"), (kept, ""), (None, "12345678"), (None, ""), (None, "12345678")):
        before = hasher.works
        await passwords.matches(password, user)
        assert hasher.works == before + 1
