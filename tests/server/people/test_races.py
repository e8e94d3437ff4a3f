"""What ends a session counts for everything that was begun before it and is not done yet."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import select

from server.people.small import SmallHouse, quick
from server.people.test_sessions import Held, account
from wonderland.server.people import Forbidden, Nobody, Unknown
from wonderland.server.people.passwords import Passwords
from wonderland.server.store.schema import people, tokens

OLD, NEW = "12345678", "87654321"


class Slow(Passwords):
    """Passwords whose first comparison says what it has found only when the gate is open."""

    def __init__(self) -> None:
        super().__init__(quick())
        self.has_compared, self.gate = asyncio.Event(), asyncio.Event()

    async def fits(self, password: str, kept: str | None) -> bool:
        found = await super().fits(password, kept)
        if not self.has_compared.is_set():
            self.has_compared.set()
            await self.gate.wait()
        return found


async def test_the_old_password_lets_nobody_in_who_was_slow(house: SmallHouse) -> None:
    """Comparing takes long: the password may be another one by the end, and the session would be a new one."""
    ann = await account(house.people)
    house.people.passwords = slow = Slow()
    login = asyncio.create_task(house.people.login("ann", OLD))
    await slow.has_compared.wait()
    await house.people.change_password(ann, OLD, NEW)
    slow.gate.set()
    with pytest.raises(Forbidden, match="User name or password is wrong"):
        await login
    assert (await house.people.login("ann", NEW)).id == ann.id


async def test_of_two_who_change_the_password_the_slower_does_not(house: SmallHouse) -> None:
    ann = await account(house.people)
    house.people.passwords = slow = Slow()
    thief = asyncio.create_task(house.people.change_password(ann, OLD, "of a thief"))
    await slow.has_compared.wait()
    await house.people.change_password(ann, OLD, NEW)
    slow.gate.set()
    with pytest.raises(Forbidden, match="not the password"):
        await thief
    assert (await house.people.login("ann", NEW)).id == ann.id


async def test_a_session_that_was_ended_leaves_no_token_and_no_bot_behind(house: SmallHouse) -> None:
    ann = await account(house.people)
    bot = await house.people.make_bot(ann, "Robo")
    await house.people.log_out_everywhere(ann)
    with pytest.raises(Nobody):
        await house.people.make_token(ann, bot.id)
    with pytest.raises(Nobody):
        await house.people.make_bot(ann, "Another")
    assert await house.read(select(tokens)) == []


async def test_a_bot_that_is_being_deleted_gets_no_token(house: SmallHouse) -> None:
    ann = await account(house.people)
    bot = await house.people.make_bot(ann, "Robo")
    deleting = asyncio.ensure_future(house.people.delete(bot))
    making = asyncio.ensure_future(house.people.make_token(ann, bot.id, "at home"))
    await deleting
    with pytest.raises(Unknown):
        await making
    assert await house.read(select(tokens)) == []


async def test_a_token_that_is_revoked_while_it_is_looked_up_lets_nobody_in(house: SmallHouse) -> None:
    ann = await account(house.people)
    bot = await house.people.make_bot(ann, "Robo")
    token, text = await house.people.make_token(ann, bot.id)
    house.people.database = held = Held(house.database)
    found = asyncio.create_task(house.people.token_credential(text))
    await held.has_read.wait()
    await house.people.revoke(ann, bot.id, token.id)
    held.gate.set()
    assert await found is None


async def test_who_is_deleted_gets_no_link_for_a_new_password(house: SmallHouse) -> None:
    ann = await account(house.people)
    key = (await house.people.reset_link("ann")).partition("#")[2]
    real = house.people.database
    house.people.database = held = Held(real)
    link = asyncio.create_task(house.people.reset_link("ann"))
    await held.has_read.wait()
    house.people.database = real
    await house.people.delete(ann)
    held.gate.set()
    with pytest.raises(Unknown):
        await link
    with pytest.raises(Exception, match="link"):
        await house.people.reset(key, NEW)
    ((kind, hash_),) = await house.read(select(people.c.kind, people.c.reset_hash))
    assert (kind, hash_) == ("gone", None)


async def test_a_session_that_was_ended_deletes_nobody(house: SmallHouse) -> None:
    ann = await account(house.people)
    await house.people.log_out_everywhere(ann)
    with pytest.raises(Nobody):
        await house.people.delete(ann)
    assert await house.read(select(people.c.kind)) == [("account",)]
