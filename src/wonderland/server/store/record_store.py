"""What is kept of uploaded records."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Sequence
from typing import Protocol

import msgspec


class UploadedRecord(msgspec.Struct, frozen=True, kw_only=True):
    """An uploaded record, as JSON."""

    id: str
    created: int
    game: str
    record: bytes


class RecordSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A record in a list."""

    id: str
    created: int
    game: str
    players: list[str]


class RecordStore(Protocol):
    """The records that people have uploaded."""

    async def add(
        self,
        record: UploadedRecord,
        players: Sequence[str],
        person: str,
        check: Callable[[bool, int], None],
    ) -> None:
        """Add a record, unless ``check`` refuses.

        It gets whether the person has been deleted, and how many records they have, at that moment.
        """
        ...

    async def find(self, id: str) -> UploadedRecord | None: ...

    async def of_person(self, person: str) -> list[RecordSummary]:
        """A person's records, newest first."""
        ...

    async def drop(self, id: str, person: str) -> bool:
        """Whether the person had that record: only its owner can delete it."""
        ...

    def export(self, person: str) -> AsyncGenerator[Sequence[UploadedRecord], None]:
        """All records of a person, oldest first, in pages."""
        ...
