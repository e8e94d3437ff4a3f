"""Talk at a table: short lines, on disk before anybody hears them."""

from __future__ import annotations

import asyncio
import unicodedata
from typing import TYPE_CHECKING

import structlog
from sqlalchemy import func, insert, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.core.errors import NotAllowed, WonderlandError
from wonderland.server.people.text import BLANK, REFUSED, visible
from wonderland.server.store.journal import NotSaved
from wonderland.server.store.schema import chat
from wonderland.server.tables.table import Reply
from wonderland.server.wire.messages import Line

if TYPE_CHECKING:
    from wonderland.server.house import House

_logger = structlog.get_logger(__name__)

LONGEST = 300  #: characters of a line
#: Hidden as they are, letters of some languages and many pictures are not themselves without them.
JOINERS = frozenset("\u200c\u200d")


def read_line(text: str) -> str:
    """A line as it is kept: normalised, without what could upset a page or a terminal."""
    line = " ".join(unicodedata.normalize("NFC", text).split())
    if not line:
        raise NotAllowed("chat_empty")
    if len(line) > LONGEST:
        raise NotAllowed("chat_long", most=LONGEST)
    if any(char in BLANK or unicodedata.category(char) in REFUSED for char in line if char not in JOINERS):
        raise NotAllowed("chat_characters")
    if not visible(line):
        raise NotAllowed("chat_empty")
    return line


class Talk:
    """What one person says at one table."""

    def __init__(self, house: House, table: str, person: str) -> None:
        self._house = house
        self._table = table
        self._person = person
        self._tasks: set[asyncio.Task[None]] = set()

    def say(self, text: str, message: str, reply: Reply) -> None:
        """Check the line now; it is told once it is on disk. The same message is said once only."""
        line = read_line(text)
        task = asyncio.create_task(self._keep(line, message, reply))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _keep(self, text: str, message: str, reply: Reply) -> None:
        house = self._house
        at = house.clock.now()
        mine = {"table_id": self._table, "person": self._person, "message": message}

        async def work(connection: AsyncConnection) -> int | None:
            if await connection.scalar(select(chat.c.number).filter_by(**mine)):
                return None
            newest = select(func.max(chat.c.number)).where(chat.c.table_id == self._table)
            number: int = (await connection.scalar(newest) or 0) + 1
            await connection.execute(insert(chat), {**mine, "number": number, "at": at, "name": name, "text": text})
            return number

        try:
            person = await house.people.find(self._person)
            if person is None or person.muted or person.banned:
                raise NotAllowed("chat_muted")
            name = person.name
            number = await house.journal.run(work)
            table = house.tables.find(self._table)
        except WonderlandError as problem:
            reply(0, problem)
            return
        except SQLAlchemyError as problem:
            _logger.error("chat_not_saved", exc_info=problem)
            reply(0, NotSaved("not_saved"))
            return
        reply(table.saved.version if table.saved else 0, None)
        if number is not None:
            table.hear(Line(number, at, person.id, name, text))
