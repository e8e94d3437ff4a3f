"""The report on a round as tables in a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from textwrap import fill

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from wonderland.figures.formatting import truncate_middle
from wonderland.figures.tables import figure_table
from wonderland.messages import decimal, printable, say
from wonderland.review.nimble.report import LostRace, NimbleReport, OpenChance, Placement, RhythmFigures
from wonderland.review.nimble.wording import chance_end, format_ms, stopwatch

#: How many races, and how many missed chances, are printed; JSON has all.
MAX_ROWS = 10
MAX_NAME_LETTERS = 16


def show(report: NimbleReport, lang: str, console: Console) -> None:
    """Print the report: everybody's figures, then the races, chances and errors worth looking at."""
    _print(" · ".join([*headline(report, lang)]), "bold", console)
    if report.untimed:
        _print(say(f"rhythm_untimed_{report.untimed}", lang), "", console)
    for table, note in (
        (_figures(report, lang), say("rhythm_figures_note", lang)),
        (_races(report, lang), say("rhythm_races_note", lang)),
        (_missed(report, lang), ""),
        (_errors(report, lang), ""),
    ):
        if table.row_count:
            console.print()
            console.print(table)
            if note:
                _print(note, "dim", console)


def headline(report: NimbleReport, lang: str) -> Iterator[str]:
    """What the report is about, part by part."""
    yield say("rhythm_title", lang)
    if report.round:
        yield say("rhythm_round", lang, number=report.round[0], count=report.round[1])
    yield say(f"nimble_end_{report.end}", lang) if report.end else say("rhythm_running", lang)
    if report.length_ms is not None:
        yield stopwatch(report.length_ms)


def _print(text: str, style: str, console: Console) -> None:
    """Print text, wrapped at spaces only: rich would also break it at no-break spaces."""
    console.print(fill(text, console.width), style=style, highlight=False, markup=False, soft_wrap=True)


def _figures(report: NimbleReport, lang: str) -> Table:
    """A row a figure, a column a seat: figures have long names, and players short ones."""
    names = [escape(str(_name(report, seat))) for seat in range(len(report.seats))]
    table = figure_table(say("rhythm_figures", lang), "", *names)
    every = [seat.figures for seat in report.seats]
    table.add_row(say("rhythm_figure_left", lang), *(str(seat.left) for seat in report.seats))
    table.add_row(say("rhythm_figure_errors", lang), *(str(seat.errors) for seat in report.seats))
    table.add_row(say("rhythm_figure_taken", lang), *(_taken(figures, lang) for figures in every))
    races = (say("rhythm_won_lost", lang, won=one.races_won, lost=one.races_lost) for one in every)
    table.add_row(say("rhythm_figure_races", lang), *races)
    if report.timed:
        table.add_row(
            say("rhythm_figure_hesitation", lang), *(format_ms(one.median_hesitation_ms, lang) for one in every)
        )
        table.add_row(say("rhythm_figure_missed", lang), *(format_ms(one.longest_missed_ms, lang) for one in every))
        table.add_row(say("rhythm_figure_gap", lang), *(format_ms(one.longest_gap_ms, lang) for one in every))
        table.add_row(say("rhythm_figure_flips", lang), *(_rate(one.flips_per_minute, lang) for one in every))
        table.add_row(say("rhythm_figure_placements", lang), *(_rate(one.placements_per_minute, lang) for one in every))
    return table


def _taken(figures: RhythmFigures, lang: str) -> str:
    return say("rhythm_taken_of", lang, taken=figures.taken, count=figures.counted) if figures.counted else "–"


def _rate(value: float | None, lang: str) -> str:
    return "–" if value is None else decimal(f"{value:.1f}", lang)


def _races(report: NimbleReport, lang: str) -> Table:
    keys = ("rhythm_time", "rhythm_player", "rhythm_pile", "rhythm_card", "rhythm_race_first", "rhythm_race_had")
    table = figure_table(
        say("rhythm_races", lang),
        *(say(key, lang) for key in (*keys, "rhythm_race_first_had", "rhythm_race_behind")),
    )

    def closeness(lost: tuple[int, LostRace]) -> tuple[float, int]:
        race = lost[1]
        return inf if race.behind_ms is None else race.behind_ms, race.event

    every = [(seat, race) for seat, one in enumerate(report.seats) for race in one.races]
    for seat, race in sorted(every, key=closeness)[:MAX_ROWS] if report.timed else []:
        table.add_row(
            _when(race.ms, race.event),
            _name(report, seat),
            str(race.pile + 1),
            race.card,
            Text.assemble(_name(report, race.by), f" {race.by_card}"),
            format_ms(race.open_ms, lang),
            format_ms(race.by_open_ms, lang),
            format_ms(race.behind_ms, lang),
        )
    return table


def _missed(report: NimbleReport, lang: str) -> Table:
    keys = ("rhythm_time", "rhythm_player", "rhythm_pile", "rhythm_card", "rhythm_lay_open", "rhythm_end")
    table = figure_table(say("rhythm_missed", lang), *(say(key, lang) for key in keys))
    every = [
        (seat, chance)
        for seat, one in enumerate(report.seats)
        for chance in one.chances
        if chance.end not in ("taken", "elsewhere")
    ]

    def length(missed: tuple[int, OpenChance]) -> int:
        return -(missed[1].open_ms or 0)

    for seat, chance in sorted(every, key=length)[:MAX_ROWS] if report.timed else []:
        table.add_row(
            _when(chance.opened_ms, chance.opened),
            _name(report, seat),
            str(chance.pile + 1),
            chance.card,
            format_ms(chance.open_ms, lang),
            chance_end(chance, report.players, lang),
        )
    return table


def _errors(report: NimbleReport, lang: str) -> Table:
    keys = ("rhythm_player", "rhythm_pile", "rhythm_card", "rhythm_error_on", "rhythm_error_fits")
    first = say("rhythm_time" if report.timed else "rhythm_event", lang)
    table = figure_table(say("rhythm_errors", lang), first, *(say(key, lang) for key in keys))
    every = [(placed, seat) for seat, one in enumerate(report.seats) for placed in one.placements if placed.error]
    for placed, seat in sorted(every, key=lambda one: one[0].event):
        table.add_row(
            _when(placed.ms, placed.event),
            _name(report, seat),
            str(placed.pile + 1),
            placed.card,
            placed.on,
            _piles(placed, lang),
        )
    return table


def _piles(placed: Placement, lang: str) -> str:
    return ", ".join(str(pile + 1) for pile in placed.fits) or say("rhythm_error_nowhere", lang)


def _when(ms: int | None, event: int) -> str:
    return str(event) if ms is None else stopwatch(ms)


def _name(report: NimbleReport, seat: int) -> Text:
    """A name as it is: rich would read square brackets in it as markup."""
    return Text(truncate_middle(printable(report.players[seat]), MAX_NAME_LETTERS))
