"""Finding out whether a message of an earlier game was accepted, in the log: such a game is no longer in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import structlog

from wonderland.server.background_tasks import BackgroundTasks
from wonderland.server.store.table_store import TableStore, wait_for_appends
from wonderland.server.tables.loading import find_message

_logger = structlog.get_logger(__name__)


class MessageSearch:
    """Searches the logs of all tables."""

    def __init__(self, store: TableStore, background_tasks: BackgroundTasks) -> None:
        self._store = store
        self._background_tasks = background_tasks

    def start(self, id: str, person: str, message: str, then: Callable[[int | None], None]) -> None:
        """Call ``then`` with the version that a message made at the table ``id``; None if it made none.

        While the store cannot be read, ``then`` is not called: the client sends its message again.
        """
        self._background_tasks.start(self._search(id, person, message, then))

    async def _search(self, id: str, person: str, message: str, then: Callable[[int | None], None]) -> None:
        await wait_for_appends(self._store)  # entries that are being written count, too
        try:
            rows = await self._store.read_log(id)
            then(await asyncio.to_thread(find_message, id, rows, person, message))
        except Exception as problem:
            _logger.error("log_not_searched", exc_info=problem)
