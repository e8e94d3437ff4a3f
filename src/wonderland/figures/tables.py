"""Tables of figures in a terminal."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table


class ReportConsole(Console):
    """A console for reports: a closed pipe (``| head``) raises ``BrokenPipeError``, where rich would exit."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def figure_table(title: str, *columns: str) -> Table:
    """An empty table whose first column (names) is left-aligned and whose others (figures) are right-aligned."""
    table = Table(title=title, title_style="bold", title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for place, column in enumerate(columns):
        table.add_column(column, justify="right" if place else "left", no_wrap=True)
    return table
