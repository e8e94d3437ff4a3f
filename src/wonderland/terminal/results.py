"""How a game ended, for people: the full score of Parade, the pile check of Nimble."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from wonderland.games import nimble, parade
from wonderland.games.parade.scoring import ColourLine
from wonderland.games.registry import AnyGame
from wonderland.messages import printable, say
from wonderland.terminal.cards import patch


def show_result(game: AnyGame, state: Any, lang: str, console: Console | None = None) -> None:
    """The outcome of a finished game, or how far an unfinished one has come."""
    console = console or Console()
    end = game.outcome(state)
    if isinstance(end, parade.Outcome):
        show_scores(state.players, end, lang, console)
    elif isinstance(end, nimble.Outcome):
        show_round(state.players, end, lang, console, one_error_is_out=state.options.errors == "out")
    else:
        console.print(summary(game.result(state), lang, state.players), highlight=False, markup=False)


def show_scores(players: Sequence[str], end: parade.Outcome, lang: str, console: Console | None = None) -> None:
    """The score sheet of Parade as it is counted at a table: one column a player, one row a colour."""
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
    console.print(Text(won_by(players, end.winners, lang), "bold"))


def _sheet(heads: Sequence[str], end: parade.Outcome, lang: str) -> Table:
    table = Table(title=say("score_title", lang), title_style="bold", show_footer=False)
    table.add_column(say("score_colour", lang))
    for seat, head in enumerate(heads):
        winner = seat in end.winners
        table.add_column(Text(f"{head} ★" if winner else head, "bold" if winner else ""), justify="right")
    for colour in parade.COLOURS:
        label = patch(colour) + Text(" " + say(f"colour_{colour}", lang))
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
            console.print(Text("  ") + patch(line.colour) + Text(" ") + _sum(line))
        total = say("score_total", lang), end.scores[seat], say("score_cards", lang), end.cards[seat]
        console.print(Text("  {} {} · {} {}".format(*total)))


def _sum(line: ColourLine | None) -> Text:
    """`10+8+3 = 21`, or `↻ 5 × 1 = 5` for cards that are turned over."""
    if line is None:
        return Text("·", "dim")
    if line.turned:
        return Text(f"↻ {len(line.cards)} × 1 = {line.points}", "italic")
    return Text("+".join(str(card.value) for card in reversed(line.cards)) + f" = {line.points}")


def won_by(players: Sequence[str], winners: Sequence[int], lang: str) -> str:
    names = [players[seat] for seat in winners]
    if len(names) == 1:
        return say("won_alone", lang, name=names[0])
    together = f"{', '.join(names[:-1])} {say('and', lang)} {names[-1]}"
    return say("won_shared", lang, names=together)


def show_round(
    players: Sequence[str], end: nimble.Outcome, lang: str, console: Console, *, one_error_is_out: bool
) -> None:
    """The end of a round of Nimble: titles, then the piles checked card by card."""
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
    console.print(Text(won_by(players, end.winners, lang), "bold"))


def summary(result: Mapping[str, Any], lang: str, players: Sequence[str] = ()) -> str:
    """One line about a record, finished or not."""
    tell = {"parade": _parade_summary, "nimble": _nimble_summary}.get(result["game"], _plain_summary)
    text = say("at_key", lang, key=result["game"].capitalize(), problem=tell(result, lang, players))
    return say("at_line", lang, line=result["line"], problem=text) if "line" in result else text


def _parade_summary(result: Mapping[str, Any], lang: str, players: Sequence[str]) -> str:
    if result["finished"]:
        return say("summary_parade", lang, scores=result["scores"], winners=_seats(result["winners"]))
    turn = result["turn"]
    if turn is None:
        return say("summary_discards", lang, count=result["plies"])
    who = players[turn] if players else say("seat_name", lang, seat=turn)
    return say("summary_turn", lang, count=result["plies"], name=who)


def _nimble_summary(result: Mapping[str, Any], lang: str, players: Sequence[str]) -> str:
    if not result["finished"]:
        return say("summary_running", lang, scores=result["left"])
    text = say("summary_nimble", lang, scores=result["left"], winners=_seats(result["winners"]))
    challenge = result.get("challenge")
    if challenge:
        text += "; " + say("challenge_standing", lang, wins=challenge["wins"], errors=challenge["errors"])
        if "winners" in challenge:
            text += "; " + say("summary_challenge", lang, winners=_seats(challenge["winners"]))
    return text


def _plain_summary(result: Mapping[str, Any], lang: str, players: Sequence[str]) -> str:
    return say("summary_finished" if result["finished"] else "summary_unfinished", lang)


def _seats(winners: Sequence[int]) -> str:
    return ", ".join(map(str, winners))
