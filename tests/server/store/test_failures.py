"""What went wrong is told by SQLite's error codes, never by its words."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from wonderland.messages import say
from wonderland.server.store.sqlite.database_file import DatabaseFile
from wonderland.server.store.sqlite.failures import Cause, FileMoved, failure_cause, may_be_on_disk, not_saved_error


def sqlite_error(code: int) -> sqlite3.Error:
    problem = sqlite3.OperationalError("in whatever words")
    problem.sqlite_errorcode = code
    return problem


CASES: list[tuple[BaseException, Cause]] = [
    (sqlite_error(sqlite3.SQLITE_FULL), "full"),
    (sqlite_error(sqlite3.SQLITE_READONLY), "read_only"),
    (sqlite_error(sqlite3.SQLITE_READONLY_DBMOVED), "gone"),
    (sqlite_error(sqlite3.SQLITE_IOERR_WRITE), "io"),
    (sqlite_error(sqlite3.SQLITE_IOERR_FSYNC), "io"),
    (sqlite_error(sqlite3.SQLITE_BUSY), "locked"),
    (sqlite_error(sqlite3.SQLITE_LOCKED), "locked"),
    (sqlite_error(sqlite3.SQLITE_CORRUPT), "damaged"),
    (sqlite_error(sqlite3.SQLITE_NOTADB), "damaged"),
    (sqlite_error(sqlite3.SQLITE_CANTOPEN), "unknown"),
    (sqlite_error(sqlite3.SQLITE_MISUSE), "unknown"),
    (sqlite3.ProgrammingError("of Python's own, without a code"), "unknown"),
    (OperationalError("UPDATE", {}, sqlite_error(sqlite3.SQLITE_FULL)), "full"),
    (OSError(errno.ENOSPC, ""), "full"),
    (OSError(errno.EROFS, ""), "read_only"),
    (OSError(errno.EIO, ""), "io"),
    (FileMoved(), "gone"),
    (MemoryError(), "unknown"),
]


@pytest.mark.parametrize(("problem", "expected"), CASES)
def test_every_failure_has_its_cause_and_its_words(tmp_path: Path, problem: BaseException, expected: Cause) -> None:
    path = tmp_path / "wonderland.db"
    path.touch()
    assert failure_cause(problem, path) == expected
    assert say(not_saved_error(problem, path).key, "fr") != say(not_saved_error(problem, path).key, "en")


def test_an_error_of_a_file_that_is_not_there(tmp_path: Path) -> None:
    for code in (sqlite3.SQLITE_IOERR_FSTAT, sqlite3.SQLITE_CANTOPEN):
        assert failure_cause(sqlite_error(code), tmp_path / "wonderland.db") == "gone"


def test_only_pages_that_were_written_may_count() -> None:
    assert may_be_on_disk(sqlite_error(sqlite3.SQLITE_IOERR_FSYNC))
    assert may_be_on_disk(OperationalError("COMMIT", {}, sqlite_error(sqlite3.SQLITE_IOERR_SHMSIZE)))
    for code in (sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY):
        assert not may_be_on_disk(sqlite_error(code))


def test_a_file_is_known_by_what_it_is_not_by_its_name(tmp_path: Path) -> None:
    path, log = tmp_path / "wonderland.db", tmp_path / "wonderland.db-wal"
    file = DatabaseFile(path)
    file.check()  # nothing has been opened yet
    for each in (path, log):
        each.touch()
    file.remember()
    path.write_text("more")
    file.check()
    path.rename(tmp_path / "elsewhere")
    with pytest.raises(FileMoved):
        file.check()
    path.touch()
    with pytest.raises(FileMoved):
        file.check()
    (tmp_path / "elsewhere").rename(path)
    file.check()
    log.unlink()
    with pytest.raises(FileMoved):
        file.check()
