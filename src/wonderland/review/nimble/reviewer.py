"""Reviews rounds of Nimble. There is nothing to sample: the report is what the record says, counted and timed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wonderland.core.fields import Data
from wonderland.games.nimble import game
from wonderland.games.nimble.scoring import outcome
from wonderland.games.nimble.view import View
from wonderland.review.nimble.chances import find_chances
from wonderland.review.nimble.replaying import replayed
from wonderland.review.nimble.report import NimbleReport
from wonderland.review.nimble.seat_rhythm import seat_rhythms
from wonderland.review.reviewer import OnProgress, ReviewSettings

if TYPE_CHECKING:
    from rich.console import Console

    from wonderland.review.nimble.page import NimblePage


class NimbleReviewer:
    """Nimble's :class:`wonderland.review.reviewer.Reviewer`. Its settings change nothing."""

    @property
    def report_type(self) -> type[NimbleReport]:
        """The type of its reports."""
        return NimbleReport

    def review(
        self, record: Data, settings: ReviewSettings, on_progress: OnProgress = lambda part: None
    ) -> NimbleReport:
        """The report on a record. A record that breaks the rules is refused as by ``wonderland replay``."""
        deal = game.read_deal(record)
        played = replayed(game.steps(record))
        chances = [find_chances(played, seat) for seat in range(len(deal.players))]
        end = outcome(played.last)
        report = NimbleReport(
            game=game.name,
            players=deal.players,
            round=deal.round,
            end=end.end if end else None,
            result=tuple((seat in end.winners) / len(end.winners) for seat in range(len(deal.players)))
            if end
            else None,
            events=len(played.events),
            timed=played.untimed is None,
            untimed=played.untimed,
            length_ms=played.length_ms,
            seats=seat_rhythms(played, chances),
        )
        on_progress(1.0)
        return report

    def moves(self, view: View, settings: ReviewSettings) -> tuple[()]:
        """None: a round is no series of decisions, and whoever thinks about one has lost the race."""
        return ()

    def show(self, report: NimbleReport, lang: str, console: Console) -> None:
        """Print a report for people."""
        from wonderland.review.nimble import table  # it needs rich, which whoever wants JSON need not load

        table.show(report, lang, console)

    def page(self) -> NimblePage:
        """How its reports are shown in HTML."""
        from wonderland.review.nimble.page import NimblePage

        return NimblePage()
