"""Reviews as people ask for them: whoever asks first has it made, and everybody gets the same one."""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec

from wonderland.messages import known
from wonderland.server.errors import Limited
from wonderland.server.jobs.review import EXACT_KIND, EXACT_SETTINGS, QUICK_KIND, QUICK_SETTINGS, ReviewJob
from wonderland.server.reviews.own_worker import OwnReviewWorker
from wonderland.server.store.job_store import JobRow
from wonderland.server.store.review_store import NewReview, Report, ReviewJobs, ReviewRow, ReviewSubject
from wonderland.server.store.store import Store

MAX_UNFINISHED_REVIEWS = 3  #: of one person at a time
RETRY_SECONDS = 60  #: after which somebody who has too many of them may ask again
#: How long a job is kept, done or not: a review that nobody has made by then is asked for anew.
KEEP_JOB_MS = 24 * 3_600_000

ReviewState = Literal["none", "waiting", "running", "done", "failed"]


class ReviewStanding(NamedTuple):
    """Where a review stands. ``problem`` is a message key."""

    state: ReviewState
    progress: float = 0.0
    before: int = 0
    refined: bool = False
    problem: str | None = None


class Reviews:
    """The reviews of one server. What several servers do here at once fits together: the store decides."""

    def __init__(self, store: Store, own_worker: OwnReviewWorker) -> None:
        self._reviews = store.reviews
        self._jobs = store.jobs
        self._own_worker = own_worker

    async def start(self, subject: ReviewSubject, id: str, person: str) -> None:
        """Have a game or record reviewed, unless it is or was. Raises ``Limited`` if the person has too many."""
        jobs = ReviewJobs(
            quick=(QUICK_KIND, msgspec.json.encode(ReviewJob(id, QUICK_SETTINGS, exact=False))),
            exact=(EXACT_KIND, msgspec.json.encode(ReviewJob(id, EXACT_SETTINGS, exact=True))),
            keep_ms=KEEP_JOB_MS,
        )
        await self._reviews.start(NewReview(id=id, subject=subject, person=person, jobs=jobs), _check_number)

    async def standing(self, id: str) -> ReviewStanding:
        """Where the review of a game or record stands. Whoever asks keeps it going."""
        row = await self._reviews.find(id)
        if row is None:
            return ReviewStanding("none")
        if row.refined:
            return ReviewStanding("done", 1.0, refined=True)
        jobs = await self._jobs.read([row.quick_job, row.exact_job])
        if any(not job.finished for job in jobs.values()):
            await self._own_worker.ensure()
        found = _standing(row, jobs.get(row.quick_job), jobs.get(row.exact_job))
        if found.state != "waiting":
            return found
        return found._replace(before=await self._jobs.before(row.quick_job))

    async def report(self, id: str) -> Report | None:
        """The newest report."""
        return await self._reviews.report(id)


def _standing(row: ReviewRow, quick: JobRow | None, exact: JobRow | None) -> ReviewStanding:
    """Where a review stands by its jobs, which are gone after a while."""
    if row.made is not None:
        if exact is None or exact.error is not None:
            return ReviewStanding("done", problem="review_not_refined")
        return ReviewStanding("done", exact.progress)
    job = next((job for job in (quick, exact) if job and not job.finished), None)
    if job:
        return ReviewStanding("running" if job.taken else "waiting", job.progress)
    if quick and quick.error is not None:
        return ReviewStanding("failed", quick.progress, problem=quick.error if known(quick.error) else "review_failed")
    return ReviewStanding("none")  # nobody has made it in time


def _check_number(unfinished: int) -> None:
    if unfinished >= MAX_UNFINISHED_REVIEWS:
        raise Limited("reviews_unfinished", seconds=RETRY_SECONDS)
