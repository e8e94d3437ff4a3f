"""What a game's own part of the page is."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from wonderland.review.html.elements import Html


class SummaryTable(NamedTuple):
    """A summary as a table of texts, for a page or a terminal; the first column has names."""

    title: str
    head: list[str]
    rows: list[list[str]]


class ReportSummary(Protocol):
    """What many reports say together. Its size does not grow with their number."""

    def add(self, report: Any) -> None:
        """Count one report."""
        ...

    def table(self, lang: str) -> SummaryTable:
        """The summary as figures."""
        ...

    def html(self, lang: str) -> Html:
        """The summary, under a heading of level 2 that the page brings along."""
        ...


class GamePage(Protocol):
    """How reports on one game are shown."""

    def title(self, report: Any, lang: str) -> str:
        """Who played and how it ended, in a line."""
        ...

    def content(self, report: Any, name: str, lang: str) -> Html:
        """Everything about one game, with headings from level 3 on; ids in it begin with ``name``."""
        ...

    def notes(self, report: Any, lang: str) -> Html:
        """How to read the figures, and what made them: said once, at the end of the page."""
        ...

    def summary(self) -> ReportSummary:
        """A new summary of many reports."""
        ...
