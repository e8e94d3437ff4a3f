"""Training data from self-play: at some decisions every candidate is played out, and its features are noted.

What a candidate costs should predict what it is worth beside the others of its decision. So both are centred:
the mean of the decision is subtracted, and with it whatever all candidates share. Least squares need no more of all
the rows than the sums of their products (the normal equations).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from wonderland.bots.parade.evaluation.costs import (
    PRICES_SIZE,
    best_card,
    hand_colours_of,
    keep_best_pair,
    price_colours,
    stage_of,
)  # fmt: skip
from wonderland.bots.parade.evaluation.weights import KEEP_STAGE, NEAR_END_STAGE
from wonderland.bots.parade.search.endgame import KEPT_PLACES, PAIRS
from wonderland.bots.parade.search.rollouts import MARGIN_PART, play_by_evaluation, worth_of
from wonderland.sim.kernel.compiling import allocating_function
from wonderland.sim.kernel.hidden_cards import collect_hidden, redeal_hidden
from wonderland.sim.kernel.layout import HAND_SIZE, ORDER_SIZE, RESULT_SIZE, U0
from wonderland.sim.kernel.policy_game import copy_game, deal_game, new_game
from wonderland.sim.kernel.random_words import FRACTION_BITS, FRACTION_MASK, fraction, key_of
from wonderland.sim.kernel.turn import counters_of, still_playing_of, take_turn, write_counters
from wonderland.training.compiling import entry_point
from wonderland.training.table.features import MAX_FEATURES, Features, features_of_card, features_of_pair

#: Of four decisions one is studied; of late decisions, which are fewer and matter more, two.
_STUDIED_OUT_OF, _STUDIED_EARLY, _STUDIED_LATE = np.uint64(4), np.uint64(1), np.uint64(2)
#: Three plays in twenty are random (exploration), so that all sorts of positions come up.
_RANDOM_PLAYS, _RANDOM_PLAYS_OUT_OF = np.uint64(3), np.uint64(20)
#: The number of the random word of the first decision.
_DECISION_WORDS = np.uint64(32)


class Equations(NamedTuple):
    """The normal equations: sums of products of each two features, and of features with worths."""

    products: Any
    sums: Any


@entry_point
def study_games(
    seats: Any, seed: Any, start: Any, stop: Any, worlds: Any, weights: Any, pack: Any, equations: Any
) -> None:
    """Play the games ``start`` to ``stop`` among players with these weights, and add up what their decisions teach."""
    players, equations = len(seats), Equations(*equations)
    deck, game, prices = np.zeros(ORDER_SIZE, np.uint8), new_game(), np.zeros(PRICES_SIZE, np.int64)
    worths = np.zeros(PAIRS)
    for number in range(start, stop):
        key = key_of(seed, np.uint64(number))
        _, line = deal_game(key, seats, pack, deck, game)
        counters = counters_of(game.meta)
        chosen = 0
        while chosen < players:
            turns = still_playing_of(players, counters.plies, counters.trigger)
            seat, stage = np.int64(chosen), KEEP_STAGE
            if turns:
                seat = counters.plies % players
                stage = stage_of(players, counters.pile - counters.drawn, counters.trigger, game.masks)
            moment = np.uint64(counters.plies + chosen)
            chance = fraction(key, _DECISION_WORDS + moment) * _STUDIED_OUT_OF
            studied = chance >> FRACTION_BITS < (_STUDIED_LATE if stage >= NEAR_END_STAGE else _STUDIED_EARLY)
            if studied:
                write_counters(counters, game.meta)
                play_out_all(seats, seat, key_of(key, moment), worlds, turns, line, game, weights, prices, worths)
                seen_line = line if turns else U0
                hand_colours = hand_colours_of(seat, game.hands)
                decision = price_colours(
                    seat, seats, seen_line, hand_colours, stage, game.masks, weights, prices
                )  # fmt: skip
                add_decision(decision, seats, turns, game, prices, worths, equations)
            if not turns:
                keep_best_pair(seat, seats, game, weights, prices)
                chosen += 1
                continue
            chance = (chance & FRACTION_MASK) * _RANDOM_PLAYS_OUT_OF
            if chance >> FRACTION_BITS < _RANDOM_PLAYS:
                place = np.int64((chance & FRACTION_MASK) * np.uint64(HAND_SIZE) >> FRACTION_BITS)
            elif studied:
                place = np.int64(np.argmax(worths[:HAND_SIZE]))
            else:
                place = np.int64(best_card(seat, seats, line, stage, game, weights, prices))
            line, counters = take_turn(seat, place, line, counters, game)


@allocating_function
def play_out_all(
    seats: Any,
    seat: Any,
    key: Any,
    worlds: Any,
    turns: Any,
    line: Any,
    game: Any,
    weights: Any,
    prices: Any,
    worths: Any,
) -> None:
    """The mean worth of every candidate in the same worlds, hidden cards dealt at random."""
    world_game, own, result = new_game(), new_game(), np.zeros(RESULT_SIZE, np.int64)
    hidden = np.zeros(ORDER_SIZE, np.uint8)
    copy_game(game, world_game)
    worths[:] = 0.0
    size = collect_hidden(seat, seats, world_game, hidden)
    for world in range(worlds):
        redeal_hidden(key_of(key, np.uint64(world)), seat, seats, hidden, size, world_game)
        for candidate in range(HAND_SIZE if turns else PAIRS):
            copy_game(world_game, own)
            last = line
            if turns:
                last, counters = take_turn(seat, candidate, line, counters_of(own.meta), own)
                write_counters(counters, own.meta)
            else:
                # The complement of the pair at index i of ``KEPT_PLACES`` is the pair at index -1 - i.
                for which in range(2):
                    place = KEPT_PLACES[PAIRS - 1 - candidate, which]
                    own.aside[seat * 2 + which] = own.hands[seat * HAND_SIZE + place]
            play_by_evaluation(seats, last, own, weights, prices, result)
            worths[candidate] += worth_of(seats, seat, result, MARGIN_PART) / worlds


@allocating_function
def add_decision(decision: Any, seats: Any, turns: Any, game: Any, prices: Any, worths: Any, equations: Any) -> None:
    """Add a decision to the equations: the features of its candidates and their worths, both less their means."""
    candidates, hand = HAND_SIZE if turns else PAIRS, decision.seat * HAND_SIZE
    counts, mean = np.zeros(PAIRS, np.int64), worths[:candidates].mean()
    places, times = np.zeros((PAIRS, MAX_FEATURES), np.int64), np.zeros((PAIRS, MAX_FEATURES))
    for one in range(candidates):
        features = Features(places[one], times[one])
        if turns:
            card = np.int64(game.hands[hand + one])
            counts[one] = features_of_card(card, decision, seats, game.masks, prices, features)
        else:
            kept = KEPT_PLACES[one]
            pair = np.int64(game.hands[hand + kept[0]]), np.int64(game.hands[hand + kept[1]])
            counts[one] = features_of_pair(pair[0], pair[1], decision, len(seats), game.masks, features)
    for one in range(candidates):
        for first in range(counts[one]):
            row, number = places[one, first], times[one, first]
            equations.sums[row] -= (worths[one] - mean) * number
            for two in range(candidates):
                centred = (1.0 if one == two else 0.0) - 1.0 / candidates
                for second in range(counts[two]):
                    equations.products[row, places[two, second]] += centred * number * times[two, second]
