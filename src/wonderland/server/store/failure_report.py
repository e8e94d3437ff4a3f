"""Logging disk failures: one line when they begin and one when they are over, not one for each action."""

from __future__ import annotations

from time import monotonic

import structlog

from wonderland.server.errors import NotSaved

_logger = structlog.get_logger(__name__)

REPORT_INTERVAL = 60.0  #: seconds after which the same failure is worth another line


class FailureReport:
    """Remembers what has been reported."""

    def __init__(self) -> None:
        self._reported: dict[str, float] = {}
        self._failing = False

    def failed(self, failure: NotSaved, problem: BaseException) -> None:
        now = monotonic()
        if now - self._reported.get(failure.key, -REPORT_INTERVAL) < REPORT_INTERVAL:
            return
        self._reported[failure.key] = now
        self._failing = True
        original = getattr(problem, "orig", None) or problem
        error = getattr(original, "sqlite_errorname", None) or getattr(original, "strerror", None)
        _logger.error("nothing_is_saved", key=failure.key, error=error or type(original).__name__)

    def worked(self) -> None:
        if self._failing:
            self._failing = False
            _logger.warning("saving_works_again")
