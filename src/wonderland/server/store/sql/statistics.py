"""What somebody's finished games of one kind add up to.

Games in which one device went round the table do not count: nobody knows whose seat was whose. Points and cards are
those of games the person played to the end themselves; a game they left counts with its place, the last.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import CTE, Integer, and_, case, cast, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.server.store.sql.people import AnyRow
from wonderland.server.store.sql.schema import people, played


def _own(person: str, game: str) -> CTE:
    """Each of somebody's games: place, score, whether it was won or left, how many played, and against whom."""
    seats = played.alias("seats")
    mine = select(played.c.game_id).where(played.c.person == person, played.c.game == game)
    bot = or_(seats.c.person.is_(None), and_(people.c.kind == "bot", seats.c.person != person))
    table = (
        select(
            seats.c.game_id,
            func.count().label("players"),
            func.sum(cast(bot, Integer)).label("bots"),
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
            cast(won, Integer).label("won"),
            table.c.players,
            against.label("against"),
        )
        .join(table, table.c.game_id == played.c.game_id)
        .where(played.c.person == person)
        .cte("own")
    )


async def sums(connection: AsyncConnection, person: str, game: str) -> Sequence[AnyRow]:
    """By number of players and kind of opponents: games, wins, the sum of places, scores and their sum and range."""
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
    return (await connection.execute(query.order_by(own.c.players, own.c.against))).all()


async def streak(connection: AsyncConnection, person: str, game: str) -> int:
    """How many of the newest games were won in a row; below zero, how many in a row were not."""
    own = _own(person, game)
    latest = func.row_number().over(order_by=(own.c.ended.desc(), own.c.game_id.desc())).label("number")
    flags = select(own.c.won, latest).subquery()
    query = select(flags.c.won, func.min(flags.c.number), func.count()).group_by(flags.c.won)
    found = {won: (first, count) for won, first, count in await connection.execute(query)}
    if not found:
        return 0
    newest = min(found, key=lambda won: found[won][0])
    other = found.get(1 - newest)
    length: int = other[0] - 1 if other else found[newest][1]
    return length if newest else -length
