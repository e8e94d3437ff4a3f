"""How a game ended, for people: by the game's own terminal kit, or as a table of places and scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from wonderland.core.table import Standing
from wonderland.games.registry import AnyGame, title
from wonderland.messages import printable, say
from wonderland.messages.lists import listed


def show_result(game: AnyGame, state: Any, lang: str, console: Console | None = None) -> None:
    """The outcome of a finished game, or how far an unfinished one has come."""
    from wonderland.terminal.games import kit

    console = console or Console()
    if game.outcome(state) is None:
        console.print(summary(game.result(state), lang, state.players), highlight=False, markup=False)
    else:
        kit(game.name).show_result(state, lang, console)


def summary(result: Mapping[str, Any], lang: str, players: Sequence[str] = ()) -> str:
    """One line about a record, finished or not, from what replaying it gives."""
    from wonderland.terminal.games import kit

    name = result["game"]
    text = say("at_key", lang, key=title(name, lang), problem=kit(name).summary(result, lang, players))
    return say("at_line", lang, line=result["line"], problem=text) if "line" in result else text


def show_standings(players: Sequence[str], standings: Sequence[Standing], lang: str, console: Console) -> None:
    """Everybody's place, name and score, the best first, and who has won."""
    table = Table(title=say("result_title", lang), title_style="bold")
    table.add_column(say("result_place", lang), justify="right")
    table.add_column(say("result_player", lang))
    table.add_column(say("result_score", lang), justify="right")
    order = sorted(range(len(players)), key=lambda seat: standings[seat].place)
    for seat in order:
        place, score = standings[seat].place, standings[seat].score
        style = "bold" if place == 1 else ""
        table.add_row(str(place), Text(printable(players[seat]) + (" ★" if place == 1 else ""), style), str(score))
    console.print(table)
    winners = [seat for seat in order if standings[seat].place == 1]
    console.print(Text(winner_line(players, winners, lang), "bold"))


def winner_line(players: Sequence[str], winners: Sequence[int], lang: str) -> str:
    names = [players[seat] for seat in winners]
    if len(names) == 1:
        return say("won_alone", lang, name=names[0])
    return say("won_shared", lang, names=listed(names, lang))


def seat_numbers(winners: Sequence[int]) -> str:
    return ", ".join(map(str, winners))
