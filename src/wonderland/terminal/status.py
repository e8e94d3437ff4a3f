"""A status line while something takes long enough to notice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer

from rich.console import Console

STATUS_DELAY_S = 0.1  #: seconds before the status line appears: bots that answer at once are not announced


@contextmanager
def delayed_status(console: Console, text: str, delay: float = STATUS_DELAY_S) -> Iterator[None]:
    """Show a status line on a terminal while the body runs, if it takes longer than ``delay``; never in a pipe."""
    status = console.status(text)
    timer = Timer(delay, status.start)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        status.stop()
