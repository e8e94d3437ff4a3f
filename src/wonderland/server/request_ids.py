"""The id of the request, or of the socket, for which something is done: in its log lines and in its response.

It follows a request through its task and the tasks that this one starts (a context variable). What goes on for longer
than one request starts without it: timers (``clock.py``), workers, and whatever starts again after a restore.
"""

from __future__ import annotations

import re
import secrets
from contextvars import ContextVar

#: What a proxy's id may look like; anything else could forge a log line or a header.
ID_PATTERN = re.compile(rb"[A-Za-z0-9._-]{8,64}")
ID_BYTES = 8

_current: ContextVar[str] = ContextVar("request_id", default="")


def current_request() -> str:
    """The id of the request that is being served here; empty if there is none."""
    return _current.get()


def begin_request(id: str) -> None:
    """What follows in this task is done for that request."""
    _current.set(id)


def new_request_id() -> str:
    return secrets.token_hex(ID_BYTES)


def accepted_id(given: list[bytes]) -> str:
    """The id that a trusted proxy has given a request, if it is one and well formed; else a new one.

    >>> accepted_id([b"4bf92f3577b34da6"])
    '4bf92f3577b34da6'
    >>> len(accepted_id([b"two words"])), len(accepted_id([b"4bf92f3577b34da6"] * 2)), len(accepted_id([]))
    (16, 16, 16)
    """
    return given[0].decode("ascii") if len(given) == 1 and ID_PATTERN.fullmatch(given[0]) else new_request_id()
