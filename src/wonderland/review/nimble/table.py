"""The report on a round for people at a terminal."""

from __future__ import annotations

from textwrap import fill

from rich.console import Console
from rich.markup import escape
from rich.text import Text

from wonderland.figures.formatting import truncate_middle
from wonderland.figures.tables import figure_table
from wonderland.messages import printable, say
from wonderland.messages.lists import listed
from wonderland.review.nimble.report import NimbleReport
from wonderland.review.nimble.tables import headline, report_tables

MAX_HEAD_LETTERS, MAX_CELL_LETTERS = 18, 36  #: a player may be the name of a column


def show(report: NimbleReport, lang: str, console: Console) -> None:
    """Print the tables of a report."""
    names = [printable(name) for name in report.players]
    _print(say("review_title", lang, names=listed(names, lang)), "bold", console)
    _print(" · ".join(headline(report, lang)), "dim", console)
    if report.untimed:
        _print(say(f"rhythm_untimed_{report.untimed}", lang), "", console)
    for text in report_tables(report, lang):
        table = figure_table(text.title, *(escape(truncate_middle(head, MAX_HEAD_LETTERS)) for head in text.heads))
        for row in text.rows:
            # A name is shown as it is: rich would read square brackets in it as markup.
            table.add_row(*(Text(truncate_middle(cell, MAX_CELL_LETTERS)) for cell in row))
        console.print()
        console.print(table)
        if text.note:
            _print(text.note, "dim", console)
    console.print()


def _print(text: str, style: str, console: Console) -> None:
    """Print text, wrapped at spaces only: rich would also break it at no-break spaces."""
    console.print(fill(text, console.width), style=style, highlight=False, markup=False, soft_wrap=True)
