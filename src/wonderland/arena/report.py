"""The report of a match as tables and sentences."""

from __future__ import annotations

from math import nan
from textwrap import fill

from rich.console import Console
from rich.table import Table
from rich.text import Text

from wonderland.arena.results import MatchResults
from wonderland.arena.runner import MatchRunner
from wonderland.arena.sentences import conclusions, headline
from wonderland.bots.bot import Budget
from wonderland.figures.formatting import format_mean, format_percent, truncate_middle
from wonderland.figures.measure import Z_95, Measure
from wonderland.figures.tables import figure_table
from wonderland.messages import decimal, grouped, say

_CELL_WIDTH = 15  #: characters of a head-to-head cell, with the space before it


def show(runner: MatchRunner, lang: str, console: Console) -> None:
    """Print the report: tables, then the sentences that say what is settled."""
    results = runner.results
    _print(headline(results, lang), "bold", console)
    _print(_circumstances(runner, lang), "dim", console)
    if results.deals:
        tables = [_standings(results, lang), *_head_to_head(results, lang, console.width)]
        if results.match.evaluator:
            tables.insert(1, _luck(results, lang))
        if _has_timed_decisions(results):
            tables.append(_decisions(results, lang))
        for table in tables:
            console.print()
            console.print(table)
        notes = ["arena_interval_anytime" if results.anytime_valid else "arena_interval", "arena_notes"]
        for note in [*notes, "arena_adjusted_note"] if results.match.evaluator else notes:
            _print(say(note, lang), "dim", console)
    console.print()
    for settled, sentence in conclusions(runner, lang):
        _print(sentence, "bold" if settled else "", console)


def _print(text: str, style: str, console: Console) -> None:
    """Print text, wrapped at spaces only: rich would also break it at no-break spaces."""
    console.print(fill(text, console.width), style=style, highlight=False, markup=False, soft_wrap=True)


def _circumstances(runner: MatchRunner, lang: str) -> str:
    match, results = runner.match, runner.results
    deals, seatings = results.deals, len(match.seatings)
    parts = [
        say("arena_deals", lang, count=deals, number=grouped(deals, lang)),
        say("arena_seatings", lang, deals=deals, count=seatings, number=grouped(seatings, lang)),
        say("arena_seed", lang, seed=match.seed),
        decimal(f"{runner.seconds:.1f} s", lang),
    ]
    if _has_timed_decisions(results):
        parts.insert(3, _budget(match.budget, lang))
    if match.evaluator:
        parts.append(say("arena_evaluator", lang, name=match.evaluator))
    return " · ".join(parts)


def _budget(budget: Budget, lang: str) -> str:
    if budget.rollouts:
        return say("arena_rollouts", lang, count=budget.rollouts, number=grouped(budget.rollouts, lang))
    return say("arena_milliseconds", lang, number=grouped(budget.milliseconds, lang))


def _has_timed_decisions(results: MatchResults) -> bool:
    """Whether decisions were counted and timed, which they are not in virtual time."""
    return any(thinking.decisions for thinking in results.thinking.values())


def _standings(results: MatchResults, lang: str) -> Table:
    even = decimal(f"{100 / results.match.players:.4g} %", lang)
    table = figure_table(
        say("arena_standings", lang, even=even),
        say("arena_bot", lang),
        say("sim_wins", lang),
        *(say(f"arena_measure_{name}", lang) for name in results.measures),
        say("arena_rating", lang),
    )
    for bot in results.ranking:
        rating = results.rating(bot)
        table.add_row(
            _name(bot),
            format_percent(results.wins(bot), lang),
            *(
                format_mean(results.measure(bot, name), lang, sign="+" if name == "margin" else "")
                for name in results.measures
            ),
            format_mean(Measure(rating.mu, Z_95 * rating.sigma), lang),
        )
    return table


def _luck(results: MatchResults, lang: str) -> Table:
    """The wins as they were and without luck, and by how much luck has changed them."""
    keys = ("arena_bot", "sim_wins", "arena_adjusted", "arena_luck")
    table = figure_table(say("arena_without_luck", lang), *(say(key, lang) for key in keys))
    for bot in results.ranking:
        wins, adjusted = results.wins(bot), results.adjusted_wins(bot)
        luck = Measure(wins.mean - adjusted.mean, nan)
        table.add_row(
            _name(bot),
            format_percent(wins, lang),
            format_percent(adjusted, lang),
            f"{format_mean(luck, lang, 100, '+')} %",
        )
    return table


def _head_to_head(results: MatchResults, lang: str, width: int) -> list[Table]:
    """How the row does against the column; in several tables where the columns do not fit the width."""
    bots = results.ranking
    if len(bots) < 2:
        return []
    columns = max((width - 2 - min(max(map(len, bots)), 20)) // _CELL_WIDTH, 1)
    tables = []
    for start in range(0, len(bots), columns):
        title = "" if start else say("arena_head_to_head", lang)
        table = figure_table(
            title, "", *(truncate_middle(bot, _CELL_WIDTH - 2) for bot in bots[start : start + columns])
        )
        for row in bots:
            cells = [_head_to_head_cell(results, row, column, lang) for column in bots[start : start + columns]]
            table.add_row(_name(row), *cells)
        tables.append(table)
    return tables


def _head_to_head_cell(results: MatchResults, row: str, column: str, lang: str) -> Text:
    head_to_head = results.head_to_head
    if row == column or not head_to_head.met(row, column):
        return Text("·", style="dim")
    settled = head_to_head.winner(row, column) == row
    cell = Text(format_percent(head_to_head.better(row, column), lang), style="bold" if settled else "")
    if results.measures:
        cell.append("\n" + format_mean(head_to_head.ahead(row, column), lang, sign="+") + "  ", style="dim not bold")
    return cell


def _decisions(results: MatchResults, lang: str) -> Table:
    keys = ("arena_bot", "arena_decisions", "arena_mean", "arena_slowest")
    table = figure_table(say("arena_thinking", lang), *(say(key, lang) for key in keys))
    for bot in results.ranking:
        thinking = results.thinking[bot]
        table.add_row(
            _name(bot),
            grouped(thinking.decisions, lang),
            decimal(f"{thinking.milliseconds / max(thinking.decisions, 1):.2f}", lang),
            decimal(f"{thinking.slowest:.1f}", lang),
        )
    return table


def _name(bot: str) -> Text:
    return Text(truncate_middle(bot, 20))
