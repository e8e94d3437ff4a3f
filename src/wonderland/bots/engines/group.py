"""Starting a command in a process group of its own, so that whatever it starts can be ended with it."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
from contextlib import suppress

from wonderland.core.errors import NotAllowed, Unreadable, shown

Started = subprocess.Popen[bytes]


def start(command: str) -> Started:
    """Run a command line, with pipes to all of its ends that never block us; what cannot be run is refused."""
    if not hasattr(os, "killpg"):
        raise NotAllowed("engine_system")
    pipe = subprocess.PIPE
    try:
        process = subprocess.Popen(
            _words(command), stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True
        )
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or str(problem)
        raise NotAllowed("engine_start", command=shown(command, 100), problem=why) from None
    for end in (process.stdin, process.stdout, process.stderr):
        assert end is not None
        os.set_blocking(end.fileno(), False)
    return process


def leaves(process: Started, seconds: float) -> bool:
    """Whether it ends by itself within so many seconds."""
    with suppress(subprocess.TimeoutExpired):
        process.wait(seconds)
    return process.returncode is not None


def ask_to_leave(process: Started) -> None:
    _signal(process, signal.SIGTERM)


def kill(process: Started, owner: int) -> None:
    """End the whole group. A copy of the owner's memory that was forked owns nothing."""
    if os.getpid() != owner:
        return
    _signal(process, signal.SIGKILL)
    process.wait()
    for end in (process.stdin, process.stdout, process.stderr):
        assert end is not None
        end.close()


def _words(command: str) -> list[str]:
    """A command line as its words; no shell reads it."""
    try:
        words = shlex.split(command)
    except ValueError:
        words = []
    if not words:
        raise Unreadable("engine_command", command=shown(command, 100))
    return words


def _signal(process: Started, number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)
