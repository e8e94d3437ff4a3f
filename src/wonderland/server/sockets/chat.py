"""Chat at a table: a line is on disk before anybody gets it."""

from __future__ import annotations

import asyncio

from wonderland.core.errors import NotAllowed, Unreadable, WonderlandError
from wonderland.server.bounds import MAX_TEXT_LENGTH
from wonderland.server.clock import Clock
from wonderland.server.people.credentials import Credential
from wonderland.server.people.text import clean_line, has_visible_characters
from wonderland.server.store.chat_store import ChatStore, NewChatLine, Speaker
from wonderland.server.tables.table import Reply
from wonderland.server.tables.tables import Tables

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

    def __init__(self, store: ChatStore, clock: Clock, tables: Tables, table: str, credential: Credential) -> None:
        self._store = store
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
        person = self._credential.person
        new = NewChatLine(
            table=self._table,
            person=person.id,
            message=message,
            at=self._clock.now(),
            text=text,
            epoch=person.epoch,
            token=self._credential.token,
        )
        try:
            line = await self._store.add(new, _check_speaker)
            table = self._tables.find(self._table)
        except WonderlandError as problem:
            reply(0, problem)
            return
        reply(table.saved.version if table.saved else 0, None)
        if line:
            self._tables.said(table, line)


def _check_speaker(speaker: Speaker | None) -> None:
    """Checked within the transaction that adds the line."""
    if speaker is None or speaker.muted:
        raise NotAllowed("chat_muted" if speaker else "chat_nobody")
