"""Executing admin commands."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack, suppress
from pathlib import Path

from wonderland.core.errors import NotAllowed, shown
from wonderland.server.admin.commands import (
    AdminCommand,
    AdminResult,
    BanPerson,
    CloseTable,
    InstanceInfo,
    ListInstances,
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
from wonderland.server.store.admin_store import OpenTable
from wonderland.server.store.sqlite.backup import backup_name
from wonderland.server.tables.archive import archive_games
from wonderland.server.tables.entries import ClosedEntry, encode_entry
from wonderland.server.tables.finished_games import FinishedGame, finished_games
from wonderland.server.tables.loading import UnreadableLog
from wonderland.server.tables.summaries import decode_listed

CLOSE_TIMEOUT_SECONDS = 3  #: for clients that do not disconnect when told to


async def execute(context: ServerContext, command: AdminCommand) -> AdminResult:
    """Execute a command and return its result."""
    match command:
        case ListPeople(limit):
            return AdminResult(people=await _list_people(context, limit))
        case ListTables(limit):
            return AdminResult(tables=await _list_tables(context, limit))
        case ListInstances():
            return AdminResult(instances=await _list_instances(context))
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
    if context.cluster and len(await context.cluster.living()) > 1:
        raise NotAllowed("restore_instances")
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
    return [
        PersonInfo(one.id, one.kind, one.name, one.user, one.seen, one.muted, one.banned)
        for one in await context.store.people.newest(limit)
    ]


async def _list_instances(context: ServerContext) -> list[InstanceInfo]:
    now, counts = context.clock.now(), await context.store.instances.tables()
    return [
        InstanceInfo(
            one.id,
            one.address,
            one.version,
            one.started,
            one.seen,
            "lost" if not one.lives(now) else "draining" if one.draining else "serving",
            counts.get(one.id, 0),
        )
        for one in await context.store.instances.all()
    ]


async def _list_tables(context: ServerContext, limit: int) -> list[TableInfo]:
    return [_table_info(row) for row in await context.store.admin.open_tables(limit)]


def _table_info(row: OpenTable) -> TableInfo:
    own = {name: getattr(row, name) for name in TableInfo.__struct_fields__ if name != "people"}
    if row.unreadable:
        return TableInfo(**{**own, "phase": "set_aside"}, people=None)
    people = {seat.person for seat in decode_listed(row.summary).seats if seat and seat.person} if row.summary else None
    return TableInfo(**own, people=None if people is None else len(people))


async def _close(context: ServerContext, table: str) -> None:
    found = await context.store.tables.find(table)
    if found is None:
        raise NotAllowed("admin_no_table", table=shown(table))
    if context.offline or found.unreadable:
        await _write_closed(context, table)
    else:
        await context.tables.close(table)


async def _write_closed(context: ServerContext, table: str) -> None:
    """Close a table that is not in memory, by appending to its log."""
    # Games that ended just before a server was killed are not archived yet; nobody looks for them in a closed table.
    archived = await context.store.games.archived_numbers(table)
    rows = await context.store.tables.read_log(table)
    ends: list[FinishedGame] = []
    with suppress(UnreadableLog):  # the games before the unreadable entry are archived
        ends.extend(finished_games(table, rows, but=archived))
    if ends:
        await archive_games(context.store.games, ends)
    await context.store.admin.close_table(table, encode_entry(ClosedEntry("admin")), context.clock.now())
    if context.cluster:
        context.cluster.tell_written(table)


async def _find(context: ServerContext, wanted: str) -> Person:
    """A person by id or by user name."""
    found = await context.people.find(wanted)
    if found is None and (login := await context.store.people.find_login(user_key(wanted))):
        found = await context.people.find(login.id)
    if found is None:
        raise NotAllowed("admin_no_person", person=shown(wanted))
    return found


async def _reset_link(context: ServerContext, person: Person) -> str:
    if person.user is None:
        raise NotAllowed("admin_no_account", person=shown(person.name))
    return link_to(context.settings, await context.people.reset_link(person.user))
