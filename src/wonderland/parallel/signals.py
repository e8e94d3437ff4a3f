"""SIGTERM and SIGHUP end a long computation as Ctrl-C does: with what has been done so far, and with engines closed."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType


class Terminated(KeyboardInterrupt):
    """The process was told to end by a signal."""


@contextmanager
def raise_on_termination() -> Iterator[None]:
    """Raise ``Terminated`` on SIGTERM and SIGHUP, whose default would end the process and leave its engines running."""
    signals = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    # Signals that are ignored (nohup) or handled already are left alone; only the main thread may set handlers.
    ours = [number for number in signals if signal.getsignal(number) is signal.SIG_DFL]
    if current_thread() is not main_thread():
        ours = []
    for number in ours:
        signal.signal(number, _raise)
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)


def _raise(number: int, frame: FrameType | None) -> None:
    raise Terminated


@contextmanager
def ignore_ctrl_c() -> Iterator[None]:
    """Processes started in this context ignore Ctrl-C from their first moment on."""
    if current_thread() is not main_thread():
        yield  # only the main thread receives signals
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
