"""Carrying out an admin's orders on a house."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.core.errors import NotAllowed, shown
from wonderland.server.hosting.addresses import invite
from wonderland.server.hosting.logs import logger
from wonderland.server.hosting.orders import (
    Answer,
    Ban,
    CloseTable,
    ListPeople,
    ListTables,
    Mute,
    Order,
    PersonLine,
    ResetPassword,
    Restore,
    TableLine,
)
from wonderland.server.people.person import Person
from wonderland.server.people.users import user_key
from wonderland.server.store import backup
from wonderland.server.store import games as store
from wonderland.server.store.restoring import ready
from wonderland.server.store.schema import log, people, tables
from wonderland.server.tables.endings import Ending, endings
from wonderland.server.tables.entries import Closed, encode
from wonderland.server.tables.keeping import keep
from wonderland.server.tables.loading import UnreadableLog

if TYPE_CHECKING:
    from wonderland.server.house import House

GOODBYE = 3  #: seconds for clients that do not go when told to


async def carry_out(house: House, order: Order) -> Answer:
    """Do what the admin wants, and say what came of it."""
    match order:
        case ListPeople(limit):
            return Answer(people=await _list_people(house, limit))
        case ListTables(limit):
            return Answer(tables=await _list_tables(house, limit))
        case CloseTable(table):
            await _close(house, table)
            answer = Answer()
        case Mute(person, on):
            found = await _find(house, person)
            await house.people.mute(found.id, on)
            answer = Answer(person=found.id)
        case Ban(person, on):
            found = await _find(house, person)
            await house.people.ban(found.id, on)
            answer = Answer(person=found.id)
        case ResetPassword(user):
            found = await _find(house, user)
            answer = Answer(person=found.id, link=await _reset_link(house, found))
        case Restore(file):
            kept = await restore(house, Path(file))
            answer = Answer(backup=str(kept))
    logger.info("admin", order=type(order).__name__)
    return answer


async def restore(house: House, file: Path) -> Path:
    """Overwrite the database of a house that is open; everyone is asked to come back."""
    path = house.database.path
    kept = house.settings.data / "backups" / backup.name_for("before-restore")
    with ExitStack() as stack:
        fresh = await asyncio.to_thread(stack.enter_context, ready(file, path))
        with suppress(TimeoutError):
            await asyncio.wait_for(house.farewell(), GOODBYE)
        await house.people.deletions.stop()
        await house.tables.stop()
        await house.journal.close()  # from here on nothing is written but the restored database
        try:
            await asyncio.to_thread(backup.save, path, kept)
            await asyncio.to_thread(backup.copy, fresh, path)
        finally:
            house.journal.start()
            await house.reload()
    return kept


async def _list_people(house: House, limit: int) -> list[PersonLine]:
    query = select(*(people.c[name] for name in PersonLine.__struct_fields__))
    async with house.database.reading() as connection:
        rows = await connection.execute(query.order_by(people.c.seen.desc()).limit(limit))
        return [PersonLine(*row) for row in rows]


async def _list_tables(house: House, limit: int) -> list[TableLine]:
    columns = [tables.c[name] for name in TableLine.__struct_fields__ if name != "people"]
    query = select(*columns).where(tables.c.phase != "closed").order_by(tables.c.touched.desc()).limit(limit)
    async with house.database.reading() as connection:
        rows = (await connection.execute(query)).all()
    sitting = {table.now.id: len(table.now.people) for table in house.tables.all()}
    lines = [TableLine(**row._mapping, people=sitting.get(row.id)) for row in rows]
    aside = house.tables.set_aside
    return [msgspec.structs.replace(line, phase="set_aside") if line.id in aside else line for line in lines]


async def _close(house: House, table: str) -> None:
    async with house.database.reading() as connection:
        open_ = select(tables.c.id).where(tables.c.id == table, tables.c.phase != "closed")
        if not (await connection.execute(open_)).first():
            raise NotAllowed("admin_no_table", table=shown(table))
    if house.asleep or table in house.tables.set_aside:
        await house.journal.run(lambda connection: _note_closed(connection, table, house.clock.now()))
        house.tables.set_aside.remove(table)
    else:
        await house.tables.close(table)


async def _note_closed(connection: AsyncConnection, table: str, now: int) -> None:
    """Write it into the log of a table that is not awake."""
    rows = [(number, at, entry) for number, at, entry in await store.log_of(connection, table)]
    # Games that ended just before a server was killed: nobody looks for them once the table is closed.
    ends: list[Ending] = []
    with suppress(UnreadableLog):  # what can be read of it is kept
        ends.extend(endings(table, rows, but=await store.kept(connection, table)))
    if ends:
        await keep(connection, ends)
    last = rows[-1][0] if rows else 0
    row = {"table_id": table, "number": last + 1, "at": now, "entry": encode(Closed("admin"))}
    await connection.execute(insert(log).values(row))
    await connection.execute(update(tables).where(tables.c.id == table).values(phase="closed", touched=now))


async def _find(house: House, wanted: str) -> Person:
    """Somebody by id or by user name."""
    query = select(people.c.id).where(or_(people.c.id == wanted, people.c.user_key == user_key(wanted)))
    async with house.database.reading() as connection:
        id_ = (await connection.execute(query)).scalar()
    found = await house.people.find(id_) if id_ else None
    if found is None:
        raise NotAllowed("admin_no_person", person=shown(wanted))
    return found


async def _reset_link(house: House, person: Person) -> str:
    if person.user is None:
        raise NotAllowed("admin_no_account", person=shown(person.name))
    return invite(house.settings, await house.people.reset_link(person.user))


async def count_tables(house: House) -> dict[str, int]:
    """How many tables there are in each phase."""
    query = select(tables.c.phase, func.count()).group_by(tables.c.phase)
    async with house.database.reading() as connection:
        return {str(phase): int(number) for phase, number in await connection.execute(query)}
