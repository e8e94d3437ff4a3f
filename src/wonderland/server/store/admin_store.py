"""What admin commands and probes ask of the database."""

from __future__ import annotations

from typing import Protocol

import msgspec


class OpenTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table that is not closed, in the admin's list."""

    id: str
    game: str
    phase: str
    public: bool
    created: int
    touched: int
    #: Its log could not be read when it was last loaded.
    unreadable: bool
    #: As JSON (``tables/summaries.py``); empty: it is not known.
    summary: bytes


class AdminStore(Protocol):
    """Lists for the admin, and what can be done without a running server."""

    async def count_tables(self) -> dict[str, int]:
        """How many tables there are in each phase."""
        ...

    async def open_tables(self, most: int) -> list[OpenTable]:
        """Tables that are not closed, most recently changed first."""
        ...

    async def close_table(self, table: str, entry: bytes, now: int) -> None:
        """Append the entry that closes a table which is not in memory."""
        ...

    async def touch(self) -> None:
        """Write something that changes nothing: it proves that what players do now would be saved."""
        ...
