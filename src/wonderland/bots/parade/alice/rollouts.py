"""A candidate played on for some turns in a sampled world, and what the position network says then."""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.bots.parade.alice.beliefs import World
from wonderland.bots.parade.compiling import entry_point
from wonderland.bots.parade.network.evaluator import evaluate_position
from wonderland.bots.parade.network.features import seat_from
from wonderland.bots.parade.network.forward import new_position, new_units
from wonderland.bots.parade.network.policy import best_of, evaluate_cards, set_best_aside
from wonderland.bots.parade.search.beliefs import STEPS, Beliefs, next_sample, shuffle_pile
from wonderland.bots.parade.search.rollouts import NO_CHOICE, Seen, Totals, seen_game, share_of, worth_of
from wonderland.sim.kernel.compiling import kernel_function
from wonderland.sim.kernel.hidden_cards import redeal_hidden
from wonderland.sim.kernel.layout import (
    HAND_SIZE,
    LINE_START,
    NO_CARD,
    ORDER_SIZE,
    RESULT_SIZE,
)  # fmt: skip
from wonderland.sim.kernel.policy_game import copy_array, copy_game, finish, new_game
from wonderland.sim.kernel.random_words import key_of
from wonderland.sim.kernel.turn import counters_of, still_playing_of, take_turn, write_counters

#: What is known of the hidden cards: nothing; what the history tells; and, for a player who cheats, the others' hands;
#: those and the pile.
NOTHING, INFERRED, HANDS, EVERYTHING = range(4)
#: The margin hardly counts; it decides between choices that would otherwise be equal.
MARGIN_PART = 0.02
#: Values of the candidates of a turn: five cards or six pairs.
VALUES_SIZE = 8
#: More turns than any game has.
TO_THE_END = 200


@kernel_function
def play_on(
    seats: Any, turns: Any, mover: Any, line: Any, counters: Any, order: Any, game: Any, result: Any, position: Any,
    network: Any, units: Any, values: Any,
) -> Any:  # fmt: skip
    """Some turns by the card network; the line, the counters, who moved last and the card drawn then."""
    players, drawn = len(seats), np.int64(NO_CARD)
    for _ in range(turns):
        if not still_playing_of(players, counters.plies, counters.trigger):
            break
        mover = mover + 1 if mover + 1 < players else 0
        evaluate_cards(mover, seats, line, counters, order, game, result, position, network, units, values)
        place = np.int64(best_of(HAND_SIZE, values))
        held = mover * HAND_SIZE + place
        order[LINE_START + counters.plies] = game.hands[held]
        draws = counters.trigger == 0
        line, counters = take_turn(mover, place, line, counters, game)
        drawn = np.int64(game.hands[held]) if draws else np.int64(NO_CARD)
    return line, counters, mover, drawn


@kernel_function
def set_all_aside(
    seats: Any, line: Any, counters: Any, order: Any, game: Any, result: Any, position: Any, network: Any, units: Any,
    values: Any,
) -> None:  # fmt: skip
    """Everybody who has not yet sets two cards aside."""
    write_counters(counters, game.meta)
    for other in range(len(seats)):
        if game.aside[other * 2] == NO_CARD:
            set_best_aside(other, seats, line, counters, order, game, result, position, network, units, values)


@kernel_function
def play_last_choices(
    seats: Any, line: Any, counters: Any, order: Any, game: Any, result: Any, position: Any, network: Any, units: Any,
    values: Any,
) -> None:  # fmt: skip
    """Everybody who has not yet sets two cards aside; the result of the game."""
    set_all_aside(seats, line, counters, order, game, result, position, network, units, values)
    finish(seats, game, result)


@entry_point
def play_worlds(
    seats: Any, seat: Any, key: Any, worlds: Any, known: Any, depth: Any, seen: Any, networks: Any, world: Any,
    beliefs: Any, candidates: Any, totals: Any,
) -> None:  # fmt: skip
    """Try every candidate in ``worlds`` more worlds, and add up what came of it.

    ``world`` has the hands and the pile of the last world, which a sample of the beliefs begins with, and all hidden
    cards, sorted.
    """
    seen, totals, beliefs, world = Seen(*seen), Totals(*totals), Beliefs(*beliefs), World(*world)
    card_network, position_network = networks
    players = len(seats)
    position, values = new_position(), np.zeros(VALUES_SIZE)
    units, position_units = new_units(card_network), new_units(position_network)
    dealt, order = np.zeros(ORDER_SIZE, np.uint8), np.zeros(ORDER_SIZE, np.uint8)
    result, worths = np.zeros(RESULT_SIZE, np.int64), np.zeros(len(candidates))
    world_game, game, ended = seen_game(seen), new_game(), new_game()
    copy_array(world.hands, world_game.hands)
    copy_array(world.pile, world_game.pile)
    for number in range(worlds):
        chance = key_of(key, np.uint64(number + 1))
        if known == INFERRED:
            next_sample(seats, seat, STEPS * (players - 1), chance, world_game, beliefs)
        if known == NOTHING:
            copy_array(world.hidden, dealt)
            redeal_hidden(chance, seat, seats, dealt, np.int64(world.count[0]), world_game)
        elif known != EVERYTHING:
            shuffle_pile(chance, world_game)
        for which in range(len(candidates)):
            place, one, two = candidates[which]
            if one != NO_CHOICE and which > 0 and candidates[which - 1, 0] == place:
                # The same card, other cards set aside: nobody sees that, so all others do what they did before.
                copy_game(ended, game)
                game.aside[seat * 2], game.aside[seat * 2 + 1] = one, two
                finish(seats, game, result)
                totals.wins[which] += share_of(seat, result)
                worths[which] = worth_of(seats, seat, result, MARGIN_PART)
                continue
            copy_game(world_game, game)
            copy_array(seen.order, order)
            line, counters = seen.line, counters_of(game.meta)
            held = seat * HAND_SIZE + place
            order[LINE_START + counters.plies] = game.hands[held]
            draws = counters.trigger == 0
            line, counters = take_turn(seat, place, line, counters, game)
            drawn = np.int64(game.hands[held]) if draws else np.int64(NO_CARD)
            if one != NO_CHOICE:
                game.aside[seat * 2], game.aside[seat * 2 + 1] = one, two
            turns, mover = depth if one == NO_CHOICE else TO_THE_END, np.int64(seat)
            if turns > 0:
                line, counters, mover, drawn = play_on(
                    seats, turns, mover, line, counters, order, game, result, position, card_network, units, values
                )  # fmt: skip
            if still_playing_of(players, counters.plies, counters.trigger):
                # What is drawn last is luck: before the draw it is any card of the pile.
                evaluate_position(
                    mover, drawn, seats, line, counters, np.int64(-1), order, game, result, position,
                    position_network, position_units,
                )  # fmt: skip
                worths[which] = position_units.out[seat_from(mover, seat, players)]
                totals.wins[which] += worths[which]
            else:
                set_all_aside(seats, line, counters, order, game, result, position, card_network, units, values)
                copy_game(game, ended)
                finish(seats, game, result)
                totals.wins[which] += share_of(seat, result)
                worths[which] = worth_of(seats, seat, result, MARGIN_PART)
        for which in range(len(candidates)):
            totals.worth[which] += worths[which]
            for other in range(len(candidates)):
                totals.products[which, other] += worths[which] * worths[other]
    copy_array(world_game.hands, world.hands)
    copy_array(world_game.pile, world.pile)
