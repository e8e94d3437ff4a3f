"""A match as tables and sentences for people."""

from __future__ import annotations

from textwrap import fill

from rich.console import Console
from rich.table import Table
from rich.text import Text

from wonderland.arena.contest import Contest
from wonderland.arena.results import Tally
from wonderland.arena.sentences import claims, headline
from wonderland.bots.bot import Budget
from wonderland.figures.formatting import format_mean, format_percent, truncate_middle
from wonderland.figures.measure import Z_95, Measure
from wonderland.figures.tables import figure_table
from wonderland.messages import decimal, grouped, say

_CELL = 15  # columns of a meeting and the space before it


def show(contest: Contest, lang: str, console: Console) -> None:
    """Everything a match tells, and at last what is settled."""
    tally = contest.tally
    _print(headline(tally, lang), "bold", console)
    _print(_circumstances(contest, lang), "dim", console)
    if tally.deals:
        tables = [_standings(tally, lang), *_meetings(tally, lang, console.width)]
        if _counted(tally):
            tables.append(_decisions(tally, lang))
        for table in tables:
            console.print()
            console.print(table)
        for note in ("arena_interval_anytime" if tally.anytime else "arena_interval", "arena_notes"):
            _print(say(note, lang), "dim", console)
    console.print()
    for sure, sentence in claims(contest, lang):
        _print(sentence, "bold" if sure else "", console)


def _print(words: str, style: str, console: Console) -> None:
    """A sentence, broken into lines at spaces only: rich would break it at no-break spaces too."""
    console.print(fill(words, console.width), style=style, highlight=False, markup=False, soft_wrap=True)


def _circumstances(contest: Contest, lang: str) -> str:
    match, tally = contest.match, contest.tally
    deals, seatings = tally.deals, len(match.seatings)
    parts = [
        say("arena_deals", lang, count=deals, number=grouped(deals, lang)),
        say("arena_seatings", lang, deals=deals, count=seatings, number=grouped(seatings, lang)),
        say("arena_seed", lang, seed=match.seed),
        decimal(f"{contest.seconds:.1f} s", lang),
    ]
    if _counted(tally):
        parts.insert(3, _budget(match.budget, lang))
    return " · ".join(parts)


def _budget(budget: Budget, lang: str) -> str:
    if budget.rollouts:
        return say("arena_rollouts", lang, count=budget.rollouts, number=grouped(budget.rollouts, lang))
    return say("arena_milliseconds", lang, number=grouped(budget.milliseconds, lang))


def _counted(tally: Tally) -> bool:
    """Whether decisions were counted and timed; in virtual time they are not."""
    return any(thinking.decisions for thinking in tally.thinking.values())


def _standings(tally: Tally, lang: str) -> Table:
    even = decimal(f"{100 / tally.match.players:.4g} %", lang)
    table = figure_table(
        say("arena_standings", lang, even=even),
        say("arena_bot", lang),
        say("sim_wins", lang),
        *(say(f"arena_measure_{name}", lang) for name in tally.measures),
        say("arena_rating", lang),
    )
    for bot in tally.ranking:
        rating = tally.rating(bot)
        table.add_row(
            _name(bot),
            format_percent(tally.wins(bot), lang),
            *(
                format_mean(tally.measure(bot, name), lang, sign="+" if name == "margin" else "")
                for name in tally.measures
            ),
            format_mean(Measure(rating.mu, Z_95 * rating.sigma), lang),
        )
    return table


def _meetings(tally: Tally, lang: str, width: int) -> list[Table]:
    """The row against the column; where there are too many columns, in several tables."""
    bots = tally.ranking
    if len(bots) < 2:
        return []
    across = max((width - 2 - min(max(map(len, bots)), 20)) // _CELL, 1)
    tables = []
    for start in range(0, len(bots), across):
        title = "" if start else say("arena_meetings", lang)
        table = figure_table(title, "", *(truncate_middle(bot, _CELL - 2) for bot in bots[start : start + across]))
        for row in bots:
            cells = [_meeting(tally, row, column, lang) for column in bots[start : start + across]]
            table.add_row(_name(row), *cells)
        tables.append(table)
    return tables


def _meeting(tally: Tally, row: str, column: str, lang: str) -> Text:
    meetings = tally.meetings
    if row == column or not meetings.met(row, column):
        return Text("·", style="dim")
    sure = meetings.winner(row, column) == row
    cell = Text(format_percent(meetings.better(row, column), lang), style="bold" if sure else "")
    if tally.measures:
        cell.append("\n" + format_mean(meetings.ahead(row, column), lang, sign="+") + "  ", style="dim not bold")
    return cell


def _decisions(tally: Tally, lang: str) -> Table:
    keys = ("arena_bot", "arena_decisions", "arena_mean", "arena_slowest")
    table = figure_table(say("arena_thinking", lang), *(say(key, lang) for key in keys))
    for bot in tally.ranking:
        thinking = tally.thinking[bot]
        table.add_row(
            _name(bot),
            grouped(thinking.decisions, lang),
            decimal(f"{thinking.milliseconds / max(thinking.decisions, 1):.2f}", lang),
            decimal(f"{thinking.slowest:.1f}", lang),
        )
    return table


def _name(bot: str) -> Text:
    return Text(truncate_middle(bot, 20))
