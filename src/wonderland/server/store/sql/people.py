"""Queries about people and their tokens. Each takes a connection: a reader's, or that of the journal's work."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import delete, exists, func, insert, select, update
from sqlalchemy.engine import Row
from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.server.store.sql.schema import people, tokens

AnyRow = Row[*tuple[Any, ...]]

#: The columns that the server keeps in memory: no hashes.
PUBLIC_COLUMNS = (
    people.c.id,
    people.c.kind,
    people.c.name,
    people.c.muted,
    people.c.banned,
    people.c.user,
    people.c.owner,
    people.c.epoch,
    people.c.created,
    people.c.seen,
)


async def person(connection: AsyncConnection, id_: str) -> AnyRow | None:
    return (await connection.execute(select(*PUBLIC_COLUMNS).where(people.c.id == id_))).one_or_none()


async def is_gone(connection: AsyncConnection, id_: str) -> bool:
    """Whether somebody has been deleted."""
    return await connection.scalar(select(people.c.kind).where(people.c.id == id_)) == "gone"


async def person_of_token(connection: AsyncConnection, hash_: str) -> AnyRow | None:
    """The person of a token, with the token's id as ``token`` and its ``used``."""
    query = select(*PUBLIC_COLUMNS, tokens.c.id.label("token"), tokens.c.used).join(
        tokens, tokens.c.person == people.c.id
    )
    return (await connection.execute(query.where(tokens.c.hash == hash_))).one_or_none()


async def find_speaker(connection: AsyncConnection, person: str, epoch: int, token: str | None) -> AnyRow | None:
    """A person's name and whether they are ``muted``; None if the token, or the cookie of that epoch, is no longer
    valid, or if they or their owner are banned or deleted.
    """
    owners = people.alias("owners")
    query = (
        select(people.c.name, people.c.muted)
        .select_from(people.outerjoin(owners, owners.c.id == people.c.owner))
        .where(people.c.id == person, people.c.kind != "gone", people.c.banned.is_(False))
        .where(owners.c.id.is_(None) | ((owners.c.kind != "gone") & owners.c.banned.is_(False)))
        .where(people.c.epoch == epoch if token is None else exists().where(tokens.c.id == token))
    )
    return (await connection.execute(query)).one_or_none()


async def find_login(connection: AsyncConnection, user_key: str) -> tuple[str, str | None, int] | None:
    """Id, hash and epoch of the account with that user name."""
    query = select(people.c.id, people.c.password, people.c.epoch).where(people.c.user_key == user_key)
    row = (await connection.execute(query)).one_or_none()
    return row and (row.id, row.password, row.epoch)


async def password_hash(connection: AsyncConnection, id_: str) -> str | None:
    kept: str | None = await connection.scalar(select(people.c.password).where(people.c.id == id_))
    return kept


async def add(connection: AsyncConnection, **values: Any) -> None:
    await connection.execute(insert(people).values(**values))


async def change(connection: AsyncConnection, id_: str, *if_: Any, **values: Any) -> bool:
    """Change a person who is not deleted; False if they are, or if a condition does not hold."""
    changed = await connection.execute(
        update(people).where(people.c.id == id_, people.c.kind != "gone", *if_).values(**values)
    )
    return changed.rowcount == 1


async def bots(connection: AsyncConnection, owner: str) -> Sequence[AnyRow]:
    query = select(*PUBLIC_COLUMNS).where(people.c.owner == owner, people.c.kind == "bot")
    return (await connection.execute(query.order_by(people.c.created, people.c.id))).all()


async def tokens_of(connection: AsyncConnection, owner: str) -> Sequence[AnyRow]:
    """The tokens of all bots of somebody, without their hashes."""
    query = (
        select(tokens.c.id, tokens.c.person, tokens.c.label, tokens.c.created, tokens.c.used)
        .join(people, people.c.id == tokens.c.person)
        .where(people.c.owner == owner)
        .order_by(tokens.c.created, tokens.c.id)
    )
    return (await connection.execute(query)).all()


async def add_token(connection: AsyncConnection, **values: Any) -> None:
    await connection.execute(insert(tokens).values(**values))


async def count_tokens(connection: AsyncConnection, bot: str) -> int:
    query = select(func.count()).select_from(tokens).where(tokens.c.person == bot)
    return await connection.scalar(query) or 0


async def use_token(connection: AsyncConnection, id_: str, now: int) -> None:
    await connection.execute(update(tokens).where(tokens.c.id == id_).values(used=now))


async def drop_token(connection: AsyncConnection, bot: str, id_: str) -> bool:
    dropped = await connection.execute(delete(tokens).where(tokens.c.id == id_, tokens.c.person == bot))
    return dropped.rowcount == 1
