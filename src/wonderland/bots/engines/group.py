"""Starts a command in a process group of its own, so that it can be ended with everything that it starts."""

from __future__ import annotations

import errno
import os
import shlex
import signal
import subprocess
from contextlib import suppress

from wonderland.core.errors import NotAllowed, Unreadable, WonderlandError, shown

Started = subprocess.Popen[bytes]

#: The messages of common reasons why a program cannot be started; others are those of the system.
START_ERRORS = {errno.ENOENT: "engine_no_program", errno.EACCES: "engine_may_not_run"}
#: Waits until its stdin is closed, which happens however our process ends; then kills the process group.
WATCHDOG_SCRIPT = 'read _; kill -9 "-$1"'


def start(command: str) -> Started:
    """Run a command line with non-blocking pipes; a command that cannot be run is refused."""
    if not hasattr(os, "killpg"):
        raise NotAllowed("engine_system")
    pipe = subprocess.PIPE
    try:
        process = subprocess.Popen(
            _split_command(command), stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True
        )
    except (OSError, ValueError) as problem:
        raise NotAllowed("engine_start", command=shown(command, 100), problem=_why(problem)) from None
    for end in (process.stdin, process.stdout, process.stderr):
        assert end is not None
        os.set_blocking(end.fileno(), False)
    return process


def start_watchdog(process: Started) -> Started:
    """Start a watchdog process that ends the group with us, even if we are killed."""
    command = ["/bin/sh", "-c", WATCHDOG_SCRIPT, "sh", str(process.pid)]
    null = subprocess.DEVNULL
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=null, stderr=null, start_new_session=True)


def wait_for_exit(process: Started, seconds: float) -> bool:
    """Whether the process exits by itself within these seconds."""
    with suppress(subprocess.TimeoutExpired):
        process.wait(seconds)
    return process.returncode is not None


def terminate(process: Started) -> None:
    _signal(process, signal.SIGTERM)


def kill(process: Started, watchdog: Started, owner: int) -> None:
    """Kill the group and its watchdog; does nothing in a forked copy of the owner process."""
    if os.getpid() != owner:
        return
    for one in (watchdog, process):
        _signal(one, signal.SIGKILL)
        one.wait()
        for end in (one.stdin, one.stdout, one.stderr):
            if end:
                end.close()


def _why(problem: OSError | ValueError) -> WonderlandError | str:
    if isinstance(problem, OSError) and problem.errno in START_ERRORS:
        return NotAllowed(START_ERRORS[problem.errno])
    return getattr(problem, "strerror", None) or str(problem)


def _split_command(command: str) -> list[str]:
    """Split a command line into arguments; no shell is used."""
    try:
        arguments = shlex.split(command)
    except ValueError:
        arguments = []
    if not arguments:
        raise Unreadable("engine_command", command=shown(command, 100))
    return arguments


def _signal(process: Started, number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)
