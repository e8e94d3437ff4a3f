"""Everybody's chances in the course of a game, as a curve and as a table."""

from __future__ import annotations

from wonderland.messages import say
from wonderland.review.html.charts import Marker, legend, stacked_curve
from wonderland.review.html.elements import Html, element, folded, join, table
from wonderland.review.html.figure_text import percent
from wonderland.review.parade.page.cards import move_name
from wonderland.review.parade.report import Chance, Decision, ParadeReport

#: Turns between two figures of the axis.
TICK_TURNS = 10


def chances_section(report: ParadeReport, moments: tuple[Decision, ...], name: str, lang: str) -> Html:
    """The curve, marked where something was costly, its legend, and the same as a table."""
    last = report.chances[-1]
    figures = [percent(share, lang, 0) for share in last.shares]
    ends = ", ".join(f"{player} {figure}" for player, figure in zip(report.players, figures, strict=True))
    said = say("parade_page_curve_said", lang, turns=last_turn(report), ends=ends)
    curve = stacked_curve(
        report.players,
        [chance.shares for chance in report.chances],
        said,
        [f"{moment_name(chance, lang)}: {_shares(report, chance, lang)}" for chance in report.chances],
        _ticks(report, lang),
        [
            Marker(place, moment.mark or "", f"{name}-{moment.ply}", _said(report, moment, lang))
            for moment in moments
            for place in _place_of(report, moment.ply)
        ],
    )
    head = [say("parade_page_moment", lang), *report.players]
    rows = [
        [moment_name(chance, lang), *(percent(share, lang) for share in chance.shares)] for chance in report.chances
    ]
    heading = say("parade_page_chances", lang)
    return element(
        "section",
        element("h3", heading),
        element("p", say("parade_page_chances_about", lang), class_="note"),
        join([legend(report.players, figures), curve]),
        folded(say("review_page_as_table", lang), table(heading, head, rows, hide_caption=True)),
    )


def moment_name(chance: Chance, lang: str) -> str:
    """When it was."""
    return say(f"parade_page_at_{chance.at}", lang, ply=chance.ply)


def last_turn(report: ParadeReport) -> int:
    """The number of turns that were played."""
    return max((one.ply for one in report.decisions if isinstance(one.played, str)), default=0)


def _shares(report: ParadeReport, chance: Chance, lang: str) -> str:
    named = zip(report.players, chance.shares, strict=True)
    return ", ".join(f"{name} {percent(share, lang)}" for name, share in named)


def _said(report: ParadeReport, moment: Decision, lang: str) -> str:
    return say(
        "parade_page_marker", lang, ply=moment.ply, name=report.players[moment.seat],
        move=move_name(moment.played, lang), cost=percent(moment.error, lang),
    )  # fmt: skip


def _place_of(report: ParadeReport, ply: int) -> list[int]:
    """Where the curve shows what the move of a turn changed."""
    places = [place for place, chance in enumerate(report.chances) if chance.ply == ply and chance.at != "deal"]
    return places[:1]


def _ticks(report: ParadeReport, lang: str) -> list[tuple[int, str]]:
    turns = range(TICK_TURNS, last_turn(report) + 1, TICK_TURNS)
    found = [(place, str(turn)) for turn in turns for place in _place_of(report, turn)]
    return [(0, say("parade_page_axis_deal", lang)), *found]
