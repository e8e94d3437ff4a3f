"""Choosing cards at the table: by number or by name, with a preview before anything is played.

What a card would take comes from the rules' own ``explain``. The words for advice may be typed instead of a card.
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
from wonderland.terminal.cards import card_label, card_labels
from wonderland.terminal.dialog import Dialog
from wonderland.terminal.games.parade.advice import HINT_WORDS, WHY_WORDS, tell_hint, tell_why


class Chooser:
    """Asks the person at one seat for an action; ``names`` are the players as the table shows them."""

    def __init__(self, dialog: Dialog, log: Log, seat: int, names: Sequence[str]) -> None:
        self.dialog = dialog
        self.log = log
        self.seat = seat
        self.names = names

    def card(self, view: View) -> Play:
        """The card to play: shows the hand with what each card would take, then a preview that Enter confirms."""
        for number, card in enumerate(view.hand, 1):
            taken, _ = split(view.parade, card)
            takes = card_labels(by_colour(taken)) if taken else Text(self.dialog.text("play_takes_nothing"), "dim")
            space = " " * (5 - len(card))
            self.dialog.console.print(Text(f"  {number} ") + card_label(card) + Text(space + "→ ") + takes)
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
            line = Text("    " + self.dialog.text(f"fate_{fate}") + " ")
            cards = [one for one in fates if one.fate == fate]
            for one in cards:
                line += card_label(one.card)
                line.append(f" {self.dialog.text(f'reason_{one.reason}')}  " if one.reason else " ")
            self.dialog.console.print(line if cards else line.append("–", "dim"))

    def discard(self, view: View) -> Discard:
        """The two cards to set aside (P7)."""
        self.dialog.tell("play_discard_how")
        for number, card in enumerate(view.hand, 1):
            self.dialog.console.print(Text(f"  {number} ") + card_label(card))
        chosen: Cards = ()
        while True:
            answer = self._ask("play_confirm_discard" if chosen else "play_ask_discard", cards=chosen)
            if not answer and chosen:
                return Discard(chosen)
            picked = [self._pick(view.hand, word) for word in answer.replace(",", " ").split()]
            cards = tuple(card for card in picked if card is not None)
            if len(picked) != len(cards):
                continue  # _pick has said which word names no card
            refusal = game.check(self.log.state, self.seat, Discard(cards))
            if refusal is not None:
                self.dialog.tell(refusal.key, "red", **refusal.values)
                continue
            chosen = cards
            kept = tuple(card for card in view.hand if card not in chosen)
            self.dialog.console.print(
                Text("    " + self.dialog.text("play_keeps") + " ") + card_labels(by_colour(kept))
            )

    def _ask(self, key: str, **values: object) -> str:
        """An answer about cards; requests for advice are answered on the way, and the question is asked again."""
        while True:
            answer = self.dialog.ask(key, **values)
            if answer.lower() in WHY_WORDS:
                tell_why(self.dialog, self.log, self.seat, self.names)
            elif answer.lower() in HINT_WORDS:
                tell_hint(self.dialog, self.log.state, self.seat)
            else:
                return answer

    def _pick(self, hand: Cards, answer: str) -> Card | None:
        """The card an answer names, by its number or its notation, or None after saying what would be right."""
        numbered = {str(number): card for number, card in enumerate(hand, 1)}
        if answer in numbered:
            return numbered[answer]
        try:
            card = Card(answer.upper())
        except Unreadable:
            self.dialog.tell("play_pick", "red", answer=shown(answer), count=len(hand), card=hand[0])
            return None
        if card not in hand:
            self.dialog.tell("refused_not_in_hand", "red", card=card, hand=hand)
            return None
        return card
