"""The kinds ``review`` and ``refine``: a quick and an exact report on a finished game or an uploaded record.

They are two kinds because workers take the first kinds first: everybody's quick report comes before anybody's exact
one. The queue holds neither records nor reports, which are in the store already or belong there.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec

from wonderland import __version__
from wonderland.core.errors import NotAllowed
from wonderland.records.replaying import game_of
from wonderland.records.writing import encode
from wonderland.review.reviewer import OnProgress, ReviewSettings
from wonderland.server.bot_processes.child_protocol import ReviewRequest
from wonderland.server.bot_processes.review_process import ReviewProcess
from wonderland.server.jobs.kinds import JobKind, JobRefused, JobTools
from wonderland.server.people.anonymous import anonymous_name
from wonderland.server.store.review_store import Report, ReviewStore, SeatSums

LEASE_MS = 5_000  #: how long a dead worker holds up a review before another takes it over
REVIEW_TIMEOUT_SECONDS = 1_200.0  #: with six players on a slow and busy machine, compiling included
MAX_EARLIER_GAMES = 20  #: whose figures are found with those of a game; in reports that have some this takes a moment

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


class _Seat(msgspec.Struct, frozen=True):
    figures: dict[str, float | None] = {}


class _ReportHead(msgspec.Struct, frozen=True):
    """What the reports of all games have in common, as far as they have it."""

    evaluator: str = ""
    #: How well each seat was played.
    play: tuple[_SeatPlay, ...] = ()
    #: What each seat's later games are compared with.
    seats: tuple[_Seat, ...] = ()


async def handle(job: ReviewJob, tools: JobTools) -> Reviewed:
    """Review in a child process, and keep the report."""
    if tools.reviews is None:
        raise JobRefused("review_failed")
    store, process = tools.reviews
    kept = await store.record(job.id)
    if kept is None:
        raise JobRefused("review_gone")
    body, request = await _report(process, kept, job.settings, tools.report)
    head = msgspec.json.decode(body, type=_ReportHead)
    if any(seat.figures for seat in head.seats) and not job.exact:
        await _compare(store, process, job)
    report = Report(
        evaluator=f"{head.evaluator or request.game} {__version__}",
        settings=encode(job.settings).decode(),
        refined=job.exact,
        body=zlib.compress(body),
    )
    return Reviewed(await store.save(job.id, report, seat_sums(head)))


async def _report(
    process: ReviewProcess, kept: bytes, settings: ReviewSettings, on_progress: OnProgress = lambda part: None
) -> tuple[bytes, ReviewRequest]:
    record = without_names(kept)
    request = ReviewRequest(game_of(record).name, record, settings)
    return await process.ask(request, REVIEW_TIMEOUT_SECONDS, on_progress), request


async def _compare(store: ReviewStore, process: ReviewProcess, job: ReviewJob) -> None:
    """Find the figures of earlier games of the same people that nobody has had reviewed."""
    for one in await store.uncompared(job.id, MAX_EARLIER_GAMES):
        with suppress(NotAllowed):  # the game that was asked for does not depend on it
            body, _ = await _report(process, one.record, job.settings)
            await store.keep_sums(one.id, seat_sums(msgspec.json.decode(body, type=_ReportHead)))


def without_names(kept: bytes) -> dict[str, Any]:
    """A record in which nobody has a name, so that no report can hold one."""
    record: dict[str, Any] = msgspec.json.decode(kept)
    return {**record, "players": [anonymous_name(seat) for seat in range(len(record["players"]))]}


def with_names(body: bytes, names: Sequence[str]) -> bytes:
    """A kept report as JSON, with the names that the record has now, also in its sentences."""
    escaped = {anonymous_name(seat).encode(): msgspec.json.encode(name)[1:-1] for seat, name in enumerate(names)}
    anonymous = rb"(?:" + rb"|".join(escaped) + rb")(?!\d)"
    return re.sub(anonymous, lambda found: escaped[found[0]], zlib.decompress(body))


def seat_sums(head: _ReportHead) -> list[SeatSums]:
    """How each seat was played."""
    rated = {seat: SeatSums(seat, one.per_mille, one.se, one.decisions) for seat, one in enumerate(head.play)}
    figures = {seat: msgspec.json.encode(one.figures).decode() for seat, one in enumerate(head.seats) if one.figures}
    return [rated.get(seat, SeatSums(seat))._replace(figures=figures.get(seat)) for seat in sorted(rated | figures)]


REVIEW = JobKind(payload=ReviewJob, result=Reviewed, handle=handle, lease_ms=LEASE_MS, lane="reviews")
