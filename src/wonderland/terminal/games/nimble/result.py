"""The end of a round of Nimble: titles, then the piles checked card by card (N8)."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from wonderland.games import nimble
from wonderland.messages import printable, say
from wonderland.terminal.results import winner_line


def show_round(
    players: Sequence[str], end: nimble.Outcome, lang: str, console: Console, *, one_error_is_out: bool
) -> None:
    """Show titles, cards left and errors, and every card that does not fit where it lies."""
    console.print(say(f"nimble_end_{end.end}", lang), style="bold", highlight=False)
    table = Table()
    for key in ("nimble_player", "nimble_title", "nimble_left", "nimble_errors"):
        table.add_column(say(key, lang), justify="left" if key in ("nimble_player", "nimble_title") else "right")
    for seat in sorted(range(len(players)), key=lambda seat: (end.left[seat], seat)):
        star, errors = " ★" if seat in end.winners else "", end.errors[seat]
        table.add_row(
            Text(printable(players[seat]) + star),
            say(f"title_{end.titles[seat]}", lang),
            str(end.left[seat]),
            say("nimble_out", lang, count=errors) if errors and one_error_is_out else str(errors),
        )
    console.print(table)
    for number, pile in enumerate(end.piles, 1):
        wrong = [(pile[place - 1], card) for place, card in enumerate(pile) if card.error]
        console.print(say("nimble_pile_checked", lang, pile=number, count=len(wrong)), highlight=False)
        for under, card in wrong:
            line = say("nimble_pile_error", lang, card=card.card, under=under.card, name=players[card.seat])
            console.print(Text("  " + line))
    console.print(Text(winner_line(players, end.winners, lang), "bold"))
