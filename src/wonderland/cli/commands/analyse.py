"""``wonderland analyse FILE…``: how well games were played, and how lucky everybody was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.text import Text

from wonderland.cli import messages
from wonderland.cli.commands.replay import told
from wonderland.cli.files import opened, print_json
from wonderland.cli.messages import print_error, tell
from wonderland.cli.options import AsJson, Lang, number
from wonderland.core.errors import Unreadable, WonderlandError
from wonderland.review.analyse import Reviewed, review_lines, review_whole
from wonderland.review.html.game_page import ReportSummary
from wonderland.review.reviewer import OnProgress, ReviewSettings

DEFAULTS = ReviewSettings()


def analyse(
    files: Annotated[list[str], typer.Argument(metavar="FILE…", help=tell("cli_file_help"))],
    as_json: AsJson = False,
    lines: Annotated[bool, typer.Option("--lines", help=tell("cli_lines"))] = False,
    budget: Annotated[
        int, typer.Option(metavar="N", parser=number("--budget", 1), help=tell("cli_analyse_budget"))
    ] = DEFAULTS.worlds,
    seed: Annotated[
        int, typer.Option(metavar="N", parser=number("--seed", 0), help=tell("cli_analyse_seed"))
    ] = DEFAULTS.seed,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help=tell("cli_analyse_html"))] = None,
    lang: Lang = None,
) -> None:
    settings = ReviewSettings(seed, budget, messages.language)
    # A file that cannot be read is reported before the others are reviewed, not after.
    for file in files:
        if file != "-":
            with opened(file):
                pass
    refused, summaries = False, Summaries()
    with _page(html) as add:
        for found in _reviews(files, lines, settings):
            if isinstance(found, str):
                print_error(found)
                refused = True
            else:
                add(found.report)
                summaries.add(found)
                _show(found, as_json)
    if not as_json:
        summaries.show()
    if refused:
        raise typer.Exit(2)


@contextmanager
def _page(file: Path | None) -> Iterator[Callable[[Any], None]]:
    """What puts a report on the page, if one is wanted."""
    if file is None:
        yield lambda report: None
        return
    if file.suffix.lower() not in (".html", ".htm"):
        raise Unreadable("review_html_ending", file=file.name)
    from wonderland.review.html import HtmlReport

    with HtmlReport(file, messages.language) as page:
        yield page.add


def _reviews(files: list[str], lines: bool, settings: ReviewSettings) -> Iterator[Reviewed | str]:
    """The reviews of all records one after another, or what is wrong with one of them."""
    for file in files:
        place = f"{file}: " if len(files) > 1 else ""
        with opened(file) as stream, _progress() as on_progress:
            if lines or file.endswith(".jsonl"):
                for found in review_lines(stream, settings, on_progress):
                    yield found if isinstance(found, Reviewed) else place + told(found, as_json=True)
                continue
            try:
                yield review_whole(stream, settings, on_progress)
            except WonderlandError as problem:
                yield place + problem.say(messages.language)


class Summaries:
    """What the reports on several games of one kind say together, by game."""

    def __init__(self) -> None:
        self._found: dict[str, ReportSummary] = {}
        self._counts: Counter[str] = Counter()

    def add(self, found: Reviewed) -> None:
        """Count a report."""
        game = found.report.game
        self._counts[game] += 1
        if game not in self._found:
            self._found[game] = found.reviewer.page().summary()
        self._found[game].add(found.report)

    def show(self) -> None:
        """Print a table for every game of which there were several reports."""
        from wonderland.figures.tables import ReportConsole, figure_table

        for game, summary in self._found.items():
            if self._counts[game] > 1:
                title, head, rows = summary.table(messages.language)
                table = figure_table(title, *head)
                for column in table.columns:
                    column.no_wrap = False  # many columns, of which a narrow terminal shows all
                for row in rows:
                    table.add_row(*map(Text, row))
                ReportConsole().print(table)


def _show(found: Reviewed, as_json: bool) -> None:
    if as_json:
        report = msgspec.structs.asdict(found.report)
        print_json(report if found.line is None else {"line": found.line, **report})
        return
    from wonderland.figures.tables import ReportConsole

    found.reviewer.show(found.report, messages.language, ReportConsole())


@contextmanager
def _progress() -> Iterator[OnProgress]:
    """A bar on the terminal for the record that is being reviewed."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TimeRemainingColumn

    screen = Console(stderr=True)
    columns = BarColumn(), TaskProgressColumn(), TimeRemainingColumn()
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as bar:
        task: Any = bar.add_task("", total=1.0, visible=False)

        def on_progress(part: float) -> None:
            # A record that is done makes room for its report, and the next one begins anew.
            bar.update(task, completed=part, visible=part < 1, refresh=part in (0, 1))

        yield on_progress
