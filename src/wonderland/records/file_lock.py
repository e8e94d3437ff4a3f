"""A lock on an open file, so that two processes do not write to it at once."""

from __future__ import annotations

from typing import BinaryIO

try:
    import fcntl
except ImportError:  # Windows has no flock: two processes could write the same file there
    fcntl = None  # type: ignore[assignment]


def lock_file(file: BinaryIO) -> bool:
    """Lock a file against other processes until it is closed; False if another one has locked it."""
    if fcntl:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            pass  # a file system without locks
    return True
