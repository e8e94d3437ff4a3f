"""Kinds of jobs for the tests, each registered by one line as its author would.

``python -m server.jobs.example_kinds worker …`` is ``wonderland worker …`` with them.
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import msgspec

from wonderland.server.jobs.kinds import JobKind, JobTools

LOOK_SECONDS = 0.01


class Walk(msgspec.Struct, frozen=True):
    """Two steps, with a gate between them; the folder shows who walks."""

    folder: str


class Walked(msgspec.Struct, frozen=True):
    by: int


def gate(folder: Path, pid: int) -> Path:
    """Opens when it is there."""
    return folder / f"gate-{pid}"


async def walk(job: Walk, tools: JobTools) -> Walked:
    folder, pid = Path(job.folder), os.getpid()
    (folder / f"walker-{pid}").touch()
    tools.report(0.5)
    tools.report(0.25)  # a handler that errs
    while not gate(folder, pid).exists():
        await asyncio.sleep(LOOK_SECONDS)
    return Walked(pid)


class Note(msgspec.Struct, frozen=True):
    """Something to write down, once."""

    file: str
    text: str


async def note(job: Note, tools: JobTools) -> Note:
    with open(job.file, "a") as file:
        file.write(job.text + "\n")
    return job


class Meet(msgspec.Struct, frozen=True):
    """Ends when so many are there at the same time."""

    folder: str
    number: int


async def meet(job: Meet, tools: JobTools) -> Walked:
    folder = Path(job.folder)
    (folder / f"here-{os.getpid()}").touch()
    while len(list(folder.glob("here-*"))) < job.number:
        await asyncio.sleep(LOOK_SECONDS)
    return Walked(os.getpid())


async def fail(job: Note, tools: JobTools) -> Note:
    raise ValueError(f"my hand is {job.text}")


WALK = JobKind(payload=Walk, result=Walked, handle=walk, lease_ms=1_500)
HIKE = JobKind(payload=Walk, result=Walked, handle=walk, lease_ms=1_500, lane="outside")
NOTE = JobKind(payload=Note, result=Note, handle=note, lease_ms=10_000)
MEET = JobKind(payload=Meet, result=Walked, handle=meet, lease_ms=10_000)
FAIL = JobKind(payload=Note, result=Note, handle=fail, lease_ms=10_000)

KINDS = {name: f"server.jobs.example_kinds:{name.upper()}" for name in ("walk", "hike", "note", "meet", "fail")}


if __name__ == "__main__":
    from wonderland.cli.main import main
    from wonderland.server.jobs import kinds

    kinds.KINDS.update(KINDS)
    main()
