"""What the journal is given to write."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import structlog

from wonderland.server.errors import NotSaved
from wonderland.server.store.database import Work
from wonderland.server.store.log_rows import LogAppend

_logger = structlog.get_logger(__name__)


class Job(NamedTuple):
    """One thing to write: entries of a table, or other work; neither means: call back once all before is on disk."""

    append: LogAppend | None
    work: Work | None
    then: Callable[[Any, Any], None]
    unless: Callable[[], NotSaved | None] = lambda: None


class Once:
    """A callback that runs at most once: when the writer fails, some of its jobs may have been called back already."""

    __slots__ = ("_then",)

    def __init__(self, then: Callable[[Any, Any], None]) -> None:
        self._then: Callable[[Any, Any], None] | None = then

    def __call__(self, result: Any, problem: Any) -> None:
        then, self._then = self._then, None
        if then:
            then(result, problem)


def call(job: Job, result: Any, problem: Exception | None) -> None:
    """Call back; an error in one callback must not stop the writer."""
    try:
        job.then(result, problem)
    except Exception:
        _logger.exception("journal_callback_failed")


def refused(job: Job) -> bool:
    """Whether there is a reason not to write it, which it has been told then."""
    problem = job.unless()
    if problem:
        call(job, None, problem)
    return problem is not None
