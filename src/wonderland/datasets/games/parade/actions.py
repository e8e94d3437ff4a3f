"""The last choices of games as actions: which two places of the hand were set aside."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from wonderland.sim.kernel.compiling import entry_points
from wonderland.sim.kernel.layout import DECK_SIZE, HAND_SIZE, LINE_START, MAX_PLAYERS, NO_CARD

NO_ACTION = 255  #: of a game that the rules do not allow

_entry_point = entry_points("wonderland.sim.kernel", "wonderland.datasets.games.parade.actions")


@_entry_point
def _find_actions(
    players: Any, decks: Any, first: Any, moves: Any, plies: Any, trigger: Any, discards: Any, actions: Any
) -> None:
    """Follow every hand through its game; hands in turn order, the actions by seat."""
    hands = np.empty((MAX_PLAYERS, HAND_SIZE), np.uint8)
    for row in range(len(decks)):
        drawn = HAND_SIZE * players + LINE_START
        for turn in range(players):
            for place in range(HAND_SIZE):
                hands[turn, place] = decks[row, turn * HAND_SIZE + place]
        allowed = plies[row] <= moves.shape[1]
        for ply in range(plies[row] if allowed else 0):
            hand, found = hands[ply % players], False
            for place in range(HAND_SIZE):
                if not found and hand[place] == moves[row, ply] and hand[place] != NO_CARD:
                    found = True
                    draws = ply < trigger[row] and drawn < DECK_SIZE
                    hand[place] = decks[row, drawn] if draws else NO_CARD
                    drawn += draws
            allowed &= found
        for turn in range(players):
            seat = (np.int64(first[row]) + turn) % players
            one, two = discards[row, 2 * turn], discards[row, 2 * turn + 1]
            # The place of a card in the sorted hand: how many of the others are lower.
            low, high, held, cards = np.int64(0), np.int64(0), 0, 0
            for place in range(HAND_SIZE):
                card = hands[turn, place]
                if card != NO_CARD:
                    cards += 1
                    low += card < min(one, two)
                    high += card < max(one, two)
                    held += card in (one, two)
            right = allowed and one != two and held == 2 and cards == HAND_SIZE - 1
            actions[row, seat] = DECK_SIZE + low * (7 - low) // 2 + high - low - 1 if right else NO_ACTION


def discard_actions(
    players: int,
    decks: NDArray[np.uint8],
    first: NDArray[np.uint8],
    moves: NDArray[np.uint8],
    plies: NDArray[np.uint8],
    trigger: NDArray[np.uint8],
    discards: NDArray[np.uint8],
) -> NDArray[np.uint8]:
    """(games, players): what each seat sets aside, as one of the actions 66 to 71.

    Where a card was not in the hand that it was played or set aside from, :data:`NO_ACTION`.
    """
    actions: NDArray[np.uint8] = np.full((len(decks), players), NO_ACTION, np.uint8)
    # Compiled code checks nothing.
    if players <= MAX_PLAYERS and decks.shape[1:] == (DECK_SIZE,) and discards.shape[1:] == (2 * players,):
        _find_actions(players, decks, first, moves, plies, trigger, discards, actions)
    return actions
