"""The store over an SQL database. The same code for every one: what differs is in the database and the journal."""

from __future__ import annotations

from sqlalchemy import func, select

from wonderland.server.store.journal import Journal
from wonderland.server.store.sql.admin import SqlAdmin
from wonderland.server.store.sql.chat import SqlChat
from wonderland.server.store.sql.deletions import SqlDeletions
from wonderland.server.store.sql.games import SqlGames
from wonderland.server.store.sql.part import SqlDatabase, SqlPart
from wonderland.server.store.sql.people import SqlPeople
from wonderland.server.store.sql.records import SqlRecords
from wonderland.server.store.sql.schema import games, tables
from wonderland.server.store.sql.tokens import SqlTokens

#: Columns whose largest value an index gives at once.
TIME_COLUMNS = (tables.c.touched, games.c.ended)


class SqlStore(SqlPart):
    """Implements ``Store``."""

    def __init__(self, database: SqlDatabase, journal: Journal) -> None:
        super().__init__(database, journal)
        self.people = SqlPeople(database, journal)
        self.tokens = SqlTokens(database, journal)
        self.chat = SqlChat(database, journal)
        self.games = SqlGames(database, journal)
        self.records = SqlRecords(database, journal)
        self.deletions = SqlDeletions(database, journal)
        self.admin = SqlAdmin(database, journal)

    async def newest_time(self) -> int:
        async with self.reading() as connection:
            return max([await connection.scalar(select(func.max(column))) or 0 for column in TIME_COLUMNS])

    async def wait_for_writes(self) -> None:
        await self._journal.wait()
