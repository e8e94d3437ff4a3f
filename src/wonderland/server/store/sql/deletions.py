"""The steps of a deletion."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.server.store.people_store import Person
from wonderland.server.store.sql.part import SqlPart
from wonderland.server.store.sql.people import bots_of, find_person
from wonderland.server.store.sql.schema import (
    chat,
    checkpoints,
    deletions,
    games,
    imports,
    log,
    people,
    played,
    ratings,
    reviews,
    seated,
    tables,
    tokens,
)

#: Games whose records are rewritten in one transaction, during which other writes may have to wait.
GAMES_AT_A_TIME = 50
#: Entries of a log that are read at a time.
ENTRIES_AT_A_TIME = 500

#: What is left of a person: the id, to which finished games refer.
NOTHING = {
    "kind": "gone",
    "name": "",
    "user": None,
    "user_key": None,
    "password": None,
    "owner": None,
    "epoch": people.c.epoch + 1,
    "created": 0,
    "seen": 0,
    "banned": False,
    "muted": False,
    "reset_hash": None,
    "reset_until": None,
}

#: What is left of them at a seat: how well they played is theirs, the result is also the others'.
NO_PLAYER = {"name": "", "play_per_mille": None, "play_se": None, "play_decisions": None, "figures": None}


class SqlDeletions(SqlPart):
    """Implements ``DeletionStore``."""

    async def begin(self, person: str, now: int, check: Callable[[Person], None]) -> list[Person]:
        async def work(connection: AsyncConnection) -> list[Person]:
            found = await find_person(connection, person)
            if found is None or found.kind == "gone":
                return []
            check(found)
            gone = [*await bots_of(connection, person), found]
            for one in gone:
                await connection.execute(update(people).where(people.c.id == one.id).values(NOTHING))
                for table in (tokens, ratings, imports):
                    await connection.execute(delete(table).where(table.c.person == one.id))
                await connection.execute(update(reviews).where(reviews.c.person == one.id).values(person=None))
                await connection.execute(insert(deletions).values(person=one.id, since=now))
            return gone

        deleted: list[Person] = await self.write(work)
        return deleted

    async def unfinished(self) -> list[str]:
        async with self.reading() as connection:
            query = select(deletions.c.person).order_by(deletions.c.since, deletions.c.person)
            return list((await connection.execute(query)).scalars())

    async def erase_chat(self, person: str) -> None:
        nothing = update(chat).where(chat.c.person == person).values(name="", text="", message=None)
        await self.write(lambda on: on.execute(nothing))

    async def anonymise_games(self, person: str, rewrite: Callable[[bytes, int, str], bytes]) -> bool:
        query = select(played.c.game_id, played.c.seat, played.c.name)
        named = query.where(played.c.person == person, played.c.name != "").limit(GAMES_AT_A_TIME)

        async def work(connection: AsyncConnection) -> bool:
            seats = (await connection.execute(named)).all()
            for game, seat, name in seats:
                kept = (await connection.execute(select(games.c.record).where(games.c.id == game))).scalar_one()
                record = rewrite(kept, seat, name)
                await connection.execute(update(games).where(games.c.id == game).values(record=record))
                same = played.c.game_id == game, played.c.seat == seat
                await connection.execute(update(played).where(*same).values(NO_PLAYER))
            return len(seats) == GAMES_AT_A_TIME

        more: bool = await self.write(work)
        return more

    async def tables_of(self, person: str) -> list[str]:
        await self._journal.wait()
        async with self.reading() as connection:
            query = select(seated.c.table_id).where(seated.c.person == person).order_by(seated.c.table_id)
            return list((await connection.execute(query)).scalars())

    async def is_in_log(self, table: str, rewrite: Callable[[bytes], bytes]) -> bool:
        await self._journal.wait()
        async with self.reading() as connection:
            async for _ in _changed_entries(connection, table, rewrite):
                return True
        return False

    async def rewrite_log(self, table: str, rewrite: Callable[[bytes], bytes]) -> None:
        async def work(connection: AsyncConnection) -> None:
            async for number, entry in _changed_entries(connection, table, rewrite):
                where = log.c.table_id == table, log.c.number == number
                await connection.execute(update(log).where(*where).values(entry=entry))
            # These may hold what was changed, too, and are made again.
            await connection.execute(delete(checkpoints).where(checkpoints.c.table_id == table))
            await connection.execute(update(tables).where(tables.c.id == table).values(summary=b""))

        await self.write(work)

    async def finish(self, person: str) -> None:
        await self.write(lambda on: on.execute(delete(deletions).where(deletions.c.person == person)))


async def _changed_entries(
    connection: AsyncConnection, table: str, rewrite: Callable[[bytes], bytes]
) -> AsyncIterator[tuple[int, bytes]]:
    """The entries of a log that ``rewrite`` changes, after the change.

    All of them are read and compared here: the databases have no search in bytes in common.
    """
    after = 0
    while True:
        query = select(log.c.number, log.c.entry).where(log.c.table_id == table, log.c.number > after)
        rows = (await connection.execute(query.order_by(log.c.number).limit(ENTRIES_AT_A_TIME))).all()
        for number, kept in rows:
            if (changed := rewrite(kept)) != kept:
                yield number, changed
        if len(rows) < ENTRIES_AT_A_TIME:
            return
        after = rows[-1][0]
