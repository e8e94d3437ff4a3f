"""Structured logs, for people (``console``) or programs (``json``).

What is logged is what happened and where, never what somebody wrote: no message bodies, cookies, tokens or cards.
"""

from __future__ import annotations

import logging
import sys
import traceback
from typing import Any

import structlog

from wonderland.server.request_ids import current_request

logger: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger("wonderland")

#: Libraries that talk about every start and stop; only their warnings are worth a line.
LIBRARY_LOGGERS = (
    "alembic",
    "sqlalchemy",
    "aiosqlite",
    "asyncio",
    "litestar",
)


def configure(level: str, form: str) -> None:
    """Send our logs, and those of the libraries, to stderr in one form."""
    shared: list[Any] = [
        add_request,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        describe_exception,
    ]
    last = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if form == "json"
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, last],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    for name in LIBRARY_LOGGERS:
        logging.getLogger(name).setLevel(max(logging.WARNING, root.level))


def add_request(_: Any, __: str, event: dict[str, Any]) -> dict[str, Any]:
    """Name the request for which the line was written, where there is one."""
    if request := current_request():
        event.setdefault("request", request)
    return event


def describe_exception(_: Any, __: str, event: dict[str, Any]) -> dict[str, Any]:
    """Tell an exception by its type and place: its text may quote what somebody wrote, or the cards of a table."""
    problem = event.pop("exc_info", None)
    if problem is True:
        problem = sys.exc_info()
    if isinstance(problem, tuple):
        problem = problem[1]
    if isinstance(problem, BaseException):
        event["problem"] = type(problem).__name__
        event["where"] = where(problem)
    return event


def where(problem: BaseException) -> str:
    """The last places of ours an exception came through, innermost last."""
    frames = traceback.extract_tb(problem.__traceback__)
    ours = [frame for frame in frames if "wonderland" in frame.filename] or frames
    return " > ".join(f"{_short(frame.filename)}:{frame.lineno}" for frame in ours[-4:])


def _short(file: str) -> str:
    parts = file.replace("\\", "/").split("/")
    return "/".join(parts[-2:])
