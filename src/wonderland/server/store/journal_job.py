"""What the journal is given to write."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
import structlog

from wonderland.server.errors import NotSaved
from wonderland.server.request_ids import current_request
from wonderland.server.store.database import Work
from wonderland.server.store.log_rows import LogAppend

_logger = structlog.get_logger(__name__)


class Job(msgspec.Struct):
    """One thing to write: entries of a table, or other work; neither means: call back once all before is on disk."""

    append: LogAppend | None
    work: Work | None
    #: Called back with what a work gave and what went wrong; without a work only with the latter. None once it was
    #: called: when the writer fails, some of its jobs may have been.
    then: Callable[..., None] | None
    unless: Callable[[], NotSaved | None] = lambda: None
    #: For the log: many requests are written together.
    request: str = msgspec.field(default_factory=current_request)


class Batch(NamedTuple):
    """Jobs that are written together: what is appended in one transaction, then the works."""

    jobs: list[Job]
    #: Writes the appends, if there are any.
    written: asyncio.Task[list[Exception | None]] | None
    #: When that began, by the event loop's clock.
    begun: float


def call(job: Job, result: Any, problem: Exception | None) -> None:
    """Call back, once; an error in one callback must not stop the writer."""
    then, job.then = job.then, None
    if then is None:
        return
    try:
        if job.work:
            then(result, problem)
        else:
            then(problem)
    except Exception:
        _logger.exception("journal_callback_failed", **of_request(job))


def of_request(job: Job) -> dict[str, str]:
    """What a log line about the job says of its request."""
    return {"request": job.request} if job.request else {}


def refused(job: Job) -> bool:
    """Whether there is a reason not to write it, which it has been told then."""
    problem = job.unless()
    if problem:
        call(job, None, problem)
    return problem is not None
