"""Cookies: nobody can make one, none lasts for ever, and a change of somebody counts at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

import pytest
from argon2 import PasswordHasher
from itsdangerous import URLSafeSerializer
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from server.fakes import FakeClock
from server.people.small import SECRET, SmallContext
from wonderland.core.errors import NotAllowed, TooLate
from wonderland.server.errors import Forbidden, Unknown
from wonderland.server.people import People, Person
from wonderland.server.people.expiring_cache import MAX_AGE_MS
from wonderland.server.people.passwords import Passwords
from wonderland.server.people.sessions import COOKIE_LIFETIME_MS, DAY_MS, CookieSessions
from wonderland.server.store.database import Database
from wonderland.server.store.sql import schema
from wonderland.server.store.sql.sql_store import SqlStore


async def account(people: People, user: str = "ann", password: str = "12345678") -> Person:
    return await people.claim(await people.guest("Ann"), user, password)


async def test_a_cookie_says_who_one_is(people: People) -> None:
    ann, bob = await people.guest("Ann"), await people.guest("Bob")
    assert await people.by_cookie(people.cookie(ann)) == ann
    assert await people.by_cookie(people.cookie(bob)) == bob


async def test_forged_cookies_are_worth_nothing(people: People, clock: FakeClock) -> None:
    ann, bob = await people.guest("Ann"), await people.guest("Bob")
    good = people.cookie(ann)
    payload, _, signature = good.rpartition(".")
    other = people.cookie(bob)
    forged = [
        "",
        ".",
        "x",
        payload + "." + ("A" if signature[0] != "A" else "B") + signature[1:],
        other.rpartition(".")[0] + "." + signature,
        payload,
        CookieSessions(b"another secret").sign(ann, clock.now()),
        URLSafeSerializer(SECRET).dumps([ann.id, 0, clock.now()]),  # our secret, for another purpose
        "\ud800é\x00",
    ]
    assert [await people.by_cookie(cookie) for cookie in forged] == [None] * len(forged)


async def test_a_cookie_of_another_shape_is_worth_nothing(people: People) -> None:
    signer = people._sessions._signer
    contents: list[object] = [{}, [], ["x"], [1, 0, 0], ["x", "0", 0], None, "text"]
    for content in contents:
        assert await people.by_cookie(signer.dumps(content)) is None


async def test_a_cookie_lasts_long_but_not_for_ever(people: People, clock: FakeClock) -> None:
    ann = await people.guest("Ann")
    cookie = people.cookie(ann)
    assert not people.needs_renewal(cookie)
    clock.advance(31 * DAY_MS)
    assert people.needs_renewal(cookie)
    assert not people.needs_renewal(people.cookie(ann))
    clock.advance(COOKIE_LIFETIME_MS - 31 * DAY_MS - 1)
    assert await people.by_cookie(cookie)
    clock.advance(1)
    assert await people.by_cookie(cookie) is None
    assert not people.needs_renewal(cookie)


async def test_a_cookie_from_the_future_is_good(people: People, clock: FakeClock) -> None:
    """The machine's clock was ahead when it was signed; who has nothing but their cookie must not be forgotten."""
    ann = await people.guest("Ann")
    cookie = people._sessions.sign(ann, clock.now() + 30 * DAY_MS)
    assert await people.by_cookie(cookie) == ann
    assert not people.needs_renewal(cookie)
    far = people._sessions.sign(ann, clock.now() + 5 * COOKIE_LIFETIME_MS)
    assert await people.by_cookie(far) == ann
    assert people.needs_renewal(far), "browsers do not keep it until then, so there is a new one"


async def test_logging_out_everywhere_ends_every_cookie_at_once(people: People) -> None:
    ann = await account(people)
    cookies = [people.cookie(ann) for _ in range(2)]
    assert await people.by_cookie(cookies[0])
    later = await people.log_out_everywhere(ann)
    assert [await people.by_cookie(cookie) for cookie in cookies] == [None, None]
    assert await people.by_cookie(people.cookie(later)) == later


async def test_a_guest_who_logs_out_is_gone_with_every_copy_of_the_cookie(people: People) -> None:
    ann, bob = await people.guest("Ann"), await account(people, "bob")
    guest, user = people.cookie(ann), people.cookie(bob)
    for cookie in (guest, user, "", "nonsense"):
        await people.log_out(cookie)
    assert await people.by_cookie(guest) is None
    # An account has other devices, which stay logged in.
    assert await people.by_cookie(user)


async def test_another_password_ends_every_cookie(people: People) -> None:
    ann = await account(people)
    cookie = people.cookie(ann)
    await people.change_password(ann, "12345678", "87654321")
    assert await people.by_cookie(cookie) is None
    assert (await people.login("ann", "87654321")).id == ann.id
    with pytest.raises(Forbidden):
        await people.login("ann", "12345678")


@pytest.mark.one_process("about who is told in one process")
async def test_a_change_counts_at_once_and_is_told(context: SmallContext) -> None:
    people, heard = context.people, context.changed
    ann = await people.guest("Ann")
    cookie = people.cookie(ann)
    assert await people.by_cookie(cookie) == ann
    await people.rename(ann, "Anna")
    await people.mute(ann.id)
    await people.ban(ann.id)
    now = await people.by_cookie(cookie)
    assert now
    assert (now.name, now.muted, now.banned) == ("Anna", True, True)
    assert [(person.name, person.muted, person.banned) for person in heard] == [
        ("Anna", False, False),
        ("Anna", True, False),
        ("Anna", True, True),
    ]


