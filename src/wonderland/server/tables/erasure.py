"""Taking somebody's name out of the tables where they sit or sat.

A table's log is never changed, only added to. This is the one exception: a name in it is no longer ours to keep. Who
sat where stays, and so does everything that was played.
"""

from __future__ import annotations

import re
from contextlib import suppress

import msgspec
from msgspec.structs import replace
from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.core.errors import TooLate
from wonderland.server.people.exporting import neutral
from wonderland.server.people.refusals import Unknown
from wonderland.server.store.journal import Journal, NotSaved
from wonderland.server.store.schema import log, seated
from wonderland.server.tables import requests
from wonderland.server.tables.entries import AnyEntry, Away, Closed, Hosted, Seated, decode, encode
from wonderland.server.tables.requests import Actor
from wonderland.server.tables.state import TableState
from wonderland.server.tables.tables import Tables

#: A name as JSON in an entry that may be damaged: up to its closing quote, or to the end.
NAME = re.compile(rb'"name"\s*:\s*"(?:[^"\\]|\\.)*(?:"|\\?$)', re.DOTALL)


class Erasure:
    """Forgets people, for the tables of a context."""

    def __init__(self, journal: Journal, tables: Tables) -> None:
        self._journal = journal
        self._tables = tables

    async def forget(self, person: str) -> None:
        """Take somebody out of every table, live or long closed. Doing it again changes nothing more.

        What is wrong with one table keeps the name in no other; it is raised at the end.
        """
        self._tables.refuse(person)
        problem: Exception | None = None
        for id in await self._where(person):
            try:
                await self._rise(id, person)
                await self._rewrite(id, person)
            except NotSaved:
                raise  # nor can anything else be written now
            except Exception as one:
                problem = one
        for table in self._tables.all():
            if table.audience.forget(person):
                for watcher in table.audience.everyone():
                    table.catch_up(watcher, 0)
        if problem:
            raise problem

    async def _where(self, person: str) -> list[str]:
        """The tables where somebody sits or sat, once all that they asked for before is on disk."""

        async def sat(connection: AsyncConnection) -> list[str]:
            rows = await connection.execute(select(seated.c.table_id).where(seated.c.person == person))
            return list(rows.scalars())

        ids = await self._journal.run(sat)
        return [*ids, *(state.id for state in self._tables.of(person) if state.id not in ids)]

    async def _rise(self, id: str, person: str) -> None:
        with suppress(TooLate, Unknown):  # it has been closed
            table = self._tables.find(id)
            if new := farewell(table.now, person):
                await self._tables.ask(table, new)

    async def _rewrite(self, id: str, person: str) -> None:
        # Rewriting interrupts the table for everyone there: it is not done where nothing is to be changed.
        if await self._journal.run(lambda on: _named(on, id, person)):
            await self._tables.rewrite(id, lambda on: without_name(on, id, person))


def farewell(state: TableState, person: str) -> list[AnyEntry]:
    """How somebody leaves for good: a bot plays on for them among others; otherwise their seat is free."""
    if not state.seats_of(person):
        return []
    if state.phase != "playing":
        return requests.rise(state, Actor(person, ""))
    others = [other for other in state.people if other != person]
    if not others:
        return [Closed("empty")]
    entries: list[AnyEntry] = [
        Away(seat, state.substitute, "resigned")
        for seat in state.seats_of(person)
        if state.seats[seat].left != "resigned"
    ]
    return [*entries, Hosted(others[0])] if state.host == person else entries


async def without_name(connection: AsyncConnection, id: str, person: str) -> None:
    """Rewrite the entries of a table's log in which somebody sits down."""
    for number, changed in await _named(connection, id, person):
        where = log.c.table_id == id, log.c.number == number
        await connection.execute(update(log).where(*where).values(entry=changed))


async def _named(connection: AsyncConnection, id: str, person: str) -> list[tuple[int, bytes]]:
    """The entries of a table that have somebody's name: their numbers, and how they read without it."""
    query = select(log.c.number, log.c.entry).where(log.c.table_id == id, func.instr(log.c.entry, b'"name"') > 0)
    found = [(number, kept, nameless(kept, person)) for number, kept in await connection.execute(query)]
    return [(number, changed) for number, kept, changed in found if changed != kept]


def nameless(kept: bytes, person: str) -> bytes:
    """An entry without somebody's name.

    >>> nameless(b'{"type":"seated","seat":1,"kind":"person","name":"Ann","person":"a1"}', "a1")
    b'{"type":"seated","seat":1,"kind":"person","name":"Player 2","person":"a1"}'
    """
    try:
        entry = decode(kept)
    except (msgspec.DecodeError, UnicodeDecodeError):
        # Unless it says that it is somebody else's, it may be theirs: they sat at this table.
        return kept if _whose(kept) not in (None, person) else NAME.sub(b'"name":""', kept)
    if isinstance(entry, Seated) and entry.person == person:
        return encode(replace(entry, name=neutral(entry.seat)))
    return kept


def _whose(kept: bytes) -> str | None:
    """The person in an entry of an unknown kind; None when there is none, or it is no JSON at all."""
    try:
        entry = msgspec.json.decode(kept)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    person = entry.get("person") if isinstance(entry, dict) else None
    return person if isinstance(person, str) else None
