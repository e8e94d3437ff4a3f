"""What adds up to each player's result: luck of three kinds, own errors and the others'."""

from __future__ import annotations

from wonderland.figures.measure import Z_95
from wonderland.messages import say
from wonderland.review.html.bars import Step, Total, running_totals, sum_table
from wonderland.review.html.charts import seat_name
from wonderland.review.html.elements import Html, element, table
from wonderland.review.html.figure_text import per_mille, percent, signed_percent
from wonderland.review.parade.rating import compared_bot
from wonderland.review.parade.report import ParadeReport, Rating, SeatLuck

#: Of the table of players.
COLUMNS = ("player", "result", "luck", "errors", "adjusted", "play", "like")


def total_luck(luck: SeatLuck) -> float:
    """The three kinds together."""
    return luck.deal + luck.draws + luck.hidden


def final_shares(report: ParadeReport) -> tuple[float, ...]:
    """The result; of an unfinished game, everybody's chances now."""
    return report.result if report.result is not None else report.chances[-1].shares


def players_table(report: ParadeReport, lang: str) -> Html:
    """One row a player: result, luck, errors, the result without luck, and the rating of play."""
    heads = [say(f"parade_page_{name}", lang) for name in COLUMNS]
    rows = []
    for seat, name in enumerate(report.players):
        luck = report.luck[seat]
        rows.append(
            [
                seat_name(seat, name),
                percent(final_shares(report)[seat], lang, 0),
                signed_percent(total_luck(luck), lang),
                signed_percent(-luck.own_errors, lang),
                percent(luck.adjusted, lang),
                rating_text(report.play[seat], lang),
                bot_name(report.play[seat], lang),
            ]
        )
    return table(say("parade_page_players", lang), heads, rows, "figures players", hide_caption=True)


def rating_text(rating: Rating, lang: str) -> str:
    """What was lost a decision."""
    return per_mille(rating.per_mille, Z_95 * rating.se, lang) if rating.decisions else "–"


def bot_name(rating: Rating, lang: str) -> str:
    """A bot that plays about as well; a dash where none is known."""
    bot = compared_bot(rating)
    return say(f"bot_{bot}", lang) if bot else "–"


def luck_section(report: ParadeReport, lang: str) -> Html:
    """One sum a player, all at one scale."""
    ends = final_shares(report)
    sums = [_steps(luck, lang) for luck in report.luck]
    reached = [total for steps in sums for total in running_totals(report.fair, steps)]
    low, high = min(0.0, *reached), max(*ends, *reached)
    fair = Total(say("parade_page_fair", lang), report.fair, percent(report.fair, lang))
    end_name = say("parade_page_result" if report.result is not None else "parade_page_now", lang)
    tables = [
        sum_table(name, fair, steps, Total(end_name, end, percent(end, lang)), low, high)
        for name, steps, end in zip(report.players, sums, ends, strict=True)
    ]
    return element(
        "section",
        element("h3", say("parade_page_luck_and_play", lang)),
        element("p", say("parade_page_luck_about", lang), class_="note"),
        element("div", *tables, class_="sums"),
    )


def _steps(luck: SeatLuck, lang: str) -> list[Step]:
    terms = {
        "deal": luck.deal,
        "draws": luck.draws,
        "hidden": luck.hidden,
        "own_errors": -luck.own_errors,
        "others_errors": luck.others_errors,
    }
    return [
        Step(say(f"parade_page_term_{name}", lang), value, signed_percent(value, lang)) for name, value in terms.items()
    ]
