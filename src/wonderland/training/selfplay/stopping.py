"""Ctrl-C ends a run after its round, so that what is kept is whole."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType


@contextmanager
def stop_on_signals() -> Iterator[Callable[[], bool]]:
    """Tells whether Ctrl-C, SIGTERM or SIGHUP has come; a second one interrupts at once."""
    numbers = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    # Signals that are ignored (nohup) or handled already are left alone; only the main thread may set handlers.
    usual = signal.SIG_DFL, signal.default_int_handler
    before = {number: handler for number in numbers if (handler := signal.getsignal(number)) in usual}
    if current_thread() is not main_thread():
        before = {}
    came: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        if came:
            raise KeyboardInterrupt
        came.append(number)

    for number in before:
        signal.signal(number, note)
    try:
        yield lambda: bool(came)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
