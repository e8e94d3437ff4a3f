"""Work that any worker may do, kept in a queue that servers and workers share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from wonderland.server.errors import NotRead, NotSaved

#: What is raised when the queue cannot be written or read, perhaps only for a while.
STORE_FAILURES = (NotSaved, NotRead)
#: After this many workers have taken a job and none has finished it, it is given up.
MAX_JOB_ATTEMPTS = 3
#: The error of a job that was given up.
GIVEN_UP = "given_up"


class TakenJob(NamedTuple):
    """A job that a worker has. Worker and attempt together say whether its lease is still the one that counts."""

    id: str
    kind: str
    payload: bytes
    worker: str
    #: From 1.
    attempt: int


class JobRow(NamedTuple):
    """A job as those who wait for it see it."""

    #: Whether a worker has it now, and its lease holds.
    taken: bool
    #: The part that is done, from 0 to 1; never less than what was told before.
    progress: float
    finished: bool
    #: One of the two once it is finished; the error is a word, never what a bot has said.
    result: bytes | None
    error: str | None


class WorkerRow(NamedTuple):
    """A worker, and when it was last seen by the store's clock (milliseconds since 1970)."""

    id: str
    kinds: tuple[str, ...]
    seen: int


class QueueChanges(Protocol):
    """Tells when something may have changed in the queue, so that nobody has to ask the database all the time."""

    def mark(self) -> Any:
        """What the queue is like now; to be taken before the database is asked."""
        ...

    async def wait(self, mark: Any, seconds: float) -> None:
        """Until something may have changed since that moment, or that time has passed."""
        ...

    def look_often(self) -> None:
        """There is something to do, and soon there will be more: look often for a while."""
        ...


class JobStore(Protocol):
    """The queue of jobs. Times are those of the store's clock, so workers' own clocks do not matter."""

    changes: QueueChanges

    async def add(self, kind: str, payload: bytes, *, keep_ms: int) -> str:
        """The id of a new job. It is removed after that time, done or not."""
        ...

    async def before(self, id: str) -> int:
        """How many jobs of the same kind were added before this one and are not finished."""
        ...

    async def take(self, worker: str, kinds: Sequence[str], *, lease_ms: Mapping[str, int]) -> TakenJob | None:
        """The oldest job that nobody has, or whose worker's lease is over; of the first kind that has any.

        For ``lease_ms`` of its kind nobody else gets it. Each job has exactly one taker at a time.
        """
        ...

    async def renew(self, job: TakenJob, progress: float, *, lease_ms: int) -> bool:
        """Keep a job for longer, and tell how far it is; False when the lease was lost, or nobody wants it any more."""
        ...

    async def finish(self, job: TakenJob, result: bytes | None, error: str | None = None) -> bool:
        """End a job with a result or an error; False, and nothing is changed, when another worker has it by now."""
        ...

    async def give_back(self, job: TakenJob) -> None:
        """Let others take a job at once, as if it had not been taken."""
        ...

    async def read(self, ids: Sequence[str]) -> dict[str, JobRow]:
        """Those of the jobs that are there."""
        ...

    async def remove(self, ids: Sequence[str]) -> None:
        """Nobody wants these any more. A worker that has one is told when it renews its lease."""
        ...

    async def see_worker(self, worker: str, kinds: Sequence[str]) -> None:
        """Note that a worker is alive and what it takes; give up and remove what is due."""
        ...

    async def remove_worker(self, worker: str) -> None: ...

    async def workers(self, *, within_ms: int) -> list[WorkerRow]:
        """Those seen within that time."""
        ...

    async def clean(self) -> None:
        """Give up what has been tried too often, remove what has expired and workers that are gone."""
        ...
