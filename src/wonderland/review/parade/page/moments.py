"""The costly moments: every choice there was, what it was worth, and why."""

from __future__ import annotations

from wonderland.figures.measure import Z_95
from wonderland.messages import decimal, printable, say
from wonderland.review.html.bars import behind_bar
from wonderland.review.html.charts import seat_swatch
from wonderland.review.html.elements import Html, element, folded, join, unseen
from wonderland.review.html.figure_text import percent, signed_percent, with_margin
from wonderland.review.parade.page.cards import move_label, move_name
from wonderland.review.parade.report import Decision, Mark, Move, ParadeReport

#: So many are shown at once; the others are folded.
SHOWN_MOMENTS = 8
MARKS: tuple[Mark, ...] = ("doubtful", "mistake", "blunder")


def costly_moments(report: ParadeReport) -> tuple[Decision, ...]:
    """The decisions that are errors beyond doubt, the costliest first."""
    return tuple(sorted((one for one in report.decisions if one.mark), key=lambda one: (-one.error, one.ply)))


def moments_section(report: ParadeReport, moments: tuple[Decision, ...], name: str, lang: str) -> Html:
    """All costly moments, to be filtered by size."""
    heading = element("h3", say("parade_page_moments", lang))
    if not moments:
        return element("section", heading, element("p", say("parade_page_no_moments", lang)))
    shown = [_moment(report, one, name, lang) for one in moments]
    more = shown[SHOWN_MOMENTS:]
    return element(
        "section",
        heading,
        element("p", say("parade_page_moments_about", lang), class_="note"),
        _filter(name, lang) if len({one.mark for one in moments}) > 1 else None,
        element("div", *shown[:SHOWN_MOMENTS], class_="moment-list"),
        folded(say("parade_page_more", lang, count=len(more)), element("div", *more, class_="moment-list"))
        if more
        else None,
        class_="moments",
    )


def _filter(name: str, lang: str) -> Html:
    """Which sizes are shown; style.css hides the others, without a script."""
    choices = (
        element(
            "label",
            element("input", type="radio", name=f"{name}-shown", value=mark, checked=mark == MARKS[0]),
            say(f"parade_page_from_{mark}", lang),
        )
        for mark in MARKS
    )
    return element("fieldset", element("legend", say("parade_page_show", lang), class_="unseen"), *choices)


def _moment(report: ParadeReport, decision: Decision, name: str, lang: str) -> Html:
    when = "parade_page_moment_choice" if decision.stage == "last_choice" else "parade_page_moment_turn"
    head = element(
        "h4",
        seat_swatch(decision.seat),
        say(when, lang, ply=decision.ply, name=report.players[decision.seat]),
        " ",
        move_label(decision.played, lang),
    )
    cost = with_margin(percent(decision.error, lang), 100 * Z_95 * decision.error_se, lang)
    mark = element("span", say(f"parade_page_{decision.mark}", lang), class_="mark")
    costs = element("p", mark, " ", say("parade_page_costs", lang, cost=cost), class_="cost")
    why = element("p", printable(decision.why), class_="why") if decision.why else None
    return element(
        "article", head, costs, why, _moves(decision, lang),
        class_=f"moment {decision.mark}", id=f"{name}-{decision.ply}",
    )  # fmt: skip


def _moves(decision: Decision, lang: str) -> Html:
    best = decision.moves[0]
    widest = max(best.win - move.win + Z_95 * move.behind_se for move in decision.moves)
    heads = ("choice", "behind", "win", "points")
    head = element("tr", *(element("th", say(f"parade_page_{name}", lang), scope="col", class_=name) for name in heads))
    rows = [_move(decision, move, best, widest, lang) for move in decision.moves]
    caption = element("caption", say("parade_page_choices", lang), class_="unseen")
    return element("table", caption, element("thead", head), element("tbody", *rows), class_="moves")


def _move(decision: Decision, move: Move, best: Move, widest: float, lang: str) -> Html:
    played = move.move == decision.played
    behind, margin = best.win - move.win, Z_95 * move.behind_se
    notes = []
    if move.right:
        notes.append(element("span", element("span", "✓", aria_hidden="true"), unseen(say("parade_page_right", lang))))
    if played:
        notes.append(element("span", say("parade_page_played", lang), class_="played"))
    name = move_name(move.move, lang)
    label = element("th", move_label(move.move, lang), " ", join(notes, " "), scope="row", title=name)
    if move is best:
        text = say("parade_page_best", lang)
    else:
        text = with_margin(signed_percent(-behind, lang), 100 * margin, lang)
    margin_text = decimal(f"± {100 * Z_95 * move.win_se:.1f}", lang)
    bar = behind_bar(behind, 0 if move is best else margin, widest, "loss" if played else "other")
    return element(
        "tr",
        label,
        element("td", bar, element("small", text), class_="bar"),
        element("td", percent(move.win, lang), element("small", margin_text), class_="figure"),
        element("td", decimal(f"{move.points:.1f}", lang), class_="figure points"),
        class_="is-played" if played else None,
    )
