"""Many games of Parade together: how lucky everybody was and how well they played."""

from __future__ import annotations

from wonderland.figures.running_mean import RunningMean
from wonderland.messages import grouped, printable, say
from wonderland.review.html.elements import Html, element, table
from wonderland.review.html.figure_text import percent, percent_measure
from wonderland.review.html.game_page import SummaryTable
from wonderland.review.parade.page.luck import bot_name, final_shares, rating_text, total_luck
from wonderland.review.parade.rating import combine
from wonderland.review.parade.report import ParadeReport, Rating

#: So many players are told apart; a file of any length has a page of bounded size.
MAX_PLAYERS = 100


class PlayerSummary:
    """One player over all their games."""

    def __init__(self) -> None:
        self.result, self.luck, self.adjusted = RunningMean(), RunningMean(), RunningMean()
        self.fair = RunningMean()
        #: By number of players, so that ratings are compared with the right anchors.
        self.ratings: dict[int, Rating] = {}

    def add(self, report: ParadeReport, seat: int) -> None:
        """Count a game in which the player sat there."""
        luck = report.luck[seat]
        self.fair.add(report.fair)
        self.result.add(final_shares(report)[seat])
        self.luck.add(total_luck(luck))
        self.adjusted.add(luck.adjusted)
        players = len(report.players)
        play = (players, report.play[seat])
        before = [(players, self.ratings[players])] if players in self.ratings else []
        self.ratings[players] = combine([*before, play])

    @property
    def rating(self) -> Rating:
        """Thousandths of a win lost a decision, over all games."""
        return combine(list(self.ratings.items()))


class ParadeSummary:
    """A table of all players: games, results, luck, results without luck, and play."""

    def __init__(self) -> None:
        self.players: dict[str, PlayerSummary] = {}
        self.left_out = 0

    def add(self, report: ParadeReport) -> None:
        """Count a game."""
        for seat, name in enumerate(map(printable, report.players)):
            if name not in self.players and len(self.players) >= MAX_PLAYERS:
                self.left_out += 1
                continue
            self.players.setdefault(name, PlayerSummary()).add(report, seat)

    def table(self, lang: str) -> SummaryTable:
        """Everybody's figures, the best result without luck first."""
        names = ("player", "games", "fair", "result", "luck", "adjusted", "play", "like")
        ranked = sorted(self.players.items(), key=lambda one: one[1].fair.mean - one[1].adjusted.mean)
        rows = []
        for name, one in ranked:
            rows.append(
                [
                    name,
                    grouped(one.result.count, lang),
                    percent(one.fair.mean, lang),
                    percent_measure(one.result.measure, lang),
                    percent_measure(one.luck.measure, lang, signed=True),
                    percent_measure(one.adjusted.measure, lang),
                    rating_text(one.rating, lang),
                    bot_name(one.rating, lang),
                ]
            )
        return SummaryTable(
            say("parade_page_summary", lang), [say(f"parade_page_{head}", lang) for head in names], rows
        )

    def html(self, lang: str) -> Html:
        """The table, and how to read it."""
        left_out = say("parade_page_left_out", lang, shown=MAX_PLAYERS) if self.left_out else None
        return element(
            "div",
            element("p", say("parade_page_summary_about", lang), class_="note"),
            table(*self.table(lang), hide_caption=True),
            element("p", left_out, class_="note") if left_out else None,
        )
