"""What the parts of the store share: reading on a connection of their own, writing through the journal."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from itertools import islice
from typing import Any, TypeVar

import structlog
from sqlalchemy import Select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.server.errors import NotRead, NotSaved
from wonderland.server.store.database import Database, Work
from wonderland.server.store.journal import Journal

_logger = structlog.get_logger(__name__)

ROWS_PER_PAGE = 50  #: rows at a time, where there may be years of them

IDS_AT_A_TIME = 500  #: in one query

Row = TypeVar("Row")
Item = TypeVar("Item")


class SqlPart:
    """A part of the store over a database and its journal."""

    def __init__(self, database: Database, journal: Journal) -> None:
        self._database = database
        self._journal = journal

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection for queries; what is wrong with the database becomes ``NotRead``."""
        with self.reading_failures():
            async with self._database.reading() as connection:
                yield connection

    @contextmanager
    def reading_failures(self) -> Iterator[None]:
        """What is wrong with the database becomes ``NotRead``."""
        try:
            yield
        except NotSaved as problem:
            raise NotRead(problem.key) from problem
        except (SQLAlchemyError, sqlite3.Error, OSError) as problem:
            _logger.error("not_read", exc_info=problem)
            raise NotRead(self._database.failure(problem).key) from problem

    async def write(self, work: Work) -> Any:
        """Run ``work`` in a transaction. It may run again, so it has no effects but through its connection."""
        try:
            return await self._journal.run(work)
        except SQLAlchemyError as problem:
            # Not the disk's fault, else it would be NotSaved already: the statement is wrong, or the data is.
            _logger.error("statement_refused", exc_info=problem)
            raise NotSaved("not_saved") from problem

    async def rows(self, query: Select[Any], type_: type[Row]) -> list[Row]:
        """The rows of a query, as structs whose fields are named like its columns."""
        async with self.reading() as connection:
            return [type_(**row._mapping) for row in await connection.execute(query)]

    async def row(self, query: Select[Any], type_: type[Row]) -> Row | None:
        """The only row of a query, or None."""
        async with self.reading() as connection:
            found = (await connection.execute(query)).one_or_none()
        return found and type_(**found._mapping)

    async def pages(self, query: Select[Any], type_: type[Row]) -> AsyncGenerator[Sequence[Row], None]:
        """The rows of a query, page by page."""
        async with self.reading() as connection:
            found = await connection.stream(query.execution_options(yield_per=ROWS_PER_PAGE))
            async for rows in found.partitions():
                yield [type_(**row._mapping) for row in rows]


def batched(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    """The items, so many at a time (as ``itertools.batched`` of Python 3.12).

    >>> list(batched("abcde", 2))
    [['a', 'b'], ['c', 'd'], ['e']]
    """
    left = iter(items)
    while some := list(islice(left, size)):
        yield some


def is_text(*texts: str) -> bool:
    """Whether databases can be asked about these: none holds lone surrogates, and PostgreSQL no zero characters."""
    try:
        return not any(b"\0" in text.encode() for text in texts)
    except UnicodeEncodeError:
        return False
