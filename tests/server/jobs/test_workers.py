"""Real workers in processes of their own: each job is done by one, and none is lost when a worker dies."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from server.jobs.conftest import TIMEOUT_SECONDS, Place, Workers, until_taken
from server.jobs.example_kinds import Meet, Note, Walk, Walked, gate
from server.stores import empty
from wonderland.server.bot_processes.processes import BotProcesses
from wonderland.server.errors import NotSaved
from wonderland.server.jobs import worker as worker_module
from wonderland.server.jobs.job_results import JobResults
from wonderland.server.jobs.opening import open_queue
from wonderland.server.jobs.worker import Worker
from wonderland.server.store.job_store import JobRow, JobStore
from wonderland.server.store.sqlite.backup import save

KEEP_MS = 600_000


@pytest.fixture
def results(queue: JobStore) -> JobResults:
    return JobResults(queue)


async def add(queue: JobStore, kind: str, payload: Any) -> str:
    return await queue.add(kind, msgspec.json.encode(payload), keep_ms=KEEP_MS)


async def wait(results: JobResults, id: str, on_progress: Callable[[float], object] = lambda _: None) -> JobRow:
    return await results.wait(id, taken_within=None, within=TIMEOUT_SECONDS, on_progress=on_progress)


def walker(row: JobRow) -> int:
    assert row.result, row
    return msgspec.json.decode(row.result, type=Walked).by


async def test_two_workers_share_hundreds_of_jobs_and_do_each_once(
    queue: JobStore, results: JobResults, workers: Workers, tmp_path: Path
) -> None:
    await asyncio.gather(workers.start("--processes", "2"), workers.start("--processes", "2"))
    # Neither may be late: each of the two takes two, so that all four are held up until both workers are there.
    met = [await add(queue, "meet", Meet(str(tmp_path), 2)) for _ in range(4)]
    assert len({walker(row) for row in await asyncio.gather(*(wait(results, id) for id in met))}) == 2
    notes = tmp_path / "notes"
    ids = await asyncio.gather(*(add(queue, "note", Note(str(notes), str(number))) for number in range(200)))
    for id in ids:
        assert (await wait(results, id)).error is None
    assert sorted(map(int, notes.read_text().split())) == list(range(200))
    assert [worker.stop() for worker in workers.all] == [0, 0]
    assert not await queue.workers(within_ms=KEEP_MS), "they have said goodbye"


async def test_the_job_of_a_killed_worker_is_taken_over(
    queue: JobStore, results: JobResults, workers: Workers, tmp_path: Path
) -> None:
    first = await workers.start()
    id = await add(queue, "walk", Walk(str(tmp_path)))
    told: list[float] = []
    waiting = asyncio.create_task(wait(results, id, told.append))
    assert (await until_taken(queue, id)).progress == 0.5
    first.stop(signal.SIGKILL)
    second = await workers.start()
    gate(tmp_path, second.pid).touch()
    assert walker(await waiting) == second.pid
    assert told == [0.5, 1.0]
    assert {path.name for path in tmp_path.glob("walker-*")} == {f"walker-{one.pid}" for one in (first, second)}


async def test_a_worker_that_slept_beyond_its_lease_cannot_finish_what_another_has(
    queue: JobStore, results: JobResults, workers: Workers, tmp_path: Path
) -> None:
    sleeper = await workers.start()
    id = await add(queue, "walk", Walk(str(tmp_path)))
    await until_taken(queue, id)
    sleeper.send(signal.SIGSTOP)
    other = await workers.start()
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not (tmp_path / f"walker-{other.pid}").exists():
            await queue.changes.wait(queue.changes.mark(), 0.1)
    gate(tmp_path, sleeper.pid).touch()
    sleeper.send(signal.SIGCONT)
    # The other is at its gate, so only the one that has woken up can do this, and only once it has let go of the walk.
    note = await wait(results, await add(queue, "note", Note(str(tmp_path / "notes"), "awake")))
    assert note.result
    row = (await queue.read([id]))[id]
    assert row.taken
    assert not row.finished
    gate(tmp_path, other.pid).touch()
    assert walker(await wait(results, id)) == other.pid


async def test_a_worker_told_to_stop_finishes_what_it_has(
    queue: JobStore, results: JobResults, workers: Workers, tmp_path: Path
) -> None:
    worker = await workers.start()
    id = await add(queue, "walk", Walk(str(tmp_path)))
    await until_taken(queue, id)
    worker.send(signal.SIGINT)
    later = await add(queue, "note", Note(str(tmp_path / "notes"), "too late"))
    gate(tmp_path, worker.pid).touch()
    assert walker(await wait(results, id)) == worker.pid
    assert await asyncio.to_thread(worker.wait) == 0
    assert not (await queue.read([later]))[later].taken


async def test_a_worker_takes_only_the_kinds_it_was_given(
    queue: JobStore, results: JobResults, workers: Workers, tmp_path: Path
) -> None:
    worker = await workers.start("--kinds", "note, fail")
    assert "(note, fail)" in worker.said
    walk = await add(queue, "walk", Walk(str(tmp_path)))
    failed = await wait(results, await add(queue, "fail", Note("", "R3")))
    assert (failed.result, failed.error) == (None, "ValueError"), "the text of an error may contain cards"
    unread = await wait(results, await queue.add("note", b'{"file": 3}', keep_ms=KEEP_MS))
    assert (unread.result, unread.error) == (None, "ValidationError")
    assert not (await queue.read([walk]))[walk].taken


async def test_a_worker_survives_the_end_of_its_connections(postgres_url: str, tmp_path: Path) -> None:
    await empty(postgres_url)
    place = Place(tmp_path / "data", postgres_url)
    worker = await Workers(place).start()
    try:
        await empty(postgres_url)
        async with open_queue(place.settings) as opened:
            id = await add(opened.jobs, "note", Note(str(tmp_path / "notes"), "after all"))
            assert (await wait(JobResults(opened.jobs), id)).result
    finally:
        worker.stop(signal.SIGKILL)


@pytest.mark.sqlite("the database is a file here")
async def test_a_worker_comes_back_after_the_database_was_replaced(
    queue: JobStore, workers: Workers, place: Place, tmp_path: Path
) -> None:
    await workers.start()
    file = place.settings.data / "wonderland.db"
    await asyncio.to_thread(save, file, tmp_path / "copy.db")
    (known,) = await queue.workers(within_ms=KEEP_MS)
    for path in place.settings.data.glob("wonderland.db*"):
        path.unlink()
    shutil.copy(tmp_path / "copy.db", file)
    async with asyncio.timeout(TIMEOUT_SECONDS), open_queue(place.settings) as opened:
        while {row.id for row in await opened.jobs.workers(within_ms=KEEP_MS)} <= {known.id}:
            await opened.jobs.changes.wait(opened.jobs.changes.mark(), 0.1)
        id = await add(opened.jobs, "note", Note(str(tmp_path / "notes"), "back"))
        assert (await wait(JobResults(opened.jobs), id)).result


# ---- in this process: a store that fails when the test says so ---------------------------------------------


class Failing:
    """A store whose next answers to some questions are failures."""

    def __init__(self, jobs: JobStore) -> None:
        self._jobs = jobs
        self.left = {"take": 3, "finish": 2, "renew": 1, "see_worker": 1}

    def __getattr__(self, name: str) -> Any:
        answer = getattr(self._jobs, name)
        return answer if name == "changes" else self._failing(name, answer)

    def _failing(self, name: str, answer: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def ask(*words: Any, **more: Any) -> Any:
            if self.left.get(name, 0):
                self.left[name] -= 1
                raise NotSaved("not_saved_locked")
            return await answer(*words, **more)

        return ask


async def test_a_store_that_is_away_for_a_while_costs_no_job(
    queue: JobStore, results: JobResults, bots: BotProcesses, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_module, "RETRY_SECONDS", 0.0)
    store = Failing(queue)
    worker = Worker(store, ["walk"], 1, bots)
    running = asyncio.create_task(worker.run())
    id = await add(queue, "walk", Walk(str(tmp_path)))
    await until_taken(queue, id)
    gate(tmp_path, os.getpid()).touch()
    assert walker(await wait(results, id)) == os.getpid()
    worker.stop()
    await running
    assert not any(store.left.values())
    assert worker.outcomes == {"done": 1}


async def test_a_worker_that_cannot_wait_gives_its_jobs_back(
    queue: JobStore, bots: BotProcesses, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_module, "STOP_SECONDS", 0.0)
    worker = Worker(queue, ["walk"], 1, bots)
    running = asyncio.create_task(worker.run())
    id = await add(queue, "walk", Walk(str(tmp_path)))
    await until_taken(queue, id)
    worker.stop()
    await running
    assert worker.outcomes == {"given_back": 1}
    job = await queue.take("another", ["walk"], lease_ms={"walk": 400})
    assert job
    assert (job.id, job.attempt) == (id, 1)


async def test_a_worker_lets_go_of_what_nobody_wants_any_more(
    queue: JobStore, bots: BotProcesses, tmp_path: Path
) -> None:
    worker = Worker(queue, ["walk", "note"], 1, bots)
    running = asyncio.create_task(worker.run())
    id = await add(queue, "walk", Walk(str(tmp_path)))
    await until_taken(queue, id)
    await queue.remove([id])
    await wait(JobResults(queue), await add(queue, "note", Note(str(tmp_path / "notes"), "free again")))
    worker.stop()
    await running
    assert worker.outcomes == {"lost": 1, "done": 1}


async def test_jobs_of_a_lane_are_done_one_at_a_time_beside_others(
    queue: JobStore, bots: BotProcesses, tmp_path: Path
) -> None:
    worker = Worker(queue, ["note", "hike"], 1, bots)
    running = asyncio.create_task(worker.run())
    first, second = [await add(queue, "hike", Walk(str(tmp_path))) for _ in range(2)]
    await until_taken(queue, first)
    results = JobResults(queue)
    for text in ("while", "one", "hikes"):
        await wait(results, await add(queue, "note", Note(str(tmp_path / "notes"), text)))
    assert not (await queue.read([second]))[second].taken
    gate(tmp_path, os.getpid()).touch()
    for id in (first, second):
        await wait(results, id)
    worker.stop()
    await running
    assert worker.outcomes == {"done": 5}


async def test_a_worker_that_may_be_idle_for_no_time_ends_with_its_last_job(
    queue: JobStore, bots: BotProcesses, tmp_path: Path
) -> None:
    ids = [await add(queue, "note", Note(str(tmp_path / "notes"), "one")) for _ in range(2)]
    worker = Worker(queue, ["note"], 1, bots, idle_seconds=0.0)
    await worker.run()
    assert all(row.finished for row in (await queue.read(ids)).values())
    assert not await queue.workers(within_ms=60_000)
