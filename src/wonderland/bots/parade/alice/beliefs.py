"""How likely each card was to be played in every turn so far, by the card network.

The samples themselves are those of ``search/beliefs.py``: which cards each other seat has held, and when each came.
"""

from __future__ import annotations

from math import exp
from typing import Any, NamedTuple

import numpy as np

from wonderland.bots.parade.compiling import entry_point
from wonderland.bots.parade.network.features import write_after_card, write_places
from wonderland.bots.parade.network.forward import begin_turn, evaluate, new_position, new_units
from wonderland.bots.parade.search.beliefs import FIRST_STEPS, Beliefs, begin, next_sample
from wonderland.bots.parade.search.rollouts import Seen, seen_game
from wonderland.sim.kernel.compiling import allocating_function
from wonderland.sim.kernel.deal import pile_size
from wonderland.sim.kernel.hidden_cards import collect_hidden, redeal_hidden
from wonderland.sim.kernel.layout import (
    FRONT_MASKS,
    HAND_SIZE,
    LINE_START,
    META_FIRST,
    META_PLIES,
    NO_CARD,
    ORDER_SIZE,
    PACK,
    RESULT_SIZE,
    START_SLOTS,
    U1,
    Counters,
)  # fmt: skip
from wonderland.sim.kernel.policy_game import copy_array, new_game
from wonderland.sim.kernel.turn import count_turn, enter, lay, number_of

#: No play is impossible, whatever the network says.
LEAST_PLAY_WEIGHT = 0.002


class World(NamedTuple):
    """One way in which the hidden cards may lie."""

    #: As in :class:`wonderland.sim.kernel.layout.Game`.
    hands: Any
    pile: Any
    #: All cards that the seat cannot know, sorted, and how many they are.
    hidden: Any
    count: Any


@entry_point
def begin_beliefs(
    seats: Any, seat: Any, key: Any, seen: Any, network: Any, temperature: Any, world: Any, beliefs: Any
) -> None:  # fmt: skip
    """The play weights of all turns so far, and a first sample; at temperature 0 hidden cards dealt at random."""
    seen, beliefs, world = Seen(*seen), Beliefs(*beliefs), World(*world)
    game = seen_game(seen)
    world.count[0] = collect_hidden(seat, seats, game, world.hidden)
    dealt = np.zeros(ORDER_SIZE, np.uint8)
    copy_array(world.hidden, dealt)
    redeal_hidden(key, seat, seats, dealt, np.int64(world.count[0]), game)
    if temperature > 0.0:
        note_history(seats, seat, seen.order, seen.meta, network, temperature, beliefs)
        begin(seats, seat, seen.order, game, beliefs)
        next_sample(seats, seat, FIRST_STEPS * (len(seats) - 1), key, game, beliefs)
    copy_array(game.hands, world.hands)
    copy_array(game.pile, world.pile)


@allocating_function
def note_history(seats: Any, seat: Any, order: Any, meta: Any, network: Any, temperature: Any, beliefs: Any) -> None:
    """Replay the public history, and note the play weight of every card at each turn of the others."""
    players, line, zero = len(seats), START_SLOTS, np.int64(0)
    game, position, units = new_game(), new_position(), new_units(network)
    result, played = np.zeros(RESULT_SIZE, np.int64), np.zeros(ORDER_SIZE, np.uint8)
    counters = Counters(zero, zero, zero, zero, np.int64(pile_size(players)))
    for slot in range(LINE_START):
        enter(order[slot], U1 << np.uint64(slot), game.masks)
        played[slot] = order[slot]
    for ply in range(np.int64(meta[META_PLIES])):
        mover = (np.int64(meta[META_FIRST]) + ply) % players
        if mover != seat:
            weights = beliefs.play_weights[mover, beliefs.turns[mover]]
            note_play_weights(
                mover, seats, line, counters, played, game, result, position, network, units, temperature, weights
            )  # fmt: skip
        card = order[LINE_START + ply]
        line = lay(card, U1 << np.uint64(LINE_START + ply), mover, line, game.masks)
        counters = count_turn(counters, game.masks[FRONT_MASKS + mover], game.masks)
        played[LINE_START + ply] = card
        beliefs.turns[mover] += 1


@allocating_function
def note_play_weights(
    seat: Any, seats: Any, line: Any, counters: Any, order: Any, game: Any, result: Any, position: Any, network: Any,
    units: Any, temperature: Any, weights: Any,
) -> None:  # fmt: skip
    """The play weight of each card now, the rest of the hand unknown; the best card's is 1."""
    hand = seat * HAND_SIZE
    write_places(seat, False, seats, line, order, game, position.places)
    begin_turn(position, network, units)
    count, best = units.count[0], -1e9
    for card in PACK:
        if position.places[number_of(card)] != 0:
            continue
        game.hands[hand] = card
        units.moving[count] = number_of(card)
        units.count[0] = count + 1
        write_after_card(seat, 0, False, seats, line, counters, order, game, result, position)
        evaluate(len(seats), position, network, units)
        position.places[number_of(card)] = 0
        weights[card] = units.out[0]
        best = max(best, weights[card])
    game.hands[hand] = NO_CARD
    for card in PACK:
        if position.places[number_of(card)] == 0:
            weights[card] = exp((weights[card] - best) / temperature) + LEAST_PLAY_WEIGHT
