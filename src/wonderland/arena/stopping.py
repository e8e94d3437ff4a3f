"""Being stopped from outside: a kill, or a terminal that closes, ends a match as Ctrl-C does, with its engines."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType


class Stopped(KeyboardInterrupt):
    """Somebody wants this process to end."""


@contextmanager
def stopping() -> Iterator[None]:
    """Raise ``Stopped`` where the process would otherwise end at once and leave its engines behind."""
    signals = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    # Only the main thread hears signals; what somebody ignores (nohup) or handles stays theirs.
    ours = [number for number in signals if signal.getsignal(number) is signal.SIG_DFL]
    if current_thread() is not main_thread():
        ours = []
    for number in ours:
        signal.signal(number, _stop)
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)


def _stop(number: int, frame: FrameType | None) -> None:
    raise Stopped
