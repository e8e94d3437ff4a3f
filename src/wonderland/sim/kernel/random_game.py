"""A whole game of players who choose at random, from shuffle to score, without hands.

Whoever plays a random card of a hand of random cards plays a random card of those nobody has seen. So the deck is
drawn in the order in which the cards enter the line, and the hands need not be dealt: which card lay where in which
hand is settled only when a record is asked for (``runs/reconstruction.py``). The cards that are kept at the end (P7)
simply take the next slots, two a player.

Seats are counted in turn order here: 0 is the first player.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.sim.kernel.compiling import kernel_function
from wonderland.sim.kernel.deal import pile_size
from wonderland.sim.kernel.intrinsics import build_masks, has_all_colours
from wonderland.sim.kernel.layout import (
    FRONT_MASKS,
    KEPT_SLOTS,
    LINE_START,
    RESULT_CAUSES,
    RESULT_FIRST,
    RESULT_PLIES,
    RESULT_TRIGGER,
    START_SLOTS,
    U0,
    U1,
    U2,
)  # fmt: skip
from wonderland.sim.kernel.random_words import key_of
from wonderland.sim.kernel.score import judge
from wonderland.sim.kernel.shuffle import shuffle_early, shuffle_rest
from wonderland.sim.kernel.turn import causes_of, take, turns_left_of

_LINE_START, _FRONT_MASKS = np.uint64(LINE_START), np.uint64(FRONT_MASKS)


@kernel_function
def play_shuffled(
    key: Any, first: Any, pool: Any, seats: Any, early_draws: Any, pack: Any, order: Any, masks: Any, result: Any
) -> Any:
    """Play a game whose early cards have been drawn and are in the masks; the line at its end."""
    players = len(seats)
    for place in range(players):
        masks[FRONT_MASKS + place] = U0
    # Indices are unsigned, so that numba need not ask whether they count from an array's end.
    line, bit, length = START_SLOTS, START_SLOTS + U1, _LINE_START
    slot, front, beyond = _LINE_START, _FRONT_MASKS, _FRONT_MASKS + np.uint64(players)
    # Every turn before the last round draws a card: the pile is empty when this slot has been reached.
    last_draw = _LINE_START + np.uint64(pile_size(players))
    # Most games of two or three end early: the rest of the deck is only drawn when it is needed.
    known, all_colours = min(last_draw, np.uint64(4 * early_draws - 3 * players)), False
    while True:
        while slot < known:
            line, length, cards = take(order[slot], front, line, length, bit, masks)
            bit <<= U1
            slot += U1
            front = front + U1 if front + U1 < beyond else _FRONT_MASKS
            # Before the last card to draw, only the colours can begin the last round.
            if has_all_colours(masks, cards):
                all_colours = True
                break
        if all_colours or known == last_draw:
            break
        shuffle_rest(key, seats, early_draws, pool, pack, order)
        build_masks(order, masks)
        known = last_draw
    trigger = np.int64(slot) - LINE_START
    result[RESULT_TRIGGER] = trigger
    result[RESULT_CAUSES] = causes_of(all_colours, last_draw - slot)
    for _ in range(turns_left_of(players, trigger, trigger)):
        line, length, _ = take(order[slot], front, line, length, bit, masks)
        bit <<= U1
        slot += U1
        front = front + U1 if front + U1 < beyond else _FRONT_MASKS
    kept = KEPT_SLOTS * bit
    for place in range(players):
        masks[FRONT_MASKS + place] |= kept
        kept <<= U2
    result[RESULT_FIRST] = np.int64(first)
    result[RESULT_PLIES] = np.int64(slot) - LINE_START
    judge(seats, masks, result)
    return line


@kernel_function
def play_random_game(
    seed: Any, game: Any, seats: Any, early_draws: Any, pack: Any, order: Any, masks: Any, result: Any
) -> Any:
    """One game of random players from shuffle to score; the line at its end."""
    key = key_of(seed, game)
    first, pool = shuffle_early(key, seats, early_draws, pack, order)
    build_masks(order, masks)
    return play_shuffled(key, first, pool, seats, early_draws, pack, order, masks, result)
