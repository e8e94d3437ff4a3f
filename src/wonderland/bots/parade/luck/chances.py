"""A finished game replayed: everybody's chances after the deal, every move, every draw and every last choice, compiled.

The chances before a draw are the mean over all cards that could be drawn, each as likely as any other. So a function
that gives the shares of the win in a position is all that is needed; which one is an argument.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wonderland.bots.parade.network.features import enter_kept
from wonderland.sim.batch.load import code_of
from wonderland.sim.batch.steps import place_in
from wonderland.sim.kernel.compiling import allocating_function, kernel_function
from wonderland.sim.kernel.deal import deal_deck
from wonderland.sim.kernel.intrinsics import popcount
from wonderland.sim.kernel.layout import (
    DECK_SIZE,
    HAND_SIZE,
    LINE_START,
    META_DRAWN,
    META_PILE,
    META_PLIES,
    NO_CARD,
    ORDER_SIZE,
    RESULT_SIZE,
    RESULT_WINNERS,
    START_SLOTS,
    U0,
    U1,
)  # fmt: skip
from wonderland.sim.kernel.policy_game import new_game
from wonderland.sim.kernel.score import judge
from wonderland.sim.kernel.turn import counters_of, enter, take_turn, write_counters

Floats = NDArray[np.float64]

#: How many players have still to set cards aside: nobody is asked yet.
NOT_YET = -1


@dataclass(frozen=True)
class Chances:
    """The shares of the win of all seats in games, by an evaluator, a row a game; 0 after a game's last move."""

    #: After the deal. (games, players)
    deal: Floats
    #: After every move, before the card is drawn: the mean over all that could be drawn. (games, moves, players)
    moves: Floats
    #: After every draw; in the last round, when nothing is drawn, as after the move. (games, moves, players)
    draws: Floats
    #: After each player in turn has set two cards aside (P7); the last is the result. (games, players, players)
    choices: Floats

    @classmethod
    def empty(cls, games: int, moves: int, players: int) -> Chances:
        """Room for games of at most so many moves."""
        return cls(*(np.zeros((games, *rows, players)) for rows in ((), (moves,), (moves,), (players,))))

    @property
    def arrays(self) -> tuple[Floats, ...]:
        """The arrays as compiled functions take them."""
        return (self.deal, self.moves, self.draws, self.choices)

    @property
    def deal_luck(self) -> Floats:
        """How much better than an equal share the deal is for each seat. (games, players)"""
        found: Floats = self.deal - 1 / self.deal.shape[1]
        return found

    @property
    def draw_luck(self) -> Floats:
        """What the draws of all players have brought each seat. (games, players)"""
        found: Floats = (self.draws - self.moves).sum(axis=1)
        return found


class Played(NamedTuple):
    """Games that were played, a row each, as columns of :data:`wonderland.sim.runs.moves.GAME_ROW`: card numbers."""

    deck: Any
    first: Any
    moves: Any
    #: Two a player in turn order from the first player; none in a game that is not finished.
    discards: Any


class Scratch(NamedTuple):
    """Arrays that are made once and used for many games."""

    deck: Any
    #: The cards that have entered the line, in order, see ``sim/kernel/layout.py``.
    order: Any
    game: Any
    shares: Any
    result: Any


@allocating_function
def new_scratch(seats: Any) -> Any:
    """Room for a game that is replayed."""
    return Scratch(
        np.zeros(DECK_SIZE, np.uint8),
        np.zeros(ORDER_SIZE, np.uint8),
        new_game(),
        np.zeros(len(seats)),
        np.zeros(RESULT_SIZE, np.int64),
    )


@kernel_function
def deal_numbers(numbers: Any, seats: Any, first: Any, scratch: Any) -> None:
    """Deal a deck of card numbers (P2)."""
    game = scratch.game
    for place in range(len(game.masks)):
        game.masks[place] = U0
    for place in range(len(game.hands)):
        game.hands[place] = NO_CARD
    for place in range(DECK_SIZE):
        scratch.deck[place] = code_of(numbers[place])
    # The line is kept as masks: its six cards pass through the array of those set aside.
    deal_deck(scratch.deck, len(seats), first, game.hands, game.aside, game.pile, game.meta)
    for place in range(LINE_START):
        scratch.order[place] = game.aside[place]
        enter(game.aside[place], U1 << np.uint64(place), game.masks)
    for place in range(len(game.aside)):
        game.aside[place] = NO_CARD


