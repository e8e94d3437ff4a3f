"""The score sheet of Parade, as it is counted at a table."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from wonderland.games import parade
from wonderland.games.parade.scoring import ColourLine
from wonderland.messages import printable, say
from wonderland.terminal.cards import colour_label
from wonderland.terminal.results import winner_line


def show_scores(players: Sequence[str], end: parade.Outcome, lang: str, console: Console | None = None) -> None:
    """The score sheet: one column a player, one row a colour."""
    console = console or Console()
    names = [printable(name) for name in players]
    for heads in (names, [name.replace(" ", "\n") for name in names]):
        table = _sheet(heads, end, lang)
        # Measured as if there were room: a table that is asked within its width always fits, by cutting.
        if console.measure(table, options=console.options.update(max_width=1000)).maximum <= console.width:
            console.print(table)
            break
    else:
        _show_narrowly(players, end, lang, console)
    console.print(say("score_turned", lang), style="dim", highlight=False)
    if end.tied:
        console.print(say("score_tied", lang), highlight=False)
    console.print(Text(winner_line(players, end.winners, lang), "bold"))


def _sheet(heads: Sequence[str], end: parade.Outcome, lang: str) -> Table:
    table = Table(title=say("score_title", lang), title_style="bold", show_footer=False)
    table.add_column(say("score_colour", lang))
    for seat, head in enumerate(heads):
        winner = seat in end.winners
        table.add_column(Text(f"{head} ★" if winner else head, "bold" if winner else ""), justify="right")
    for colour in parade.COLOURS:
        label = colour_label(colour) + Text(" " + say(f"colour_{colour}", lang))
        rows = [next((line for line in lines if line.colour == colour), None) for lines in end.sheet]
        table.add_row(label, *(_sum(line) for line in rows))
    table.add_section()
    table.add_row(say("score_total", lang), *(Text(str(points), "bold") for points in end.scores))
    table.add_row(say("score_cards", lang), *(str(count) for count in end.cards))
    return table


def _show_narrowly(players: Sequence[str], end: parade.Outcome, lang: str, console: Console) -> None:
    """The same sheet for a narrow screen: one player after the other."""
    for seat, name in enumerate(players):
        console.print(Text(printable(name), "bold"))
        for line in end.sheet[seat]:
            console.print(Text("  ") + colour_label(line.colour) + Text(" ") + _sum(line))
        total = say("score_total", lang), end.scores[seat], say("score_cards", lang), end.cards[seat]
        console.print(Text("  {} {} · {} {}".format(*total)))


def _sum(line: ColourLine | None) -> Text:
    """`10+8+3 = 21`, or `↻ 5 × 1 = 5` for cards that are turned over."""
    if line is None:
        return Text("·", "dim")
    if line.turned:
        return Text(f"↻ {len(line.cards)} × 1 = {line.points}", "italic")
    return Text("+".join(str(card.value) for card in reversed(line.cards)) + f" = {line.points}")
