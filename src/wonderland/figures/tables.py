"""The one look of our tables of figures."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table


class Page(Console):
    """Where tables are printed. Whoever reads them may have had enough (``| head``): no failure, as rich has it."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def sheet(title: str, *columns: str) -> Table:
    """An empty table: names to the left, figures to the right."""
    table = Table(title=title, title_style="bold", title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for place, column in enumerate(columns):
        table.add_column(column, justify="right" if place else "left", no_wrap=True)
    return table
