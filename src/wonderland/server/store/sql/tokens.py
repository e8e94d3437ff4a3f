"""The tokens of bot accounts."""

from __future__ import annotations

from collections.abc import Callable, Collection

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.server.store.people_store import Person, Token, TokenHolder
from wonderland.server.store.sql.part import IDS_AT_A_TIME, SqlPart, batched, is_text
from wonderland.server.store.sql.people import PERSON_COLUMNS, find_person, read_person
from wonderland.server.store.sql.schema import people, tokens


class SqlTokens(SqlPart):
    """Implements ``TokenStore``."""

    async def of_owner(self, owner: str) -> list[Token]:
        query = (
            select(tokens.c.id, tokens.c.person.label("bot"), tokens.c.label, tokens.c.created, tokens.c.used)
            .join(people, people.c.id == tokens.c.person)
            .where(people.c.owner == owner)
            .order_by(tokens.c.created, tokens.c.id)
        )
        return await self.rows(query, Token)

    async def find(self, hash_: str) -> TokenHolder | None:
        query = select(*PERSON_COLUMNS, tokens.c.id.label("token"), tokens.c.used)
        query = query.join(tokens, tokens.c.person == people.c.id).where(tokens.c.hash == hash_)
        async with self.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        return TokenHolder(read_person(row), row.token, row.used) if row else None

    async def add(
        self, token: Token, hash_: str, owner: str, check: Callable[[Person | None, Person | None, int], None]
    ) -> None:
        has = select(func.count()).select_from(tokens).where(tokens.c.person == token.bot)
        new = {"id": token.id, "person": token.bot, "hash": hash_, "label": token.label, "created": token.created}

        async def work(connection: AsyncConnection) -> None:
            bot = await find_person(connection, token.bot)
            check(await find_person(connection, owner), bot, await connection.scalar(has) or 0)
            await connection.execute(insert(tokens).values(new))

        await self.write(work)

    async def existing(self, ids: Collection[str]) -> set[str]:
        async with self.reading() as connection:
            return {
                id
                for some in batched(ids, IDS_AT_A_TIME)
                for id in (await connection.execute(select(tokens.c.id).where(tokens.c.id.in_(some)))).scalars()
            }

    async def use(self, id: str, now: int) -> None:
        await self.write(lambda on: on.execute(update(tokens).where(tokens.c.id == id).values(used=now)))

    async def drop(self, bot: str, id: str) -> bool:
        if not is_text(id):
            return False
        statement = delete(tokens).where(tokens.c.id == id, tokens.c.person == bot)

        async def work(connection: AsyncConnection) -> bool:
            return (await connection.execute(statement)).rowcount == 1

        dropped: bool = await self.write(work)
        return dropped
