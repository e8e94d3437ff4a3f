"""Candidates compared by rollouts: each is played to the end in the same sampled worlds.

A candidate is a card to play, two cards to set aside, or both: in the last round the two cards that one will set
aside are chosen together with the last card, because nothing is drawn any more.
"""

from __future__ import annotations

from math import exp
from typing import Any, NamedTuple

import numpy as np

from wonderland.bots.parade.compiling import entry_point
from wonderland.bots.parade.evaluation.costs import PRICES_SIZE, best_card, keep_best_pair, stage_of
from wonderland.bots.parade.search.beliefs import STEPS, first_sample, next_sample, no_beliefs, shuffle_pile
from wonderland.sim.kernel.compiling import allocating_function, kernel_function
from wonderland.sim.kernel.hidden_cards import collect_hidden, redeal_hidden
from wonderland.sim.kernel.intrinsics import popcount
from wonderland.sim.kernel.layout import (
    FRONT_MASKS,
    LINE_START,
    MAX_PLAYERS,
    META_FIRST,
    META_PLIES,
    META_TRIGGER,
    NO_CARD,
    ORDER_SIZE,
    RESULT_SCORES,
    RESULT_SIZE,
    RESULT_WINNERS,
    U1,
)  # fmt: skip
from wonderland.sim.kernel.policy_game import copy_array, copy_game, finish, new_game
from wonderland.sim.kernel.random_words import key_of
from wonderland.sim.kernel.turn import counters_of, enter, still_playing_of, take_turn, write_counters

#: Part of a rollout's worth is the margin by which it was won or lost: a guide while the end is far, and luck large.
#: A margin of this many points is clear.
CLEAR_MARGIN = 10.0
MARGIN_PART, MARGIN_PART_IN_LAST_ROUND = 0.5, 0.05
NO_CHOICE = -1


class Seen(NamedTuple):
    """What a seat sees, see :class:`~wonderland.sim.batch.observation.Observation`."""

    order: Any
    line: Any
    front: Any
    hands: Any
    pile: Any
    meta: Any


class Totals(NamedTuple):
    """What the rollouts of each candidate add up to."""

    wins: Any
    worth: Any
    #: The products of each two candidates' worths, for the variance of their difference.
    products: Any


@allocating_function
def seen_game(seen: Any) -> Any:
    """A game as a seat sees it; what it cannot know is any of the hidden cards."""
    game = new_game()
    copy_array(seen.hands, game.hands)
    copy_array(seen.pile, game.pile)
    copy_array(seen.meta, game.meta)
    for slot in range(LINE_START + np.int64(seen.meta[META_PLIES])):
        enter(seen.order[slot], U1 << np.uint64(slot), game.masks)
    for seat in range(MAX_PLAYERS):
        game.masks[FRONT_MASKS + seat] = seen.front[seat]
    return game


@kernel_function
def play_by_evaluation(seats: Any, line: Any, game: Any, weights: Any, prices: Any, result: Any) -> None:
    """Play a game to its end among players who choose by the evaluation."""
    players = len(seats)
    counters = counters_of(game.meta)
    seat = (game.meta[META_FIRST] + counters.plies) % players
    while still_playing_of(players, counters.plies, counters.trigger):
        stage = stage_of(players, counters.pile - counters.drawn, counters.trigger, game.masks)
        place = best_card(seat, seats, line, stage, game, weights, prices)
        line, counters = take_turn(seat, place, line, counters, game)
        seat = seat + 1 if seat + 1 < players else 0
    write_counters(counters, game.meta)
    for other in range(players):
        if game.aside[other * 2] == NO_CARD:
            keep_best_pair(other, seats, game, weights, prices)
    finish(seats, game, result)


@kernel_function
def share_of(seat: Any, result: Any) -> Any:
    """A seat's share of the win."""
    won = (result[RESULT_WINNERS] >> seat) & 1
    return won / np.float64(popcount(np.uint64(result[RESULT_WINNERS])))


@kernel_function
def margin_of(seats: Any, seat: Any, result: Any) -> Any:
    """By how many points the best of the others is behind."""
    best = np.int64(1 << 40)
    for other in range(len(seats)):
        if other != seat:
            best = min(best, result[RESULT_SCORES + other])
    return best - result[RESULT_SCORES + seat]


@kernel_function
def worth_of(seats: Any, seat: Any, result: Any, margin_part: Any) -> Any:
    """What a result is worth to a seat, from 0 to 1: its share of the win, and in part the margin."""
    margin = margin_part / (1.0 + exp(-margin_of(seats, seat, result) / CLEAR_MARGIN))
    return (1.0 - margin_part) * share_of(seat, result) + margin


@entry_point
def play_candidates(
    seats: Any, seat: Any, key: Any, worlds: Any, infer: Any, seen: Any, weights: Any, candidates: Any, totals: Any
) -> None:
    """Play every candidate out in ``worlds`` more worlds, and add up the results.

    With ``infer`` the worlds are sampled by what the history tells, else the hidden cards are dealt at random.
    """
    seen, totals = Seen(*seen), Totals(*totals)
    players = len(seats)
    hidden, dealt = np.zeros(ORDER_SIZE, np.uint8), np.zeros(ORDER_SIZE, np.uint8)
    prices, result = np.zeros(PRICES_SIZE, np.int64), np.zeros(RESULT_SIZE, np.int64)
    worths = np.zeros(len(candidates))
    margin_part = MARGIN_PART if seen.meta[META_TRIGGER] == 0 else MARGIN_PART_IN_LAST_ROUND
    world_game, game = seen_game(seen), new_game()
    size = collect_hidden(seat, seats, world_game, hidden)
    copy_array(hidden, dealt)
    redeal_hidden(key, seat, seats, dealt, size, world_game)
    beliefs = no_beliefs()
    if infer:
        first_sample(seats, seat, key, seen.order, world_game, weights, beliefs)
    for world in range(worlds):
        chance = key_of(key, np.uint64(world + 1))
        if infer:
            next_sample(seats, seat, STEPS * (players - 1), chance, world_game, beliefs)
            shuffle_pile(chance, world_game)
        else:
            copy_array(hidden, dealt)
            redeal_hidden(chance, seat, seats, dealt, size, world_game)
        for number in range(len(candidates)):
            copy_game(world_game, game)
            line = seen.line
            place, one, two = candidates[number]
            if place != NO_CHOICE:
                line, counters = take_turn(seat, place, line, counters_of(game.meta), game)
                write_counters(counters, game.meta)
            if one != NO_CHOICE:
                game.aside[seat * 2], game.aside[seat * 2 + 1] = one, two
            play_by_evaluation(seats, line, game, weights, prices, result)
            totals.wins[number] += share_of(seat, result)
            worths[number] = worth_of(seats, seat, result, margin_part)
        for number in range(len(candidates)):
            totals.worth[number] += worths[number]
            for other in range(len(candidates)):
                totals.products[number, other] += worths[number] * worths[other]
