"""Telling the person that somebody is thinking, when it takes long enough to notice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer

from rich.console import Console

PATIENCE = 0.1  #: seconds of silence before a word is said: whoever answers at once is not announced


@contextmanager
def thinking(console: Console, text: str, patience: float = PATIENCE) -> Iterator[None]:
    """A line on the terminal while the work inside goes on; it leaves no trace, and a pipe never sees it."""
    status = console.status(text)
    timer = Timer(patience, status.start)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        status.stop()
