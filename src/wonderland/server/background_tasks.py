"""Tasks that run beside the request that started them, and are awaited before the server stops."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine

import structlog

from wonderland.server.errors import NotSaved

_logger = structlog.get_logger(__name__)


class BackgroundTasks:
    """Starts tasks and logs their failures: nobody else awaits them."""

    def __init__(self) -> None:
        self.tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[None, None, object]) -> None:
        task = asyncio.create_task(_log_failure(work))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def wait(self) -> None:
        """Until none is left, those included that others start meanwhile."""
        while self.tasks:
            await asyncio.wait(self.tasks)


async def _log_failure(work: Coroutine[None, None, object]) -> None:
    try:
        await work
    except NotSaved as problem:
        _logger.warning("background_task_not_saved", key=problem.key)
    except Exception:
        _logger.exception("background_task_failed")
