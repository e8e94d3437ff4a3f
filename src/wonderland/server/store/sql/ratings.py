"""Ratings, and what somebody's finished games of one kind add up to.

Games in which one device went round the table do not count, because nobody knows whose seat was whose, nor do those
that were played to learn. Points and cards are
those of games the person played to the end themselves; a game they left counts with its place, the last.
"""

from __future__ import annotations

from sqlalchemy import CTE, and_, case, func, or_, select

from wonderland.server.store.game_store import GameSums, LeaderboardRow, Rating
from wonderland.server.store.sql.part import SqlPart
from wonderland.server.store.sql.schema import games, people, played, ratings


class SqlRatings(SqlPart):
    """The part of ``GameStore`` that counts."""

    async def counts(self, person: str) -> dict[str, int]:
        number = func.count(played.c.game_id.distinct()).label("number")
        query = select(played.c.game, number).where(played.c.person == person).group_by(played.c.game)
        async with self.reading() as connection:
            return {row.game: row.number for row in await connection.execute(query.order_by(played.c.game))}

    async def sums(self, person: str, game: str) -> list[GameSums]:
        own = _own(person, game)
        query = select(
            own.c.players,
            own.c.against,
            func.count().label("games"),
            func.sum(own.c.won).label("wins"),
            func.sum(own.c.place).label("places"),
            func.count(own.c.score).label("scores"),
            func.coalesce(func.sum(own.c.score), 0).label("score"),
            func.min(own.c.score).label("least"),
            func.max(own.c.score).label("most"),
        ).group_by(own.c.players, own.c.against)
        return await self.rows(query.order_by(own.c.players, own.c.against), GameSums)

    async def streak(self, person: str, game: str) -> int:
        own = _own(person, game)
        latest = func.row_number().over(order_by=(own.c.ended.desc(), own.c.game_id.desc())).label("number")
        flags = select(own.c.won, latest).subquery()
        query = select(flags.c.won, func.min(flags.c.number), func.count()).group_by(flags.c.won)
        async with self.reading() as connection:
            found = {won: (first, count) for won, first, count in await connection.execute(query)}
        if not found:
            return 0
        newest = min(found, key=lambda won: found[won][0])
        other = found.get(1 - newest)
        length: int = other[0] - 1 if other else found[newest][1]
        return length if newest else -length

    async def ratings(self, person: str) -> list[Rating]:
        return await self.rows(select(ratings).where(ratings.c.person == person).order_by(ratings.c.game), Rating)

    async def leaderboard(self, game: str, min_games: int, max_sigma: float, most: int) -> list[LeaderboardRow]:
        query = (
            select(people.c.id, people.c.name, ratings.c.mu, ratings.c.sigma, ratings.c.games)
            .join(ratings, ratings.c.person == people.c.id)
            .where(ratings.c.game == game, ratings.c.games >= min_games, ratings.c.sigma <= max_sigma)
            .where(people.c.kind == "account", people.c.banned.is_(False))
            .order_by((ratings.c.mu - 3 * ratings.c.sigma).desc(), people.c.id)
            .limit(most)
        )
        return await self.rows(query, LeaderboardRow)


def _own(person: str, game: str) -> CTE:
    """Each of somebody's games: place, score, whether it was won or left, how many played, and against whom."""
    seats = played.alias("seats")
    mine = select(played.c.game_id).join(games, games.c.id == played.c.game_id)
    mine = mine.where(played.c.person == person, played.c.game == game, games.c.practice.is_(None))
    bot = or_(seats.c.person.is_(None), and_(people.c.kind == "bot", seats.c.person != person))
    table = (
        select(
            seats.c.game_id,
            func.count().label("players"),
            func.sum(case((bot, 1), else_=0)).label("bots"),
        )
        .select_from(seats.outerjoin(people, people.c.id == seats.c.person))
        .where(seats.c.game_id.in_(mine))
        .group_by(seats.c.game_id)
        .having(func.sum(case((seats.c.person == person, 1), else_=0)) == 1)
        .subquery()
    )
    against = case((table.c.bots == 0, "people"), (table.c.bots == table.c.players - 1, "bots"), else_="both")
    won = and_(played.c.place == 1, played.c.left.is_(None))
    return (
        select(
            played.c.game_id,
            played.c.ended,
            played.c.place,
            case((played.c.left.is_(None), played.c.score)).label("score"),
            case((won, 1), else_=0).label("won"),
            table.c.players,
            against.label("against"),
        )
        .join(table, table.c.game_id == played.c.game_id)
        .where(played.c.person == person)
        .cte("own")
    )
