"""The compiled loop of games among card networks to their ends: who won, when and why it ended, what lay in front."""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.bots.parade import compiling
from wonderland.bots.parade.alice.rollouts import VALUES_SIZE
from wonderland.bots.parade.network.forward import new_position, new_units
from wonderland.bots.parade.network.policy import best_of, evaluate_cards, set_best_aside
from wonderland.bots.parade.search.rollouts import share_of
from wonderland.lab.games import begin_order
from wonderland.sim.kernel.compiling import entry_points
from wonderland.sim.kernel.intrinsics import popcount
from wonderland.sim.kernel.layout import (
    COLOUR_MASKS,
    COLOURS,
    FRONT_MASKS,
    HAND_SIZE,
    LINE_START,
    ORDER_SIZE,
    RESULT_CARDS,
    RESULT_SCORES,
    RESULT_SIZE,
)  # fmt: skip
from wonderland.sim.kernel.policy_game import deal_game, finish, new_game
from wonderland.sim.kernel.random_words import key_of
from wonderland.sim.kernel.turn import counters_of, still_playing_of, take_turn, value_of, write_counters

entry_point = entry_points(*compiling.SOURCES, "wonderland.lab")

#: Of a game: its turns, and what began the last round (``BY_COLOURS``, ``BY_PILE`` or both).
GAME_TURNS, GAME_CAUSES, GAME_COLUMNS = 0, 1, 2
#: Of a seat at the end: its share of the win, its points and its cards in front.
SEAT_SHARE, SEAT_POINTS, SEAT_CARDS, SEAT_COLUMNS = 0, 1, 2, 3
#: Of a seat and a colour at the end: the cards in front, and the sum of their printed values.
FRONT_COUNT, FRONT_VALUES, FRONT_COLUMNS = 0, 1, 2


@entry_point
def play_to_ends(
    seats: Any, seed: Any, start: Any, stop: Any, network: Any, pack: Any, ends: Any, results: Any, fronts: Any
) -> None:
    """Games among card networks; seats are in turn order."""
    players = len(seats)
    deck, order = np.zeros(ORDER_SIZE, np.uint8), np.zeros(ORDER_SIZE, np.uint8)
    game, result = new_game(), np.zeros(RESULT_SIZE, np.int64)
    position, units, values = new_position(), new_units(network), np.zeros(VALUES_SIZE)
    for number in range(start, stop):
        row = number - start
        _, line = deal_game(key_of(seed, np.uint64(number)), seats, pack, deck, game)
        begin_order(game.masks, order)
        counters = counters_of(game.meta)
        while still_playing_of(players, counters.plies, counters.trigger):
            seat = counters.plies % players
            evaluate_cards(seat, seats, line, counters, order, game, result, position, network, units, values)
            place = best_of(HAND_SIZE, values)
            order[LINE_START + counters.plies] = game.hands[seat * HAND_SIZE + place]
            line, counters = take_turn(seat, place, line, counters, game)
        write_counters(counters, game.meta)
        for seat in range(players):
            set_best_aside(seat, seats, line, counters, order, game, result, position, network, units, values)
        finish(seats, game, result)
        ends[row, GAME_TURNS] = counters.plies
        ends[row, GAME_CAUSES] = counters.causes
        for seat in range(players):
            results[row, seat, SEAT_SHARE] = share_of(seat, result)
            results[row, seat, SEAT_POINTS] = result[RESULT_SCORES + seat]
            results[row, seat, SEAT_CARDS] = result[RESULT_CARDS + seat]
            for colour in range(COLOURS):
                own = game.masks[COLOUR_MASKS + colour] & game.masks[FRONT_MASKS + seat]
                fronts[row, seat, colour, FRONT_COUNT] = np.int64(popcount(own))
                fronts[row, seat, colour, FRONT_VALUES] = value_of(own, game.masks)
