"""Talk at a table: short lines, on disk before anybody hears them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import structlog
from sqlalchemy import func, insert, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.core.errors import NotAllowed, Unreadable, WonderlandError
from wonderland.server.bounds import MAX_TEXT_LENGTH
from wonderland.server.people.credentials import Credential
from wonderland.server.people.text import tidy, visible
from wonderland.server.store import people
from wonderland.server.store.journal import NotSaved
from wonderland.server.store.schema import chat
from wonderland.server.tables.table import Reply
from wonderland.server.wire.messages import ChatLine

if TYPE_CHECKING:
    from wonderland.server.context import ServerContext

_logger = structlog.get_logger(__name__)

LONGEST = 300  #: characters of a line


def read_line(text: str) -> str:
    """A line as it is kept: normalised, without what could upset a page or a terminal."""
    if len(text) > MAX_TEXT_LENGTH:
        raise NotAllowed("chat_long", most=LONGEST)
    try:
        line = tidy(" ".join(text.split()))
    except Unreadable:
        raise NotAllowed("chat_characters") from None
    if len(line) > LONGEST:
        raise NotAllowed("chat_long", most=LONGEST)
    if not visible(line):
        raise NotAllowed("chat_empty")
    return line


class Talk:
    """What one person says at one table."""

    def __init__(self, context: ServerContext, table: str, credential: Credential) -> None:
        self._context = context
        self._table = table
        self._credential = credential
        self._tasks: set[asyncio.Task[None]] = set()

    def say(self, text: str, message: str, reply: Reply) -> None:
        """Check the line now; it is told once it is on disk. The same message is said once only."""
        line = read_line(text)
        task = asyncio.create_task(self._keep(line, message, reply))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _keep(self, text: str, message: str, reply: Reply) -> None:
        context = self._context
        at = context.clock.now()
        person, token = self._credential.person, self._credential.token
        mine = {"table_id": self._table, "person": person.id, "message": message}

        async def work(connection: AsyncConnection) -> ChatLine | None:
            if await connection.scalar(select(chat.c.number).filter_by(**mine)):
                return None  # what was said is answered alike, also to somebody who may say no more
            # Asked here, where nobody can be muted, shut out, renamed or deleted between the answer and the writing.
            speaker = await people.speaker(connection, person.id, person.epoch, token)
            if speaker is None or speaker.muted:
                raise NotAllowed("chat_muted" if speaker else "chat_nobody")
            newest = select(func.max(chat.c.number)).where(chat.c.table_id == self._table)
            number: int = (await connection.scalar(newest) or 0) + 1
            row = {**mine, "number": number, "at": at, "name": speaker.name, "text": text}
            await connection.execute(insert(chat), row)
            return ChatLine(number, at, person.id, speaker.name, text)

        try:
            line = await context.journal.run(work)
            table = context.tables.find(self._table)
        except WonderlandError as problem:
            reply(0, problem)
            return
        except SQLAlchemyError as problem:
            _logger.error("chat_not_saved", exc_info=problem)
            reply(0, NotSaved("not_saved"))
            return
        reply(table.saved.version if table.saved else 0, None)
        if line:
            table.hear(line)
