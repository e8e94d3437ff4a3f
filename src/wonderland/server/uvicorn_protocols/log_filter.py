"""Mistakes of clients that uvicorn logs as warnings or errors are left out of the log.

Anybody can make them, as often as they like, and so fill the log; and whoever hosts can do nothing about them.
"""

from __future__ import annotations

import logging

CLIENT_MISTAKES = (
    "Invalid HTTP request received.",
    "Invalid UTF-8 sequence received from client.",
    "Unsupported upgrade request.",
    "Exceeded concurrency limit.",
)


def is_worth_a_line(record: logging.LogRecord) -> bool:
    """Whether a record of uvicorn's is about more than a client's mistake."""
    return not record.getMessage().startswith(CLIENT_MISTAKES)


def install() -> None:
    logging.getLogger("uvicorn.error").addFilter(is_worth_a_line)
