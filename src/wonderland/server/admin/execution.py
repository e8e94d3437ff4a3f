"""Executing admin commands."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack, suppress
from pathlib import Path

import msgspec
from sqlalchemy import func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.core.errors import NotAllowed, shown
from wonderland.server.admin.commands import (
    AdminCommand,
    AdminResult,
    BanPerson,
    CloseTable,
    ListPeople,
    ListTables,
    MutePerson,
    PersonInfo,
    ResetPassword,
    Restore,
    TableInfo,
)
from wonderland.server.context import ServerContext
from wonderland.server.hosting.addresses import link_to
from wonderland.server.logs import logger
from wonderland.server.people.person import Person
from wonderland.server.people.user_names import user_key
from wonderland.server.store import copies
from wonderland.server.store.sql import games as store
from wonderland.server.store.sql.schema import log, people, tables
from wonderland.server.store.sqlite.backup import backup_name
from wonderland.server.tables.archive import archive_games
from wonderland.server.tables.entries import ClosedEntry, encode_entry
from wonderland.server.tables.finished_games import FinishedGame, finished_games
from wonderland.server.tables.loading import UnreadableLog

CLOSE_TIMEOUT_SECONDS = 3  #: for clients that do not disconnect when told to


async def execute(context: ServerContext, command: AdminCommand) -> AdminResult:
    """Execute a command and return its result."""
    match command:
        case ListPeople(limit):
            return AdminResult(people=await _list_people(context, limit))
        case ListTables(limit):
            return AdminResult(tables=await _list_tables(context, limit))
        case CloseTable(table):
            await _close(context, table)
            answer = AdminResult()
        case MutePerson(person, on):
            found = await _find(context, person)
            await context.people.mute(found.id, on)
            answer = AdminResult(person=found.id)
        case BanPerson(person, on):
            found = await _find(context, person)
            await context.people.ban(found.id, on)
            answer = AdminResult(person=found.id)
        case ResetPassword(user):
            found = await _find(context, user)
            answer = AdminResult(person=found.id, link=await _reset_link(context, found))
        case Restore(file):
            kept = await restore(context, Path(file))
            answer = AdminResult(backup=str(kept) if kept else None)
    logger.info("admin", command=type(command).__name__)
    return answer


async def restore(context: ServerContext, file: Path) -> Path | None:
    """Replace the open database by a backup; every client is told to reconnect."""
    url = context.database.url
    backups = context.settings.data / "backups"
    with ExitStack() as stack:
        folder = url.file.parent if url.file else backups
        fresh = await asyncio.to_thread(stack.enter_context, copies.prepared(file, folder))
        with suppress(TimeoutError):
            await asyncio.wait_for(context.close_sessions(), CLOSE_TIMEOUT_SECONDS)
        await context.people.deletions.stop()
        await context.tables.stop()
        await context.journal.close()  # from here on nothing is written but the restored database
        try:
            return await copies.replace(url, fresh, backups / backup_name("before-restore"), alone=False)
        finally:
            context.journal.start()
            await context.reload()


async def _list_people(context: ServerContext, limit: int) -> list[PersonInfo]:
    query = select(*(people.c[name] for name in PersonInfo.__struct_fields__))
    async with context.database.reading() as connection:
        rows = await connection.execute(query.order_by(people.c.seen.desc()).limit(limit))
        return [PersonInfo(*row) for row in rows]


async def _list_tables(context: ServerContext, limit: int) -> list[TableInfo]:
    columns = [tables.c[name] for name in TableInfo.__struct_fields__ if name != "people"]
    query = select(*columns).where(tables.c.phase != "closed").order_by(tables.c.touched.desc()).limit(limit)
    async with context.database.reading() as connection:
        rows = (await connection.execute(query)).all()
    sitting = {table.now.id: len(table.now.people) for table in context.tables.all()}
    lines = [TableInfo(**row._mapping, people=sitting.get(row.id)) for row in rows]
    aside = context.tables.set_aside
    return [msgspec.structs.replace(line, phase="set_aside") if line.id in aside else line for line in lines]


async def _close(context: ServerContext, table: str) -> None:
    async with context.database.reading() as connection:
        open_ = select(tables.c.id).where(tables.c.id == table, tables.c.phase != "closed")
        if not (await connection.execute(open_)).first():
            raise NotAllowed("admin_no_table", table=shown(table))
    if context.offline or table in context.tables.set_aside:
        await context.journal.run(lambda connection: _write_closed(connection, table, context.clock.now()))
        context.tables.set_aside.remove(table)
    else:
        await context.tables.close(table)


async def _write_closed(connection: AsyncConnection, table: str, now: int) -> None:
    """Close a table that is not in memory, by appending to its log."""
    rows = [(number, at, entry) for number, at, entry in await store.read_log(connection, table)]
    # Games that ended just before a server was killed are not archived yet; nobody looks for them in a closed table.
    ends: list[FinishedGame] = []
    with suppress(UnreadableLog):  # the games before the unreadable entry are archived
        ends.extend(finished_games(table, rows, but=await store.archived_numbers(connection, table)))
    if ends:
        await archive_games(connection, ends)
    last = rows[-1][0] if rows else 0
    row = {"table_id": table, "number": last + 1, "at": now, "entry": encode_entry(ClosedEntry("admin"))}
    await connection.execute(insert(log).values(row))
    await connection.execute(update(tables).where(tables.c.id == table).values(phase="closed", touched=now))


async def _find(context: ServerContext, wanted: str) -> Person:
    """A person by id or by user name."""
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
    return link_to(context.settings, await context.people.reset_link(person.user))


async def count_tables(context: ServerContext) -> dict[str, int]:
    """How many tables there are in each phase."""
    query = select(tables.c.phase, func.count()).group_by(tables.c.phase)
    async with context.database.reading() as connection:
        return {str(phase): int(number) for phase, number in await connection.execute(query)}
