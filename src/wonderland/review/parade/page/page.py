"""The page of a game: who played how, the chances, the sums of luck and play, the costly moments."""

from __future__ import annotations

from msgspec.structs import replace

from wonderland.messages import grouped, printable, say
from wonderland.messages.lists import listed
from wonderland.review.html.elements import Html, element, table
from wonderland.review.html.figure_text import percent, signed_percent
from wonderland.review.parade.page.chances import chances_section
from wonderland.review.parade.page.luck import luck_section, players_table, rating_text, total_luck
from wonderland.review.parade.page.moments import costly_moments, moments_section
from wonderland.review.parade.page.summary import ParadeSummary
from wonderland.review.parade.report import ParadeReport, Stage

STAGES: tuple[Stage, ...] = ("opening", "middle", "last_round", "last_choice")


class ParadePage:
    """How reports on Parade are shown."""

    def title(self, report: ParadeReport, lang: str) -> str:
        """Who played and who won."""
        report = _printable(report)
        winners = _winners(report)
        key = "unfinished" if not winners else "won" if len(winners) == 1 else "shared"
        return say(
            f"parade_page_title_{key}", lang, names=listed(list(report.players), lang), winners=listed(winners, lang)
        )

    def content(self, report: ParadeReport, name: str, lang: str) -> Html:
        """The whole review of one game."""
        report = _printable(report)
        moments = costly_moments(report)
        return element(
            "div",
            element("p", _lead(report, lang), class_="lead") if _winners(report) else None,
            players_table(report, lang),
            chances_section(report, moments, name, lang),
            luck_section(report, lang),
            moments_section(report, moments, name, lang),
            _stages(report, lang),
        )

    def notes(self, report: ParadeReport, lang: str) -> Html:
        """How to read it, and what made it."""
        made = say(
            "parade_page_made", lang, evaluator=report.evaluator, seed=str(report.seed),
            worlds=grouped(report.budget.worlds, lang),
        )  # fmt: skip
        how = [element("li", say(f"parade_page_how_{name}", lang)) for name in ("win", "errors", "luck", "play")]
        heading = element("h2", say("parade_page_how", lang))
        return element("section", heading, element("ul", *how), element("p", made, class_="note"))

    def summary(self) -> ParadeSummary:
        """A new summary of many games."""
        return ParadeSummary()


def _printable(report: ParadeReport) -> ParadeReport:
    """The report with names that cannot turn the text around them."""
    return replace(report, players=tuple(map(printable, report.players)))


def _winners(report: ParadeReport) -> list[str]:
    return [name for name, share in zip(report.players, report.result or (), strict=False) if share > 0]


def _lead(report: ParadeReport, lang: str) -> str:
    """Why the winner won, in a sentence."""
    seat = max(range(len(report.players)), key=lambda seat: (report.result or ())[seat])
    luck = report.luck[seat]
    return say(
        "parade_page_lead", lang, name=report.players[seat], fair=percent(report.fair, lang, 0),
        luck=signed_percent(total_luck(luck), lang, 0), others=signed_percent(luck.others_errors, lang, 0),
        own=signed_percent(-luck.own_errors, lang, 0),
    )  # fmt: skip


def _stages(report: ParadeReport, lang: str) -> Html | None:
    """The rating of play in each part of the game."""
    if not any(play.stages for play in report.play):
        return None
    heads = [say("parade_page_player", lang), *(say(f"parade_page_stage_{stage}", lang) for stage in STAGES)]
    rows = [
        [name, *(rating_text(play.stages[stage], lang) if stage in play.stages else "–" for stage in STAGES)]
        for name, play in zip(report.players, report.play, strict=True)
    ]
    title = say("parade_page_stages", lang)
    return element("section", element("h3", title), table(title, heads, rows, hide_caption=True))
