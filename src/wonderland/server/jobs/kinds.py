"""The kinds of jobs. A new one is a module with a ``JobKind``, and one line below."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from importlib import import_module
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from wonderland.core.errors import Unreadable, shown
from wonderland.server.bot_processes.processes import BotProcesses
from wonderland.server.bot_processes.review_process import ReviewProcess
from wonderland.server.store.review_store import ReviewStore

Payload = TypeVar("Payload")
Result = TypeVar("Result")


class JobRefused(Exception):
    """A worker cannot do this job, though whoever wants it may have other means. Its text is the job's error."""


class ReviewTools(NamedTuple):
    """What reviews need: where they are kept, and the process that makes them."""

    store: ReviewStore
    process: ReviewProcess


class JobTools(NamedTuple):
    """What a handler has to work with."""

    #: Bots in child processes: one that hangs cannot stop the worker.
    bots: BotProcesses
    #: Tell which part is done, from 0 to 1; it is written with the next renewal of the lease.
    report: Callable[[float], None]
    #: None for a worker that takes no reviews.
    reviews: ReviewTools | None = None


class JobKind(msgspec.Struct, Generic[Payload, Result], frozen=True):
    """What is asked, what is answered, both as JSON in the store, and who answers.

    A handler runs in the event loop of the worker, so it must leave anything slow to child processes or threads. It may
    be cancelled at any moment, and begin anew in another worker.
    """

    payload: type[Payload]
    result: type[Result]
    handle: Callable[[Payload, JobTools], Awaitable[Result]]
    #: After how long without a heartbeat others may take the job over.
    lease_ms: int
    #: Jobs of all kinds in one lane are done one at a time by each worker, beside its other work. Empty: as many at a
    #: time as the worker has processes.
    lane: str = ""


AnyKind = JobKind[Any, Any]

#: ``module:name`` of each kind. Workers take the first ones first, so what somebody waits for comes before the rest.
KINDS = {
    "decide": "wonderland.server.jobs.decide:DECIDE",
    "review": "wonderland.server.jobs.review:REVIEW",
    "refine": "wonderland.server.jobs.review:REVIEW",
}


def find(name: str) -> AnyKind:
    """The kind of that name.

    >>> find("decide").lease_ms
    2000
    """
    if name not in KINDS:
        raise Unreadable("job_kind_unknown", name=shown(name), kinds=", ".join(KINDS))
    module, _, attribute = KINDS[name].partition(":")
    kind: AnyKind = getattr(import_module(module), attribute)
    return kind


def in_order(names: Iterable[str]) -> tuple[str, ...]:
    """Kinds in the order in which they are taken; unknown ones are refused."""
    wanted = set(names)
    for name in sorted(wanted):
        find(name)
    return tuple(name for name in KINDS if name in wanted)
