"""Queries about finished games and ratings. Each takes a connection: a reader's, or that of the journal's work."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, TypedDict

from sqlalchemy import bindparam, delete, func, insert, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.server.store.sql.people import AnyRow
from wonderland.server.store.sql.schema import games, log, people, played, ratings, tables


class Rating(TypedDict):
    """A line of the ratings."""

    person: str
    game: str
    mu: float
    sigma: float
    games: int
    updated: int


#: Where a page of somebody's games ended: when the last one of it did, and its id.
Cursor = tuple[int, str]

# ---- writing ----


async def archived_among(connection: AsyncConnection, wanted: Collection[tuple[str, int]]) -> set[tuple[str, int]]:
    """Which of these games, by table and number, are archived already."""
    query = select(games.c.table_id, games.c.number).where(games.c.table_id.in_({table for table, _ in wanted}))
    return {(table, number) for table, number in await connection.execute(query)}


async def kinds(connection: AsyncConnection, ids: Collection[str]) -> dict[str, str]:
    rows = await connection.execute(select(people.c.id, people.c.kind).where(people.c.id.in_(ids)))
    return {row.id: row.kind for row in rows}


async def ratings_among(connection: AsyncConnection, ids: Collection[str]) -> dict[tuple[str, str], Rating]:
    """All ratings of these people, by person and game."""
    rows = await connection.execute(select(ratings).where(ratings.c.person.in_(ids)))
    return {
        (person, game): {"person": person, "game": game, "mu": mu, "sigma": sigma, "games": number, "updated": updated}
        for person, game, mu, sigma, number, updated in rows
    }


async def add(
    connection: AsyncConnection, finished: Sequence[Mapping[str, Any]], seats: Sequence[Mapping[str, Any]]
) -> None:
    await connection.execute(insert(games), finished)
    await connection.execute(insert(played), seats)


async def set_ratings(connection: AsyncConnection, rows: Sequence[Rating]) -> None:
    """Replace these lines of the ratings."""
    same = ratings.c.person == bindparam("whose"), ratings.c.game == bindparam("which")
    await connection.execute(delete(ratings).where(*same), [{"whose": r["person"], "which": r["game"]} for r in rows])
    await connection.execute(insert(ratings), rows)


# ---- the games of a table ----


async def archived_counts(connection: AsyncConnection) -> dict[str, int]:
    """How many games are archived of each table that is not closed."""
    on = select(tables.c.id).where(tables.c.phase != "closed")
    query = select(games.c.table_id, func.count()).where(games.c.table_id.in_(on)).group_by(games.c.table_id)
    return {row[0]: row[1] for row in await connection.execute(query)}


async def archived_numbers(connection: AsyncConnection, table: str) -> set[int]:
    """The numbers of a table's archived games."""
    rows = await connection.execute(select(games.c.number).where(games.c.table_id == table))
    return set(rows.scalars())


async def newest_game(connection: AsyncConnection, table: str) -> AnyRow | None:
    """Id, number and whether it was rated, of a table's last game."""
    query = select(games.c.id, games.c.number, games.c.rated).where(games.c.table_id == table)
    return (await connection.execute(query.order_by(games.c.number.desc()).limit(1))).one_or_none()


async def games_of_table(connection: AsyncConnection, table: str, after: int, most: int) -> Sequence[AnyRow]:
    """At most ``most`` games of a table, in order, after the game of that number."""
    query = select(games).where(games.c.table_id == table, games.c.number > after)
    return (await connection.execute(query.order_by(games.c.number).limit(most))).all()


async def read_log(connection: AsyncConnection, table: str) -> Sequence[AnyRow]:
    """A table's log: number, time and entry."""
    query = select(log.c.number, log.c.at, log.c.entry).where(log.c.table_id == table).order_by(log.c.number)
    return (await connection.execute(query)).all()


# ---- single games, and somebody's ----


async def game(connection: AsyncConnection, id_: str) -> AnyRow | None:
    return (await connection.execute(select(games).where(games.c.id == id_))).one_or_none()


async def players(connection: AsyncConnection, ids: Sequence[str]) -> Sequence[AnyRow]:
    """The seats of games, with the ``kind`` of the person."""
    query = (
        select(played, people.c.kind)
        .select_from(played.outerjoin(people, people.c.id == played.c.person))
        .where(played.c.game_id.in_(ids))
        .order_by(played.c.game_id, played.c.seat)
    )
    return (await connection.execute(query)).all()


async def history(
    connection: AsyncConnection, person: str, game: str | None, before: Cursor | None, most: int
) -> Sequence[AnyRow]:
    """Somebody's games, newest first, without their records."""
    mine = select(played.c.game_id).where(played.c.person == person)
    if game:
        mine = mine.where(played.c.game == game)
    place = tuple_(played.c.ended, played.c.game_id)
    if before:
        mine = mine.where(place < before)
    # Somebody may hold several seats of a game, where one device goes round.
    mine = mine.distinct().order_by(played.c.ended.desc(), played.c.game_id.desc()).limit(most)
    query = (
        select(games.c.id, games.c.game, games.c.started, games.c.ended, games.c.rated)
        .where(games.c.id.in_(mine))
        .order_by(games.c.ended.desc(), games.c.id.desc())
    )
    return (await connection.execute(query)).all()


# ---- ratings ----


async def ratings_of(connection: AsyncConnection, person: str) -> Sequence[AnyRow]:
    return (await connection.execute(select(ratings).where(ratings.c.person == person).order_by(ratings.c.game))).all()


async def counts(connection: AsyncConnection, person: str) -> dict[str, int]:
    """How many games of each kind somebody has finished."""
    number = func.count(played.c.game_id.distinct())
    rows = await connection.execute(
        select(played.c.game, number).where(played.c.person == person).group_by(played.c.game)
    )
    return {row[0]: row[1] for row in rows}


async def leaderboard(connection: AsyncConnection, game: str, least: int, sure: float, most: int) -> Sequence[AnyRow]:
    """The accounts with the highest ratings, among those who have played enough."""
    query = (
        select(people.c.id, people.c.name, ratings.c.mu, ratings.c.sigma, ratings.c.games)
        .join(ratings, ratings.c.person == people.c.id)
        .where(ratings.c.game == game, ratings.c.games >= least, ratings.c.sigma <= sure)
        .where(people.c.kind == "account", people.c.banned.is_(False))
        .order_by((ratings.c.mu - 3 * ratings.c.sigma).desc(), people.c.id)
        .limit(most)
    )
    return (await connection.execute(query)).all()
