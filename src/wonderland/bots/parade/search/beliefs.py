"""Beliefs about the hidden hands: worlds sampled so that they fit everything seen, each as often as it is likely.

Everybody else is taken for a player who chooses by the evaluation and errs: a card is played with a probability that
falls with what it cost at that moment (its *play weight*). The plays seen then say something about the cards not
played. A hand in which a much better card had lain for ten turns is unlikely, one in which it has just arrived is not.
So a sample says which cards each other seat has held and *when each came*. It is changed by small steps that are
accepted by Metropolis' rule (Markov chain Monte Carlo): after enough of them hands come up as often as they should.
"""

from __future__ import annotations

from math import exp
from typing import Any, NamedTuple

import numpy as np

from wonderland.bots.parade.evaluation.costs import PRICES_SIZE, Decision, laying_cost, price_colours, stage_of
from wonderland.bots.parade.evaluation.weights import SCALE
from wonderland.sim.kernel.compiling import allocating_function, kernel_function
from wonderland.sim.kernel.deal import pile_size
from wonderland.sim.kernel.layout import (
    COLOURS,
    FRONT_MASKS,
    HAND_SIZE,
    LINE_START,
    MASKS_SIZE,
    MAX_PLAYERS,
    META_DRAWN,
    META_FIRST,
    META_PILE,
    META_PLIES,
    NO_CARD,
    START_SLOTS,
    U0,
    U1,
    VALUES,
    Counters,
)  # fmt: skip
from wonderland.sim.kernel.random_words import SPLITMIX_INCREMENT, mix
from wonderland.sim.kernel.turn import count_turn, enter, lay

#: Upper bounds of a seat's turns, of the kernel's card codes, and of the cards a seat holds in a game.
MAX_TURNS, CARD_CODES, MAX_HOLDINGS = 32, 96, 40
#: The temperature: a move that costs this much more of a game is chosen e times less often.
TEMPERATURE = 0.15
#: Steps from one sample to the next, and to the first, for each of the others.
STEPS, FIRST_STEPS = 10, 400
#: No play is impossible, whatever the evaluation says.
LEAST_PLAY_WEIGHT = 0.002
_16, _32, _48 = (np.uint64(number) for number in (16, 32, 48))
_LOW_16 = np.uint64(0xFFFF)


class Beliefs(NamedTuple):
    """The present sample; everything by seat, for the others only."""

    #: How many turns the seat has had.
    turns: Any
    #: For each turn, the play weight of every card.
    play_weights: Any
    #: The cards the seat has held: first those in the hand now, then those played, in order.
    cards: Any
    #: The turn after which each of them came (-1: dealt), and in which it went.
    came: Any
    went: Any
    #: For each turn, the sum of the play weights of the cards in the hand.
    sums: Any


@allocating_function
def no_beliefs() -> Any:
    """Room for beliefs."""
    return Beliefs(
        np.zeros(MAX_PLAYERS, np.int64),
        np.zeros((MAX_PLAYERS, MAX_TURNS, CARD_CODES)),
        np.zeros((MAX_PLAYERS, MAX_HOLDINGS), np.uint8),
        np.zeros((MAX_PLAYERS, MAX_HOLDINGS), np.int64),
        np.zeros((MAX_PLAYERS, MAX_HOLDINGS), np.int64),
        np.zeros((MAX_PLAYERS, MAX_TURNS)),
    )


@allocating_function
def first_sample(seats: Any, seat: Any, key: Any, order: Any, game: Any, weights: Any, beliefs: Any) -> None:
    """A sample after enough steps to be like any other; the hands and the pile of ``game`` are its present."""
    replay_history(seats, seat, order, game.meta, weights, beliefs)
    begin(seats, seat, order, game, beliefs)
    next_sample(seats, seat, FIRST_STEPS * (len(seats) - 1), key, game, beliefs)


