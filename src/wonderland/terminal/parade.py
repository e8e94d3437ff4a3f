"""A game of Parade in the terminal: one person against simple opponents.

The table draws the seat's view and nothing else; what a card would take comes from the rules' own ``explain``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from wonderland.bots.bot import Bot, Budget
from wonderland.core.errors import Unreadable, shown
from wonderland.games.parade import COLOURS, Action, Card, Discard, Play, View, explain, game
from wonderland.games.parade.cards import by_colour
from wonderland.games.parade.removal import split
from wonderland.games.parade.state import Cards
from wonderland.messages import printable
from wonderland.records.log import Log
from wonderland.terminal.asking import Talk
from wonderland.terminal.cards import chip, chips, patch
from wonderland.terminal.results import show_scores


class ParadeTable:
    """Runs a game to its end; ``save`` is called after every action, so that nothing is lost."""

    def __init__(
        self, talk: Talk, log: Log, seat: int, bots: Mapping[int, Bot[View, Action]], save: Callable[[], None]
    ) -> None:
        self.talk = talk
        self.log = log
        self.seat = seat
        self.bots = bots
        self.save = save

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
        if seat in self.bots:
            action = self.bots[seat].decide(before, Budget())
        else:
            self._show(before)
            action = self._ask_card(before) if before.phase == "play" else self._ask_discard(before)
        self.log.act(seat, action)
        self.save()
        if isinstance(action, Play):
            self._tell_move(before, seat, action.card)

    # ---- drawing ---------------------------------------------------------------------------------

    def _legend(self) -> None:
        names = [patch(colour) + Text(" " + self.talk.text(f"colour_{colour}")) for colour in COLOURS]
        self.talk.console.print(Text("  ").join(names))
        self.talk.tell("play_help", "dim")

    def _show(self, view: View) -> None:
        console, text = self.talk.console, self.talk.text
        turn = text("play_turn", number=len(view.history) + 1) if view.phase == "play" else text("play_discard")
        console.print(Rule(Text(turn, "bold")))
        if view.last_round:
            self.talk.tell("play_last_round", "bold #f0913a", count=view.last_round)
        table = Table.grid(padding=(0, 2))
        for seat, name in enumerate(view.players):
            own = Text(printable(name), "bold" if seat == view.seat else "")
            table.add_row(own, chips(view.front[seat]) if view.front[seat] else Text("–", "dim"))
        console.print(table)
        console.print()
        line = Text(text("play_parade") + " ▸ ", "bold") + chips(view.parade) + Text(" ◂")
        line.append(f"   {text('play_pile', count=view.pile)}", "dim")
        console.print(line)

    def _tell_move(self, before: View, seat: int, card: Card) -> None:
        taken, _ = split(before.parade, card)
        name = before.players[seat]
        line = Text(self.talk.text("play_played", name=name) + " ") + chip(card)
        if taken:
            line += Text(" " + self.talk.text("play_and_takes") + " ") + chips(by_colour(taken))
        self.talk.console.print(line)
        after = self.log.state
        if after.trigger and after.trigger.ply == len(after.history):
            cause = {(True, False): "colours", (False, True): "pile", (True, True): "both"}
            key = cause[after.trigger.colours, after.trigger.pile]
            self.talk.tell(f"play_trigger_{key}", "bold #f0913a", name=name)

    # ---- asking ----------------------------------------------------------------------------------

    def _ask_card(self, view: View) -> Play:
        for number, card in enumerate(view.hand, 1):
            taken, _ = split(view.parade, card)
            takes = chips(by_colour(taken)) if taken else Text(self.talk.text("play_takes_nothing"), "dim")
            space = " " * (5 - len(card))
            self.talk.console.print(Text(f"  {number} ") + chip(card) + Text(space + "→ ") + takes)
        chosen: Card | None = None
        while True:
            answer = self.talk.ask("play_confirm" if chosen else "play_ask_card", card=chosen or "")
            if not answer and chosen:
                return Play(chosen)
            picked = self._pick(view.hand, answer)
            if picked is not None:
                chosen = picked
                self._preview(view, picked)

    def _preview(self, view: View, card: Card) -> None:
        """Every card of the line with its fate: exactly what the rules say (P4, P5)."""
        fates = explain(view.parade, card)
        for fate in ("taken", "kept", "safe"):
            line = Text("    " + self.talk.text(f"fate_{fate}") + " ")
            cards = [one for one in fates if one.fate == fate]
            for one in cards:
                line += chip(one.card)
                line.append(f" {self.talk.text(f'reason_{one.reason}')}  " if one.reason else " ")
            self.talk.console.print(line if cards else line.append("–", "dim"))

    def _ask_discard(self, view: View) -> Discard:
        self.talk.tell("play_discard_how")
        for number, card in enumerate(view.hand, 1):
            self.talk.console.print(Text(f"  {number} ") + chip(card))
        chosen: Cards = ()
        while True:
            answer = self.talk.ask("play_confirm_discard" if chosen else "play_ask_discard", cards=chosen)
            if not answer and chosen:
                return Discard(chosen)
            picked = [self._pick(view.hand, word) for word in answer.replace(",", " ").split()]
            cards = tuple(card for card in picked if card is not None)
            if len(picked) != len(cards):
                continue  # the word that names no card has been told
            refusal = game.check(self.log.state, self.seat, Discard(cards))
            if refusal is not None:
                self.talk.tell(refusal.key, "red", **refusal.values)
                continue
            chosen = cards
            kept = tuple(card for card in view.hand if card not in chosen)
            self.talk.console.print(Text("    " + self.talk.text("play_keeps") + " ") + chips(by_colour(kept)))

    def _pick(self, hand: Cards, answer: str) -> Card | None:
        """The card an answer names, by its number or its notation; else say what would be right."""
        numbered = {str(number): card for number, card in enumerate(hand, 1)}
        if answer in numbered:
            return numbered[answer]
        try:
            card = Card(answer.upper())
        except Unreadable:
            self.talk.tell("play_pick", "red", answer=shown(answer), count=len(hand), card=hand[0])
            return None
        if card not in hand:
            self.talk.tell("refused_not_in_hand", "red", card=card, hand=hand)
            return None
        return card
