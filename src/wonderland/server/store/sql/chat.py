"""The chat."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from weakref import WeakValueDictionary

from sqlalchemy import exists, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.server.store.chat_store import ChatLine, ExportedChatLine, NewChatLine, Speaker
from wonderland.server.store.database import Database
from wonderland.server.store.journal import Journal
from wonderland.server.store.sql.part import SqlPart
from wonderland.server.store.sql.schema import chat, people, tokens

MAX_LINES_AFTER = 100  #: as many as anybody could show
LINE_COLUMNS = tuple(chat.c[name] for name in ChatLine.__struct_fields__)


class SqlChat(SqlPart):
    """Implements ``ChatStore``."""

    def __init__(self, database: Database, journal: Journal) -> None:
        super().__init__(database, journal)
        #: By table, while somebody writes there.
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def add(self, new: NewChatLine, check: Callable[[Speaker | None], None]) -> ChatLine | None:
        # Any text may be the name of a message, but PostgreSQL holds no zero characters.
        message = new.message.replace("\0", "\ufffd")
        mine = {"table_id": new.table, "person": new.person, "message": message}

        async def work(connection: AsyncConnection) -> ChatLine | None:
            if await connection.scalar(select(chat.c.number).filter_by(**mine)):
                return None  # a line that was accepted stays so, even if its author has been muted since
            speaker = await _find_speaker(connection, new)
            check(speaker)
            name = speaker.name if speaker else ""
            newest = select(func.max(chat.c.number)).where(chat.c.table_id == new.table)
            number: int = (await connection.scalar(newest) or 0) + 1
            row = {**mine, "number": number, "at": new.at, "name": name, "text": new.text}
            await connection.execute(insert(chat).values(row))
            return ChatLine(number, new.at, new.person, name, new.text)

        # One after the other at a table: so lines are told in the order of their numbers.
        async with self._turns.setdefault(new.table, asyncio.Lock()):
            line: ChatLine | None = await self.write(work)
        return line

    async def after(self, table: str, number: int) -> list[ChatLine]:
        async with self.reading() as connection:
            lines = await newest_lines(connection, table, MAX_LINES_AFTER)
        return [line for line in lines if line.number > number]

    def export(self, person: str) -> AsyncGenerator[Sequence[ExportedChatLine], None]:
        columns = [chat.c[name] for name in ExportedChatLine.__struct_fields__]
        query = select(*columns).where(chat.c.person == person)
        return self.pages(query.order_by(chat.c.at, chat.c.table_id, chat.c.number), ExportedChatLine)


async def newest_lines(connection: AsyncConnection, table: str, most: int) -> list[ChatLine]:
    """The last lines of a table, oldest first."""
    query = select(*LINE_COLUMNS).where(chat.c.table_id == table).order_by(chat.c.number.desc()).limit(most)
    return [ChatLine(*row) for row in await connection.execute(query)][::-1]


async def _find_speaker(connection: AsyncConnection, new: NewChatLine) -> Speaker | None:
    """None if the token, or the cookie of that epoch, is no longer valid, or if they or their owner are banned or
    deleted.
    """
    owners = people.alias("owners")
    query = (
        select(people.c.name, people.c.muted)
        .select_from(people.outerjoin(owners, owners.c.id == people.c.owner))
        .where(people.c.id == new.person, people.c.kind != "gone", people.c.banned.is_(False))
        .where(owners.c.id.is_(None) | ((owners.c.kind != "gone") & owners.c.banned.is_(False)))
        .where(people.c.epoch == new.epoch if new.token is None else exists().where(tokens.c.id == new.token))
    )
    row = (await connection.execute(query)).one_or_none()
    return Speaker(row.name, row.muted) if row else None