@allocating_function
def replay_history(seats: Any, seat: Any, order: Any, meta: Any, weights: Any, beliefs: Any) -> None:
    """Replay the public history, and note the play weight of every card at each turn of the others."""
    players = len(seats)
    masks, prices = np.zeros(MASKS_SIZE, np.uint64), np.zeros(PRICES_SIZE, np.int64)
    line = START_SLOTS
    zero = np.int64(0)
    counters = Counters(zero, zero, zero, zero, np.int64(pile_size(players)))
    for slot in range(LINE_START):
        enter(order[slot], U1 << np.uint64(slot), masks)
    for ply in range(np.int64(meta[META_PLIES])):
        mover = (meta[META_FIRST] + ply) % players
        if mover != seat:
            stage = stage_of(players, counters.pile - counters.drawn, counters.trigger, masks)
            note_play_weights(
                mover, seats, line, stage, masks, weights, prices, beliefs.play_weights[mover, beliefs.turns[mover]]
            )
        line = lay(order[LINE_START + ply], U1 << np.uint64(LINE_START + ply), mover, line, masks)
        counters = count_turn(counters, masks[FRONT_MASKS + mover], masks)
        beliefs.turns[mover] += 1


@kernel_function
def note_play_weights(
    seat: Any, seats: Any, line: Any, stage: Any, masks: Any, weights: Any, prices: Any, play_weights: Any
) -> None:
    """The play weight of each card now, as the only one of its colour in the hand; the best card's is 1."""
    shared = price_colours(seat, seats, line, U0, stage, masks, weights, prices)
    least = np.float64(1 << 60)
    for colour in range(COLOURS):
        alone = U1 << np.uint64(4 * colour)
        decision = Decision(seat, stage, line, shared.length, alone, shared.colours)
        for value in range(VALUES):
            card = np.int64(colour * 16 + value)
            play_weights[card] = np.float64(laying_cost(card, decision, seats, masks, weights, prices))
            least = min(least, play_weights[card])
    for colour in range(COLOURS):
        for value in range(VALUES):
            card = np.int64(colour * 16 + value)
            play_weights[card] = exp((least - play_weights[card]) / (TEMPERATURE * SCALE)) + LEAST_PLAY_WEIGHT


@kernel_function
def hand_size(seat: Any, hands: Any) -> Any:
    size = 0
    for place in range(seat * HAND_SIZE, seat * HAND_SIZE + HAND_SIZE):
        size += 1 if hands[place] != NO_CARD else 0
    return size


@kernel_function
def begin(seats: Any, seat: Any, order: Any, game: Any, beliefs: Any) -> None:
    """A first sample that fits: what was played came as early as it could, what is held came last."""
    players = len(seats)
    cards, came, went = beliefs.cards, beliefs.came, beliefs.went
    for other in range(players):
        if other == seat:
            continue
        size, played = hand_size(other, game.hands), beliefs.turns[other]
        for place in range(size):
            cards[other, place], went[other, place] = game.hands[other * HAND_SIZE + place], played
        for turn in range(played):
            ply = (other - game.meta[META_FIRST] + players) % players + turn * players
            cards[other, size + turn], went[other, size + turn] = order[LINE_START + ply], turn
        for number in range(size + played):
            place = size + number if number < played else number - played
            came[other, place] = -1 if number < HAND_SIZE else number - HAND_SIZE
        for turn in range(played):
            for place in range(size + played):
                if came[other, place] < turn <= went[other, place]:
                    beliefs.sums[other, turn] += beliefs.play_weights[other, turn, cards[other, place]]


# ---- steps --------------------------------------------------------------------------------------------------


@kernel_function
def likelihood_ratio(seat: Any, card: Any, instead_of: Any, start: Any, stop: Any, beliefs: Any) -> Any:
    """How much likelier the plays of some turns are with one card in the hand instead of another.

    The card that was played is given, so only the play weights of the cards beside it count.
    """
    ratio = 1.0
    for turn in range(start, stop):
        before, weights = beliefs.sums[seat, turn], beliefs.play_weights[seat, turn]
        ratio *= before / (before - weights[instead_of] + weights[card])
    return ratio


@kernel_function
def replace_in_sums(seat: Any, card: Any, instead_of: Any, start: Any, stop: Any, beliefs: Any) -> None:
    for turn in range(start, stop):
        weights = beliefs.play_weights[seat, turn]
        beliefs.sums[seat, turn] += weights[card] - weights[instead_of]


