"""One server per folder and per database file: a file lock that the system releases when its holder ends, however."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import BinaryIO, Self

from wonderland.core.errors import NotAllowed
from wonderland.server.settings import Settings
from wonderland.server.store.database_url import database_url

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
    """``with FolderLock(folder)``: no other server can use the folder meanwhile; of several folders all, or none."""

    def __init__(self, *folders: Path) -> None:
        # The same folder under two names can be locked only once.
        self._folders = {folder.resolve(): folder for folder in folders}.values()
        self._files: list[BinaryIO] = []

    def acquire(self) -> None:
        try:
            for folder in self._folders:
                self._files.append(_open_locked(folder))
        except BaseException:
            self.release()
            raise

    def release(self) -> None:
        for file in self._files:
            # The file stays: were it removed, two could hold locks on two files of one name.
            file.truncate(0)
            file.close()
        self._files.clear()

    def __enter__(self) -> Self:
        self.acquire()
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


def server_lock(settings: Settings) -> FolderLock:
    """The lock of everything on this machine that a server with these settings uses."""
    file = database_url(settings).file
    return FolderLock(settings.data, *([file.parent] if file else ()))


def _open_locked(folder: Path) -> BinaryIO:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = open(folder / LOCK_FILE, "a+b")  # noqa: SIM115  # held until it is given back
    try:
        _lock(file)
    except OSError:
        file.seek(0)
        pid = file.read(20).decode("ascii", "replace").strip()
        file.close()
        raise NotAllowed("folder_in_use", folder=folder, pid=pid or "?") from None
    file.truncate(0)
    file.write(str(os.getpid()).encode())
    file.flush()
    return file
