"""Reviews."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.server.ids import new_id
from wonderland.server.store.review_store import (
    EarlierGame,
    NewReview,
    PlayedGame,
    PlaySums,
    Report,
    ReviewRow,
    SeatSums,
    UncomparedGame,
)
from wonderland.server.store.sql.jobs import NOTIFY, new_row
from wonderland.server.store.sql.part import SqlPart, is_text
from wonderland.server.store.sql.schema import games, imports, jobs, played, reviews

ROW_COLUMNS = tuple(reviews.c[name] for name in ReviewRow.__struct_fields__)


class SqlReviews(SqlPart):
    """Implements ``ReviewStore``."""

    async def start(self, new: NewReview, check: Callable[[int], None]) -> bool:
        quick, exact = new_id(), new_id()
        asked = {
            "game_id": new.id if new.subject == "game" else None,
            "import_id": new.id if new.subject == "record" else None,
            "person": new.person,
            "quick_job": quick,
            "exact_job": exact,
        }

        async def work(connection: AsyncConnection) -> bool:
            now = self._now()
            found = (await connection.execute(select(*ROW_COLUMNS).where(reviews.c.id == new.id))).one_or_none()
            if found and (found.refined or await connection.scalar(_unfinished(now, jobs.c.id == found.exact_job))):
                return False
            own = and_(reviews.c.exact_job == jobs.c.id, reviews.c.person == new.person)
            check(await connection.scalar(_unfinished(now, own)) or 0)
            if found:
                await connection.execute(update(reviews).where(reviews.c.id == new.id).values(asked=now, **asked))
            else:
                await connection.execute(insert(reviews).values(id=new.id, refined=False, asked=now, **asked))
            both = ((quick, *new.jobs.quick), (exact, *new.jobs.exact))
            await connection.execute(insert(jobs), [new_row(*job, now, new.jobs.keep_ms) for job in both])
            if connection.dialect.name == "postgresql":
                await connection.execute(NOTIFY)
            return True

        started: bool = await self.write(work)
        return started

    async def find(self, id: str) -> ReviewRow | None:
        query = select(*ROW_COLUMNS).where(reviews.c.id == id)
        return await self.row(query, ReviewRow) if is_text(id) else None

    async def record(self, id: str) -> bytes | None:
        sources = reviews.outerjoin(games, games.c.id == reviews.c.game_id)
        sources = sources.outerjoin(imports, imports.c.id == reviews.c.import_id)
        query = select(func.coalesce(games.c.record, imports.c.record)).select_from(sources)
        async with self.reading() as connection:
            found: bytes | None = await connection.scalar(query.where(reviews.c.id == id))
        return found

    async def report(self, id: str) -> Report | None:
        columns = [reviews.c[name] for name in ("evaluator", "settings", "refined")]
        query = select(*columns, reviews.c.report.label("body"))
        return await self.row(query.where(reviews.c.id == id, reviews.c.report.is_not(None)), Report)

    async def save(self, id: str, report: Report, sums: Sequence[SeatSums]) -> bool:
        made: dict[str, Any] = {
            "evaluator": report.evaluator,
            "settings": report.settings,
            "refined": report.refined,
            "made": self._now(),
            "report": report.body,
        }
        if report.refined:
            made["person"] = None  # who has asked is needed no longer
        better = reviews.c.id == id if report.refined else and_(reviews.c.id == id, reviews.c.refined.is_(False))
        columns = (reviews.c.id, reviews.c.game_id)

        async def work(connection: AsyncConnection) -> bool:
            row = (await connection.execute(update(reviews).where(better).values(made).returning(*columns))).first()
            if row is None:
                known = await connection.scalar(select(reviews.c.refined).where(reviews.c.id == id))
                return known is not None
            if row.game_id is not None:
                await _keep_sums(connection, row.game_id, sums)
            return True

        kept: bool = await self.write(work)
        return kept

    async def uncompared(self, id: str, most: int) -> list[UncomparedGame]:
        players = select(played.c.person).where(played.c.game_id == id, played.c.person.is_not(None))
        own = played.c.person.in_(players), played.c.bot.is_(None), played.c.left.is_(None)
        query = select(games.c.id, games.c.record).join(played, played.c.game_id == games.c.id)
        query = query.where(*own, *_before(id), played.c.figures.is_(None), games.c.practice.is_(None))
        newest = query.order_by(games.c.ended.desc(), games.c.id.desc()).limit(most)
        async with self.reading() as connection:
            found = (await connection.execute(newest)).all()
        return [UncomparedGame(*one) for one in dict.fromkeys((row.id, row.record) for row in found)]

    async def keep_sums(self, id: str, sums: Sequence[SeatSums]) -> None:
        await self.write(lambda connection: _keep_sums(connection, id, sums))

    async def earlier(self, person: str, id: str, most: int) -> list[EarlierGame]:
        query = select(played.c.game_id.label("id"), played.c.ended, played.c.figures)
        own = query.where(played.c.person == person, *_before(id), played.c.figures.is_not(None))
        newest = own.order_by(played.c.ended.desc(), played.c.game_id.desc()).limit(most)
        return (await self.rows(newest, EarlierGame))[::-1]

    async def play(self, person: str) -> list[PlaySums]:
        number = played.c.play_decisions
        seats = played.alias("seats")
        players = select(func.count()).where(seats.c.game_id == played.c.game_id).scalar_subquery()
        own = select(played.c.game, players.label("players"), number, played.c.play_per_mille, played.c.play_se)
        rows = own.where(played.c.person == person, number > 0).subquery()
        weighted_se = rows.c.play_se * rows.c.play_decisions
        query = select(
            rows.c.game,
            rows.c.players,
            func.count().label("games"),
            func.sum(rows.c.play_decisions).label("decisions"),
            func.sum(rows.c.play_per_mille * rows.c.play_decisions).label("lost"),
            func.sum(weighted_se * weighted_se).label("variance"),
        )
        query = query.group_by(rows.c.game, rows.c.players)
        return await self.rows(query.order_by(rows.c.game, rows.c.players), PlaySums)

    async def played(self, person: str, game: str, most: int) -> list[PlayedGame]:
        query = select(
            played.c.game_id.label("id"),
            played.c.ended,
            played.c.play_per_mille.label("per_mille"),
            played.c.play_se.label("se"),
            played.c.play_decisions.label("decisions"),
        ).where(played.c.person == person, played.c.game == game, played.c.play_decisions > 0)
        newest = await self.rows(query.order_by(played.c.ended.desc(), played.c.game_id.desc()).limit(most), PlayedGame)
        return newest[::-1]

    def _now(self) -> int:
        return int(self._database.wall() * 1000)


def _before(id: str) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    """Seats of games of the same kind that ended before this one."""
    this = games.alias("this")
    game, ended = (select(this.c[name]).where(this.c.id == id).scalar_subquery() for name in ("game", "ended"))
    return played.c.game == game, played.c.ended < ended


def _unfinished(now: int, which: ColumnElement[bool]) -> Select[Any]:
    return select(func.count(jobs.c.id.distinct())).where(which, jobs.c.finished.is_(None), jobs.c.expires > now)


async def _keep_sums(connection: AsyncConnection, game: str, sums: Sequence[SeatSums]) -> None:
    if await connection.scalar(select(games.c.practice).where(games.c.id == game)):
        return
    columns = (played.c[name] for name in ("seat", "person", "name", "bot", "left"))
    rows = (await connection.execute(select(*columns).where(played.c.game_id == game))).all()
    people = [row.person for row in rows]
    # Who has been deleted since has no name there.
    played_by_one = [row for row in rows if row.person and row.name and people.count(row.person) == 1]
    own = {row.seat for row in played_by_one if not (row.bot or row.left)}
    for one in sums:
        if one.seat in own:
            values = {
                "play_per_mille": one.per_mille,
                "play_se": one.se,
                "play_decisions": one.decisions,
                "figures": one.figures,
            }
            same = played.c.game_id == game, played.c.seat == one.seat
            await connection.execute(update(played).where(*same).values(values))
