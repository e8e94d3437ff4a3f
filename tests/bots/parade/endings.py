"""The end of a game of two with nothing left to draw: each knows the other's hand, so what is best can be counted."""

from __future__ import annotations

from itertools import combinations
from random import Random

import numpy as np

from wonderland.games.parade import DECK, State, Trigger, score
from wonderland.games.parade.state import DISCARD_SIZE

PLAYED = 50  #: turns until a pile of two is empty


def ending(seed: int, turns_left: int) -> State:
    """Any last cards in any line and in front of anybody; seat 0 is to move, or both set cards aside."""
    random = Random(seed)
    deck = random.sample(DECK, len(DECK))
    plies = PLAYED + 2 - turns_left
    own, other = (4, 4) if turns_left == 0 else (5, 5 if turns_left == 2 else 4)
    hands = tuple(deck[:own]), tuple(deck[own : own + other])
    entered = deck[own + other :]
    lying = set(random.sample(entered, 10))
    taken = [card for card in entered if card not in lying]
    half = len(taken) // 2
    return State(
        players=("Ann", "Bob"),
        first=plies % 2,
        start=tuple(entered[:6]),
        parade=tuple(card for card in entered if card in lying),
        hands=hands,
        front=(tuple(taken[:half]), tuple(taken[half:])),
        pile=(),
        history=tuple(entered[6:]),
        trigger=Trigger(PLAYED, 1 - plies % 2, colours=False, pile=True),
        discards=(None, None),
    )


def shares(state: State) -> np.ndarray:
    """Seat 0's share of the win, for each pair that it keeps and each that the other keeps."""
    own, other = (list(combinations(hand, DISCARD_SIZE)) for hand in state.hands)
    found = np.zeros((len(own), len(other)))
    for row, mine in enumerate(own):
        for column, theirs in enumerate(other):
            winners = score((state.front[0] + mine, state.front[1] + theirs)).winners
            found[row, column] = (0 in winners) / len(winners)
    return found
