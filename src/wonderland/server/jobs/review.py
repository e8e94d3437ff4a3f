"""The kinds ``review`` and ``refine``: a quick and an exact report on a finished game or an uploaded record.

They are two kinds because workers take the first kinds first: everybody's quick report comes before anybody's exact
one. The queue holds neither records nor reports, which are in the store already or belong there.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

import msgspec

from wonderland import __version__
from wonderland.records.replaying import game_of
from wonderland.records.writing import encode
from wonderland.review.reviewer import ReviewSettings
from wonderland.server.bot_processes.child_protocol import ReviewRequest
from wonderland.server.jobs.kinds import JobKind, JobRefused, JobTools
from wonderland.server.people.anonymous import anonymous_name
from wonderland.server.store.review_store import Report, SeatSums

LEASE_MS = 5_000  #: how long a dead worker holds up a review before another takes it over
REVIEW_TIMEOUT_SECONDS = 1_200.0  #: with six players on a slow and busy machine, compiling included

QUICK_KIND, EXACT_KIND = "review", "refine"
#: Of the report that is published first, and of the one that replaces it.
QUICK_SETTINGS, EXACT_SETTINGS = ReviewSettings(worlds=100), ReviewSettings(worlds=2_000)


class ReviewJob(msgspec.Struct, frozen=True):
    """Which game or record is reviewed, and how."""

    id: str
    settings: ReviewSettings
    exact: bool


class Reviewed(msgspec.Struct, frozen=True):
    """The report is in the store, unless what it is about has been deleted meanwhile."""

    kept: bool


class _SeatPlay(msgspec.Struct, frozen=True):
    per_mille: float
    se: float
    decisions: int


class _ReportHead(msgspec.Struct, frozen=True):
    """What the reports of all games have in common, as far as they have it."""

    evaluator: str = ""
    play: tuple[_SeatPlay, ...] = ()


async def handle(job: ReviewJob, tools: JobTools) -> Reviewed:
    """Review in a child process, and keep the report."""
    if tools.reviews is None:
        raise JobRefused("review_failed")
    store, process = tools.reviews
    kept = await store.record(job.id)
    if kept is None:
        raise JobRefused("review_gone")
    record = without_names(kept)
    request = ReviewRequest(game_of(record).name, record, job.settings)
    body = await process.ask(request, REVIEW_TIMEOUT_SECONDS, tools.report)
    head = msgspec.json.decode(body, type=_ReportHead)
    report = Report(
        evaluator=f"{head.evaluator or request.game} {__version__}",
        settings=encode(job.settings).decode(),
        refined=job.exact,
        body=zlib.compress(body),
    )
    return Reviewed(await store.save(job.id, report, seat_sums(head.play)))


def without_names(kept: bytes) -> dict[str, Any]:
    """A record in which nobody has a name, so that no report can hold one."""
    record: dict[str, Any] = msgspec.json.decode(kept)
    return {**record, "players": [anonymous_name(seat) for seat in range(len(record["players"]))]}


def with_names(body: bytes, names: Sequence[str]) -> bytes:
    """A kept report as JSON, with the names that the record has now."""
    report = msgspec.json.decode(zlib.decompress(body), type=dict[str, msgspec.Raw])
    return msgspec.json.encode({**report, "players": names})


def seat_sums(play: Sequence[_SeatPlay]) -> list[SeatSums]:
    """How well each seat was played."""
    return [SeatSums(seat, one.per_mille, one.se, one.decisions) for seat, one in enumerate(play)]


REVIEW = JobKind(payload=ReviewJob, result=Reviewed, handle=handle, lease_ms=LEASE_MS, lane="reviews")
