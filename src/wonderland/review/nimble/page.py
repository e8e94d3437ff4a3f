"""The part of an HTML report that shows a round of Nimble."""

from __future__ import annotations

from msgspec.structs import replace

from wonderland.figures.running_mean import RunningMean
from wonderland.messages import decimal, grouped, printable, say
from wonderland.messages.lists import listed
from wonderland.review.html.elements import Html, element, table
from wonderland.review.html.figure_text import percent_measure, with_margin
from wonderland.review.html.game_page import SummaryTable
from wonderland.review.nimble.picture import rhythm_picture
from wonderland.review.nimble.report import NimbleReport
from wonderland.review.nimble.tables import headline, report_tables

#: So many players are told apart; a file of any length has a page of bounded size.
MAX_PLAYERS = 100


class NimblePage:
    """How reports on Nimble are shown."""

    def title(self, report: NimbleReport, lang: str) -> str:
        """Who played, and how the round ended."""
        _, *parts = headline(report, lang)
        names = listed([printable(name) for name in report.players], lang)
        return " · ".join([names, *(part.rstrip(".") for part in parts)])

    def content(self, report: NimbleReport, name: str, lang: str) -> Html:
        """The rhythm as a picture, and its tables."""
        report = replace(report, players=tuple(map(printable, report.players)))
        picture = element("div", Html(rhythm_picture(report, lang)), class_="picture", tabindex="0", role="group",
                          aria_label=say("rhythm_title", lang))  # fmt: skip
        sections = [
            element(
                "section",
                element("h3", found.title),
                table(found.title, found.heads, found.rows, hide_caption=True),
                element("p", found.note, class_="note") if found.note else None,
            )
            for found in report_tables(report, lang)
        ]
        untimed = say(f"rhythm_untimed_{report.untimed}", lang) if report.untimed else None
        heading = element("h3", say("rhythm_title", lang))
        return element("div", element("p", untimed) if untimed else None, heading, picture, *sections)

    def notes(self, report: NimbleReport, lang: str) -> Html:
        """Nothing is estimated, so there is little to explain."""
        return element("section", element("p", say("nimble_page_made", lang), class_="note"))

    def summary(self) -> NimbleSummary:
        """A new summary of many rounds."""
        return NimbleSummary()


class NimbleSummary:
    """A table of all players over their rounds."""

    def __init__(self) -> None:
        self.players: dict[str, dict[str, RunningMean]] = {}

    def add(self, report: NimbleReport) -> None:
        """Count a round."""
        for seat, name in enumerate(map(printable, report.players)):
            if name not in self.players and len(self.players) >= MAX_PLAYERS:
                continue
            means = self.players.setdefault(name, {kind: RunningMean() for kind in _KINDS})
            figures = report.seats[seat].figures
            values = {
                "wins": report.result[seat] if report.result else None,
                "taken": figures.share_taken,
                "hesitation": figures.median_hesitation_ms,
                "errors": figures.errors,
            }
            means["rounds"].add(1)
            for kind, value in values.items():
                if value is not None:
                    means[kind].add(value)

    def table(self, lang: str) -> SummaryTable:
        """Everybody's figures, by the share of the rounds won."""
        rows = []
        for name, means in sorted(self.players.items(), key=lambda one: -one[1]["wins"].mean):
            rows.append(
                [
                    name,
                    grouped(means["rounds"].count, lang),
                    *(percent_measure(means[kind].measure, lang) if means[kind].count else "–" for kind in _SHARES),
                    _figure(means["hesitation"], "ms", 0, lang),
                    _figure(means["errors"], "", 1, lang),
                ]
            )
        heads = [say(f"nimble_page_{kind}", lang) for kind in ("player", *_KINDS)]
        return SummaryTable(say("nimble_page_summary", lang), heads, rows)

    def html(self, lang: str) -> Html:
        """The table."""
        found = self.table(lang)
        return element("div", element("p", found.title, class_="note"), table(*found, hide_caption=True))


_SHARES = ("wins", "taken")
_KINDS = ("rounds", *_SHARES, "hesitation", "errors")


def _figure(mean: RunningMean, unit: str, digits: int, lang: str) -> str:
    if not mean.count:
        return "–"
    figure = decimal(f"{mean.mean:.{digits}f}\u00a0{unit}", lang)
    return with_margin(figure, mean.measure.margin, lang, digits).rstrip("\u00a0")
