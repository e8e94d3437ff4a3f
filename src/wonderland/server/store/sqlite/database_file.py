"""The database's file while it is open: is it still the one that was opened, and may it be written?"""

from __future__ import annotations

import errno
import os
from pathlib import Path

from wonderland.server.store.sqlite.failures import FileMoved, writable


class DatabaseFile:
    """Knows the file and its write-ahead log by their inodes.

    On Unix an open file can be deleted or replaced, and everything written to it afterwards is lost when the process
    ends. Two ``stat`` calls cost a few microseconds, so this is checked with every commit.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.wal = path.with_name(path.name + "-wal")
        #: By path, as text: that is quicker to look up.
        self._opened: dict[str, tuple[int, int]] = {}

    def remember(self) -> None:
        """Take the files that are there now for the ones that are open."""
        self._opened = {str(path): _identity(str(path)) for path in (self.path, self.wal)}

    def check(self) -> None:
        """Raise ``FileMoved``, or ``PermissionError`` when the file has become read-only."""
        for path, opened in self._opened.items():
            try:
                found = _identity(path)
            except FileNotFoundError:
                raise FileMoved(errno.ENOENT, "deleted while in use", path) from None
            if found != opened:
                raise FileMoved(errno.ESTALE, "replaced while in use", path)
        if self._opened and not writable(self.path):
            raise PermissionError(errno.EROFS, "read-only", str(self.path))

    def remove_stale_wal(self) -> None:
        """Remove our log if it lies beside another database now: SQLite would take it for that one's."""
        opened = self._opened
        path, wal = str(self.path), str(self.wal)
        if opened and _there(wal) == opened[wal] and _there(path) != opened[path]:
            self.wal.unlink()
            self.wal.with_name(self.path.name + "-shm").unlink(missing_ok=True)


def _identity(path: str) -> tuple[int, int]:
    found = os.stat(path)
    return found.st_dev, found.st_ino


def _there(path: str) -> tuple[int, int] | None:
    try:
        return _identity(path)
    except OSError:
        return None
