"""Starting a command in a process group of its own, so that whatever it starts can be ended with it."""

from __future__ import annotations

import errno
import os
import shlex
import signal
import subprocess
from contextlib import suppress

from wonderland.core.errors import NotAllowed, Unreadable, WonderlandError, shown

Started = subprocess.Popen[bytes]

#: Why a program cannot be started, where that is common enough to be said in the reader's language.
REASONS = {errno.ENOENT: "engine_no_program", errno.EACCES: "engine_may_not_run"}
#: Waits until whoever holds the other end of its stdin is gone, however that ended; then ends the group.
WATCH = 'read _; kill -9 "-$1"'


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
        raise NotAllowed("engine_start", command=shown(command, 100), problem=_why(problem)) from None
    for end in (process.stdin, process.stdout, process.stderr):
        assert end is not None
        os.set_blocking(end.fileno(), False)
    return process


def watch(process: Started) -> Started:
    """Someone who sees to it that the group ends with us, even if we are killed and can do nothing more."""
    words = ["/bin/sh", "-c", WATCH, "sh", str(process.pid)]
    null = subprocess.DEVNULL
    return subprocess.Popen(words, stdin=subprocess.PIPE, stdout=null, stderr=null, start_new_session=True)


def leaves(process: Started, seconds: float) -> bool:
    """Whether it ends by itself within so many seconds."""
    with suppress(subprocess.TimeoutExpired):
        process.wait(seconds)
    return process.returncode is not None


def ask_to_leave(process: Started) -> None:
    _signal(process, signal.SIGTERM)


def kill(process: Started, watch: Started, owner: int) -> None:
    """End the whole group, and the watch over it. A copy of the owner's memory that was forked owns nothing."""
    if os.getpid() != owner:
        return
    for one in (watch, process):
        _signal(one, signal.SIGKILL)
        one.wait()
        for end in (one.stdin, one.stdout, one.stderr):
            if end:
                end.close()


def _why(problem: OSError | ValueError) -> WonderlandError | str:
    if isinstance(problem, OSError) and problem.errno in REASONS:
        return NotAllowed(REASONS[problem.errno])
    return getattr(problem, "strerror", None) or str(problem)


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
