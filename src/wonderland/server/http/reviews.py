"""Reviews of finished games and uploaded records. Whoever may see a replay with open hands may see its review."""

from __future__ import annotations

import asyncio
from typing import Any, Literal

import msgspec
from litestar import MediaType, Response, Router, get, post
from litestar.di import NamedDependency as Given
from litestar.openapi import ResponseSpec

from wonderland.core.errors import NotAllowed
from wonderland.messages import say
from wonderland.review.registry import REVIEWERS
from wonderland.server.context import ServerContext
from wonderland.server.errors import Unknown
from wonderland.server.http.errors import error_responses
from wonderland.server.http.games import find_game
from wonderland.server.http.ids import Id
from wonderland.server.http.records import find_record
from wonderland.server.jobs.review import with_names
from wonderland.server.people import Person
from wonderland.server.store.game_store import ArchivedGame
from wonderland.server.store.record_store import UploadedRecord
from wonderland.server.store.review_store import ReviewSubject

MAX_COMPARED_GAMES = 100  #: earlier games with which one is compared
CACHE_SECONDS = 24 * 3_600  #: an exact report does not change any more
#: A quick one does.
CACHE_HEADERS = {True: f"private, max-age={CACHE_SECONDS}", False: "no-store"}


class ReviewStatus(msgspec.Struct, frozen=True):
    """Where a review stands. It is `done` as soon as there is a report; until it is `refined`, a better one follows."""

    state: Literal["none", "waiting", "running", "done", "failed"]
    #: The part that is done, from 0 to 1: of the quick report, then of the exact one.
    progress: float
    #: How many reviews are made before this one.
    before: int
    #: Whether the report is the exact one.
    refined: bool
    #: Why there is no report, or why no exact one follows, in the caller's language.
    problem: str | None


class ComparedGame(msgspec.Struct, frozen=True):
    """How the person played one of their earlier games: the figures of their seat in its report."""

    game: str
    ended: int
    figures: dict[str, float | None]


class EarlierGames(msgspec.Struct, frozen=True):
    """The person's newest games of the same kind before this one, oldest first."""

    games: list[ComparedGame]


@post(
    "/games/{game_id:str}/review",
    operation_id="reviewGame",
    summary="Have a finished game reviewed, or find the review that there is",
    status_code=200,
    responses=error_responses(400, 401, 403, 404, 409, 429),
)
async def review_game(
    game_id: Id, person: Given[Person], context: Given[ServerContext], lang: Given[str]
) -> ReviewStatus:
    return await _start(context, "game", await find_game(context, game_id), person, lang)


@get(
    "/games/{game_id:str}/review",
    operation_id="gameReview",
    summary="Where the review of a finished game stands",
    responses=error_responses(400, 404, 429),
)
async def game_review(
    game_id: Id, context: Given[ServerContext], address: Given[str], lang: Given[str]
) -> ReviewStatus:
    context.limits.take("review_polls", address)
    return await _status(context, (await find_game(context, game_id)).id, lang)


@get(
    "/games/{game_id:str}/review/report",
    operation_id="gameReport",
    summary="The report on a finished game",
    description="As `wonderland analyse --json` prints it (docs/formats.md).",
    responses={200: ResponseSpec(dict[str, Any], description="The report"), **error_responses(400, 404, 429)},
)
async def game_report(game_id: Id, context: Given[ServerContext], address: Given[str]) -> Response[bytes]:
    context.limits.take("replays", address)
    return await _report(context, await find_game(context, game_id))


@get(
    "/games/{game_id:str}/review/earlier",
    operation_id="earlierGames",
    summary="One's own earlier games, to compare a finished game with",
    responses=error_responses(400, 401, 404, 429),
)
async def earlier_games(
    game_id: Id, person: Given[Person], context: Given[ServerContext], address: Given[str]
) -> EarlierGames:
    context.limits.take("replays", address)
    found = await context.store.reviews.earlier(person.id, (await find_game(context, game_id)).id, MAX_COMPARED_GAMES)
    figures = msgspec.json.Decoder(dict[str, float | None])
    return EarlierGames([ComparedGame(one.id, one.ended, figures.decode(one.figures)) for one in found])


@post(
    "/records/{record_id:str}/review",
    operation_id="reviewRecord",
    summary="Have an uploaded record reviewed, or find the review that there is",
    status_code=200,
    responses=error_responses(400, 401, 403, 404, 409, 429),
)
async def review_record(
    record_id: Id, person: Given[Person], context: Given[ServerContext], lang: Given[str]
) -> ReviewStatus:
    return await _start(context, "record", await find_record(context, record_id), person, lang)


@get(
    "/records/{record_id:str}/review",
    operation_id="recordReview",
    summary="Where the review of an uploaded record stands",
    responses=error_responses(400, 404, 429),
)
async def record_review(
    record_id: Id, context: Given[ServerContext], address: Given[str], lang: Given[str]
) -> ReviewStatus:
    context.limits.take("review_polls", address)
    return await _status(context, (await find_record(context, record_id)).id, lang)


@get(
    "/records/{record_id:str}/review/report",
    operation_id="recordReport",
    summary="The report on an uploaded record",
    description="As `wonderland analyse --json` prints it (docs/formats.md).",
    responses={200: ResponseSpec(dict[str, Any], description="The report"), **error_responses(400, 404, 429)},
)
async def record_report(record_id: Id, context: Given[ServerContext], address: Given[str]) -> Response[bytes]:
    context.limits.take("replays", address)
    return await _report(context, await find_record(context, record_id))


async def _start(
    context: ServerContext, subject: ReviewSubject, about: ArchivedGame | UploadedRecord, person: Person, lang: str
) -> ReviewStatus:
    if about.game not in REVIEWERS:
        raise NotAllowed("review_unknown_game", game=about.game, games=", ".join(REVIEWERS))
    found = await _status(context, about.id, lang)
    if found.state in ("waiting", "running") or (found.state == "done" and not found.problem):
        return found
    context.limits.take("reviews", person.id, "reviews_too_many")
    await context.reviews.start(subject, about.id, person.id)
    return await _status(context, about.id, lang)


async def _status(context: ServerContext, id: str, lang: str) -> ReviewStatus:
    found = await context.reviews.standing(id)
    problem = say(found.problem, lang) if found.problem else None
    return ReviewStatus(found.state, found.progress, found.before, found.refined, problem)


async def _report(context: ServerContext, about: ArchivedGame | UploadedRecord) -> Response[bytes]:
    report = await context.reviews.report(about.id)
    if report is None:
        raise Unknown("review_not_here")
    names = msgspec.json.decode(about.record)["players"]
    body = await asyncio.to_thread(with_names, report.body, names)
    headers = {"Cache-Control": CACHE_HEADERS[report.refined]}
    return Response(body, media_type=MediaType.JSON, headers=headers)


routes = [
    Router(
        "/api",
        route_handlers=[
            review_game,
            game_review,
            game_report,
            earlier_games,
            review_record,
            record_review,
            record_report,
        ],
        tags=["reviews"],
    )
]
