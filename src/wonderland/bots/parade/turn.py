"""One turn as everybody at the table sees it: rebuilt from public information, and played with the rules."""

from __future__ import annotations

from typing import NamedTuple

from wonderland.core.tuples import replaced
from wonderland.games.parade import DECK, Card, Outcome, Play, State, View, game, score
from wonderland.games.parade.state import Cards


class PlayedTurn(NamedTuple):
    """A card played, with the state before and after."""

    seat: int
    card: Card
    before: State
    after: State
    #: The score if the game ended there with only the cards in front.
    score_before: Outcome
    score_after: Outcome

    @property
    def taken(self) -> Cards:
        return self.after.front[self.seat][len(self.before.front[self.seat]) :]

    @property
    def cost(self) -> int:
        """By how many points the player's score goes up."""
        return self.score_after.scores[self.seat] - self.score_before.scores[self.seat]

    @property
    def brings_sixth(self) -> bool:
        """Whether this turn begins the last round by a sixth colour (P6)."""
        begun = self.before.trigger is None and self.after.trigger
        return bool(begun and begun.colours)


def play_turn(view: View, seat: int, card: Card) -> PlayedTurn:
    """Play the card. Only public fields of the view are used, never the hand, so the result is public too."""
    before = _public_state(view, seat, card)
    after = game.apply(before, seat, Play(card))
    return PlayedTurn(seat, card, before, after, score(before.front), score(after.front))


def unseen(view: View, card: Card) -> Cards:
    """The cards that have not been on the table yet, without the one just played."""
    seen = {*view.start, *(name for _, name in view.history), card}
    return tuple(one for one in DECK if one not in seen)


def _public_state(view: View, seat: int, card: Card) -> State:
    """A state with the public fields of the view, in which the played card is the only one in any hand.

    The pile has the right size; which cards are in it makes no difference to anything public.
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
