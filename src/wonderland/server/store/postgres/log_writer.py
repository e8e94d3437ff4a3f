"""The log's own connection: everything that many tables append in one statement and one round trip.

**One writer.** The connection holds an advisory lock of its session, so only one server appends to a database. When the
connection is lost another is made at once, so that no other server takes the lock while nobody moves.

**A commit in doubt.** When the connection ends while a transaction is being written, nobody knows whether it counts. A
new connection finds out. First the old session is ended, and waited for: PostgreSQL lists a session until its
transaction is committed or rolled back, so from then on nothing of it can still come. Then the log is read: an append
is on disk if each of its entries is there exactly as it was to be; the transaction wrote all of them or none. What is
there is acknowledged; what is not is written again, once. So nothing is refused that counts, and nothing acts twice.
When no new connection can be had for a while, ``CommitInDoubt`` ends the server without an answer: the next start
reads the log, and a message that is sent again is known by its id.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime

import asyncpg

from wonderland.server.errors import LogConflict
from wonderland.server.store.database import CommitInDoubt
from wonderland.server.store.log_rows import LogAppend
from wonderland.server.store.postgres.closing import close_connection
from wonderland.server.store.postgres.failures import (
    SERIALIZATION_FAILURES,
    LostConnection,
    UsedElsewhere,
    is_lost,
    is_row_error,
    sqlstate,
)
from wonderland.server.store.postgres.log_statements import (
    FIND_ENTRIES,
    INSERT_ENTRIES,
    INSERT_ENTRIES_AND_LISTS,
    NEWEST_NUMBER,
    NEWEST_NUMBERS,
    entry_arrays,
    list_arrays,
)

LOCK_KEY = 0x576F6E64  #: "Wond": of the advisory lock of whoever uses a database
LOCK_SECONDS = 3.0  #: to wait for the lock: a server that was killed a moment ago may still seem to have it
LOCK_RETRY_SECONDS = 0.1
WRITE_TIMEOUT_SECONDS = 20.0  #: after which a connection that does not answer counts as lost
RECONNECT_SECONDS = 0.5  #: between two attempts while nobody writes
END_SESSION_MS = 5_000  #: for a lost session to end
IN_DOUBT_SECONDS = 30.0  #: to find out whether a commit counts
IN_DOUBT_RETRY_SECONDS = 0.25
MAX_WRITES = 2  #: of the same entries, when the first did not arrive

TRY_LOCK = "SELECT pg_try_advisory_lock($1)"
#: For instances that know of each other: any number of them, but no server that wants to be alone.
TRY_SHARED_LOCK = "SELECT pg_try_advisory_lock_shared($1)"
MAX_COLLISIONS = 10  #: of one transaction with those of other instances
OWN_SESSION = "SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()"
END_SESSION = "SELECT pg_terminate_backend(pid, $3) FROM pg_stat_activity WHERE pid = $1 AND backend_start = $2"
SESSION_IS_THERE = "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE pid = $1 AND backend_start = $2)"

#: PostgreSQL's number of a session, and when it began: numbers are used again.
Session = tuple[int, datetime]


class LogWriter:
    """Appends entries to the log; what ``write`` returned from is on disk."""

    def __init__(self, connect: Callable[[], Awaitable[asyncpg.Connection]], shared: bool = False) -> None:
        self._connect = connect
        self._try_lock = TRY_SHARED_LOCK if shared else TRY_LOCK
        self._connection: asyncpg.Connection | None = None
        #: The session that wrote last; it must have ended before another writes.
        self._session: Session | None = None
        #: The session of the last write: the connection may have been made again since.
        self._written_by: Session | None = None
        self._opening = asyncio.Lock()
        self._lost = asyncio.Event()
        self._keeper: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Connect now, and stay connected; raises ``UsedElsewhere`` when another server has the database."""
        await self._open()
        self._keeper = asyncio.create_task(self._stay_connected(), name="log connection")

    async def write(self, appends: Sequence[LogAppend]) -> list[Exception | None]:
        """Everything in one transaction. For each why it could not be written, or None; the others are on disk then.

        Raises the driver's error when nothing is written, and ``CommitInDoubt`` when that cannot be known.
        """
        found: list[Exception | None] = [None] * len(appends)
        left = list(range(len(appends)))
        for attempt in range(MAX_WRITES):
            try:
                problems = await self._write([appends[index] for index in left])
            except LostConnection as lost:
                there = await self._find(appends, left)
                left = [index for index in left if index not in there]
                if attempt + 1 < MAX_WRITES and left:
                    continue
                if len(left) == len(appends):
                    raise
                problems = [lost] * len(left)
            for index, problem in zip(left, problems, strict=True):
                found[index] = problem
            break
        return found

    async def close(self) -> None:
        if self._keeper:
            self._keeper.cancel()
            await asyncio.wait([self._keeper])
        if self._connection:
            await close_connection(self._connection)
            self._connection = None

    async def _write(self, appends: Sequence[LogAppend]) -> list[Exception | None]:
        connection = await self._open()
        self._written_by = self._session
        try:
            return await _insert_or_say_why(connection, appends)
        except Exception as problem:
            if not is_lost(problem):
                raise
            connection.terminate()
            raise LostConnection from problem

    async def _stay_connected(self) -> None:
        while True:
            await self._lost.wait()
            self._lost.clear()
            try:
                await self._open()
            except Exception:
                # Whoever writes meanwhile is told why.
                await asyncio.sleep(RECONNECT_SECONDS)
                self._lost.set()

    async def _open(self) -> asyncpg.Connection:
        """The connection; a new one when it is lost. Then the session before has ended."""
        if self._connection and not self._connection.is_closed():
            return self._connection
        async with self._opening:
            if self._connection and not self._connection.is_closed():
                return self._connection
            return await self._reopen()

    async def _reopen(self) -> asyncpg.Connection:
        connection = await self._connect()
        try:
            await _end_session(connection, self._session)
            await _lock(connection, self._try_lock)
            pid, begun = await connection.fetchrow(OWN_SESSION)
        except BaseException:
            connection.terminate()
            raise
        self._session = pid, begun
        self._connection = connection
        connection.add_termination_listener(lambda _: self._lost.set())
        return connection

    async def _find(self, appends: Sequence[LogAppend], wanted: Sequence[int]) -> set[int]:
        """Which of these are on disk, after the connection was lost in the middle of writing them."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + IN_DOUBT_SECONDS
        while True:
            try:
                rows = await self._read_back([appends[index] for index in wanted])
            except Exception as problem:
                if loop.time() > deadline or not (is_lost(problem) or sqlstate(problem)):
                    raise CommitInDoubt from problem
                await asyncio.sleep(IN_DOUBT_RETRY_SECONDS)
                continue
            return {index for index in wanted if all((id, number) in rows for id, number, *_ in appends[index].rows)}

    async def _read_back(self, appends: Sequence[LogAppend]) -> set[tuple[str, int]]:
        # Not the connection that writes: another server may have the lock by now, and reading needs none.
        connection = await self._connect()
        try:
            # The session that has written, not a newer one, which may be ours already.
            await _end_session(connection, self._written_by)
            return {tuple(row) for row in await connection.fetch(FIND_ENTRIES, *entry_arrays(appends))}
        finally:
            await close_connection(connection)


async def _end_session(connection: asyncpg.Connection, session: Session | None) -> None:
    """Make sure that nothing of this session can still be committed."""
    if session is None:
        return
    await connection.execute(END_SESSION, *session, END_SESSION_MS)
    if await connection.fetchval(SESSION_IS_THERE, *session):
        raise LostConnection


async def _lock(connection: asyncpg.Connection, statement: str) -> None:
    loop = asyncio.get_running_loop()
    deadline = loop.time() + LOCK_SECONDS
    while not await connection.fetchval(statement, LOCK_KEY):
        if loop.time() > deadline:
            raise UsedElsewhere
        await asyncio.sleep(LOCK_RETRY_SECONDS)


async def _insert_or_say_why(connection: asyncpg.Connection, appends: Sequence[LogAppend]) -> list[Exception | None]:
    """Insert all but those whose numbers somebody else has taken. For each why it is not written, or None."""
    taken: set[str] = set()
    collisions = 0
    while True:
        left = [append for append in appends if append.rows[0][0] not in taken]
        try:
            if left:
                await _insert(connection, left)
            problems: list[Exception | None] = [None] * len(left)
            break
        except Exception as problem:
            # Two instances that write to the same two tables may each wait for the other: then nothing is written yet.
            if sqlstate(problem) in SERIALIZATION_FAILURES and collisions < MAX_COLLISIONS:
                collisions += 1
                continue
            if not is_row_error(problem):
                raise
            if more := await _taken(connection, left, problem):
                taken |= more
                continue
        problems = await _insert_one_by_one(connection, left)
        break
    own = iter(problems)
    return [LogConflict() if append.rows[0][0] in taken else next(own) for append in appends]


async def _taken(connection: asyncpg.Connection, appends: Sequence[LogAppend], problem: Exception) -> set[str]:
    """The tables to whose logs somebody else has written meanwhile."""
    if sqlstate(problem) != asyncpg.UniqueViolationError.sqlstate:
        return set()
    first: dict[str, int] = {}
    for append in appends:
        first.setdefault(append.rows[0][0], append.rows[0][1])
    newest = await connection.fetch(NEWEST_NUMBERS, list(first))
    return {id for id, number in newest if number >= first[id]}


async def _insert(connection: asyncpg.Connection, appends: Sequence[LogAppend]) -> None:
    if any(append.change for append in appends):
        values = [*entry_arrays(appends), *list_arrays(appends)]
        await connection.execute(INSERT_ENTRIES_AND_LISTS, *values, timeout=WRITE_TIMEOUT_SECONDS)
    else:
        await connection.execute(INSERT_ENTRIES, *entry_arrays(appends), timeout=WRITE_TIMEOUT_SECONDS)


async def _insert_one_by_one(connection: asyncpg.Connection, appends: Sequence[LogAppend]) -> list[Exception | None]:
    """One after the other in one transaction, each by itself. After a table's first failure nothing more of it is
    written: its log must not have a gap.
    """
    failed: dict[str, Exception] = {}
    found: list[Exception | None] = []
    async with connection.transaction():
        for append in appends:
            id = append.rows[0][0]
            if id not in failed:
                try:
                    async with connection.transaction():  # a savepoint
                        await _insert(connection, [append])
                except Exception as problem:
                    if not is_row_error(problem):
                        raise
                    failed[id] = LogConflict() if await _is_taken(connection, append, problem) else problem
            found.append(failed.get(id))
    return found


async def _is_taken(connection: asyncpg.Connection, append: LogAppend, problem: Exception) -> bool:
    """Whether somebody else has written an entry of this number. The log itself says so: a row may be refused for other
    reasons, such as an invitation code that another table has.
    """
    if sqlstate(problem) != asyncpg.UniqueViolationError.sqlstate:
        return False
    id, first, _, _ = append.rows[0]
    newest = await connection.fetchval(NEWEST_NUMBER, id)
    return newest is not None and newest >= first
