"""Removing people from all that is kept. Each method is one transaction, and can be repeated."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from wonderland.server.store.people_store import Person


class DeletionStore(Protocol):
    """Deletions that have begun, and their steps."""

    async def begin(self, person: str, now: int, check: Callable[[Person], None]) -> list[Person]:
        """Clear the profiles of a person and their bots, and note the deletions as unfinished.

        Returns the deleted people as they were, bots first; none if they were deleted before. The ids stay, because
        finished games refer to them. ``check`` gets the person at that moment and may refuse.
        """
        ...

    async def unfinished(self) -> list[str]:
        """People whose deletion is unfinished, oldest first."""
        ...

    async def erase_chat(self, person: str) -> None:
        """Blank a person's chat lines."""
        ...

    async def anonymise_games(self, person: str, rewrite: Callable[[bytes, int, str], bytes]) -> bool:
        """Erase a person's name from some finished games; returns whether there are more.

        ``rewrite`` gets a record, a seat and the name there, and returns the record without it.
        """
        ...

    async def tables_of(self, person: str) -> list[str]:
        """The tables where a person sits or sat, once all that was given to the store before is on disk."""
        ...

    async def is_in_log(self, table: str, rewrite: Callable[[bytes], bytes]) -> bool:
        """Whether ``rewrite`` would change an entry of a table's log, once all that was given before is on disk."""
        ...

    async def rewrite_log(self, table: str, rewrite: Callable[[bytes], bytes]) -> None:
        """Replace the entries of a table's log that ``rewrite`` changes, and drop its checkpoint and summary."""
        ...

    async def finish(self, person: str) -> None:
        """Note the deletion as finished."""
        ...
