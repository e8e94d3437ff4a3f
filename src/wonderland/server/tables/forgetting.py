"""Taking somebody's name out of the tables where they sit or sat.

A table's log is never changed, only added to. This is the one exception: a name in it is no longer ours to keep. Who
sat where stays, and so does everything that was played.
"""

from __future__ import annotations

from contextlib import suppress

from msgspec.structs import replace
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.core.errors import TooLate
from wonderland.server.people.exporting import neutral
from wonderland.server.store.database import Database
from wonderland.server.store.schema import log, seated
from wonderland.server.tables import requests
from wonderland.server.tables.entries import AnyEntry, Away, Closed, Hosted, Seated, decode, encode
from wonderland.server.tables.moment import Moment
from wonderland.server.tables.requests import Asker
from wonderland.server.tables.tables import Tables


class Forgetting:
    """Forgets people, for the tables of a house."""

    def __init__(self, database: Database, tables: Tables) -> None:
        self._database = database
        self._tables = tables

    async def forget(self, person: str) -> None:
        """Take somebody out of every table, live or long closed. Doing it again changes nothing more."""
        async with self._database.reading() as connection:
            rows = await connection.execute(select(seated.c.table_id).where(seated.c.person == person))
            ids = dict.fromkeys(rows.scalars())
        for moment in self._tables.of(person):
            ids[moment.id] = None
            await self._rise(moment.id, person)
        for id in ids:
            await self._tables.rewrite(id, lambda on, id=id: without_name(on, id, person))  # type: ignore[misc]

    async def _rise(self, id: str, person: str) -> None:
        with suppress(TooLate):  # it has been closed meanwhile
            table = self._tables.find(id)
            if new := farewell(table.now, person):
                await self._tables.ask(table, new)


def farewell(moment: Moment, person: str) -> list[AnyEntry]:
    """How somebody leaves for good: a bot plays on for them among others; otherwise their seat is free."""
    if not moment.seats_of(person):
        return []
    if moment.phase != "playing":
        return requests.rise(moment, Asker(person, ""))
    others = [other for other in moment.people if other != person]
    if not others:
        return [Closed("empty")]
    entries: list[AnyEntry] = [
        Away(seat, moment.customs.stand_in, "resigned")
        for seat in moment.seats_of(person)
        if moment.seats[seat].left != "resigned"
    ]
    return [*entries, Hosted(others[0])] if moment.host == person else entries


async def without_name(connection: AsyncConnection, id: str, person: str) -> None:
    """Rewrite the entries of a table's log in which somebody sits down."""
    query = select(log.c.number, log.c.entry).where(log.c.table_id == id)
    for number, kept in (await connection.execute(query)).all():
        if b'"seated"' not in kept:
            continue
        entry = decode(kept)
        if isinstance(entry, Seated) and entry.person == person:
            changed = encode(replace(entry, name=neutral(entry.seat)))
            where = log.c.table_id == id, log.c.number == number
            await connection.execute(update(log).where(*where).values(entry=changed))
