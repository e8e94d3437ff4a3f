"""What is kept of the chat."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Sequence
from typing import Protocol

import msgspec


class ChatLine(msgspec.Struct, frozen=True):
    """One line of a table's chat."""

    number: int
    at: int
    person: str | None
    name: str
    text: str


class NewChatLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line that somebody wants to say, and the credential they say it with."""

    table: str
    person: str
    #: The client's own name for the line: sent again, it is not said again.
    message: str
    at: int
    text: str
    #: The epoch of the cookie, and the id of the token; None for a cookie.
    epoch: int
    token: str | None


class Speaker(msgspec.Struct, frozen=True):
    """Somebody whose credential is valid at this moment, and who is not banned."""

    name: str
    muted: bool


class ExportedChatLine(msgspec.Struct, frozen=True):
    """A line in its author's export."""

    table_id: str
    at: int
    text: str


class ChatStore(Protocol):
    """The chat of all tables."""

    async def add(self, new: NewChatLine, check: Callable[[Speaker | None], None]) -> ChatLine | None:
        """Add a line, unless ``check`` refuses; None if it was said before.

        All in one transaction: nobody can be muted, banned, renamed or deleted between check and write. ``check`` gets
        None if the credential is no longer valid, or if the person or their owner are banned or deleted.
        """
        ...

    async def after(self, table: str, number: int) -> list[ChatLine]:
        """The lines after the one of that number; of many only the newest."""
        ...

    def export(self, person: str) -> AsyncGenerator[Sequence[ExportedChatLine], None]:
        """All lines of a person, oldest first, in pages."""
        ...