@kernel_function
def swap_times(seat: Any, one: Any, two: Any, chance: Any, beliefs: Any) -> None:
    """Let two cards of a seat have come at each other's time, unless one would have come after it went."""
    cards, came = beliefs.cards, beliefs.came
    if came[seat, one] > came[seat, two]:
        one, two = two, one
    early, late = came[seat, one], came[seat, two]
    if early == late or beliefs.went[seat, one] <= late:
        return
    was, now = cards[seat, one], cards[seat, two]
    if chance < likelihood_ratio(seat, now, was, early + 1, late + 1, beliefs):
        replace_in_sums(seat, now, was, early + 1, late + 1, beliefs)
        came[seat, one], came[seat, two] = late, early


@kernel_function
def swap_between_hands(seat: Any, place: Any, other: Any, where: Any, chance: Any, hands: Any, beliefs: Any) -> None:
    """Let two players hold each other's card."""
    turns, cards = beliefs.turns, beliefs.cards
    one, two = cards[seat, place], cards[other, where]
    start, other_start = beliefs.came[seat, place] + 1, beliefs.came[other, where] + 1
    ratio = likelihood_ratio(seat, two, one, start, turns[seat], beliefs)
    ratio *= likelihood_ratio(other, one, two, other_start, turns[other], beliefs)
    if chance < ratio:
        replace_in_sums(seat, two, one, start, turns[seat], beliefs)
        replace_in_sums(other, one, two, other_start, turns[other], beliefs)
        cards[seat, place], hands[seat * HAND_SIZE + place] = two, two
        cards[other, where], hands[other * HAND_SIZE + where] = one, one


@kernel_function
def swap_with_pile(seat: Any, place: Any, where: Any, chance: Any, hands: Any, pile: Any, beliefs: Any) -> None:
    """Let a card in a hand be still in the pile, and one of the pile in the hand."""
    held, lying = beliefs.cards[seat, place], pile[where]
    start, stop = beliefs.came[seat, place] + 1, beliefs.turns[seat]
    if chance < likelihood_ratio(seat, lying, held, start, stop, beliefs):
        replace_in_sums(seat, lying, held, start, stop, beliefs)
        beliefs.cards[seat, place], hands[seat * HAND_SIZE + place], pile[where] = lying, lying, held


@kernel_function
def nth_other(number: Any, seat: Any, besides: Any) -> Any:
    """The seat of that number among all but two."""
    low, high = min(seat, besides), max(seat, besides)
    number += 1 if number >= low else 0
    return number + (1 if number >= high else 0)


@kernel_function
def next_sample(seats: Any, seat: Any, steps: Any, key: Any, game: Any, beliefs: Any) -> None:
    """Take some steps from one sample to another; the hands and the pile of ``game`` follow."""
    players, hands, pile = len(seats), game.hands, game.pile
    drawn = np.int64(game.meta[META_DRAWN])
    left = np.int64(game.meta[META_PILE]) - drawn
    word = key
    for step in range(steps):
        word = mix(word + SPLITMIX_INCREMENT)
        first, second = np.int64(word & _LOW_16), np.int64((word >> _16) & _LOW_16)
        third, chance = np.int64((word >> _32) & _LOW_16), np.float64(word >> _48) / 65536.0
        other = (first * (players - 1)) >> 16
        other += 1 if other >= seat else 0
        size = hand_size(other, hands)
        if step & 1:
            total = size + beliefs.turns[other]
            swap_times(other, (second * total) >> 16, (third * total) >> 16, chance, beliefs)
            continue
        place = (second * size) >> 16
        partner = (third * (left + (players - 2) * HAND_SIZE)) >> 16
        if partner < left:
            swap_with_pile(other, place, drawn + partner, chance, hands, pile, beliefs)
        elif players > 2:
            third_seat, where = nth_other((partner - left) // HAND_SIZE, seat, other), (partner - left) % HAND_SIZE
            if hands[third_seat * HAND_SIZE + where] != NO_CARD:
                swap_between_hands(other, place, third_seat, where, chance, hands, beliefs)


@kernel_function
def shuffle_pile(key: Any, game: Any) -> None:
    """Nothing is known about the order of the pile."""
    start, stop = np.int64(game.meta[META_DRAWN]), np.int64(game.meta[META_PILE])
    pile, word = game.pile, key
    for place in range(start, stop - 1):
        word = mix(word + SPLITMIX_INCREMENT)
        other = place + np.int64(((word >> _32) * np.uint64(stop - place)) >> _32)
        pile[place], pile[other] = pile[other], pile[place]
