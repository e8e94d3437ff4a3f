"""One HTML file of any number of reports, written as they come: memory does not grow with their number."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack
from importlib import resources
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryFile
from types import TracebackType
from typing import IO, Any, Self

from wonderland.messages import grouped, say
from wonderland.review.html.elements import Html, element, folded
from wonderland.review.html.game_page import ReportSummary
from wonderland.review.registry import find


class HtmlReport:
    """A file of reports under way: ``add`` each of them inside a ``with`` block, at whose end the file is written.

    What many games say together stands before the games, so these wait in a temporary file until all are known.
    """

    def __init__(self, path: Path, lang: str) -> None:
        self.path, self.lang = path, lang
        # That it cannot be written is told before anything is reviewed; what is there stays until the page is done.
        existed = path.exists()
        with path.open("ab"):
            pass
        if not existed:
            path.unlink()
        self._files = ExitStack()
        games = TemporaryFile("w+", encoding="utf-8", newline="")  # noqa: SIM115  # closed by the stack
        self._games: IO[str] = self._files.enter_context(games)
        self._count = 0
        self._first: tuple[str, Html] | None = None
        self._summaries: dict[str, ReportSummary] = {}
        self._notes: dict[str, Html] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._files:
            # What was reviewed before an interruption is worth keeping; without a single game there is no page.
            if self._count and (problem is None or isinstance(problem, KeyboardInterrupt)):
                self._write()

    def add(self, report: Any) -> None:
        """Write the part of one game."""
        page = find(report.game).page()
        self._count += 1
        if report.game not in self._summaries:
            self._summaries[report.game] = page.summary()
            self._notes[report.game] = page.notes(report, self.lang)
        self._summaries[report.game].add(report)
        title, content = page.title(report, self.lang), page.content(report, f"game-{self._count}", self.lang)
        if self._count == 1:
            self._first = title, content
        else:
            self._flush_first()
            self._write_game(self._count, title, content)

    def _flush_first(self) -> None:
        """The first game is folded as soon as there is a second."""
        if self._first:
            self._write_game(1, *self._first)
            self._first = None

    def _write_game(self, number: int, title: str, content: Html) -> None:
        head = element(
            "h2", element("span", say("review_page_game", self.lang, number=number), class_="number"), " ", title
        )
        self._games.write(folded(head, content, class_="game", id=f"game-{number}") + "\n")

    def _write(self) -> None:
        name = self._first[0] if self._first else say("review_page_many", self.lang, count=self._count)
        with self.path.open("w", encoding="utf-8", newline="\n") as file:
            file.write(page_head(name, self.lang))
            file.write(element("h1", name) + "\n")
            if self._first:
                # The headings of a game are those below its own, which the title of the page stands for here.
                unseen_heading = element("h2", say("review_page_one", self.lang), class_="unseen")
                file.write(element("article", unseen_heading, self._first[1]) + "\n")
            else:
                for game, summary in self._summaries.items():
                    heading = say("review_page_summary", self.lang, game=say(f"games_{game}_name", self.lang))
                    file.write(element("section", element("h2", heading), summary.html(self.lang)) + "\n")
                games = say("review_page_games", self.lang, number=grouped(self._count, self.lang))
                file.write(f'<section>{element("h2", games)}\n<div class="games">\n')
                self._games.seek(0)
                copyfileobj(self._games, file)
                file.write("</div></section>\n")
            file.write(element("footer", *self._notes.values()) + "\n</main>\n</body>\n</html>\n")


def page_head(title: str, lang: str) -> str:
    """The beginning of the page, up to its main part. Nothing is fetched from anywhere, and no script runs."""
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    style = resources.files(__package__).joinpath("style.css").read_text("utf-8")
    meta = [
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", title),
        element("style", Html(f"\n{style}")),
    ]
    return f'<!doctype html>\n<html lang="{lang}">\n<head>\n' + "\n".join(meta) + "\n</head>\n<body>\n<main>\n"


def write_report(reports: Iterable[Any], path: Path, lang: str) -> None:
    """Write reports on any number of games into one HTML file."""
    with HtmlReport(path, lang) as file:
        for report in reports:
            file.add(report)
