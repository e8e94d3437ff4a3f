"""A database with nothing in it, on both stores, its queue opened here, and real workers beside it."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from server.jobs.example_kinds import KINDS
from server.stores import CurrentStore
from wonderland.server.bot_processes.processes import BotProcesses
from wonderland.server.jobs import kinds
from wonderland.server.jobs.opening import open_queue
from wonderland.server.settings import Settings
from wonderland.server.store.database import open_database
from wonderland.server.store.database_url import database_url
from wonderland.server.store.job_store import JobRow, JobStore

TIMEOUT_SECONDS = 60  #: after which whatever should have happened counts as stuck


class Place:
    """Where the database is: for ``open_queue``, and as words of the command line."""

    def __init__(self, folder: Path, url: str) -> None:
        self.settings = Settings(data=folder, database=url, durability="normal")
        self.words = ("--database", url) if url else ("--data", str(folder))


@pytest.fixture
async def place(store: str, tmp_path: Path) -> Place:
    place = Place(tmp_path / "data", CurrentStore.url)
    place.settings.data.mkdir()
    database = open_database(database_url(place.settings))
    await database.migrate(None)
    await database.close()
    return place


@pytest.fixture
async def queue(place: Place) -> AsyncIterator[JobStore]:
    async with open_queue(place.settings) as opened:
        yield opened.jobs


@pytest.fixture
async def bots() -> AsyncIterator[BotProcesses]:
    bots = BotProcesses(1)
    yield bots
    await bots.close()


@pytest.fixture(autouse=True)
def example_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, where in KINDS.items():
        monkeypatch.setitem(kinds.KINDS, name, where)


class WorkerProgram:
    """``wonderland worker`` with the example kinds, in a process of its own, once it has started."""

    def __init__(self, place: Place, *words: str) -> None:
        path = os.pathsep.join(filter(None, (os.environ.get("PYTHONPATH"), str(Path(__file__).parents[2]))))
        self._process = subprocess.Popen(
            [sys.executable, "-m", "server.jobs.example_kinds", "worker", *place.words, *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": path},
        )
        assert self._process.stdout
        self.said = self._process.stdout.readline()
        if not self.said:
            assert self._process.stderr
            raise AssertionError(self._process.stderr.read())

    @property
    def pid(self) -> int:
        return self._process.pid

    def send(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Its exit status."""
        if self._process.poll() is None:
            self._process.send_signal(number)
            self._process.send_signal(signal.SIGCONT)
        return self.wait()

    def wait(self) -> int:
        """Its exit status, once it has ended."""
        status = self._process.wait(TIMEOUT_SECONDS)
        for pipe in (self._process.stdout, self._process.stderr):
            assert pipe
            pipe.close()
        return status


class Workers:
    """Starts workers, and ends those that are left."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self.all: list[WorkerProgram] = []

    async def start(self, *words: str) -> WorkerProgram:
        worker = await asyncio.to_thread(WorkerProgram, self._place, *words)
        self.all.append(worker)
        return worker


@pytest.fixture
def workers(place: Place) -> Iterator[Workers]:
    made = Workers(place)
    yield made
    for worker in made.all:
        worker.stop(signal.SIGKILL)


async def until_taken(queue: JobStore, id: str) -> JobRow:
    """The job, once a worker has it and has told some progress."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while True:
            mark = queue.changes.mark()
            row = (await queue.read([id]))[id]
            if row.taken and row.progress:
                return row
            await queue.changes.wait(mark, 1)
