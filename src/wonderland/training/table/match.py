"""An evaluation match: games of one player with given weights among greedy ones."""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.bots.parade.evaluation.costs import PRICES_SIZE, best_card, keep_best_pair, stage_of
from wonderland.bots.parade.search.rollouts import share_of
from wonderland.sim.kernel.layout import GREEDY, ORDER_SIZE, RESULT_SIZE
from wonderland.sim.kernel.policy_game import deal_game, finish, greedy_card, new_game, set_aside
from wonderland.sim.kernel.random_words import key_of
from wonderland.sim.kernel.turn import counters_of, still_playing_of, take_turn, write_counters
from wonderland.training.compiling import entry_point


@entry_point
def play_match(seats: Any, seed: Any, start: Any, stop: Any, weights: Any, pack: Any, shares: Any) -> None:
    """The share of the win in the games ``start`` to ``stop``: each deal is played once from every seat."""
    players = len(seats)
    deck, game, prices = np.zeros(ORDER_SIZE, np.uint8), new_game(), np.zeros(PRICES_SIZE, np.int64)
    result = np.zeros(RESULT_SIZE, np.int64)
    for number in range(start, stop):
        key, own = key_of(seed, np.uint64(number // players)), number % players
        _, line = deal_game(key, seats, pack, deck, game)
        counters = counters_of(game.meta)
        while still_playing_of(players, counters.plies, counters.trigger):
            seat = counters.plies % players
            if seat == own:
                stage = stage_of(players, counters.pile - counters.drawn, counters.trigger, game.masks)
                place = np.int64(best_card(seat, seats, line, stage, game, weights, prices))
            else:
                place = np.int64(greedy_card(seat, line, game.masks, game.hands))
            line, counters = take_turn(seat, place, line, counters, game)
        write_counters(counters, game.meta)
        for other in range(players):
            set_aside(GREEDY, key, other, other, game)
        keep_best_pair(own, seats, game, weights, prices)
        finish(seats, game, result)
        shares[number - start] = share_of(own, result)
