"""A game of Parade in the terminal: one person against opponents of the ladder.

The table draws the seat's view and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from wonderland.bots.bot import Budget
from wonderland.bots.running import decide
from wonderland.games.parade import COLOURS, Action, Card, Play, View, game
from wonderland.games.parade.cards import by_colour
from wonderland.games.parade.removal import split
from wonderland.messages import printable
from wonderland.records.log import Log
from wonderland.terminal.asking import Talk
from wonderland.terminal.cards import chip, chips, patch
from wonderland.terminal.choosing import Chooser
from wonderland.terminal.opponents import Opponent, shows_faces
from wonderland.terminal.results import show_scores
from wonderland.terminal.thinking import thinking


class ParadeTable:
    """Runs a game to its end; ``save`` is called after every action, so that nothing is lost."""

    def __init__(
        self,
        talk: Talk,
        log: Log,
        seat: int,
        opponents: Mapping[int, Opponent],
        save: Callable[[], None],
        random: Random,
    ) -> None:
        self.talk = talk
        self.log = log
        self.opponents = opponents
        self.save = save
        #: What is played for an opponent who fails.
        self.random = random
        self.names = tuple(self._name(seat) for seat in range(len(log.state.players)))
        self.chooser = Chooser(talk, log, seat, self.names)

    def play(self) -> None:
        self._legend()
        while not self.log.state.over:
            for seat in range(len(self.log.state.players)):
                if game.legal(self.log.state, seat):
                    self._act(seat)
        end = game.outcome(self.log.state)
        assert end is not None
        self.talk.console.print(Rule())
        show_scores(self.log.state.players, end, self.talk.lang, self.talk.console)

    def _act(self, seat: int) -> None:
        before = game.view(self.log.state, seat)
        action: Action
        if seat in self.opponents:
            action = self._await(seat)
        else:
            self._show(before)
            action = self.chooser.card(before) if before.phase == "play" else self.chooser.discard(before)
        self.log.act(seat, action)
        self.save()
        if isinstance(action, Play):
            self._tell_move(before, seat, action.card)

    def _await(self, seat: int) -> Action:
        """An opponent's action; one who fails does not end the game."""
        action: Action
        with thinking(self.talk.console, self.talk.text("play_thinking", name=self.names[seat])):
            action, fault = decide(game, self.log.state, seat, self.opponents[seat].bot, Budget(), self.random)
        if fault is not None:
            self.talk.tell("play_failed", "dim", name=self.names[seat], problem=fault)
        return action

    def _name(self, seat: int) -> str:
        """A player's name, with an opponent's face where it can be shown."""
        name = printable(self.log.state.players[seat])
        faces = seat in self.opponents and shows_faces(self.talk.console)
        return f"{self.opponents[seat].avatar} {name}" if faces else name

    # ---- drawing ---------------------------------------------------------------------------------

    def _legend(self) -> None:
        names = [patch(colour) + Text(" " + self.talk.text(f"colour_{colour}")) for colour in COLOURS]
        self.talk.console.print(Text("  ").join(names))
        self.talk.tell("play_help", "dim")
        self.talk.tell("play_help_advice", "dim")

    def _show(self, view: View) -> None:
        console, text = self.talk.console, self.talk.text
        turn = text("play_turn", number=len(view.history) + 1) if view.phase == "play" else text("play_discard")
        console.print(Rule(Text(turn, "bold")))
        if view.last_round:
            self.talk.tell("play_last_round", "bold #f0913a", count=view.last_round)
        table = Table.grid(padding=(0, 2))
        for seat, name in enumerate(self.names):
            own = Text(name, "bold" if seat == view.seat else "")
            table.add_row(own, chips(view.front[seat]) if view.front[seat] else Text("–", "dim"))
        console.print(table)
        console.print()
        line = Text(text("play_parade") + " ▸ ", "bold") + chips(view.parade) + Text(" ◂")
        line.append(f"   {text('play_pile', count=view.pile)}", "dim")
        console.print(line)

    def _tell_move(self, before: View, seat: int, card: Card) -> None:
        taken, _ = split(before.parade, card)
        name = self.names[seat]
        line = Text(self.talk.text("play_played", name=name) + " ") + chip(card)
        if taken:
            line += Text(" " + self.talk.text("play_and_takes") + " ") + chips(by_colour(taken))
        self.talk.console.print(line)
        after = self.log.state
        if after.trigger and after.trigger.ply == len(after.history):
            cause = {(True, False): "colours", (False, True): "pile", (True, True): "both"}
            key = cause[after.trigger.colours, after.trigger.pile]
            self.talk.tell(f"play_trigger_{key}", "bold #f0913a", name=name)
