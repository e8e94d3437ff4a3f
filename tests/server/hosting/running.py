"""A real server in a process of its own, as somebody who hosts would start it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType

from commands import WONDERLAND

TIMEOUT_SECONDS = 60  #: seconds after which a process that should have ended counts as stuck


class Running:
    """A server that has said where it listens."""

    def __init__(self, process: subprocess.Popen[str], data: Path) -> None:
        self.process = process
        self.data = data
        self.address: str = json.loads((data / "serving.json").read_text())["address"]
        self.port = int(self.address.rpartition(":")[2])

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(how)
        return self.process.wait(TIMEOUT_SECONDS)


@contextmanager
def running(
    data: Path,
    *words: str,
    port: int = 0,
    before: Sequence[str] = (),
    environment: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[Running]:
    """A server that has started; ``before`` is a command that runs it."""
    process = subprocess.Popen(
        [*before, WONDERLAND, "serve", "--data", str(data), "--port", str(port), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "LANG": "C.UTF-8", "LC_ALL": "", "LC_MESSAGES": "", **environment},
    )
    assert process.stdout
    assert process.stderr
    with process.stdout as said, process.stderr as logged:
        try:
            if not said.readline().startswith("Wonderland is served at http://"):
                raise AssertionError(logged.read())
            yield Running(process, data)
        finally:
            if process.poll() is None:
                process.kill()
                process.wait(TIMEOUT_SECONDS)
