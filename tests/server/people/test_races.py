"""What ends a session, here or at another instance, counts for everything that was begun before it and is not done."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest
from sqlalchemy import select

from server.people.small import SmallContext, quick
from server.people.test_sessions import Held, account
from wonderland.server.errors import Forbidden, NotSignedIn, Unknown
from wonderland.server.people.passwords import Passwords
from wonderland.server.store.sql.schema import people, tokens

OLD, NEW = "12345678", "87654321"


class Slow(Passwords):
    """Passwords whose first comparison says what it has found only when the gate is open."""

    def __init__(self) -> None:
        super().__init__(quick())
        self.has_compared, self.gate = asyncio.Event(), asyncio.Event()

    async def matches(self, password: str, kept: str | None) -> bool:
        found = await super().matches(password, kept)
        if not self.has_compared.is_set():
            self.has_compared.set()
            await self.gate.wait()
        return found


async def test_the_old_password_lets_nobody_in_who_was_slow(context: SmallContext) -> None:
    """Comparing takes long: the password may be another one by the end, and the session would be a new one."""
    ann = await account(context.people)
    context.people.passwords = slow = Slow()
    login = asyncio.create_task(context.people.login("ann", OLD))
    await slow.has_compared.wait()
    await context.elsewhere.change_password(ann, OLD, NEW)
    slow.gate.set()
    with pytest.raises(Forbidden, match="User name or password is wrong"):
        await login
    assert (await context.people.login("ann", NEW)).id == ann.id


async def test_of_two_who_change_the_password_the_slower_does_not(context: SmallContext) -> None:
    ann = await account(context.people)
    context.people.passwords = slow = Slow()
    thief = asyncio.create_task(context.people.change_password(ann, OLD, "of a thief"))
    await slow.has_compared.wait()
    await context.elsewhere.change_password(ann, OLD, NEW)
    slow.gate.set()
    with pytest.raises(Forbidden, match="password is wrong"):
        await thief
    assert (await context.people.login("ann", NEW)).id == ann.id


async def test_a_session_that_was_ended_leaves_no_token_and_no_bot_behind(context: SmallContext) -> None:
    ann = await account(context.people)
    bot = await context.people.make_bot(ann, "Robo")
    await context.elsewhere.log_out_everywhere(ann)
    with pytest.raises(NotSignedIn):
        await context.people.make_token(ann, bot.id)
    with pytest.raises(NotSignedIn):
        await context.people.make_bot(ann, "Another")
    assert await context.read(select(tokens)) == []


async def test_a_bot_that_is_being_deleted_gets_no_token(context: SmallContext) -> None:
    ann = await account(context.people)
    bot = await context.people.make_bot(ann, "Robo")
    deleting = asyncio.ensure_future(context.elsewhere.delete(bot))
    making = asyncio.ensure_future(context.people.make_token(ann, bot.id, "at home"))
    await deleting
    # On PostgreSQL the two transactions may come in either order.
    with suppress(Unknown):
        _, text = await making
        assert await context.people.token_credential(text) is None
    assert await context.read(select(tokens)) == []


async def test_a_token_that_is_revoked_while_it_is_looked_up_lets_nobody_in(context: SmallContext) -> None:
    ann = await account(context.people)
    bot = await context.people.make_bot(ann, "Robo")
    token, text = await context.people.make_token(ann, bot.id)
    held = Held(context)
    context.people.store = held.store
    found = asyncio.create_task(context.people.token_credential(text))
    await held.has_read.wait()
    await context.elsewhere.revoke(ann, bot.id, token.id)
    held.gate.set()
    assert await found is None


async def test_who_is_deleted_gets_no_link_for_a_new_password(context: SmallContext) -> None:
    ann = await account(context.people)
    key = (await context.people.reset_link("ann")).partition("#")[2]
    held = Held(context)
    context.people.store = held.store
    link = asyncio.create_task(context.people.reset_link("ann"))
    await held.has_read.wait()
    context.people.store = context.store
    await context.elsewhere.delete(ann)
    held.gate.set()
    with pytest.raises(Unknown):
        await link
    with pytest.raises(Exception, match="link"):
        await context.people.reset(key, NEW)
    ((kind, hash_),) = await context.read(select(people.c.kind, people.c.reset_hash))
    assert (kind, hash_) == ("gone", None)


async def test_a_session_that_was_ended_deletes_nobody(context: SmallContext) -> None:
    ann = await account(context.people)
    await context.elsewhere.log_out_everywhere(ann)
    with pytest.raises(NotSignedIn):
        await context.people.delete(ann)
    assert await context.read(select(people.c.kind)) == [("account",)]
