"""What every log and every finished game of a database leads to when it is replayed; on all cores."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from collections.abc import AsyncIterator, Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from hashlib import blake2b
from typing import NamedTuple

from wonderland.core.errors import NotAllowed, WonderlandError
from wonderland.records import encode, replay
from wonderland.server.store.sql.replaying import StoredGame, StoredLog
from wonderland.server.tables.loading import UnreadableLog, replay_log
from wonderland.server.tables.state import TableState

#: Rows up to which one thread is quicker than starting processes.
MAX_ROWS_IN_THREAD = 20_000
BYTES_PER_CHUNK = 200_000  #: of logs or records that a process is given at a time


class Replayed(NamedTuple):
    """What a log or a record leads to, as a hash; and what is wrong with it, if it cannot be read to its end."""

    digest: bytes
    problem: str | None = None


def replay_stored(stored: StoredLog | StoredGame) -> Replayed:
    return _replay_log(stored) if isinstance(stored, StoredLog) else _replay_game(stored)


def _replay_log(log: StoredLog) -> Replayed:
    """The result of every game of a table, and its last state."""
    state: TableState | None = None
    digest, problem = blake2b(digest_size=16), None
    try:
        for _, _, state in replay_log(log.id, log.rows):
            if state.ended == state.version:
                digest.update(encode(state.result))
    except UnreadableLog as found:
        problem = str(found)
    digest.update(repr((state, problem)).encode())
    return Replayed(digest.digest(), problem)


def _replay_game(game: StoredGame) -> Replayed:
    """What the record leads to, beside the result that is stored with it."""
    problem = None
    try:
        outcome = encode(replay(game.record))
    except WonderlandError as found:
        outcome, problem = game.record, str(found)
    digest = blake2b(outcome, digest_size=16)
    digest.update(game.result)
    return Replayed(digest.digest(), problem)


class Replayer:
    """``with Replayer(rows)``: replays about as many rows, in a thread or, if they are many, in processes."""

    def __init__(self, rows: int) -> None:
        self._processes = os.cpu_count() or 1
        self._executor: Executor
        if rows <= MAX_ROWS_IN_THREAD:
            self._executor = ThreadPoolExecutor(1)
        else:
            # Not forked: this process has threads. Ctrl-C is for this process, which then ends the others.
            spawn = multiprocessing.get_context("spawn")
            self._executor = ProcessPoolExecutor(self._processes, spawn, signal.signal, (signal.SIGINT, signal.SIG_IGN))

    def __enter__(self) -> Replayer:
        return self

    def __exit__(self, *_: object) -> None:
        self._executor.shutdown(cancel_futures=True)

    async def replay(
        self, stored: AsyncIterator[StoredLog] | AsyncIterator[StoredGame], progress: Callable[[int], None]
    ) -> dict[str, Replayed]:
        """What each leads to, by its id. ``progress`` is told how many are done."""
        found: dict[str, Replayed] = {}
        running: set[asyncio.Future[list[tuple[str, Replayed]]]] = set()
        async for chunk in _chunks(stored):
            running.add(asyncio.get_running_loop().run_in_executor(self._executor, _replay_chunk, chunk))
            while len(running) > 2 * self._processes:  # else all of the database would be in memory
                running = await _collect(running, found)
                progress(len(found))
        while running:
            running = await _collect(running, found)
            progress(len(found))
        return found


def _replay_chunk(chunk: list[StoredLog | StoredGame]) -> list[tuple[str, Replayed]]:
    return [(stored.id, replay_stored(stored)) for stored in chunk]


async def _chunks(
    stored: AsyncIterator[StoredLog] | AsyncIterator[StoredGame],
) -> AsyncIterator[list[StoredLog | StoredGame]]:
    chunk: list[StoredLog | StoredGame] = []
    size = 0
    async for one in stored:
        chunk.append(one)
        size += sum(len(entry) for _, _, entry in one.rows) if isinstance(one, StoredLog) else len(one.record)
        if size >= BYTES_PER_CHUNK:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


async def _collect(
    running: set[asyncio.Future[list[tuple[str, Replayed]]]], found: dict[str, Replayed]
) -> set[asyncio.Future[list[tuple[str, Replayed]]]]:
    """Wait for the next chunk; gives those that still run."""
    done, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
    try:
        for one in done:
            found.update(one.result())
    except BrokenExecutor:
        raise NotAllowed("migrate_process_ended") from None
    return running
