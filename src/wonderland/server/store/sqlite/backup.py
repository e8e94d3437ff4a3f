"""Backups of the database, made and restored while it is in use, by SQLite's online backup."""

from __future__ import annotations

import os
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from wonderland.core.errors import NotAllowed
from wonderland.server.store.sqlite.failures import Cause, error_code, failure_cause

#: SQLite's application id of our databases: "Wond".
APPLICATION_ID = 0x576F6E64
BUSY_TIMEOUT_SECONDS = 10.0  #: to wait while somebody writes


def backup_name(why: str = "") -> str:
    """A file name that sorts by time.

    >>> backup_name("before-0002").endswith("-before-0002.db")
    True
    """
    now = datetime.now(UTC)
    return f"wonderland-{now:%Y%m%d-%H%M%S}-{now.microsecond // 1000:03}{'-' * bool(why)}{why}.db"


def save(path: Path, to: Path) -> Path:
    """Copy the database into one new file; complete, or not at all."""
    if to.exists():
        raise NotAllowed("backup_exists", file=to)
    if not path.exists():
        raise NotAllowed("backup_nothing", file=path)
    to.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with unfinished(to) as fresh:
        copy(path, fresh)
        finish(fresh, to)
    return to


def save_open(connection: sqlite3.Connection, to: Path) -> None:
    """The same of a database that is open and may have no name any more."""
    to.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with unfinished(to) as fresh:
        with closing(_open(fresh)) as into:
            connection.backup(into)
        finish(fresh, to)


def finish(fresh: Path, to: Path) -> None:
    """Give a file that has been written its name, once it is on disk and complete by itself."""
    with closing(_open(fresh)) as connection:
        # A single file without a write-ahead log: a copy of it is complete.
        connection.execute("PRAGMA journal_mode = DELETE")
    _sync(fresh)
    publish(fresh, to)


def publish(fresh: Path, to: Path) -> None:
    """Give a finished file its name, without overwriting one that has appeared meanwhile."""
    try:
        os.link(fresh, to)
    except FileExistsError:
        raise NotAllowed("backup_exists", file=to) from None
    except OSError:
        # A memory stick knows no links; there we can only look first.
        if to.exists():
            raise NotAllowed("backup_exists", file=to) from None
        fresh.rename(to)


def copy(source: Path, to: Path) -> None:
    """Overwrite one database with another; concurrent readers see the one or the other."""
    with closing(_open(source)) as from_, closing(_open(to)) as into:
        try:
            from_.backup(into)
        except sqlite3.OperationalError as problem:
            raise backup_error(to, problem) from None


def revision(path: Path) -> str | None:
    """The schema's revision of a database of ours; None when there is no file, or an empty one.

    Anything else is refused, and nothing is changed.
    """
    if not path.exists() or path.stat().st_size == 0:
        return None
    try:
        with closing(sqlite3.connect(path, timeout=BUSY_TIMEOUT_SECONDS)) as connection:
            mark = connection.execute("PRAGMA application_id").fetchone()[0]
            if mark != APPLICATION_ID:
                if mark == 0 and not connection.execute("SELECT 1 FROM sqlite_master").fetchone():
                    return None  # made, and left before anything was in it
                raise NotAllowed("backup_not_ours", file=path)
            (found,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
            return str(found)
    except sqlite3.OperationalError as problem:
        raise backup_error(path, problem) from None
    except (sqlite3.DatabaseError, TypeError):
        raise NotAllowed("backup_broken" if _has_application_id(path) else "backup_not_ours", file=path) from None


def _has_application_id(path: Path) -> bool:
    """Whether the header says it is ours, of a file that cannot be opened any more."""
    with open(path, "rb") as file:
        header = file.read(100)
    return header.startswith(b"SQLite format 3\0") and header[68:72] == APPLICATION_ID.to_bytes(4)


def check_backup(path: Path) -> None:
    """Refuse a file that is not a whole database of ours."""
    if not path.exists():
        raise FileNotFoundError(2, "", str(path))
    if revision(path) is None:
        raise NotAllowed("backup_not_ours", file=path)
    try:
        with closing(sqlite3.connect(path, timeout=BUSY_TIMEOUT_SECONDS)) as connection:
            (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError:
        verdict = "broken"
    if verdict != "ok":
        raise NotAllowed("backup_broken", file=path)


@contextmanager
def unfinished(path: Path) -> Iterator[Path]:
    """A private temporary file beside ``path``; removed afterwards, with SQLite's files beside it."""
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(4)}.unfinished")
    os.close(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        yield fresh
    finally:
        for suffix in ("", "-wal", "-shm", "-journal"):
            fresh.with_name(fresh.name + suffix).unlink(missing_ok=True)


def _open(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=BUSY_TIMEOUT_SECONDS)


#: The message for each cause, for whoever hosts.
ERROR_KEYS: dict[Cause, str] = {
    "full": "backup_no_space",
    "io": "backup_io",
    "locked": "backup_locked",
    "read_only": "backup_denied",
    "gone": "backup_denied",
    "damaged": "backup_broken",
    "unknown": "backup_broken",
}


def backup_error(path: Path, problem: BaseException) -> Exception:
    """SQLite's error as a message for hosts."""
    if error_code(problem) & 0xFF == sqlite3.SQLITE_CANTOPEN:
        return NotAllowed("backup_denied", file=path)
    return NotAllowed(ERROR_KEYS[failure_cause(problem, path)], file=path)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
