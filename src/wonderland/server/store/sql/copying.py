"""Every row of one database copied into another, whichever kinds the two are, and compared afterwards."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from hashlib import blake2b
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Table, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.server.store.sql.schema import metadata

#: Rows that are in memory at a time. An uploaded record has up to half a megabyte.
BATCH_ROWS = 256

Row = tuple[Any, ...]
#: Inserts rows of a table, each with all of its columns.
Insert = Callable[[Table, Sequence[Row]], Awaitable[None]]
#: Called with a table's name, the rows that are done and all of its rows.
Progress = Callable[[str, int, int], None]


class Target(NamedTuple):
    """A database that is being filled, in one transaction."""

    connection: AsyncConnection
    insert: Insert
    #: In an order in which rows can be inserted.
    tables: Sequence[Table] = metadata.sorted_tables


class TableSum(NamedTuple):
    """How many rows a table has, and a sum over them that does not depend on their order.

    The order would differ: each database sorts text in its own way.
    """

    rows: int = 0
    sum: int = 0

    def plus(self, rows: Sequence[Row]) -> TableSum:
        return TableSum(self.rows + len(rows), (self.sum + sum(map(_row_sum, rows))) % 2**128)


#: By the table's name.
TableSums = dict[str, TableSum]


def _row_sum(row: Row) -> int:
    return int.from_bytes(blake2b(msgspec.msgpack.encode(row), digest_size=16).digest())


async def copy_rows(source: AsyncConnection, to: Target, progress: Progress) -> TableSums:
    """Insert every row of ``source``; ``to`` must be empty. Gives what was read."""
    return {table.name: await _copy_table(source, to, table, progress) for table in to.tables}


async def _copy_table(source: AsyncConnection, to: Target, table: Table, progress: Progress) -> TableSum:
    found, total = TableSum(), await _count(source, table)
    async with aclosing(batches(source, table)) as parts:
        async for rows in parts:
            await to.insert(table, rows)
            found = found.plus(rows)
            progress(table.name, found.rows, total)
    return found


async def sum_rows(connection: AsyncConnection, progress: Progress) -> TableSums:
    """What ``copy_rows`` gives, of a database that is read only."""
    sums: TableSums = {}
    for table in metadata.sorted_tables:
        found, total = TableSum(), await _count(connection, table)
        async with aclosing(batches(connection, table)) as parts:
            async for rows in parts:
                found = found.plus(rows)
                progress(table.name, found.rows, total)
        sums[table.name] = found
    return sums


async def _count(connection: AsyncConnection, table: Table) -> int:
    return int(await connection.scalar(select(func.count()).select_from(table)) or 0)


async def has_rows(connection: AsyncConnection) -> bool:
    """Whether there is anything in the database."""
    for table in metadata.sorted_tables:
        if (await connection.execute(select(1).select_from(table).limit(1))).first():
            return True
    return False


async def batches(connection: AsyncConnection, table: Table) -> AsyncGenerator[list[Row], None]:
    """All rows of a table. Rows that refer to others of the same table come after those that do not."""
    own = [key.parent.is_not(None) for key in table.foreign_keys if key.column.table is table]
    query = select(table).order_by(*own).execution_options(yield_per=BATCH_ROWS)
    async with connection.stream(query) as result:
        async for part in result.partitions():
            yield [tuple(row) for row in part]
