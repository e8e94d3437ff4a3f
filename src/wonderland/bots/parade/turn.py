"""One turn as everybody at the table sees it: rebuilt from what is public, and played by the rules themselves."""

from __future__ import annotations

from typing import NamedTuple

from wonderland.core.tuples import replaced
from wonderland.games.parade import DECK, Card, Outcome, Play, State, View, game, score
from wonderland.games.parade.state import Cards


class Turn(NamedTuple):
    """A card played: the table before it and after it."""

    seat: int
    card: Card
    before: State
    after: State
    #: The score as if the game ended there, with nothing but the cards in front.
    score_before: Outcome
    score_after: Outcome

    @property
    def taken(self) -> Cards:
        return self.after.front[self.seat][len(self.before.front[self.seat]) :]

    @property
    def cost(self) -> int:
        """By how many points the score of whoever plays goes up."""
        return self.score_after.scores[self.seat] - self.score_before.scores[self.seat]

    @property
    def brings_sixth(self) -> bool:
        """Whether this turn begins the last round by a sixth colour (P6)."""
        begun = self.before.trigger is None and self.after.trigger
        return bool(begun and begun.colours)


def play_turn(view: View, seat: int, card: Card) -> Turn:
    """What the card does. Of the view only what is public is used, never the hand: anyone may be told the answer."""
    before = _public_state(view, seat, card)
    after = game.apply(before, seat, Play(card))
    return Turn(seat, card, before, after, score(before.front), score(after.front))


def unseen(view: View, card: Card) -> Cards:
    """The cards that nobody has seen on the table yet, the one just played apart."""
    seen = {*view.start, *(name for _, name in view.history), card}
    return tuple(one for one in DECK if one not in seen)


def _public_state(view: View, seat: int, card: Card) -> State:
    """A state that looks like the view, in which the played card is the only one known of all hands.

    The pile has its height; which cards are in it changes nothing that is public.
    """
    number = len(view.players)
    nobody: tuple[Cards, ...] = ((),) * number
    return State(
        players=view.players,
        first=view.first,
        start=view.start,
        parade=view.parade,
        hands=replaced(nobody, seat, (card,)),
        front=view.front,
        pile=unseen(view, card)[: view.pile],
        history=tuple(Card(name) for _, name in view.history),
        trigger=view.trigger,
        discards=(None,) * number,
    )
