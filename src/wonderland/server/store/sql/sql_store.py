"""The store over an SQL database. The same code for every one: what differs is in the database and the journal."""

from __future__ import annotations

from sqlalchemy import func, select

from wonderland.server.store.database import Database
from wonderland.server.store.journal import Journal
from wonderland.server.store.log_rows import IN_MEMORY
from wonderland.server.store.sql.admin import SqlAdmin
from wonderland.server.store.sql.chat import SqlChat
from wonderland.server.store.sql.deletions import SqlDeletions
from wonderland.server.store.sql.games import SqlGames
from wonderland.server.store.sql.instances import SqlInstances
from wonderland.server.store.sql.jobs import SqlJobs
from wonderland.server.store.sql.part import SqlPart
from wonderland.server.store.sql.people import SqlPeople
from wonderland.server.store.sql.records import SqlRecords
from wonderland.server.store.sql.reviews import SqlReviews
from wonderland.server.store.sql.schema import games, log, tables
from wonderland.server.store.sql.tables import SqlTables
from wonderland.server.store.sql.tokens import SqlTokens

#: Columns whose largest value an index gives at once.
TIME_COLUMNS = (tables.c.touched, games.c.ended)


class SqlStore(SqlPart):
    """Implements ``Store``."""

    def __init__(self, database: Database, journal: Journal) -> None:
        super().__init__(database, journal)
        self.people = SqlPeople(database, journal)
        self.tokens = SqlTokens(database, journal)
        self.chat = SqlChat(database, journal)
        self.games = SqlGames(database, journal)
        self.records = SqlRecords(database, journal)
        self.reviews = SqlReviews(database, journal)
        self.deletions = SqlDeletions(database, journal)
        self.tables = SqlTables(database, journal)
        self.jobs = SqlJobs(database, journal)
        self.admin = SqlAdmin(database, journal)
        self.instances = SqlInstances(database, journal)

    async def newest_time(self) -> int:
        # Tables that were in memory when the server was killed have entries since they were touched. The times of one
        # table never go back, so its newest entry will do.
        own = log.alias("own")
        newest = select(func.max(own.c.number)).where(own.c.table_id == tables.c.id).scalar_subquery()
        entries = select(func.max(log.c.at)).join(tables, tables.c.id == log.c.table_id)
        queries = [
            *(select(func.max(column)) for column in TIME_COLUMNS),
            entries.where(tables.c.due == IN_MEMORY, log.c.number == newest),
        ]
        async with self.reading() as connection:
            return max([await connection.scalar(query) or 0 for query in queries])

    async def wait_for_writes(self) -> None:
        await self._journal.wait()
