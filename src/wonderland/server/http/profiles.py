"""Public profiles: finished games, statistics, and the leaderboards."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from litestar import Router, get
from litestar.di import NamedDependency as Given
from litestar.params import Parameter

from wonderland.core.errors import Unreadable, shown
from wonderland.games.registry import GAMES
from wonderland.server.context import ServerContext
from wonderland.server.errors import Unknown
from wonderland.server.http.errors import error_responses
from wonderland.server.http.games import GameSummary, summaries
from wonderland.server.http.ids import Id
from wonderland.server.http.statistics import Statistics, build_statistics
from wonderland.server.people import Person
from wonderland.server.reviews.play import Play, play_of
from wonderland.server.store.game_store import Cursor
from wonderland.server.tables.ratings import MAX_ESTABLISHED_SIGMA, MIN_RATED_GAMES, Skill

LEADERBOARD_SIZE = 100  #: places of a leaderboard

GAME_PARAMETER = Parameter(pattern=f"^({'|'.join(GAMES)})$", description="the name of a game")
Game = Annotated[str, GAME_PARAMETER]


class GameRating(msgspec.Struct, frozen=True):
    """A rating: 1000 for a new player. ``established`` once it is certain enough for the leaderboard."""

    game: str
    rating: int
    games: int
    established: bool


class Profile(msgspec.Struct, frozen=True):
    """The public profile of a person."""

    id: str
    name: str
    kind: Literal["guest", "account", "bot"]
    #: When they were first here, in milliseconds since 1970.
    since: int
    ratings: list[GameRating]
    #: Finished games, by game.
    games: dict[str, int]
    #: How well they play, by game, as far as their games have been reviewed.
    play: list[Play]


class GamePage(msgspec.Struct, frozen=True):
    """A page of a person's games, newest first."""

    games: list[GameSummary]
    #: Pass this as ``before`` for the next page; null on the last.
    next: str | None


class LeaderboardEntry(msgspec.Struct, frozen=True):
    """One line of a leaderboard; equal ratings share a place."""

    place: int
    person: str
    name: str
    rating: int
    games: int


@get(
    "/people/{person_id:str}", operation_id="profile", summary="A person's profile", responses=error_responses(400, 404)
)
async def profile(person_id: Id, context: Given[ServerContext]) -> Profile:
    person = await _find_person(context, person_id)
    ratings = [
        GameRating(
            row.game,
            Skill(row.mu, row.sigma).displayed,
            row.games,
            row.games >= MIN_RATED_GAMES and row.sigma <= MAX_ESTABLISHED_SIGMA,
        )
        for row in await context.store.games.ratings(person.id)
    ]
    counts = await context.store.games.counts(person.id)
    play = await play_of(context.store.reviews, person.id)
    return Profile(person.id, person.name, person.kind, person.created, ratings, counts, play)  # type: ignore[arg-type]


@get(
    "/people/{person_id:str}/games",
    operation_id="gamesOf",
    summary="A person's finished games, newest first",
    responses=error_responses(400, 404),
)
async def games_of(
    person_id: Id,
    context: Given[ServerContext],
    game: Annotated[str | None, GAME_PARAMETER] = None,
    before: Annotated[str | None, Parameter(max_length=60, description="`next` of the page before")] = None,
    limit: Annotated[int, Parameter(ge=1, le=100)] = 20,
) -> GamePage:
    person = await _find_person(context, person_id)
    found = await context.store.games.history(person.id, game, _cursor(before), limit + 1)
    players = await context.store.games.seats([row.id for row in found[:limit]])
    shown_ = summaries(found[:limit], players)
    more = len(found) > limit
    return GamePage(shown_, f"{shown_[-1].ended}.{shown_[-1].id}" if more else None)


@get(
    "/people/{person_id:str}/statistics",
    operation_id="statistics",
    summary="Statistics of a person in one game",
    responses=error_responses(400, 404),
)
async def statistics_of(person_id: Id, game: Game, context: Given[ServerContext]) -> Statistics:
    person = await _find_person(context, person_id)
    sums = await context.store.games.sums(person.id, game)
    streak = await context.store.games.streak(person.id, game)
    return build_statistics(game, sums, streak)


@get(
    "/leaderboards/{game:str}",
    operation_id="leaderboard",
    summary="The hundred highest ratings in a game",
    description=f"Of accounts with at least {MIN_RATED_GAMES} rated games and an established rating.",
    responses=error_responses(400),
)
async def leaderboard(game: Game, context: Given[ServerContext]) -> list[LeaderboardEntry]:
    rows = await context.store.games.leaderboard(game, MIN_RATED_GAMES, MAX_ESTABLISHED_SIGMA, LEADERBOARD_SIZE)
    shown_ = [Skill(row.mu, row.sigma).displayed for row in rows]
    return [
        LeaderboardEntry(shown_.index(rating) + 1, row.id, row.name, rating, row.games)
        for row, rating in zip(rows, shown_, strict=True)
    ]


async def _find_person(context: ServerContext, id_: str) -> Person:
    person = await context.people.find(id_)
    if person is None or person.kind == "gone":
        raise Unknown("person_gone")
    return person


def _cursor(text: str | None) -> Cursor | None:
    if text is None:
        return None
    ended, _, id_ = text.partition(".")
    if not (ended.isascii() and ended.isdigit() and len(ended) < 19 and id_.isascii()):
        raise Unreadable("cursor_wrong", value=shown(text)).within("at_key", key="before")
    return int(ended), id_


routes = [
    Router("/api", route_handlers=[profile, games_of, statistics_of, leaderboard], tags=["profiles"]),
]
