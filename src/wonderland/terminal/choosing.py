"""Choosing cards at the table: by number or by name, with a preview before anything is played.

What a card would take comes from the rules' own ``explain``. Whoever asks back is answered first.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from wonderland.core.errors import Unreadable, shown
from wonderland.games.parade import Card, Discard, Play, View, explain, game
from wonderland.games.parade.cards import by_colour
from wonderland.games.parade.removal import split
from wonderland.games.parade.state import Cards
from wonderland.records.log import Log
from wonderland.terminal.advice import HINT, WHY, tell_hint, tell_why
from wonderland.terminal.asking import Talk
from wonderland.terminal.cards import chip, chips


class Chooser:
    """Asks the person at one seat; ``names`` are the players as the table shows them."""

    def __init__(self, talk: Talk, log: Log, seat: int, names: Sequence[str]) -> None:
        self.talk = talk
        self.log = log
        self.seat = seat
        self.names = names

    def card(self, view: View) -> Play:
        """The card to play: the hand with what each would take, and Enter after a look at the preview."""
        for number, card in enumerate(view.hand, 1):
            taken, _ = split(view.parade, card)
            takes = chips(by_colour(taken)) if taken else Text(self.talk.text("play_takes_nothing"), "dim")
            space = " " * (5 - len(card))
            self.talk.console.print(Text(f"  {number} ") + chip(card) + Text(space + "→ ") + takes)
        chosen: Card | None = None
        while True:
            answer = self._ask("play_confirm" if chosen else "play_ask_card", card=chosen or "")
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

    def discard(self, view: View) -> Discard:
        """The two cards to set aside (P7)."""
        self.talk.tell("play_discard_how")
        for number, card in enumerate(view.hand, 1):
            self.talk.console.print(Text(f"  {number} ") + chip(card))
        chosen: Cards = ()
        while True:
            answer = self._ask("play_confirm_discard" if chosen else "play_ask_discard", cards=chosen)
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

    def _ask(self, key: str, **values: object) -> str:
        """An answer about cards. Who asks back is told first: why the others did what they did, or a hint."""
        while True:
            answer = self.talk.ask(key, **values)
            if answer.lower() in WHY:
                tell_why(self.talk, self.log, self.seat, self.names)
            elif answer.lower() in HINT:
                tell_hint(self.talk, self.log.state, self.seat)
            else:
                return answer

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
