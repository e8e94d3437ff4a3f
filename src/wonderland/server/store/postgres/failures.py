"""Why PostgreSQL refused, by its error code (SQLSTATE) and never by its words, and the refusal that says so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import asyncpg
from sqlalchemy.exc import DBAPIError, InterfaceError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from wonderland.core.errors import NotAllowed
from wonderland.server.errors import NotSaved
from wonderland.server.store.database_url import DatabaseUrl

Cause = Literal["full", "read_only", "io", "damaged", "locked", "connections", "unreachable", "elsewhere", "unknown"]

#: By code, or by its first two characters, the class. The code counts first.
CAUSES: dict[str, Cause] = {
    "53100": "full",
    "53200": "full",  # out of memory
    "53300": "connections",
    "25006": "read_only",  # a standby, or default_transaction_read_only
    "42501": "read_only",  # our role may not write
    "40001": "locked",  # transactions that kept disturbing each other
    "40P01": "locked",
    "55P03": "locked",
    "57014": "locked",  # a statement timeout
    "57P01": "unreachable",  # it is being shut down
    "57P02": "unreachable",
    "57P03": "unreachable",  # it is being started
    "57P05": "unreachable",  # idle for too long
    "28000": "unreachable",  # it does not let us in
    "28P01": "unreachable",
    "3D000": "unreachable",
    "08": "unreachable",
    "58": "io",
    "XX": "damaged",
}
SERIALIZATION_FAILURES = ("40001", "40P01")  #: the same work may succeed when it is run again
#: What is wrong with the rows (data exceptions, constraints), and not with the database.
ROW_ERROR_CLASSES = ("22", "23")

#: At the start: what is wrong with the address, for whoever hosts.
OPENING_KEYS = {
    "28000": "database_password",
    "28P01": "database_password",
    "3D000": "database_not_there",
    "42501": "database_denied",
    "25006": "database_standby",
    "53300": "database_connections",
}


class UsedElsewhere(Exception):
    """Another server has the database now."""


class LostConnection(Exception):
    """The connection ended in the middle of a transaction: whether it counts is not known yet."""


def causes(problem: BaseException | None) -> Iterator[BaseException]:
    """The problem and what it was caused by: SQLAlchemy wraps the driver's errors, and the driver the system's."""
    seen = 0
    while problem is not None and seen < 10:
        yield problem
        problem = getattr(problem, "orig", None) or problem.__cause__
        seen += 1


def sqlstate(problem: BaseException) -> str:
    """PostgreSQL's error code; empty where there is none."""
    return next((str(code) for each in causes(problem) if (code := getattr(each, "sqlstate", None))), "")


def failure_cause(problem: BaseException) -> Cause:
    if isinstance(problem, UsedElsewhere):
        return "elsewhere"
    if code := sqlstate(problem):
        return CAUSES.get(code) or CAUSES.get(code[:2]) or "unknown"
    return "unreachable" if is_lost(problem) else "unknown"


def not_saved_error(problem: BaseException) -> NotSaved:
    """The reason in words that a person at a table understands."""
    found = failure_cause(problem)
    return NotSaved("not_saved" if found == "unknown" else f"not_saved_{found}")


def is_lost(problem: BaseException) -> bool:
    """Whether the connection is of no use any more, or there was none."""
    code = sqlstate(problem)
    if code:
        # FATAL, not ERROR: the server ends the connection.
        return code[:2] in ("08", "28") or code.startswith("57P") or code in ("53300", "3D000")
    if isinstance(problem, PoolTimeout) or (isinstance(problem, DBAPIError) and problem.connection_invalidated):
        return True
    # InternalClientError: the server has said goodbye, and the connection is used before it is closed.
    kinds = (OSError, TimeoutError, asyncpg.InterfaceError, asyncpg.InternalClientError, InterfaceError, LostConnection)
    return any(isinstance(each, kinds) and not isinstance(each, ValueError) for each in causes(problem))


def is_row_error(problem: BaseException) -> bool:
    """Whether these entries are at fault, and others' are none the worse for it."""
    if code := sqlstate(problem):
        return code[:2] in ROW_ERROR_CLASSES
    # The driver's own refusal of a value, before it is sent.
    return isinstance(problem, (asyncpg.DataError, ValueError, TypeError, OverflowError))


def opening_error(problem: BaseException, url: DatabaseUrl) -> NotAllowed:
    """Why a database cannot be opened, in one sentence for whoever hosts, without the password."""
    code = sqlstate(problem)
    if isinstance(problem, UsedElsewhere):
        return NotAllowed("database_in_use", database=str(url))
    if code in OPENING_KEYS:
        return NotAllowed(OPENING_KEYS[code], database=str(url))
    if code:
        # The name of the error, such as "DiskFullError": its words may hold values.
        return NotAllowed("database_refuses", database=str(url), code=code)
    if any(
        isinstance(each, ValueError) for each in causes(problem)
    ):  # the driver's refusal of an option in the address
        return NotAllowed("database_options", database=str(url))
    return NotAllowed("database_unreachable", database=str(url))
