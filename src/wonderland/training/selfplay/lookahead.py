"""What candidates are worth by what comes some rounds later: labels for the card network.

A candidate is played, everybody goes on by the card network, and then the position network is asked. Right after a move
it errs more than later on. These labels have less of its error and more luck, which averages out: the card network
learns from many worlds.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from wonderland.bots.parade.alice.rollouts import VALUES_SIZE, play_last_choices, play_on
from wonderland.bots.parade.network.evaluator import evaluate_position
from wonderland.bots.parade.network.features import seat_from
from wonderland.bots.parade.network.forward import new_position, new_units
from wonderland.bots.parade.network.layout import Network
from wonderland.bots.parade.network.policy import ASIDE_PLACES, PAIRS
from wonderland.bots.parade.search.rollouts import share_of
from wonderland.envs.parade.kernel.game import actor_of, is_playing
from wonderland.envs.parade.kernel.layout import ASIDE, HANDS, LINE_WORD, META, ORDER
from wonderland.sim.kernel.compiling import allocating_function, kernel_function
from wonderland.sim.kernel.layout import (
    HAND_SIZE,
    LINE_START,
    MAX_PILE,
    MAX_PLAYERS,
    META_PLIES,
    META_SIZE,
    ORDER_SIZE,
    RESULT_SIZE,
)  # fmt: skip
from wonderland.sim.kernel.policy_game import copy_array, copy_game, new_game
from wonderland.sim.kernel.turn import counters_of, still_playing_of, take_turn
from wonderland.training.compiling import entry_point


class Room(NamedTuple):
    """Room for a candidate that is played on, made once."""

    game: Any
    #: The card in each slot.
    order: Any
    result: Any
    #: What a network sees, the sums of the two networks, and the card network's values of the candidates of a turn.
    position: Any
    card_units: Any
    position_units: Any
    values: Any


@allocating_function
def new_room(card_network: Any, position_network: Any) -> Any:
    """Room for :func:`worth_after`."""
    return Room(
        new_game(),
        np.zeros(ORDER_SIZE, np.uint8),
        np.zeros(RESULT_SIZE, np.int64),
        new_position(),
        new_units(card_network),
        new_units(position_network),
        np.zeros(VALUES_SIZE),
    )


@entry_point
def look_ahead(seats: Any, state: Any, rounds: Any, networks: Any, worth: Any) -> None:
    """The share of the win of whoever acts next in each game of a batch, after each candidate and ``rounds`` rounds.

    All candidates are played in the game's own world: with the hands and the pile that there are. Whoever learns from
    it does not see them, and so learns the mean over the worlds.
    """
    card_network, position_network = Network(*networks[0]), Network(*networks[1])
    room, game, order = new_room(card_network, position_network), new_game(), np.zeros(ORDER_SIZE, np.uint8)
    for number in range(len(worth)):
        line = copy_row(number, state, game, order)
        for which in range(HAND_SIZE if is_playing(seats, game.meta) else PAIRS):
            copy_game(game, room.game)
            copy_array(order, room.order)
            worth[number, which] = worth_after(which, rounds, seats, line, card_network, position_network, room)


@kernel_function
def copy_row(number: Any, state: Any, game: Any, order: Any) -> Any:
    """Copy a game of a batch, and the cards in its slots; its line."""
    words, bytes_, piles = state
    for place in range(LINE_WORD):
        game.masks[place] = words[number, place]
    for place in range(MAX_PLAYERS * HAND_SIZE):
        game.hands[place] = bytes_[number, HANDS + place]
    for place in range(MAX_PILE):
        game.pile[place] = piles[number, place]
    for place in range(MAX_PLAYERS * 2):
        game.aside[place] = bytes_[number, ASIDE + place]
    for place in range(META_SIZE):
        game.meta[place] = bytes_[number, META + place]
    for slot in range(LINE_START + game.meta[META_PLIES]):
        order[slot] = bytes_[number, ORDER + slot]
    return words[number, LINE_WORD]


@kernel_function
def worth_after(
    which: Any, rounds: Any, seats: Any, line: Any, card_network: Any, position_network: Any, room: Any
) -> Any:
    """The same after one candidate of the game in ``room``: a card's place in the hand, or the number of a pair."""
    players, game, order, result, position = len(seats), room.game, room.order, room.result, room.position
    seat, counters, playing = actor_of(seats, game), counters_of(game.meta), is_playing(seats, game.meta)
    if playing:
        order[LINE_START + counters.plies] = game.hands[seat * HAND_SIZE + which]
        line, counters = take_turn(seat, which, line, counters, game)
        line, counters, mover, drawn = play_on(
            seats, rounds * players, seat, line, counters, order, game, result, position, card_network,
            room.card_units, room.values,
        )  # fmt: skip
        if still_playing_of(players, counters.plies, counters.trigger):
            # What is drawn last is luck: before the draw it is any card of the pile.
            evaluate_position(
                mover, drawn, seats, line, counters, np.int64(-1), order, game, result, position, position_network,
                room.position_units,
            )  # fmt: skip
            return room.position_units.out[seat_from(mover, seat, players)]
    else:
        for side in range(2):
            game.aside[seat * 2 + side] = game.hands[seat * HAND_SIZE + ASIDE_PLACES[which, side]]
    play_last_choices(seats, line, counters, order, game, result, position, card_network, room.card_units, room.values)
    return share_of(seat, result)
