"""Finished games."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Collection, Sequence

from msgspec.structs import asdict
from sqlalchemy import bindparam, delete, exists, insert, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.server.store.game_store import (
    ArchivedGame,
    ArchivePlan,
    BeforeArchiving,
    Cursor,
    ExportedGame,
    GameKey,
    GameRow,
    Rating,
    SeatRow,
)
from wonderland.server.store.sql.part import is_text
from wonderland.server.store.sql.ratings import SqlRatings
from wonderland.server.store.sql.schema import games, people, played, ratings

LIST_COLUMNS = tuple(games.c[name] for name in GameRow.__struct_fields__)
GAME_COLUMNS = tuple(games.c[name] for name in ArchivedGame.__struct_fields__)
SEAT_COLUMNS = tuple(played.c[name] for name in SeatRow.__struct_fields__ if name != "kind")


class SqlGames(SqlRatings):
    """Implements ``GameStore``."""

    async def archive(
        self, games: Collection[GameKey], people: Collection[str], plan: Callable[[BeforeArchiving], ArchivePlan]
    ) -> ArchivePlan:
        async def work(connection: AsyncConnection) -> ArchivePlan:
            archived, kinds = await _archived(connection, games), await _kinds(connection, people)
            planned = plan(BeforeArchiving(archived, kinds, await _ratings(connection, people)))
            await _write(connection, planned)
            return planned

        written: ArchivePlan = await self.write(work)
        return written

    async def archived_numbers(self, table: str) -> frozenset[int]:
        async with self.reading() as connection:
            rows = await connection.execute(select(games.c.number).where(games.c.table_id == table))
            return frozenset(rows.scalars())

    async def newest(self, table: str) -> GameRow | None:
        query = select(*LIST_COLUMNS).where(games.c.table_id == table).order_by(games.c.number.desc()).limit(1)
        return await self.row(query, GameRow)

    async def of_table(self, table: str, after: int, most: int) -> list[ArchivedGame]:
        if not is_text(table):
            return []
        query = select(*GAME_COLUMNS).where(games.c.table_id == table, games.c.number > after)
        return await self.rows(query.order_by(games.c.number).limit(most), ArchivedGame)

    async def find(self, id: str) -> ArchivedGame | None:
        return await self.row(select(*GAME_COLUMNS).where(games.c.id == id), ArchivedGame) if is_text(id) else None

    async def seats(self, ids: Sequence[str]) -> list[SeatRow]:
        query = (
            select(*SEAT_COLUMNS, people.c.kind)
            .select_from(played.outerjoin(people, people.c.id == played.c.person))
            .where(played.c.game_id.in_(ids))
            .order_by(played.c.game_id, played.c.seat)
        )
        return await self.rows(query, SeatRow) if ids else []

    async def history(self, person: str, game: str | None, before: Cursor | None, most: int) -> list[GameRow]:
        if before and not is_text(before[1]):
            return []
        # Once, though somebody may hold several seats of a game, where one device goes round.
        lower = played.alias("lower_seats")
        same = lower.c.game_id == played.c.game_id, lower.c.person == person, lower.c.seat < played.c.seat
        mine = select(played.c.game_id).where(played.c.person == person, ~exists().where(*same))
        if game:
            mine = mine.where(played.c.game == game)
        if before:
            mine = mine.where(tuple_(played.c.ended, played.c.game_id) < before)
        page = mine.order_by(played.c.ended.desc(), played.c.game_id.desc()).limit(most).subquery()
        query = select(*LIST_COLUMNS).join(page, page.c.game_id == games.c.id)
        return await self.rows(query.order_by(games.c.ended.desc(), games.c.id.desc()), GameRow)

    def export(self, person: str) -> AsyncGenerator[Sequence[ExportedGame], None]:
        names = ExportedGame.__struct_fields__
        columns = [(games if name in games.c else played).c[name] for name in names]
        query = select(*columns).join(played, played.c.game_id == games.c.id).where(played.c.person == person)
        return self.pages(query.order_by(games.c.ended, games.c.id, played.c.seat), ExportedGame)


async def _archived(connection: AsyncConnection, wanted: Collection[GameKey]) -> frozenset[GameKey]:
    query = select(games.c.table_id, games.c.number).where(games.c.table_id.in_({table for table, _ in wanted}))
    return frozenset((table, number) for table, number in await connection.execute(query))


async def _kinds(connection: AsyncConnection, ids: Collection[str]) -> dict[str, str]:
    rows = await connection.execute(select(people.c.id, people.c.kind).where(people.c.id.in_(ids)))
    return {row.id: row.kind for row in rows}


async def _ratings(connection: AsyncConnection, ids: Collection[str]) -> dict[tuple[str, str], Rating]:
    rows = await connection.execute(select(ratings).where(ratings.c.person.in_(ids)))
    return {(row.person, row.game): Rating(**row._mapping) for row in rows}


async def _write(connection: AsyncConnection, plan: ArchivePlan) -> None:
    if plan.games:
        await connection.execute(insert(games), [asdict(game) for game in plan.games])
        when = {game.id: {"game": game.game, "ended": game.ended} for game in plan.games}
        await connection.execute(insert(played), [{**asdict(seat), **when[seat.game_id]} for seat in plan.seats])
    if plan.ratings:
        same = ratings.c.person == bindparam("whose"), ratings.c.game == bindparam("which")
        keys = [{"whose": rating.person, "which": rating.game} for rating in plan.ratings]
        await connection.execute(delete(ratings).where(*same), keys)
        await connection.execute(insert(ratings), [asdict(rating) for rating in plan.ratings])
