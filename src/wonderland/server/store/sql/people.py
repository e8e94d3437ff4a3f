"""People."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from msgspec import UNSET
from msgspec.structs import asdict
from sqlalchemy import ColumnElement, Row, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.server.store.people_store import ALWAYS, Login, Person, PersonChange, PersonCondition, UserNameTaken
from wonderland.server.store.sql.part import IDS_AT_A_TIME, SqlPart, batched, is_text
from wonderland.server.store.sql.schema import people

#: The columns that the server keeps in memory: no hashes.
PERSON_COLUMNS = tuple(people.c[name] for name in Person.__struct_fields__)


def read_person(row: Row[*tuple[Any, ...]]) -> Person:
    """The person in a row that may have other columns, too."""
    return Person(**{name: row._mapping[name] for name in Person.__struct_fields__})


async def find_person(connection: AsyncConnection, id: str) -> Person | None:
    row = (await connection.execute(select(*PERSON_COLUMNS).where(people.c.id == id))).one_or_none()
    return read_person(row) if row else None


async def bots_of(connection: AsyncConnection, owner: str) -> list[Person]:
    query = select(*PERSON_COLUMNS).where(people.c.owner == owner, people.c.kind == "bot")
    rows = await connection.execute(query.order_by(people.c.created, people.c.id))
    return [read_person(row) for row in rows]


class SqlPeople(SqlPart):
    """Implements ``PeopleStore``."""

    async def find(self, id: str) -> Person | None:
        if not is_text(id):
            return None
        async with self.reading() as connection:
            return await find_person(connection, id)

    async def find_login(self, user_key: str) -> Login | None:
        if not is_text(user_key):
            return None
        query = select(people.c.id, people.c.password, people.c.epoch).where(people.c.user_key == user_key)
        return await self.row(query, Login)

    async def password_hash(self, id: str) -> str | None:
        async with self.reading() as connection:
            kept: str | None = await connection.scalar(select(people.c.password).where(people.c.id == id))
        return kept

    async def add(self, person: Person) -> None:
        await self.write(lambda on: on.execute(insert(people).values(asdict(person))))

    async def add_bot(self, bot: Person, check: Callable[[Person | None, Sequence[Person]], None]) -> None:
        owner = bot.owner or ""

        async def work(connection: AsyncConnection) -> None:
            check(await find_person(connection, owner), await bots_of(connection, owner))
            await connection.execute(insert(people).values(asdict(bot)))

        await self.write(work)

    async def change(self, id: str, change: PersonChange, only_if: PersonCondition = ALWAYS) -> Person | None:
        statement = update(people).where(people.c.id == id, people.c.kind != "gone", *_conditions(only_if))
        statement = statement.values(_values(change))

        async def work(connection: AsyncConnection) -> Person | None:
            if isinstance(change.user_key, str):
                await _expect_free(connection, id, change)
            try:
                changed = await connection.execute(statement)
            except IntegrityError:  # the only constraint that a change can break
                raise UserNameTaken("user_taken", user=change.user) from None
            return await find_person(connection, id) if changed.rowcount == 1 else None

        found: Person | None = await self.write(work) if is_text(id) else None
        return found

    async def bots(self, owner: str) -> list[Person]:
        async with self.reading() as connection:
            return await bots_of(connection, owner)

    async def newest(self, most: int) -> list[Person]:
        return await self.rows(select(*PERSON_COLUMNS).order_by(people.c.seen.desc(), people.c.id).limit(most), Person)

    async def many(self, ids: Collection[str]) -> list[Person]:
        async with self.reading() as connection:
            return [
                read_person(row)
                for some in batched(ids, IDS_AT_A_TIME)
                for row in await connection.execute(select(*PERSON_COLUMNS).where(people.c.id.in_(some)))
            ]


async def _expect_free(connection: AsyncConnection, id: str, change: PersonChange) -> None:
    """Looked up first, so that of two who want the same name at once the second is told so, and no serialization
    failure.
    """
    other = select(people.c.id).where(people.c.user_key == change.user_key, people.c.id != id)
    if (await connection.execute(other)).first():
        raise UserNameTaken("user_taken", user=change.user)


def _values(change: PersonChange) -> dict[str, Any]:
    values = {name: value for name, value in asdict(change).items() if value is not UNSET and name != "new_epoch"}
    return {**values, "epoch": people.c.epoch + 1} if change.new_epoch else values


def _conditions(only_if: PersonCondition) -> list[ColumnElement[bool]]:
    wanted = {name: value for name, value in asdict(only_if).items() if value is not UNSET}
    after = wanted.pop("reset_until_after", None)
    holds = [people.c[name] == value for name, value in wanted.items()]
    return holds if after is None else [*holds, people.c.reset_until > after]
