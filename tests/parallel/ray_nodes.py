"""Starts a Ray cluster of several nodes on this machine, as `ray start` on several machines would."""

from __future__ import annotations

import os
import secrets
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

RAY = str(Path(sys.executable).parent / "ray")


class Node:
    """One node with one processor."""

    def __init__(self, *options: str) -> None:
        self._process = subprocess.Popen(
            [RAY, "start", "--block", "--num-cpus=1", "--disable-usage-stats", *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self._process.stdout
        output = ""
        for line in self._process.stdout:
            output += line
            if "Ray runtime started" in line:
                return
        self.stop()
        raise AssertionError(output)

    def vanish(self) -> None:
        """End at once, as a machine without power does."""
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text().split()
        self._process.kill()
        for child in children:
            os.kill(int(child), signal.SIGKILL)
        self._process.communicate()

    def stop(self) -> None:
        if self._process.poll() is None:
            self._process.terminate()
        self._process.communicate()


@contextmanager
def two_nodes() -> Iterator[tuple[str, Node]]:
    """The address of a cluster, and the node that is not its head. Nodes and commands share a token, as they should."""
    os.environ.update(RAY_AUTH_MODE="token", RAY_AUTH_TOKEN=secrets.token_hex(16))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    port = address.rpartition(":")[2]
    head = Node("--head", f"--port={port}", "--include-dashboard=false")
    try:
        other = Node(f"--address={address}")
        try:
            yield address, other
        finally:
            other.stop()
    finally:
        head.stop()
        del os.environ["RAY_AUTH_MODE"], os.environ["RAY_AUTH_TOKEN"]
