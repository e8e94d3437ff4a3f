"""Why a write failed, by SQLite's error code, and the refusal that says so."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from pathlib import Path
from typing import Literal

from wonderland.server.errors import NotSaved
from wonderland.server.store.database import DatabaseGone

Cause = Literal["full", "read_only", "io", "gone", "locked", "damaged", "unknown"]

#: A disk with less room than this is full: SQLite says "I/O error" when it cannot make its shared memory file longer.
MIN_FREE_BYTES = 128 << 10


class FileMoved(DatabaseGone, OSError):
    """The database's path no longer leads to the file that was opened: it was deleted or replaced."""


def not_saved_error(problem: BaseException, path: Path) -> NotSaved:
    """The reason in words that a person at a table understands."""
    found = failure_cause(problem, path)
    return NotSaved("not_saved" if found == "unknown" else f"not_saved_{found}")


def failure_cause(problem: BaseException, path: Path) -> Cause:
    """What is wrong with the database at ``path``, when SQLite, SQLAlchemy or the system refused."""
    problem = getattr(problem, "orig", None) or problem
    if isinstance(problem, DatabaseGone):
        return "gone"
    if isinstance(problem, OSError):
        return _by_errno(problem)
    code = error_code(problem)
    match code & 0xFF:
        case sqlite3.SQLITE_FULL:
            return "full"
        case sqlite3.SQLITE_READONLY:
            return "gone" if code == sqlite3.SQLITE_READONLY_DBMOVED else "read_only"
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return "locked"
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return "damaged"
        case sqlite3.SQLITE_IOERR | sqlite3.SQLITE_CANTOPEN:
            return _by_looking(path, "io" if code & 0xFF == sqlite3.SQLITE_IOERR else "unknown")
    return "unknown"


def error_code(problem: BaseException) -> int:
    """SQLite's extended error code; 0 where there is none."""
    return int(getattr(getattr(problem, "orig", None) or problem, "sqlite_errorcode", None) or 0)


def writable(path: Path) -> bool:
    """Whether the system lets us write to the file. Not by opening it: closing it would end SQLite's locks on it."""
    return os.access(path, os.W_OK)


def may_be_on_disk(problem: BaseException) -> bool:
    """Whether a failed commit may have left complete pages, which would count after a crash.

    They are written first, then synced, then noted in shared memory; so when the write itself was refused they are not
    complete, and otherwise they are.
    """
    code = error_code(problem)
    return code & 0xFF == sqlite3.SQLITE_IOERR and code != sqlite3.SQLITE_IOERR_WRITE


def _by_errno(problem: OSError) -> Cause:
    match problem.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return "full"
        case errno.EROFS | errno.EACCES | errno.EPERM:
            return "read_only"
        case errno.EIO:
            return "io"
    return "unknown"


def _by_looking(path: Path, otherwise: Cause) -> Cause:
    """SQLite keeps the system's own reason to itself, so look what may be behind its error."""
    try:
        if not path.exists():
            return "gone"
        if not writable(path):
            return "read_only"
        if shutil.disk_usage(path.parent).free < MIN_FREE_BYTES:
            return "full"
    except OSError as problem:
        return _by_errno(problem)
    return otherwise
