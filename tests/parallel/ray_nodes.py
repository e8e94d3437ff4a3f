"""Starts a Ray cluster of several nodes on this machine, as `ray start` on several machines would."""

from __future__ import annotations

import os
import secrets
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

RAY = str(Path(sys.executable).parent / "ray")
TOKEN = secrets.token_hex(16)


class Node:
    """One node with one processor."""

    def __init__(self, *options: str) -> None:
        self._vanished = False
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
        self._vanished = True

    def stop(self) -> None:
        """End in order; a node that has vanished already is left alone."""
        if not self._vanished:
            self._process.terminate()
            self._process.communicate()


@contextmanager
def two_nodes() -> Iterator[tuple[str, Node]]:
    """The address of a cluster, and the node that is not its head. Nodes and commands share a token, as they should."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.MonkeyPatch.context() as variables, ExitStack() as nodes:
        variables.setenv("RAY_AUTH_MODE", "token")
        variables.setenv("RAY_AUTH_TOKEN", TOKEN)
        head = Node("--head", f"--port={port}", "--include-dashboard=false")
        nodes.callback(head.stop)
        other = Node(f"--address=127.0.0.1:{port}")
        nodes.callback(other.stop)
        yield f"127.0.0.1:{port}", other
