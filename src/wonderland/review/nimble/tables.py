"""The tables of a report as text, for the terminal and for a page alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import NamedTuple

from wonderland.messages import decimal, printable, say
from wonderland.review.nimble.report import LostRace, NimbleReport, OpenChance, Placement
from wonderland.review.nimble.wording import chance_end, format_ms, stopwatch

#: How many races, and how many missed chances, are listed; JSON has all.
MAX_ROWS = 10


class TextTable(NamedTuple):
    """A table: its title, the names of its columns, its rows, and a note below it."""

    title: str
    heads: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    note: str = ""


def headline(report: NimbleReport, lang: str) -> Iterator[str]:
    """What the report is about, part by part."""
    yield say("rhythm_title", lang)
    if report.round:
        yield say("rhythm_round", lang, number=report.round[0], count=report.round[1])
    yield say(f"nimble_end_{report.end}", lang) if report.end else say("rhythm_running", lang)
    if report.length_ms is not None:
        yield stopwatch(report.length_ms)


def report_tables(report: NimbleReport, lang: str) -> list[TextTable]:
    """Everybody's figures, then the races, chances and errors worth looking at; those without a row are left out."""
    tables = [_figures(report, lang)]
    if report.timed:
        tables += [_races(report, lang), _missed(report, lang)]
    return [table for table in [*tables, _errors(report, lang)] if table.rows]


def _figures(report: NimbleReport, lang: str) -> TextTable:
    """A row a figure, a column a seat: figures have long names, and players short ones."""
    every = [seat.figures for seat in report.seats]
    rows: dict[str, list[str]] = {
        "left": [str(seat.left) for seat in report.seats],
        "errors": [str(seat.errors) for seat in report.seats],
        "taken": [
            say("rhythm_taken_of", lang, taken=one.taken, count=one.counted) if one.counted else "–" for one in every
        ],
        "races": [say("rhythm_won_lost", lang, won=one.races_won, lost=one.races_lost) for one in every],
    }
    if report.timed:
        rows["hesitation"] = [format_ms(one.median_hesitation_ms, lang) for one in every]
        rows["shown"] = [format_ms(one.median_shown_ms, lang) for one in every]
        rows["missed"] = [format_ms(one.longest_missed_ms, lang) for one in every]
        rows["gap"] = [format_ms(one.longest_gap_ms, lang) for one in every]
        rows["flips"] = [_rate(one.flips_per_minute, lang) for one in every]
        rows["placements"] = [_rate(one.placements_per_minute, lang) for one in every]
    return TextTable(
        say("rhythm_figures", lang),
        ("", *map(printable, report.players)),
        [(say(f"rhythm_figure_{name}", lang), *cells) for name, cells in rows.items()],
        say("rhythm_figures_note", lang),
    )


def _rate(value: float | None, lang: str) -> str:
    return "–" if value is None else decimal(f"{value:.1f}", lang)


def _races(report: NimbleReport, lang: str) -> TextTable:
    names = ("time", "player", "pile", "card", "race_first", "race_had", "race_first_had", "race_behind")

    def closeness(lost: tuple[int, LostRace]) -> tuple[float, int]:
        race = lost[1]
        return inf if race.behind_ms is None else race.behind_ms, race.event

    every = [(seat, race) for seat, one in enumerate(report.seats) for race in one.races]
    rows = [
        (
            _when(race.ms, race.event),
            printable(report.players[seat]),
            str(race.pile + 1),
            race.card,
            f"{printable(report.players[race.by])} {race.by_card}",
            format_ms(race.open_ms, lang),
            format_ms(race.by_open_ms, lang),
            format_ms(race.behind_ms, lang),
        )
        for seat, race in sorted(every, key=closeness)[:MAX_ROWS]
    ]
    return TextTable(say("rhythm_races", lang), _heads(names, lang), rows, say("rhythm_races_note", lang))


def _missed(report: NimbleReport, lang: str) -> TextTable:
    names = ("time", "player", "pile", "card", "lay_open", "end")

    def length(missed: tuple[int, OpenChance]) -> int:
        return -(missed[1].open_ms or 0)

    every = [
        (seat, chance)
        for seat, one in enumerate(report.seats)
        for chance in one.chances
        if chance.end not in ("taken", "elsewhere")
    ]
    rows = [
        (
            _when(chance.opened_ms, chance.opened),
            printable(report.players[seat]),
            str(chance.pile + 1),
            chance.card,
            format_ms(chance.open_ms, lang),
            chance_end(chance, report.players, lang),
        )
        for seat, chance in sorted(every, key=length)[:MAX_ROWS]
    ]
    return TextTable(say("rhythm_missed", lang), _heads(names, lang), rows)


def _errors(report: NimbleReport, lang: str) -> TextTable:
    names = ("time" if report.timed else "event", "player", "pile", "card", "error_on", "error_fits")
    every = [(placed, seat) for seat, one in enumerate(report.seats) for placed in one.placements if placed.error]
    rows = [
        (
            _when(placed.ms, placed.event),
            printable(report.players[seat]),
            str(placed.pile + 1),
            placed.card,
            placed.on,
            _piles(placed, lang),
        )
        for placed, seat in sorted(every, key=lambda one: one[0].event)
    ]
    return TextTable(say("rhythm_errors", lang), _heads(names, lang), rows)


def _heads(names: tuple[str, ...], lang: str) -> tuple[str, ...]:
    return tuple(say(f"rhythm_{name}", lang) for name in names)


def _piles(placed: Placement, lang: str) -> str:
    return ", ".join(str(pile + 1) for pile in placed.fits) or say("rhythm_error_nowhere", lang)


def _when(ms: int | None, event: int) -> str:
    return str(event) if ms is None else stopwatch(ms)
