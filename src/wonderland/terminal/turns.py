"""A turn-based game in the terminal: one person against bots, at a plain table that fits every game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from rich.rule import Rule
from rich.text import Text

from wonderland.bots.bot import Budget
from wonderland.bots.running import decide
from wonderland.core.description import describe
from wonderland.core.errors import WonderlandError, shown
from wonderland.messages import printable
from wonderland.records.log import Log
from wonderland.terminal.dialog import Dialog
from wonderland.terminal.opponents import Opponent, shows_avatars
from wonderland.terminal.results import show_result
from wonderland.terminal.status import delayed_status


class TurnTable:
    """Runs a game to its end; ``save`` is called after every action, so that nothing is lost.

    The table shows the view of the person's seat, never the state. A game's own table overrides ``show_help``,
    ``show_view``, ``choose`` and ``tell_action``.
    """

    def __init__(
        self,
        dialog: Dialog,
        log: Log,
        seat: int,
        opponents: Mapping[int, Opponent],
        save: Callable[[], None],
        random: Random,
    ) -> None:
        self.dialog = dialog
        self.log = log
        self.game = log.game
        self.seat = seat
        self.opponents = opponents
        self.save = save
        #: Chooses for an opponent that fails.
        self.random = random
        self.names = tuple(self._name(seat) for seat in range(len(log.state.players)))

    def play(self) -> None:
        self.show_help()
        while self.game.outcome(self.log.state) is None:
            self._act(self.game.table.waiting(self.log.state)[0])
        self.dialog.console.print(Rule())
        show_result(self.game, self.log.state, self.dialog.lang, self.dialog.console)

    def _act(self, seat: int) -> None:
        before = self.log.state
        if seat in self.opponents:
            action = self._opponent_action(seat)
        else:
            view = self.game.view(before, seat)
            self.show_view(view)
            action = self.choose(view)
        self.log.act(seat, action)
        self.save()
        self.tell_action(before, seat, action)

    def _opponent_action(self, seat: int) -> Any:
        """What a bot does; a bot that fails does not end the game."""
        with delayed_status(self.dialog.console, self.dialog.text("play_thinking", name=self.names[seat])):
            bot = self.opponents[seat].bot
            action, fault = decide(self.game, self.log.state, seat, bot, Budget(), self.random)
        if fault is not None:
            self.dialog.tell("play_failed", "dim", name=self.names[seat], problem=fault)
        return action

    def _name(self, seat: int) -> str:
        """A player's name, with an opponent's avatar where the terminal can show it."""
        name = printable(self.log.state.players[seat])
        avatar = seat in self.opponents and shows_avatars(self.dialog.console)
        return f"{self.opponents[seat].avatar} {name}" if avatar else name

    # ---- what a game's own table overrides -------------------------------------------------------------

    def show_help(self) -> None:
        """Shown once, before the first turn."""
        self.dialog.tell("play_plain_help", "dim")

    def show_view(self, view: Any) -> None:
        """What the person sees before choosing: every field of the view as text."""
        self.dialog.console.print(Rule(Text(self.dialog.text("play_turn", number=len(self.log.actions) + 1), "bold")))
        for line in describe(view).splitlines():
            self.dialog.show(printable(line), hang="  ")

    def choose(self, view: Any) -> Any:
        """Ask the person for an action: by its number in the list, or by its text."""
        actions = self.game.choices(view)
        for number, action in enumerate(actions, 1):
            self.dialog.show(f"  {number} {printable(str(action))}")
        while True:
            action = self._read(self.dialog.ask("play_ask_action"), actions)
            if action is not None:
                return action

    def _read(self, answer: str, actions: Any) -> Any:
        """The action that an answer names, or None after saying what is wrong with it."""
        by_number = {str(number): action for number, action in enumerate(actions, 1)}
        by_text = {str(action).casefold(): action for action in actions}
        for known, key in ((by_number, answer), (by_text, answer.casefold())):
            if key in known:
                return known[key]
        try:
            refusal = self.game.check(self.log.state, self.seat, self.game.read_action(answer))
        except WonderlandError:
            refusal = None
        if refusal is None:
            example = {"count": len(actions), "action": actions[0]}
            self.dialog.tell("play_pick_action", "red", answer=shown(answer), **example)
        else:
            self.dialog.show(refusal.say(self.dialog.lang), "red")
        return None

    def tell_action(self, before: Any, seat: int, action: Any) -> None:
        """What the person is told after an action, given the state before it: never what another seat may hide."""
        if seat == self.seat or self.game.table.is_public(action):
            self.dialog.tell("play_action", name=self.names[seat], action=action)
        else:
            self.dialog.tell("play_hidden_action", name=self.names[seat])
