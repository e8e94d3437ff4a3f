"""The statistics of a run as tables for people."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from wonderland.figures.formatting import format_mean, format_percent
from wonderland.figures.tables import figure_table
from wonderland.games.parade.cards import COLOURS
from wonderland.messages import decimal, grouped, say
from wonderland.sim.runs.seats import Seat
from wonderland.sim.runs.statistics import Statistics, quantile, spread


def seat_name(seat: int, lang: str) -> str:
    return say("sim_seat_first", lang) if seat == 0 else say("sim_seat_nth", lang, number=seat + 1)


def show(found: Statistics, seconds: float, lang: str, console: Console) -> None:
    """Everything a run tells: by turn order, the games as a whole, and the colours."""
    title = say(
        "sim_table_title",
        lang,
        games=grouped(found.games, lang),
        players=found.players,
        policy=", ".join(found.policies if len(set(found.policies)) > 1 else found.policies[:1]),
        seed=found.seed,
    )
    console.print(title, style="bold", highlight=False, markup=False)
    rate = grouped(round(found.games / max(seconds, 1e-9)), lang)
    console.print(
        say("sim_table_speed", lang, seconds=decimal(f"{seconds:.2f}", lang), rate=rate), highlight=False, markup=False
    )
    if not found.games:
        return
    for table in (_seats(found, lang), _games(found, lang), _ends(found, lang), _colours(found, lang)):
        console.print()
        console.print(table)
    console.print(say("sim_interval", lang), style="dim", highlight=False, markup=False)


def show_seats(seats: list[Seat], lang: str, console: Console) -> None:
    """Who did how well, where the seats of the table play differently."""
    if not seats:
        return
    keys = ("sim_policy", "sim_wins", "sim_score")
    table = figure_table(say("sim_table_seats", lang), "", *(say(key, lang) for key in keys))
    for place, seat in enumerate(seats, 1):
        name = say("player_name", lang, number=place)
        table.add_row(name, seat.policy, format_percent(seat.wins, lang), format_mean(seat.score, lang))
    console.print(table)


def _seats(found: Statistics, lang: str) -> Table:
    keys = ("sim_seat", "sim_wins", "sim_shared", "sim_score", "sim_quantiles", "sim_cards")
    table = figure_table(say("sim_seats_title", lang), *(say(key, lang) for key in keys))
    for seat in range(found.players):
        scores = found.score_counts[seat]
        table.add_row(
            seat_name(seat, lang),
            format_percent(found.wins(seat), lang),
            decimal(f"{100 * int(found.win_counts[seat, 2:].sum()) / found.games:.2f} %", lang),
            format_mean(found.score(seat), lang),
            "·".join(str(quantile(scores, part)) for part in (0.05, 0.5, 0.95)),
            format_mean(found.cards(seat), lang),
        )
    return table


def _games(found: Statistics, lang: str) -> Table:
    keys = ("sim_mean", "sim_spread", "sim_quantiles", "sim_range")
    table = figure_table(say("sim_games_title", lang), "", *(say(key, lang) for key in keys))
    for key, measure, counts in (
        ("sim_length", found.plies, found.ply_counts),
        ("sim_lowest", found.lowest, found.lowest_counts),
    ):
        seen = counts.nonzero()[0]
        table.add_row(
            say(key, lang),
            format_mean(measure, lang),
            decimal(f"{spread(counts):.1f}", lang),
            "·".join(str(quantile(counts, part)) for part in (0.05, 0.5, 0.95)),
            f"{seen[0]} – {seen[-1]}",
        )
    return table


def _ends(found: Statistics, lang: str) -> Table:
    table = figure_table(say("sim_how_ends", lang), "", say("sim_share", lang))
    for cause, count in found.cause_counts.items():
        table.add_row(say(f"sim_{cause}", lang), format_percent(found.rate(count), lang))
    return table


def _colours(found: Statistics, lang: str) -> Table:
    keys = ("sim_colour", "sim_turned_nobody", "sim_turned_one", "sim_turned_more")
    table = figure_table(say("sim_turned_title", lang), *(say(key, lang) for key in keys))
    for colour, counts in zip(COLOURS, found.turned_counts, strict=True):
        parts = (int(counts[0]), int(counts[1]), int(counts[2:].sum()))
        table.add_row(say(f"colour_{colour}", lang), *(format_percent(found.rate(part), lang) for part in parts))
    return table
