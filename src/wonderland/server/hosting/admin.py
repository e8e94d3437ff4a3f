"""Carrying out an admin's orders on a context."""

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
from wonderland.server.hosting.admin_commands import (
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
from wonderland.server.hosting.logs import logger
from wonderland.server.people.person import Person
from wonderland.server.people.users import user_key
from wonderland.server.store import backup
from wonderland.server.store import games as store
from wonderland.server.store.restoring import ready
from wonderland.server.store.schema import log, people, tables
from wonderland.server.tables.archive import keep
from wonderland.server.tables.entries import Closed, encode
from wonderland.server.tables.finished import Ending, endings
from wonderland.server.tables.loading import UnreadableLog

if TYPE_CHECKING:
    from wonderland.server.context import ServerContext

GOODBYE = 3  #: seconds for clients that do not go when told to


async def carry_out(context: ServerContext, order: Order) -> Answer:
    """Do what the admin wants, and say what came of it."""
    match order:
        case ListPeople(limit):
            return Answer(people=await _list_people(context, limit))
        case ListTables(limit):
            return Answer(tables=await _list_tables(context, limit))
        case CloseTable(table):
            await _close(context, table)
            answer = Answer()
        case Mute(person, on):
            found = await _find(context, person)
            await context.people.mute(found.id, on)
            answer = Answer(person=found.id)
        case Ban(person, on):
            found = await _find(context, person)
            await context.people.ban(found.id, on)
            answer = Answer(person=found.id)
        case ResetPassword(user):
            found = await _find(context, user)
            answer = Answer(person=found.id, link=await _reset_link(context, found))
        case Restore(file):
            kept = await restore(context, Path(file))
            answer = Answer(backup=str(kept))
    logger.info("admin", order=type(order).__name__)
    return answer


async def restore(context: ServerContext, file: Path) -> Path:
    """Overwrite the database of a context that is open; everyone is asked to come back."""
    path = context.database.path
    kept = context.settings.data / "backups" / backup.name_for("before-restore")
    with ExitStack() as stack:
        fresh = await asyncio.to_thread(stack.enter_context, ready(file, path))
        with suppress(TimeoutError):
            await asyncio.wait_for(context.farewell(), GOODBYE)
        await context.people.deletions.stop()
        await context.tables.stop()
        await context.journal.close()  # from here on nothing is written but the restored database
        try:
            await asyncio.to_thread(backup.save, path, kept)
            await asyncio.to_thread(backup.copy, fresh, path)
        finally:
            context.journal.start()
            await context.reload()
    return kept


async def _list_people(context: ServerContext, limit: int) -> list[PersonLine]:
    query = select(*(people.c[name] for name in PersonLine.__struct_fields__))
    async with context.database.reading() as connection:
        rows = await connection.execute(query.order_by(people.c.seen.desc()).limit(limit))
        return [PersonLine(*row) for row in rows]


async def _list_tables(context: ServerContext, limit: int) -> list[TableLine]:
    columns = [tables.c[name] for name in TableLine.__struct_fields__ if name != "people"]
    query = select(*columns).where(tables.c.phase != "closed").order_by(tables.c.touched.desc()).limit(limit)
    async with context.database.reading() as connection:
        rows = (await connection.execute(query)).all()
    sitting = {table.now.id: len(table.now.people) for table in context.tables.all()}
    lines = [TableLine(**row._mapping, people=sitting.get(row.id)) for row in rows]
    aside = context.tables.set_aside
    return [msgspec.structs.replace(line, phase="set_aside") if line.id in aside else line for line in lines]


async def _close(context: ServerContext, table: str) -> None:
    async with context.database.reading() as connection:
        open_ = select(tables.c.id).where(tables.c.id == table, tables.c.phase != "closed")
        if not (await connection.execute(open_)).first():
            raise NotAllowed("admin_no_table", table=shown(table))
    if context.asleep or table in context.tables.set_aside:
        await context.journal.run(lambda connection: _note_closed(connection, table, context.clock.now()))
        context.tables.set_aside.remove(table)
    else:
        await context.tables.close(table)


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


async def _find(context: ServerContext, wanted: str) -> Person:
    """Somebody by id or by user name."""
    query = select(people.c.id).where(or_(people.c.id == wanted, people.c.user_key == user_key(wanted)))
    async with context.database.reading() as connection:
        id_ = (await connection.execute(query)).scalar()
    found = await context.people.find(id_) if id_ else None
    if found is None:
        raise NotAllowed("admin_no_person", person=shown(wanted))
    return found


async def _reset_link(context: ServerContext, person: Person) -> str:
    if person.user is None:
        raise NotAllowed("admin_no_account", person=shown(person.name))
    return invite(context.settings, await context.people.reset_link(person.user))


async def count_tables(context: ServerContext) -> dict[str, int]:
    """How many tables there are in each phase."""
    query = select(tables.c.phase, func.count()).group_by(tables.c.phase)
    async with context.database.reading() as connection:
        return {str(phase): int(number) for phase, number in await connection.execute(query)}
