"""Erasing the name of a deleted person from the tables where they sit or sat.

A table's log is append-only; this is the one exception. Who sat where stays (by id), and so does every action.
"""

from __future__ import annotations

import re
from contextlib import suppress
from functools import partial

import msgspec
from msgspec.structs import replace

from wonderland.core.errors import TooLate
from wonderland.server.errors import NotSaved, Unknown
from wonderland.server.people.anonymous import anonymous_name
from wonderland.server.store.deletion_store import DeletionStore
from wonderland.server.tables import requests
from wonderland.server.tables.entries import (
    AnyEntry,
    AwayEntry,
    ClosedEntry,
    HostChangedEntry,
    SeatedEntry,
    decode_entry,
    encode_entry,
)
from wonderland.server.tables.requests import Actor
from wonderland.server.tables.state import TableState
from wonderland.server.tables.tables import Tables

#: A name as JSON in an entry that may be damaged: up to its closing quote, or to the end of the entry.
NAME_FIELD = re.compile(rb'"name"\s*:\s*"(?:[^"\\]|\\.)*(?:"|\\?$)', re.DOTALL)


class Erasure:
    """Erases people from all tables."""

    def __init__(self, store: DeletionStore, tables: Tables) -> None:
        self._store = store
        self._tables = tables

    async def erase(self, person: str) -> None:
        """Erase a person from every table, open or closed. Idempotent.

        If one table fails, the others are still done; the problem is raised at the end.
        """
        self._tables.block(person)
        problem: Exception | None = None
        for id in await self._tables_of(person):
            try:
                await self._leave(id, person)
                await self._erase_from_log(id, person)
            except NotSaved:
                raise  # nothing else could be written now either
            except Exception as one:
                problem = one
        self._tables.erase_chat_of(person)
        if problem:
            raise problem

    async def _tables_of(self, person: str) -> list[str]:
        """The tables where a person sits or sat, once all their requests are on disk."""
        return await self._store.tables_of(person)

    async def _leave(self, id: str, person: str) -> None:
        with suppress(TooLate, Unknown):  # it is closed
            table = await self._tables.load(id)
            if new := departure_entries(table.now, person):
                await self._tables.append(table, new)

    async def _erase_from_log(self, id: str, person: str) -> None:
        # A rewrite interrupts the table for everyone there, so it is done only if something changes.
        rewrite = partial(without_name, person=person)
        if await self._store.is_in_log(id, rewrite):
            await self._tables.rebuilder.rewrite(id, lambda: self._store.rewrite_log(id, rewrite))


def departure_entries(state: TableState, person: str) -> list[AnyEntry]:
    """The entries with which a person leaves for good: in a game with others a bot plays on, else the seat is freed."""
    if not state.seats_of(person):
        return []
    if state.phase != "playing":
        return requests.leave(state, Actor(person, ""))
    others = [other for other in state.people if other != person]
    if not others:
        return [ClosedEntry("empty")]
    entries: list[AnyEntry] = [
        AwayEntry(seat, state.substitute, "resigned")
        for seat in state.seats_of(person)
        if state.seats[seat].left != "resigned"
    ]
    return [*entries, HostChangedEntry(others[0])] if state.host == person else entries


def without_name(kept: bytes, person: str) -> bytes:
    """An entry without the person's name.

    >>> without_name(b'{"type":"seated","seat":1,"kind":"person","name":"Ann","person":"a1"}', "a1")
    b'{"type":"seated","seat":1,"kind":"person","name":"Player 2","person":"a1"}'
    """
    if b'"name"' not in kept:
        return kept  # nearly all
    try:
        entry = decode_entry(kept)
    except (msgspec.DecodeError, UnicodeDecodeError):
        # A damaged entry may be theirs, since they sat at this table, unless it names somebody else.
        return kept if _person_in(kept) not in (None, person) else NAME_FIELD.sub(b'"name":""', kept)
    if isinstance(entry, SeatedEntry) and entry.person == person:
        return encode_entry(replace(entry, name=anonymous_name(entry.seat)))
    return kept


def _person_in(kept: bytes) -> str | None:
    """The person in an entry that cannot be decoded; None if there is none, or if it is not JSON."""
    try:
        entry = msgspec.json.decode(kept)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    person = entry.get("person") if isinstance(entry, dict) else None
    return person if isinstance(person, str) else None
