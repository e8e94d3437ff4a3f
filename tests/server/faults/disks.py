"""Two ways to run out of disk, both real: the system refuses what the server writes."""

from __future__ import annotations

import resource
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol

from server.process import Server

#: Bytes into a file up to which a server without room may still write: less than one page of the database.
NO_ROOM = 4_096
SIZE = "4m"

#: Run a command with a small disk of its own at a folder; needs no root where the system lets people have namespaces.
MOUNTED = ("unshare", "--user", "--map-root-user", "--mount", "sh", "-c")
MOUNT = f'mount -t tmpfs -o size={SIZE} tmpfs "$0" && exec "$@"'


class Disk(Protocol):
    """Where a server's folder is."""

    #: What people are told when it is full.
    key: str

    def before(self, data: Path) -> tuple[str, ...]:
        """The command that runs the server there."""
        ...

    @contextmanager
    def full(self, server: Server) -> Iterator[None]:
        """There is no room meanwhile."""
        yield


class Limited:
    """No file of the server's may grow: a limit of the system's, which is no full disk to SQLite but an error."""

    key = "not_saved_io"

    def before(self, data: Path) -> tuple[str, ...]:
        return ()

    @contextmanager
    def full(self, server: Server) -> Iterator[None]:
        unlimited = resource.RLIM_INFINITY
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (NO_ROOM, unlimited))
        yield
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (unlimited, unlimited))


class Small:
    """A small disk, and something else that fills it."""

    key = "not_saved_full"

    def before(self, data: Path) -> tuple[str, ...]:
        data.mkdir()
        return (*MOUNTED, MOUNT, str(data))

    @classmethod
    def possible(cls, folder: Path) -> bool:
        """Whether this system lets us mount a disk of our own."""
        command = (*MOUNTED, MOUNT, str(folder), "true")
        return not subprocess.run(command, capture_output=True, check=False).returncode

    @contextmanager
    def full(self, server: Server) -> Iterator[None]:
        filler = server.data / "filler"
        with open(filler, "wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(1_024))
        yield
        filler.unlink()
