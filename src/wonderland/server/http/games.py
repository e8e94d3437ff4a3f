"""Finished games: who played, how it ended, and their records. A game that is still on is not among them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, Router, get
from litestar.di import NamedDependency as Given
from litestar.openapi import ResponseSpec
from litestar.params import Parameter
from litestar.response import Stream

from wonderland.core.errors import NotAllowed
from wonderland.server.context import ServerContext
from wonderland.server.errors import Unknown
from wonderland.server.http.downloads import download, download_all
from wonderland.server.http.errors import error_responses
from wonderland.server.http.ids import Id, checked_id
from wonderland.server.people import Person
from wonderland.server.people.anonymous import anonymous_name
from wonderland.server.store.game_store import ArchivedGame, GameRow, SeatRow
from wonderland.server.tables.ratings import displayed_ratings
from wonderland.server.tables.replay_pages import ReplayPage

#: ViewOf view of a record's steps.
ViewOf = Annotated[
    str,
    Parameter(
        pattern="^(all|[0-9]|[1-9][0-9]|)$", description="a seat; all: every seat, open-handed; empty: a spectator"
    ),
]
After = Annotated[int, Parameter(ge=0, le=1_000_000, description="how many to leave out")]
GAMES_PER_PAGE = 100  #: games of a table at a time
AsText = Annotated[int, Parameter(ge=0, le=1, description="1: with the views as text")]
Explain = Annotated[int, Parameter(ge=0, le=1, description="1: with what the views mean (docs/protocol.md)")]


class PlayerResult(msgspec.Struct, frozen=True):
    """A seat of a finished game."""

    seat: int
    #: null for a bot of the ladder, and for somebody who deleted their account.
    person: str | None
    name: str
    #: The bot that played: one of the ladder, or the one that played on for the person.
    bot: str | None
    place: int
    #: The two numbers that decided, as the game's ``standings`` name them.
    score: int
    second: int
    #: away, late or resigned, when a bot held the seat at the end.
    left: str | None
    #: The rating before and after, where the game was rated.
    rating: tuple[int, int] | None


class GameSummary(msgspec.Struct, frozen=True):
    """A finished game in a list."""

    id: str
    game: str
    started: int
    ended: int
    rated: bool
    #: Played to learn: with hints, or on from a moment of another game. It counts for nothing.
    practice: Literal["hints", "what_if"] | None
    players: list[PlayerResult]


class GameDetails(GameSummary, frozen=True):
    """A finished game, with its result as the table showed it."""

    #: As ``wonderland replay --json`` prints it, and the scores or the piles card by card besides.
    result: dict[str, Any]
    #: The table where it was played, if it is still there and the caller may go there: its id lets anybody watch.
    table: str | None


@get(
    "/games/{game_id:str}",
    operation_id="seeGame",
    summary="A finished game",
    responses=error_responses(400, 401, 403, 404),
)
async def see_game(game_id: Id, context: Given[ServerContext], caller: Given[Person | None]) -> GameDetails:
    row = await find_game(context, game_id)
    players = await context.store.games.seats([game_id])
    return GameDetails(
        **msgspec.structs.asdict(summary(row, players)),
        result=msgspec.json.decode(row.result),
        table=await _open_table(context, row.table_id, {player.person for player in players}, caller),
    )


async def _open_table(context: ServerContext, id_: str, players: set[str | None], caller: Person | None) -> str | None:
    """A table's id, for those who played there or sit there now; of a public table for everybody."""
    state = await context.tables.load_or_none(id_)
    if state is None or state.phase == "closed":
        return None
    known = caller is not None and (caller.id in players or caller.id == state.host or bool(state.seats_of(caller.id)))
    return id_ if known or state.public else None


@get(
    "/games/{game_id:str}/record",
    operation_id="downloadRecord",
    summary="The record of a finished game, for download (docs/formats.md)",
    responses={200: ResponseSpec(dict[str, Any], description="One line of JSON"), **error_responses(400, 404)},
)
async def download_record(game_id: Id, context: Given[ServerContext]) -> Response[bytes]:
    return download(await find_game(context, game_id))


@get(
    "/games/{game_id:str}/steps",
    operation_id="gameSteps",
    summary="A finished game step by step, as a seat saw it",
    responses=error_responses(400, 404, 409, 429),
)
async def game_steps(
    game_id: Id,
    context: Given[ServerContext],
    address: Given[str],
    seat: ViewOf = "",
    after: After = 0,
    explain: Explain = 0,
    plain: AsText = 0,
) -> ReplayPage:
    context.limits.take("replays", address)
    row = await find_game(context, game_id)
    return await context.replays.page(row.record, seat, after, bool(explain), bool(plain))


@get(
    "/tables/{table_id:str}/games",
    operation_id="tableGames",
    summary="The games that have ended at a table, in order",
    description=f"{GAMES_PER_PAGE} at most: ask for the next ones with how many there are before as `after`.",
    responses=error_responses(400, 404),
)
async def table_games(table_id: Id, context: Given[ServerContext], after: After = 0) -> list[GameSummary]:
    rows = await _page(context, checked_id(table_id, "game_not_here"), after)
    players = await context.store.games.seats([row.id for row in rows])
    if not rows and not after:
        await context.tables.load(table_id)
    return summaries(rows, players)


@get(
    "/tables/{table_id:str}/records",
    operation_id="downloadRecords",
    summary="The records of all games that have ended at a table, one per line",
    description="In order; so the rounds of a Challenge so far are what formats.md says of one.",
    responses={
        200: ResponseSpec(str, description="One record per line", media_type="application/jsonl"),
        **error_responses(400, 404, 409),
    },
)
async def download_records(table_id: Id, context: Given[ServerContext]) -> Stream:
    first = await _page(context, checked_id(table_id, "game_not_here"), 0)
    if not first:
        on = (await context.tables.load(table_id)).now.number
        raise NotAllowed("record_running") if on else NotAllowed("table_not_begun")
    return download_all(first, lambda after: _page(context, table_id, after))


async def find_game(context: ServerContext, id_: str) -> ArchivedGame:
    """A finished game."""
    row = await context.store.games.find(checked_id(id_, "game_not_here"))
    if row is None:
        raise Unknown("game_not_here")
    return row


async def _page(context: ServerContext, table_id: str, after: int) -> list[ArchivedGame]:
    """Some games of a table. No connection is kept while somebody reads them."""
    return await context.store.games.of_table(table_id, after, GAMES_PER_PAGE)


def summaries(games: Sequence[GameRow], players: Sequence[SeatRow]) -> list[GameSummary]:
    """Games with their seats, which are in the order of the games' ids."""
    seats: dict[str, list[SeatRow]] = {}
    for player in players:
        seats.setdefault(player.game_id, []).append(player)
    return [summary(game, seats.get(game.id, ())) for game in games]


def summary(game: GameRow, players: Sequence[SeatRow]) -> GameSummary:
    """A game and its seats, as everyone may know them."""
    seats = [
        PlayerResult(
            player.seat,
            None if player.kind == "gone" else player.person,
            player.name or anonymous_name(player.seat),
            player.bot,
            player.place,
            player.score,
            player.second,
            player.left,
            displayed_ratings(player) if game.rated else None,
        )
        for player in players
    ]
    practice: Any = game.practice
    return GameSummary(game.id, game.game, game.started, game.ended, game.rated, practice, seats)


routes = [
    Router(
        "/api",
        route_handlers=[see_game, download_record, game_steps, table_games, download_records],
        tags=["games"],
    )
]
