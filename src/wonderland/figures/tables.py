"""Tables of statistics in a terminal."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table


class ReportConsole(Console):
    """Raises BrokenPipeError when the reader closes the pipe (``| head``); rich would exit with an error code."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def report_table(title: str, *columns: str) -> Table:
    """An empty table: names are left-aligned, numbers right-aligned."""
    table = Table(title=title, title_style="bold", title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for place, column in enumerate(columns):
        table.add_column(column, justify="right" if place else "left", no_wrap=True)
    return table