class Held:
    """A database whose readers wait at the gate with what they have read; ``store`` reads from it."""

    def __init__(self, context: SmallContext) -> None:
        self.real = context.database
        self.has_read, self.gate = asyncio.Event(), asyncio.Event()
        self.store = SqlStore(cast(Database, self), context.journal)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.real, name)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        async with self.real.reading() as connection:
            yield connection
        self.has_read.set()
        await self.gate.wait()


async def test_a_cookie_that_ends_while_it_is_looked_up_is_worth_nothing(context: SmallContext) -> None:
    people = context.people
    ann = await account(people)
    cookie = people.cookie(ann)
    held = Held(context)
    people.store = held.store
    reader = asyncio.create_task(people.by_cookie(cookie))
    await held.has_read.wait()
    people.store = context.store  # only that reader waits
    await context.elsewhere.log_out_everywhere(ann)
    held.gate.set()
    assert await reader is None, "what was read before the change is read again"
    assert await people.by_cookie(cookie) is None


async def test_what_another_process_writes_counts_soon(context: SmallContext, clock: FakeClock) -> None:
    ann = await context.people.guest("Ann")
    assert await context.people.find(ann.id)
    await context.write(update(schema.people).values(banned=True))
    clock.advance(MAX_AGE_MS)
    found = await context.people.find(ann.id)
    assert found
    assert found.banned


async def test_nobody_is_found_by_an_id_that_is_none(people: People) -> None:
    assert await people.find("nobody") is None
    with pytest.raises(Unknown):
        await people.ban("nobody")


async def test_two_cannot_have_user_names_that_look_alike(people: People) -> None:
    await account(people, "ann")
    with pytest.raises(NotAllowed, match="taken"):
        await account(people, "Ａnn")
    guests = [await people.guest() for _ in range(4)]
    claims = await asyncio.gather(*(people.claim(guest, "BoB", "12345678") for guest in guests), return_exceptions=True)
    assert sorted(type(claim).__name__ for claim in claims) == ["Person"] + ["UserNameTaken"] * 3


async def test_a_guest_claims_once(people: People) -> None:
    guest = await people.guest("Ann")
    ann = await people.claim(guest, "ann", "12345678")
    assert (ann.id, ann.kind, ann.name, ann.user) == (guest.id, "account", "Ann", "ann")
    with pytest.raises(NotAllowed):
        await people.claim(ann, "other", "12345678")
    with pytest.raises(NotAllowed):
        await people.claim(guest, "other", "12345678")


async def test_a_link_for_a_new_password_works_once_and_for_a_day(people: People, clock: FakeClock) -> None:
    ann = await account(people)
    cookie = people.cookie(ann)
    old, key = [(await people.reset_link(user)).partition("#")[2] for user in ("ann", "ANN")]
    assert await people.by_cookie(cookie)
    with pytest.raises(TooLate):
        await people.reset(old, "new password")
    clock.advance(DAY_MS - 1)
    assert (await people.reset(key, "new password")).id == ann.id
    assert await people.by_cookie(cookie) is None
    assert (await people.login("ann", "new password")).id == ann.id
    with pytest.raises(TooLate):
        await people.reset(key, "another password")
    late = (await people.reset_link("ann")).partition("#")[2]
    clock.advance(DAY_MS)
    for wrong in (late, late[:-1] + "!", ann.id + ".", "nobody.x", "", "\ud800"):
        with pytest.raises(TooLate):
            await people.reset(wrong, "another password")
    with pytest.raises(Unknown):
        await people.reset_link("nobody")


async def test_neither_passwords_nor_keys_are_on_disk(context: SmallContext) -> None:
    ann = await account(context.people, password="correct horse battery")
    key = (await context.people.reset_link("ann")).partition("#")[2].partition(".")[2]
    bot = await context.people.make_bot(ann, "Robo")
    _, token = await context.people.make_token(ann, bot.id)
    kept = await context.everything()
    assert b"Robo" in kept
    for secret in ("correct horse battery", key, token, token.removeprefix("wl_")):
        assert secret.encode() not in kept


async def test_a_hash_made_with_less_work_is_made_anew(context: SmallContext) -> None:
    ann = await account(context.people)
    query = select(schema.people.c.password).where(schema.people.c.id == ann.id)
    (before,) = await context.read(query)
    stronger = PasswordHasher(time_cost=2, memory_cost=8, parallelism=1)
    context.people.passwords = Passwords(stronger)
    await context.people.login("ann", "12345678")
    (after,) = await context.read(query)
    assert before != after
    assert "t=2" in after[0]
    assert (await context.people.login("ann", "12345678")).id == ann.id


async def test_who_was_here_is_noted_by_the_hour(people: People, clock: FakeClock) -> None:
    ann = await people.guest("Ann")
    clock.advance(3_600_000)
    await people.seen(ann)
    assert (await people.find(ann.id) or ann).seen == ann.seen
    clock.advance(1)
    await people.seen(ann)
    assert (await people.find(ann.id) or ann).seen == clock.now()
