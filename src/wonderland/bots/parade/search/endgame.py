"""The last choice (P7) as the game it is: everyone sets two cards aside at once, and nobody sees the others' hands.

In each of many sampled worlds every seat has a hand of four, its *type* (this is a Bayesian game): in the others' eyes
our own hand may be another, so in each world it is. By fictitious play every type gives its best response, again and
again, to what the others have done so far on average; its own average settles into a strategy that nobody can exploit,
mixed where that pays.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.bots.parade.compiling import entry_point
from wonderland.bots.parade.evaluation.costs import PRICES_SIZE, keep_best_pair
from wonderland.bots.parade.search.beliefs import STEPS, first_sample, next_sample, no_beliefs
from wonderland.bots.parade.search.rollouts import Seen, seen_game, worth_of
from wonderland.sim.kernel.compiling import allocating_function, kernel_function
from wonderland.sim.kernel.hidden_cards import collect_hidden, redeal_hidden
from wonderland.sim.kernel.layout import (
    FRONT_MASKS,
    HAND_SIZE,
    LINE_START,
    MASKS_SIZE,
    MAX_PLAYERS,
    META_DRAWN,
    META_PILE,
    META_PLIES,
    ORDER_SIZE,
    RESULT_SIZE,
    U1,
)  # fmt: skip
from wonderland.sim.kernel.random_words import SPLITMIX_INCREMENT, key_of, mix
from wonderland.sim.kernel.score import judge
from wonderland.sim.kernel.turn import enter

PAIRS = 6
#: The places in a hand of four that are kept, by the number of the choice.
KEPT_PLACES = np.array([[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]])
#: How many worlds of the others each type looks at for its best response.
WORLDS_PER_RESPONSE = 8
#: The margin hardly counts any more; it decides between choices that would otherwise be equal.
MARGIN_PART = 0.02
_32 = np.uint64(32)


@entry_point
def sample_types(seats: Any, seat: Any, key: Any, seen: Any, weights: Any, types: Any, choices: Any) -> None:
    """Fill in everyone's hand in each world, and what the evaluation would choose."""
    seen, players = Seen(*seen), len(seats)
    prices, hidden = np.zeros(PRICES_SIZE, np.int64), np.zeros(ORDER_SIZE, np.uint8)
    game = seen_game(seen)
    own = slice(seat * HAND_SIZE, seat * HAND_SIZE + HAND_SIZE)
    own_hand = game.hands[own].copy()
    size = collect_hidden(seat, seats, game, hidden)
    redeal_hidden(key, seat, seats, hidden, size, game)
    beliefs = no_beliefs()
    first_sample(seats, seat, key, seen.order, game, weights, beliefs)
    for world in range(types.shape[1]):
        chance = key_of(key, np.uint64(world + 1))
        next_sample(seats, seat, STEPS * (players - 1), chance, game, beliefs)
        # The first world has our own hand in everybody's eyes; in the others it is any of what they cannot know.
        game.hands[own] = own_hand
        if world > 0 and game.meta[META_PILE] > game.meta[META_DRAWN]:
            draw_other_hand(seat, chance, game)
        for other in range(players):
            keep_best_pair(other, seats, game, weights, prices)
            for place in range(HAND_SIZE - 1):
                types[other, world, place] = game.hands[other * HAND_SIZE + place]
            choice = choice_without(game.aside[other * 2], game.aside[other * 2 + 1], types[other, world])
            choices[other, world, choice] = 1.0
        game.hands[own] = own_hand


@allocating_function
def draw_other_hand(seat: Any, key: Any, game: Any) -> None:
    """Draw a hand from the pile and the own cards together; the pile is left as it was."""
    drawn = np.int64(game.meta[META_DRAWN])
    size = np.int64(game.meta[META_PILE]) - drawn
    pool = np.zeros(ORDER_SIZE, np.uint8)
    pool[:4] = game.hands[seat * HAND_SIZE : seat * HAND_SIZE + 4]
    for place in range(size):
        pool[4 + place] = game.pile[drawn + place]
    word = key
    for place in range(4):
        word = mix(word + SPLITMIX_INCREMENT)
        other = place + np.int64(((word >> _32) * np.uint64(4 + size - place)) >> _32)
        pool[place], pool[other] = pool[other], pool[place]
        game.hands[seat * HAND_SIZE + place] = pool[place]


@kernel_function
def choice_without(one: Any, two: Any, hand: Any) -> Any:
    """The number of the choice that sets these two cards aside."""
    for choice in range(PAIRS):
        kept = hand[KEPT_PLACES[choice, 0]], hand[KEPT_PLACES[choice, 1]]
        if one not in kept and two not in kept:
            return choice
    return 0


@kernel_function
def keep(seat: Any, hand: Any, choice: Any, bit: Any, masks: Any) -> None:
    """Lay the two cards of a choice in front of a seat, in two unused slots from ``bit`` on."""
    for which in range(2):
        enter(hand[KEPT_PLACES[choice, which]], bit, masks)
        masks[FRONT_MASKS + seat] |= bit
        bit <<= U1


@kernel_function
def sample_choice(weights: Any, chance: Any) -> Any:
    """A choice drawn in proportion to its weight."""
    total = 0.0
    for choice in range(PAIRS):
        total += weights[choice]
    left = chance * total
    for choice in range(PAIRS):
        left -= weights[choice]
        if left < 0:
            return choice
    return PAIRS - 1


@entry_point
def respond(seats: Any, seat: Any, key: Any, seen: Any, types: Any, choices: Any) -> None:
    """One round of fictitious play. Our own hand, in the first world, looks at all worlds of the others."""
    seen = Seen(*seen)
    players, worlds = len(seats), types.shape[1]
    start = seen_game(seen).masks
    others, masks = np.zeros(MASKS_SIZE, np.uint64), np.zeros(MASKS_SIZE, np.uint64)
    result, worths = np.zeros(RESULT_SIZE, np.int64), np.zeros(PAIRS)
    best = np.zeros((MAX_PLAYERS, worlds), np.int64)
    free = U1 << np.uint64(LINE_START + np.int64(seen.meta[META_PLIES]))
    word = key
    for mover in range(players):
        for world in range(worlds):
            ours = mover == seat and world == 0
            worths[:] = 0.0
            for look in range(worlds if ours else WORLDS_PER_RESPONSE):
                word = mix(word + SPLITMIX_INCREMENT)
                elsewhere = look if ours else np.int64(((word >> _32) * np.uint64(worlds)) >> _32)
                others[:] = start
                for other in range(players):
                    if other != mover:
                        word = mix(word + SPLITMIX_INCREMENT)
                        choice = sample_choice(choices[other, elsewhere], np.float64(word >> _32) / 4294967296.0)
                        keep(other, types[other, elsewhere], choice, free << np.uint64(2 * other), others)
                for choice in range(PAIRS):
                    masks[:] = others
                    keep(mover, types[mover, world], choice, free << np.uint64(2 * mover), masks)
                    judge(seats, masks, result)
                    worths[choice] += worth_of(seats, mover, result, MARGIN_PART)
            best[mover, world] = np.argmax(worths)
    for mover in range(players):
        for world in range(worlds):
            choices[mover, world, best[mover, world]] += 1.0