def replay_game_by(evaluate: Any) -> Any:
    """A kernel function ``replay_game(model, seats, row, played, scratch, chances)``: writes the chances of one game.

    ``evaluate(model, seats, seat, line, choosing, order, game, shares)`` writes the shares of all seats. ``seat`` acted
    last, ``choosing`` players have still to set cards aside, and ``model`` is whatever the function needs. (It is not
    an argument of compiled code: machine code with functions as arguments could not be kept on disk.)
    """

    @kernel_function
    def mean_over_draws(model: Any, seats: Any, seat: Any, held: Any, line: Any, scratch: Any, mean: Any) -> None:
        """Turn the shares after a draw into their mean over all cards that ``seat`` could have drawn.

        The card it drew is held at ``held``: every other one takes its place in the hand, and it the other's in the
        pile.
        """
        game, shares = scratch.game, scratch.shares
        start, stop = np.int64(game.meta[META_DRAWN]), np.int64(game.meta[META_PILE])
        own = game.hands[held]
        for place in range(start, stop):
            game.hands[held], game.pile[place] = game.pile[place], own
            evaluate(model, seats, seat, line, NOT_YET, scratch.order, game, shares)
            game.pile[place] = game.hands[held]
            for other in range(len(seats)):
                mean[other] += shares[other]
        game.hands[held] = own
        for other in range(len(seats)):
            mean[other] /= stop - start + 1

    @kernel_function
    def replay_choices(
        model: Any, seats: Any, seat: Any, first: Any, line: Any, discards: Any, scratch: Any, choices: Any
    ) -> None:
        """The chances after each last choice (P7), in turn order from ``seat``; after the last of them, the result."""
        players, game, result = len(seats), scratch.game, scratch.result
        plies = np.int64(game.meta[META_PLIES])
        for turn in range(players):
            place = 2 * ((seat - first + players) % players)
            one, two = code_of(discards[place]), code_of(discards[place + 1])
            game.aside[2 * seat], game.aside[2 * seat + 1] = one, two
            enter_kept(seat, one, two, plies, scratch.order, game)
            if turn + 1 < players:
                evaluate(model, seats, seat, line, players - 1 - turn, scratch.order, game, choices[turn])
            seat = (seat + 1) % players
        judge(seats, game.masks, result)
        winners = result[RESULT_WINNERS]
        for other in range(players):
            choices[players - 1, other] = ((winners >> other) & 1) / np.float64(popcount(np.uint64(winners)))

    @kernel_function
    def replay_game(model: Any, seats: Any, row: Any, played: Any, scratch: Any, chances: Any) -> None:
        """Write the chances of one game; ``chances`` are the arrays of :class:`Chances`."""
        players, game = len(seats), scratch.game
        deal, moves, draws, choices = chances
        first, cards = np.int64(played.first[row]), played.moves[row]
        deal_numbers(played.deck[row], seats, first, scratch)
        line, seat = START_SLOTS, first
        evaluate(model, seats, (seat + players - 1) % players, line, NOT_YET, scratch.order, game, deal[row])
        for ply in range(len(cards)):
            if cards[ply] == NO_CARD:
                break
            card, counters = code_of(cards[ply]), counters_of(game.meta)
            place = np.int64(place_in(game.hands[seat * HAND_SIZE :], card))
            scratch.order[LINE_START + ply] = card
            line, after = take_turn(seat, place, line, counters, game)
            write_counters(after, game.meta)
            evaluate(model, seats, seat, line, NOT_YET, scratch.order, game, draws[row, ply])
            for other in range(players):
                moves[row, ply, other] = draws[row, ply, other]
            if after.drawn > counters.drawn:
                mean_over_draws(model, seats, seat, seat * HAND_SIZE + place, line, scratch, moves[row, ply])
            seat = (seat + 1) % players
        if played.discards[row, 0] != NO_CARD:
            replay_choices(model, seats, seat, first, line, played.discards[row], scratch, choices[row])

    return replay_game
