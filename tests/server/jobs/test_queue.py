"""The queue itself, on a clock that tests set: one taker at a time, and nothing counts after the lease is lost."""

from __future__ import annotations

import asyncio

import pytest

from server.jobs.conftest import Place
from wonderland.server.jobs.opening import open_queue
from wonderland.server.store.job_store import GIVEN_UP, MAX_JOB_ATTEMPTS, JobStore, TakenJob
from wonderland.server.store.sql.jobs import SqlJobs

LEASES = {"quick": 1_000, "long": 60_000}
DAY_MS = 86_400_000


class Wall:
    """The store's clock."""

    seconds = 1_800_000_000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def wall(queue: JobStore, monkeypatch: pytest.MonkeyPatch) -> Wall:
    wall = Wall()
    assert isinstance(queue, SqlJobs)
    monkeypatch.setattr(queue._database, "wall", wall)
    return wall


async def add(queue: JobStore, kind: str = "quick", payload: bytes = b"", keep_ms: int = DAY_MS) -> str:
    return await queue.add(kind, payload, keep_ms=keep_ms)


async def take(queue: JobStore, worker: str, *kinds: str) -> TakenJob | None:
    return await queue.take(worker, kinds or ("quick",), lease_ms=LEASES)


async def surely(queue: JobStore, worker: str, *kinds: str) -> TakenJob:
    job = await take(queue, worker, *kinds)
    assert job
    return job


async def test_the_oldest_job_of_the_first_kind_is_taken_first(queue: JobStore, wall: Wall) -> None:
    added = []
    for kind in ("long", "quick", "quick", "other"):
        added.append(await add(queue, kind))
        wall.seconds += 1
    taken = [await take(queue, "alice", "quick", "long") for _ in range(4)]
    assert [job and job.id for job in taken] == [added[1], added[2], added[0], None]
    assert not (await queue.read([added[3]]))[added[3]].taken


async def test_a_lease_that_is_over_counts_no_more_once_another_has_the_job(queue: JobStore, wall: Wall) -> None:
    id = await add(queue, payload=b"what")
    mine = await surely(queue, "alice")
    assert (mine.payload, mine.attempt) == (b"what", 1)
    assert await take(queue, "bob") is None
    wall.seconds += 0.9
    assert await queue.renew(mine, 0.0, lease_ms=1_000)
    wall.seconds += 0.9
    assert await take(queue, "bob") is None
    wall.seconds += 0.2
    assert not (await queue.read([id]))[id].taken
    theirs = await surely(queue, "bob")
    assert not await queue.renew(mine, 0.5, lease_ms=1_000)
    assert not await queue.finish(mine, b"mine")
    await queue.give_back(mine)
    assert (await queue.read([id]))[id].taken
    assert await queue.finish(theirs, b"theirs")
    assert not await queue.finish(theirs, None, "too late")
    row = (await queue.read([id]))[id]
    assert (row.finished, row.result, row.error, row.progress) == (True, b"theirs", None, 1.0)
    assert await take(queue, "alice") is None


async def test_who_takes_the_own_job_again_has_one_lease_only(queue: JobStore, wall: Wall) -> None:
    await add(queue)
    first = await surely(queue, "alice")
    wall.seconds += 2
    second = await surely(queue, "alice")
    assert not await queue.finish(first, b"first")
    assert await queue.finish(second, b"second")


async def test_progress_never_goes_back(queue: JobStore, wall: Wall) -> None:
    id = await add(queue)
    job = await surely(queue, "alice")
    told = []
    for progress in (0.2, 0.6, 0.4):
        await queue.renew(job, progress, lease_ms=1_000)
        told.append((await queue.read([id]))[id].progress)
    wall.seconds += 2
    again = await surely(queue, "bob")
    for progress in (0.1, 0.7):
        await queue.renew(again, progress, lease_ms=1_000)
        told.append((await queue.read([id]))[id].progress)
    assert told == [0.2, 0.6, 0.6, 0.6, 0.7]


async def test_what_nobody_finishes_is_given_up(queue: JobStore, wall: Wall) -> None:
    id = await add(queue)
    await queue.give_back(await surely(queue, "alice"))  # does not count
    for attempt in range(1, MAX_JOB_ATTEMPTS + 1):
        assert (await surely(queue, "alice")).attempt == attempt
        await queue.clean()
        assert not (await queue.read([id]))[id].finished
        wall.seconds += 2
    assert await take(queue, "alice") is None
    await queue.clean()
    row = (await queue.read([id]))[id]
    assert (row.finished, row.result, row.error) == (True, None, GIVEN_UP)


async def test_what_has_expired_is_neither_taken_nor_kept(queue: JobStore, wall: Wall) -> None:
    ids = []
    for keep_ms in (5_000, 5_000, 5_000, DAY_MS):
        ids.append(await add(queue, keep_ms=keep_ms))
        wall.seconds += 0.001
    await queue.finish(await surely(queue, "alice"), b"")
    held = await surely(queue, "alice")
    wall.seconds += 5
    assert not await queue.renew(held, 0.5, lease_ms=1_000)
    assert (await surely(queue, "bob")).id == ids[-1]
    await queue.see_worker("bob", ["quick"])
    assert set(await queue.read(ids)) == {ids[-1]}


async def test_workers_are_known_while_they_show_life(queue: JobStore, wall: Wall) -> None:
    await queue.see_worker("alice", ["quick", "long"])
    wall.seconds += 4
    await queue.see_worker("bob", ["long"])
    await queue.see_worker("bob", ["quick"])
    rows = await queue.workers(within_ms=5_000)
    assert {row.id: (row.kinds, row.seen) for row in rows} == {
        "alice": (("quick", "long"), int(wall.seconds - 4) * 1000),
        "bob": (("quick",), int(wall.seconds) * 1000),
    }
    wall.seconds += 2
    assert [row.id for row in await queue.workers(within_ms=5_000)] == ["bob"]
    await queue.remove_worker("bob")
    assert not await queue.workers(within_ms=5_000)


async def test_many_takers_of_two_processes_never_get_the_same_job(queue: JobStore, place: Place) -> None:
    ids = await asyncio.gather(*(add(queue, "long") for _ in range(30)))
    async with open_queue(place.settings) as other:
        both = (("a", queue), ("b", other.jobs))
        takers = [take(one, f"{name}{number}", "long") for number in range(20) for name, one in both]
        taken = await asyncio.gather(*takers)
    assert sorted(job.id for job in taken if job) == sorted(ids)
