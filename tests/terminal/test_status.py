"""The status line: shown on a terminal when something takes a while, never in a pipe."""

from __future__ import annotations

from io import StringIO
from threading import Event

from rich.console import Console

from wonderland.terminal.status import delayed_status


class Screen(StringIO):
    """A screen that says when a text has been written on it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text
        self.shown = Event()

    def write(self, part: str) -> int:
        if self.text in part:
            self.shown.set()
        return super().write(part)


def test_who_takes_long_is_announced_while_it_lasts() -> None:
    screen = Screen("Alice is thinking…")
    console = Console(file=screen, force_terminal=True)
    with delayed_status(console, "Alice is thinking…", delay=0):
        assert screen.shown.wait(timeout=60)
    after = len(screen.getvalue())
    console.print("done")
    assert "thinking" not in screen.getvalue()[after:]


def test_who_answers_at_once_is_not() -> None:
    screen = StringIO()
    with delayed_status(Console(file=screen, force_terminal=True), "…", delay=3600):
        pass
    assert "…" not in screen.getvalue()


def test_a_pipe_sees_nothing() -> None:
    pipe = StringIO()
    with delayed_status(Console(file=pipe), "Alice is thinking…", delay=0):
        pass
    assert pipe.getvalue().strip() == ""
