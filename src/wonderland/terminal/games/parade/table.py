"""A game of Parade in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from wonderland.games.parade import COLOURS, Action, Card, Play, State, View
from wonderland.games.parade.cards import by_colour
from wonderland.games.parade.removal import split
from wonderland.records.log import Log
from wonderland.terminal.cards import card_label, card_labels, colour_label
from wonderland.terminal.dialog import Dialog
from wonderland.terminal.games.parade.chooser import Chooser
from wonderland.terminal.opponents import Opponent
from wonderland.terminal.turns import TurnTable


class ParadeTable(TurnTable):
    """Draws everyone's cards in front, the parade and the hand, and tells what each move takes."""

    def __init__(
        self,
        dialog: Dialog,
        log: Log,
        seat: int,
        opponents: Mapping[int, Opponent],
        save: Callable[[], None],
        random: Random,
    ) -> None:
        super().__init__(dialog, log, seat, opponents, save, random)
        self.chooser = Chooser(dialog, log, seat, self.names)

    def show_help(self) -> None:
        names = [colour_label(colour) + Text(" " + self.dialog.text(f"colour_{colour}")) for colour in COLOURS]
        self.dialog.console.print(Text("  ").join(names))
        self.dialog.tell("play_help", "dim")
        self.dialog.tell("play_help_advice", "dim")

    def show_view(self, view: View) -> None:
        console, text = self.dialog.console, self.dialog.text
        turn = text("play_turn", number=len(view.history) + 1) if view.phase == "play" else text("play_discard")
        console.print(Rule(Text(turn, "bold")))
        if view.last_round:
            self.dialog.tell("play_last_round", "bold #f0913a", count=view.last_round)
        table = Table.grid(padding=(0, 2))
        for seat, name in enumerate(self.names):
            own = Text(name, "bold" if seat == view.seat else "")
            table.add_row(own, card_labels(view.front[seat]) if view.front[seat] else Text("–", "dim"))
        console.print(table)
        console.print()
        line = Text(text("play_parade") + " ▸ ", "bold") + card_labels(view.parade) + Text(" ◂")
        line.append(f"   {text('play_pile', count=view.pile)}", "dim")
        console.print(line)

    def choose(self, view: View) -> Action:
        return self.chooser.card(view) if view.phase == "play" else self.chooser.discard(view)

    def tell_action(self, before: State, seat: int, action: Action) -> None:
        if isinstance(action, Play):  # which cards were set aside stays hidden (P7)
            self._tell_move(before, seat, action.card)

    def _tell_move(self, before: State, seat: int, card: Card) -> None:
        taken, _ = split(before.parade, card)
        name = self.names[seat]
        line = Text(self.dialog.text("play_played", name=name) + " ") + card_label(card)
        if taken:
            line += Text(" " + self.dialog.text("play_and_takes") + " ") + card_labels(by_colour(taken))
        self.dialog.console.print(line)
        after = self.log.state
        if after.trigger and after.trigger.ply == len(after.history):
            cause = {(True, False): "colours", (False, True): "pile", (True, True): "both"}
            key = cause[after.trigger.colours, after.trigger.pile]
            self.dialog.tell(f"play_trigger_{key}", "bold #f0913a", name=name)
