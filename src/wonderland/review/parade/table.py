"""A report for people at a terminal."""

from __future__ import annotations

from textwrap import fill

from rich.console import Console
from rich.table import Table
from rich.text import Text

from wonderland.figures.formatting import truncate_middle
from wonderland.figures.tables import figure_table
from wonderland.messages import decimal, grouped, printable, say
from wonderland.messages.lists import listed
from wonderland.review.parade.rating import compared_bot
from wonderland.review.parade.report import Decision, MoveText, ParadeReport

MAX_NAME_LENGTH = 20  #: characters of a name in the table
MAX_MOMENTS = 10  #: costly moments that are listed
STYLES = {"doubtful": "", "mistake": "yellow", "blunder": "red"}


def show(report: ParadeReport, lang: str, console: Console) -> None:
    """Print everybody's luck and play, and the costly moments."""
    names = [printable(name) for name in report.players]
    _print(say("review_title", lang, names=listed(names, lang)), "bold", console)
    _print(_circumstances(report, lang), "dim", console)
    console.print()
    console.print(_luck(report, names, lang))
    _print(say("review_luck_note", lang, fair=_percent(report.fair, lang)), "dim", console)
    console.print()
    for name, play in zip(names, report.play, strict=True):
        if play.decisions:
            like = compared_bot(play)
            _print(
                say(
                    "review_played_like" if like else "review_played_few",
                    lang,
                    name=name,
                    like=say(f"review_like_{like}", lang) if like else "",
                    rating=decimal(f"{play.per_mille:.0f}".replace("-", "−"), lang),
                    se=f"{play.se:.0f}",
                    count=play.decisions,
                ),
                "",
                console,
            )
    moments = costly_moments(report)
    console.print()
    _print(say("review_moments" if moments else "review_no_moments", lang), "bold", console)
    for decision in moments:
        _show_moment(decision, names, lang, console)
    console.print()


def costly_moments(report: ParadeReport) -> list[Decision]:
    """The marked decisions that cost most, the worst first."""
    marked = [decision for decision in report.decisions if decision.mark]
    return sorted(marked, key=lambda decision: -decision.error)[:MAX_MOMENTS]


def _print(text: str, style: str, console: Console) -> None:
    """Print text, wrapped at spaces only: rich would also break it at no-break spaces."""
    console.print(fill(text, console.width), style=style, highlight=False, markup=False, soft_wrap=True)


def _circumstances(report: ParadeReport, lang: str) -> str:
    worlds = report.budget.worlds
    return " · ".join(
        (
            say("review_worlds", lang, count=worlds, number=grouped(worlds, lang)),
            say("arena_seed", lang, seed=report.seed),
            say("arena_evaluator", lang, name=report.evaluator),
        )
    )


def _luck(report: ParadeReport, names: list[str], lang: str) -> Table:
    kinds = ("result", "deal", "draws", "hidden", "own_errors", "others_errors", "adjusted")
    columns = (say(f"review_{kind}", lang) for kind in kinds)
    table = figure_table(say("review_luck_title", lang), say("result_player", lang), *columns)
    for seat, name in enumerate(names):
        luck = report.luck[seat]
        figures = luck.deal, luck.draws, luck.hidden, -luck.own_errors, luck.others_errors
        result = "–" if report.result is None else _figure(report.result[seat], lang)
        signed = (_figure(figure, lang, "+") for figure in figures)
        table.add_row(Text(truncate_middle(name, MAX_NAME_LENGTH)), result, *signed, _figure(luck.adjusted, lang))
    return table


def _figure(share: float, lang: str, sign: str = "") -> str:
    """A share of a win in per cent."""
    figure = f"{100 * share:{sign}.1f}".replace("-", "−")
    return decimal(figure if figure.strip("+−0.") else "0.0", lang)


def _percent(share: float, lang: str) -> str:
    return f"{_figure(share, lang)}\u00a0%"


def _show_moment(decision: Decision, names: list[str], lang: str, console: Console) -> None:
    assert decision.mark
    line = say(
        "review_moment",
        lang,
        ply=decision.ply,
        name=names[decision.seat],
        mark=say(f"review_mark_{decision.mark}", lang),
        error=_percent(decision.error, lang),
        se=_percent(decision.error_se, lang),
        played=_name(decision.played, lang),
        best=_name(decision.moves[0].move, lang),
    )
    _print(line, STYLES[decision.mark], console)
    _print(decision.why, "dim", console)


def _name(move: MoveText, lang: str) -> str:
    return move if isinstance(move, str) else say("review_aside", lang, cards=listed(move, lang))
