"""Every candidate of a decision tried in the same sampled worlds, compiled: everybody's shares, and the mover's points.

A candidate is played on for some turns by the card network; then the position network, which sees all hands of that
world, says everybody's shares. Where the game ends before, the result counts.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from wonderland.bots.parade.alice.beliefs import World
from wonderland.bots.parade.alice.rollouts import VALUES_SIZE, play_last_choices, play_on
from wonderland.bots.parade.compiling import SOURCES
from wonderland.bots.parade.network.evaluator import evaluate_position
from wonderland.bots.parade.network.forward import new_position, new_units
from wonderland.bots.parade.search.beliefs import Beliefs, next_sample, shuffle_pile
from wonderland.bots.parade.search.rollouts import NO_CHOICE, Seen, seen_game, share_of
from wonderland.sim.kernel.compiling import entry_points, kernel_function
from wonderland.sim.kernel.hidden_cards import redeal_hidden
from wonderland.sim.kernel.layout import (
    DECK_SIZE,
    HAND_SIZE,
    LINE_START,
    META_FIRST,
    META_PLIES,
    NO_CARD,
    ORDER_SIZE,
    RESULT_SCORES,
    RESULT_SIZE,
)  # fmt: skip
from wonderland.sim.kernel.policy_game import copy_array, copy_game, new_game
from wonderland.sim.kernel.random_words import key_of
from wonderland.sim.kernel.turn import counters_of, number_of, still_playing_of, take_turn

#: Steps of the beliefs from one world to the next for each of the others: far more than a bot takes that must be quick,
#: because worlds that resemble each other tell less.
STEPS_BETWEEN_WORLDS = 40
#: More turns than any game has.
TO_THE_END = DECK_SIZE

entry_point = entry_points(*SOURCES, "wonderland.review.parade.worlds")


class Plan(NamedTuple):
    """How many worlds are tried, and how."""

    worlds: Any
    #: Whether the history tells which worlds are likely; else the hidden cards are dealt at random.
    infer: Any
    #: Turns that are played on before the position network is asked.
    turns: Any
    #: In the first of so many worlds each, games are played to the end for their points.
    points_every: Any


class Sums(NamedTuple):
    """What came of each candidate, added up over worlds; one world after another goes into the next block."""

    #: (blocks, candidates, players)
    shares: Any
    #: The mover's points, (candidates,), and in how many worlds they were counted.
    points: Any
    played_out: Any
    #: In how many worlds each seat held each card. (cards, players)
    holders: Any


@entry_point
def try_candidates(
    seats: Any, seat: Any, key: Any, plan: Any, seen: Any, networks: Any, world: Any, beliefs: Any, candidates: Any,
    sums: Any,
) -> None:  # fmt: skip
    """Try every candidate in the same worlds, and add up what came of it."""
    plan, seen, sums, beliefs, world = Plan(*plan), Seen(*seen), Sums(*sums), Beliefs(*beliefs), World(*world)
    players, blocks = len(seats), len(sums.shares)
    units = new_units(networks[0]), new_units(networks[1])
    scratch = new_position(), units, np.zeros(VALUES_SIZE), np.zeros(RESULT_SIZE, np.int64)
    dealt, order = np.zeros(ORDER_SIZE, np.uint8), np.zeros(ORDER_SIZE, np.uint8)
    world_game, game = seen_game(seen), new_game()
    copy_array(world.hands, world_game.hands)
    copy_array(world.pile, world_game.pile)
    for number in range(plan.worlds):
        chance = key_of(key, np.uint64(number + 1))
        if plan.infer:
            next_sample(seats, seat, STEPS_BETWEEN_WORLDS * (players - 1), chance, world_game, beliefs)
            shuffle_pile(chance, world_game)
        else:
            copy_array(world.hidden, dealt)
            redeal_hidden(chance, seat, seats, dealt, np.int64(world.count[0]), world_game)
        add_holders(seats, seat, world_game.hands, sums.holders)
        to_end = number % plan.points_every == 0
        sums.played_out[0] += 1 if to_end else 0
        shares = sums.shares[number * blocks // plan.worlds]
        for which in range(len(candidates)):
            copy_game(world_game, game)
            copy_array(seen.order, order)
            points = play_candidate(
                seats, seat, plan.turns, to_end, candidates[which], seen.line, order, game, networks, scratch,
                shares[which],
            )  # fmt: skip
            sums.points[which] += points if to_end else 0


@kernel_function
def add_holders(seats: Any, seat: Any, hands: Any, holders: Any) -> None:
    """Count who of the others holds which card."""
    for other in range(len(seats)):
        for place in range(other * HAND_SIZE, (other + 1) * HAND_SIZE):
            if other != seat and hands[place] != NO_CARD:
                holders[number_of(hands[place]), other] += 1


@kernel_function
def play_candidate(
    seats: Any, seat: Any, turns: Any, to_end: Any, candidate: Any, line: Any, order: Any, game: Any, networks: Any,
    scratch: Any, shares: Any,
) -> Any:  # fmt: skip
    """Play a candidate on and add everybody's shares; the mover's points, if the game was played to its end."""
    card_network, position_network = networks
    position, (units, position_units), values, result = scratch
    players, counters, drawn = len(seats), counters_of(game.meta), np.int64(NO_CARD)
    place, one, two = candidate
    mover = (np.int64(game.meta[META_FIRST]) + np.int64(game.meta[META_PLIES]) + players - 1) % players
    if place != NO_CHOICE:
        held = seat * HAND_SIZE + place
        order[LINE_START + counters.plies] = game.hands[held]
        draws = counters.trigger == 0
        line, counters = take_turn(seat, place, line, counters, game)
        drawn = np.int64(game.hands[held]) if draws else np.int64(NO_CARD)
        mover = np.int64(seat)
    if one != NO_CHOICE:
        game.aside[seat * 2], game.aside[seat * 2 + 1] = one, two
    if turns > 0:
        line, counters, mover, drawn = play_on(
            seats, turns, mover, line, counters, order, game, result, position, card_network, units, values
        )  # fmt: skip
    evaluated = still_playing_of(players, counters.plies, counters.trigger)
    if evaluated:
        # What is drawn last is luck: before the draw it is any card of the pile.
        evaluate_position(
            mover, drawn, seats, line, counters, np.int64(-1), order, game, result, position, position_network,
            position_units,
        )  # fmt: skip
        for turn in range(players):
            shares[(mover + turn) % players] += position_units.out[turn]
        if not to_end:
            return np.int64(0)
        line, counters, mover, drawn = play_on(
            seats, TO_THE_END, mover, line, counters, order, game, result, position, card_network, units, values
        )  # fmt: skip
    play_last_choices(seats, line, counters, order, game, result, position, card_network, units, values)
    if not evaluated:
        for other in range(players):
            shares[other] += share_of(other, result)
    return result[RESULT_SCORES + seat]
