"""Chat at a table: a line is on disk before anybody gets it."""

from __future__ import annotations

import asyncio

import structlog
from sqlalchemy import func, insert, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.core.errors import NotAllowed, Unreadable, WonderlandError
from wonderland.server.bounds import MAX_TEXT_LENGTH
from wonderland.server.clock import Clock
from wonderland.server.errors import NotSaved
from wonderland.server.people.credentials import Credential
from wonderland.server.people.text import clean_line, has_visible_characters
from wonderland.server.store.journal import Journal
from wonderland.server.store.sql import people
from wonderland.server.store.sql.schema import chat
from wonderland.server.tables.table import Reply
from wonderland.server.tables.tables import Tables
from wonderland.server.tables.updates import ChatLine

_logger = structlog.get_logger(__name__)

MAX_CHAT_LENGTH = 300  #: characters of a line


def read_chat_line(text: str) -> str:
    """A chat line as it is stored: normalised, without characters that could upset a page or a terminal."""
    if len(text) > MAX_TEXT_LENGTH:
        raise NotAllowed("chat_long", most=MAX_CHAT_LENGTH)
    try:
        line = clean_line(" ".join(text.split()))
    except Unreadable:
        raise NotAllowed("chat_characters") from None
    if len(line) > MAX_CHAT_LENGTH:
        raise NotAllowed("chat_long", most=MAX_CHAT_LENGTH)
    if not has_visible_characters(line):
        raise NotAllowed("chat_empty")
    return line


class ChatSender:
    """Writes the chat lines of one person at one table."""

    def __init__(self, journal: Journal, clock: Clock, tables: Tables, table: str, credential: Credential) -> None:
        self._journal = journal
        self._clock = clock
        self._tables = tables
        self._table = table
        self._credential = credential
        self._tasks: set[asyncio.Task[None]] = set()

    def send(self, text: str, message: str, reply: Reply) -> None:
        """Check the line now and send it once it is on disk. A message id that is sent again adds no second line."""
        line = read_chat_line(text)
        task = asyncio.create_task(self._save(line, message, reply))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _save(self, text: str, message: str, reply: Reply) -> None:
        at = self._clock.now()
        person, token = self._credential.person, self._credential.token
        mine = {"table_id": self._table, "person": person.id, "message": message}

        async def work(connection: AsyncConnection) -> ChatLine | None:
            if await connection.scalar(select(chat.c.number).filter_by(**mine)):
                return None  # a line that was accepted stays so, even if its author has been muted since
            # Checked within the transaction: nobody can be muted, banned, renamed or deleted between check and write.
            speaker = await people.find_speaker(connection, person.id, person.epoch, token)
            if speaker is None or speaker.muted:
                raise NotAllowed("chat_muted" if speaker else "chat_nobody")
            newest = select(func.max(chat.c.number)).where(chat.c.table_id == self._table)
            number: int = (await connection.scalar(newest) or 0) + 1
            row = {**mine, "number": number, "at": at, "name": speaker.name, "text": text}
            await connection.execute(insert(chat), row)
            return ChatLine(number, at, person.id, speaker.name, text)

        try:
            line = await self._journal.run(work)
            table = self._tables.find(self._table)
        except WonderlandError as problem:
            reply(0, problem)
            return
        except SQLAlchemyError as problem:
            _logger.error("chat_not_saved", exc_info=problem)
            reply(0, NotSaved("not_saved"))
            return
        reply(table.saved.version if table.saved else 0, None)
        if line:
            table.add_chat_line(line)
