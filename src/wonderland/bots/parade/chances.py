"""A finished game replayed: everybody's chances after the deal, after every move and after every draw, compiled.

The chances before a draw are the mean over all cards that could be drawn, each as likely as any other. So a function
that gives the shares of the win in a position is all that is needed; which one is an argument.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wonderland.sim.batch.load import code_of
from wonderland.sim.batch.steps import place_in
from wonderland.sim.kernel.compiling import allocating_function, kernel_function
from wonderland.sim.kernel.deal import deal_deck
from wonderland.sim.kernel.layout import (
    DECK_SIZE,
    HAND_SIZE,
    LINE_START,
    META_DRAWN,
    META_PILE,
    NO_CARD,
    ORDER_SIZE,
    START_SLOTS,
    U0,
    U1,
)  # fmt: skip
from wonderland.sim.kernel.policy_game import new_game
from wonderland.sim.kernel.turn import counters_of, enter, take_turn, write_counters

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Chances:
    """The shares of the win of all seats in finished games, by an evaluator; rows after a game's end are 0."""

    #: After the deal. (games, players)
    deal: Floats
    #: After every move, before the card is drawn: the mean over all that could be drawn. (games, moves, players)
    moves: Floats
    #: After every draw; in the last round, when nothing is drawn, as after the move. (games, moves, players)
    draws: Floats

    @classmethod
    def empty(cls, games: int, moves: int, players: int) -> Chances:
        """Room for games of at most so many moves."""
        return cls(np.zeros((games, players)), np.zeros((games, moves, players)), np.zeros((games, moves, players)))

    @property
    def deal_luck(self) -> Floats:
        """How much better than an equal share the deal is for each seat. (games, players)"""
        return self.deal - 1 / self.deal.shape[1]

    @property
    def draw_luck(self) -> Floats:
        """What the draws of all players have brought each seat. (games, players)"""
        found: Floats = (self.draws - self.moves).sum(axis=1)
        return found


class Scratch(NamedTuple):
    """Arrays that are made once and used for many games."""

    deck: Any
    #: The cards that have entered the line, in order, see ``sim/kernel/layout.py``.
    order: Any
    game: Any
    shares: Any


@allocating_function
def new_scratch(seats: Any) -> Any:
    return Scratch(np.zeros(DECK_SIZE, np.uint8), np.zeros(ORDER_SIZE, np.uint8), new_game(), np.zeros(len(seats)))


@kernel_function
def deal_deck_of(numbers: Any, seats: Any, first: Any, scratch: Any) -> None:
    """Deal a deck of card numbers (P2)."""
    game = scratch.game
    for place in range(len(game.masks)):
        game.masks[place] = U0
    for place in range(len(game.hands)):
        game.hands[place] = NO_CARD
    for place in range(DECK_SIZE):
        scratch.deck[place] = code_of(numbers[place])
    # The line is kept as masks only: its six cards pass through the array of those set aside.
    deal_deck(scratch.deck, len(seats), first, game.hands, game.aside, game.pile, game.meta)
    for place in range(LINE_START):
        scratch.order[place] = game.aside[place]
        enter(game.aside[place], U1 << np.uint64(place), game.masks)
    for place in range(len(game.aside)):
        game.aside[place] = NO_CARD


@kernel_function
def mean_over_draws(
    evaluate: Any, model: Any, seats: Any, seat: Any, held: Any, line: Any, scratch: Any, mean: Any
) -> None:
    """Turn the shares after a draw into their mean over all cards that ``seat`` could have drawn.

    The card it drew is held at ``held``: every other one takes its place in the hand, and it the other's in the pile.
    """
    game, shares = scratch.game, scratch.shares
    start, stop = np.int64(game.meta[META_DRAWN]), np.int64(game.meta[META_PILE])
    own = game.hands[held]
    for place in range(start, stop):
        game.hands[held], game.pile[place] = game.pile[place], own
        evaluate(model, seats, seat, line, scratch.order, game, shares)
        game.pile[place] = game.hands[held]
        for other in range(len(seats)):
            mean[other] += shares[other]
    game.hands[held] = own
    for other in range(len(seats)):
        mean[other] /= stop - start + 1


@kernel_function
def replay_game(
    evaluate: Any, model: Any, seats: Any, deck: Any, first: Any, cards: Any, scratch: Any, deal: Any, moves: Any,
    draws: Any,
) -> None:  # fmt: skip
    """Write the chances of one game; deck and cards played are card numbers.

    ``evaluate(model, seats, seat, line, order, game, shares)`` writes the shares of all seats; ``seat`` moved last, and
    ``model`` is whatever the function needs.
    """
    players, game = len(seats), scratch.game
    deal_deck_of(deck, seats, first, scratch)
    line = START_SLOTS
    seat = np.int64(first)
    evaluate(model, seats, (seat + players - 1) % players, line, scratch.order, game, deal)
    for ply in range(len(cards)):
        if cards[ply] == NO_CARD:
            break
        counters = counters_of(game.meta)
        card = code_of(cards[ply])
        scratch.order[LINE_START + ply] = card
        place = np.int64(place_in(game.hands[seat * HAND_SIZE :], card))
        line, after = take_turn(seat, place, line, counters, game)
        write_counters(after, game.meta)
        evaluate(model, seats, seat, line, scratch.order, game, draws[ply])
        for other in range(players):
            moves[ply, other] = draws[ply, other]
        if after.drawn > counters.drawn:
            mean_over_draws(evaluate, model, seats, seat, seat * HAND_SIZE + place, line, scratch, moves[ply])
        seat = seat + 1 if seat + 1 < players else 0
