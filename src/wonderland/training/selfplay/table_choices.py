"""What a table of weights (the Hatter's) would choose in every game of a batch: a function a game, for CPU and GPU."""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.bots.parade.evaluation.costs import PRICES_SIZE, best_card, keep_best_pair, stage_of
from wonderland.bots.parade.network.policy import ASIDE_PLACES, PAIRS
from wonderland.envs.parade.kernel.game import actor_of, is_playing, row_of
from wonderland.envs.parade.kernel.layout import BYTES_SIZE, LINE_WORD, WORDS_SIZE
from wonderland.sim.kernel.compiling import inlined_function
from wonderland.sim.kernel.layout import HAND_SIZE
from wonderland.sim.kernel.turn import counters_of
from wonderland.training.compiling import sliced_entry_point


@inlined_function
def choose_by_table(seats: Any, row: Any, weights: Any, prices: Any) -> Any:
    """The number of the candidate (``candidates.py``) that costs least. What it changes of the game is of no use."""
    game = row.game
    seat, counters = actor_of(seats, game), counters_of(game.meta)
    if is_playing(seats, game.meta):
        stage = stage_of(len(seats), counters.pile - counters.drawn, counters.trigger, game.masks)
        return np.int64(best_card(seat, seats, row.words[LINE_WORD], stage, game, weights, prices))
    keep_best_pair(seat, seats, game, weights, prices)
    found, hand = np.int64(0), seat * HAND_SIZE
    first, second = game.aside[seat * 2], game.aside[seat * 2 + 1]
    for pair in range(PAIRS):
        one, two = game.hands[hand + ASIDE_PLACES[pair, 0]], game.hands[hand + ASIDE_PLACES[pair, 1]]
        if (one == first and two == second) or (one == second and two == first):
            found = np.int64(pair)
    return found


@sliced_entry_point
def choose_games(seats: Any, state: Any, scratch: Any, weights: Any, out: Any) -> None:
    """The choices in all games, on the CPU."""
    prices, words, bytes_ = scratch
    for game in range(len(out)):
        for place in range(WORDS_SIZE):
            words[place] = state[0][game, place]
        for place in range(BYTES_SIZE):
            bytes_[place] = state[1][game, place]
        out[game] = choose_by_table(seats, row_of(words, bytes_, state[2][game]), weights, prices)


def new_scratch() -> tuple[Any, ...]:
    """Room for :func:`choose_games`."""
    return np.zeros(PRICES_SIZE, np.int64), np.zeros(WORDS_SIZE, np.uint64), np.zeros(BYTES_SIZE, np.uint8)
