"""The 72 actions: 66 cards, and the six ways to set two of four cards aside.

Actions 0 to 65 play the card of that number (R0 to R10, then B, V, G, S, O). Actions 66 to 71 set aside the cards at
two places of the hand, sorted by number: (0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from wonderland.games.parade.cards import DECK, Card
from wonderland.games.parade.state import Action, Discard, Play

CARD_ACTIONS = len(DECK)
#: The places in the sorted hand of four that each action from 66 on sets aside.
ASIDE_PLACES = tuple(combinations(range(4), 2))
ACTIONS = CARD_ACTIONS + len(ASIDE_PLACES)


def _number(card: Card) -> int:
    return card.number


def action_of(number: int, hand: Sequence[Card]) -> Action:
    """The action of a number, as the rules take it, for a seat with this hand.

    >>> action_of(13, ()), action_of(71, [Card("O1"), Card("R2"), Card("R10"), Card("B0")])
    (Play(card=Card('B2')), Discard(cards=(Card('B0'), Card('O1'))))
    """
    if number < CARD_ACTIONS:
        return Play(DECK[number])
    held = sorted(hand, key=_number)
    one, other = ASIDE_PLACES[number - CARD_ACTIONS]
    return Discard((held[one], held[other]))


def number_of(action: Action, hand: Sequence[Card]) -> int:
    """The number of an action of a seat with this hand.

    >>> number_of(Discard((Card("O1"), Card("B0"))), [Card("O1"), Card("R2"), Card("R10"), Card("B0")])
    71
    """
    if isinstance(action, Play):
        return action.card.number
    held = sorted(hand, key=_number)
    one, other = sorted(held.index(card) for card in action.cards)
    return CARD_ACTIONS + ASIDE_PLACES.index((one, other))
