"""One server per folder: a file lock that the system releases when its holder ends, however that happens."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import BinaryIO, Self

from wonderland.core.errors import NotAllowed

LOCK_FILE = "wonderland.lock"

if sys.platform == "win32":
    import msvcrt

    def _lock(file: BinaryIO) -> None:
        file.seek(1 << 30)  # beside the text, which others may read
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        file.seek(0)

else:
    import fcntl

    def _lock(file: BinaryIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FolderLock:
    """``with FolderLock(folder)``: no other server can use the folder meanwhile."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / LOCK_FILE
        self._file: BinaryIO | None = None

    def acquire(self) -> None:
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = open(self.path, "a+b")  # noqa: SIM115  # held until it is given back
        try:
            _lock(file)
        except OSError:
            file.seek(0)
            pid = file.read(20).decode("ascii", "replace").strip()
            file.close()
            raise NotAllowed("folder_in_use", folder=self.path.parent, pid=pid or "?") from None
        file.truncate(0)
        file.write(str(os.getpid()).encode())
        file.flush()
        self._file = file

    def release(self) -> None:
        if self._file:
            # The file stays: were it removed, two could hold locks on two files of one name.
            self._file.truncate(0)
            self._file.close()
            self._file = None

    def __enter__(self) -> Self:
        self.acquire()
        return self

    def __exit__(self, *_: object) -> None:
        self.release()
