"""What a study writes down of the cards of a hand."""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.bots.parade.evaluation.costs import colours_among
from wonderland.bots.parade.search.rollouts import margin_of
from wonderland.lab.columns import (
    DECISION_COLUMNS,
    EXPECTED,
    HELD,
    IN_HAND,
    IN_LINE,
    LAST_ROUND,
    LEAD,
    LEAD_AFTER,
    NEW_COLOURS,
    OWN_COLOURS,
    PILE_LEFT,
    PLIES,
    POINTS,
    SIXTH_COLOUR,
    TAKEN,
    TAKES_MAJORITY,
    VALUE,
)
from wonderland.lab.rules_of_thumb import penalty_of
from wonderland.sim.kernel.compiling import kernel_function
from wonderland.sim.kernel.intrinsics import popcount
from wonderland.sim.kernel.layout import (
    COLOUR_MASKS,
    COLOURS,
    FRONT_MASKS,
    HAND_SIZE,
    NO_CARD,
    U0,
)  # fmt: skip
from wonderland.sim.kernel.policy_game import copy_game
from wonderland.sim.kernel.score import score_fronts
from wonderland.sim.kernel.turn import take_turn, taken_by, value_of


@kernel_function
def lead_of(seat: Any, seats: Any, masks: Any, result: Any) -> Any:
    """How far a seat is ahead of the best other, in points, if the game ended now."""
    score_fronts(masks, seats, result)
    return margin_of(seats, seat, result)


@kernel_function
def colour_lead(seat: Any, seats: Any, colour: Any, masks: Any) -> Any:
    """How many cards of a colour a seat has more in front than the best other."""
    most = np.int64(0)
    for other in range(len(seats)):
        if other != seat:
            most = max(most, np.int64(popcount(masks[COLOUR_MASKS + colour] & masks[FRONT_MASKS + other])))
    return np.int64(popcount(masks[COLOUR_MASKS + colour] & masks[FRONT_MASKS + seat])) - most


@kernel_function
def describe_decision(seat: Any, seats: Any, counters: Any, game: Any, result: Any, row: Any) -> None:
    """How the game stands before a turn."""
    for column in range(DECISION_COLUMNS):
        row[column] = 0
    row[PLIES], row[PILE_LEFT] = counters.plies, counters.pile - counters.drawn
    row[LAST_ROUND] = 1 if counters.trigger != 0 else 0
    row[LEAD] = lead_of(seat, seats, game.masks, result)
    row[OWN_COLOURS] = colours_among(game.masks[FRONT_MASKS + seat], game.masks)


@kernel_function
def describe_cards(
    seat: Any, seats: Any, line: Any, counters: Any, game: Any, trial: Any, result: Any, values: Any, cards: Any
) -> None:
    """Each card of a hand, and what laying it takes; ``trial`` is room to lay it."""
    masks, front = game.masks, game.masks[FRONT_MASKS + seat]
    for place in range(HAND_SIZE):
        held = game.hands[seat * HAND_SIZE + place]
        row = cards[place]
        for column in range(len(row)):
            row[column] = 0
        if held == NO_CARD:
            continue
        colour, taken = np.int64(held) >> 4, taken_by(held, line, masks)
        row[HELD], row[VALUE], row[EXPECTED] = 1, held & 15, values[place]
        for other in range(HAND_SIZE):
            card = game.hands[seat * HAND_SIZE + other]
            row[IN_HAND] += 1 if other != place and card != NO_CARD and np.int64(card) >> 4 == colour else 0
        row[IN_LINE] = popcount(line & masks[COLOUR_MASKS + colour])
        row[TAKEN], row[POINTS] = popcount(taken), value_of(taken, masks)
        row[TAKES_MAJORITY] = 1 if taken != U0 else 0
        for which in range(COLOURS):
            if taken & masks[COLOUR_MASKS + which] != U0:
                row[NEW_COLOURS] += 1 if front & masks[COLOUR_MASKS + which] == U0 else 0
                if colour_lead(seat, seats, which, masks) < 0 or front & masks[COLOUR_MASKS + which] == U0:
                    row[TAKES_MAJORITY] = 0
        copy_game(game, trial)
        take_turn(seat, place, line, counters, trial)
        row[LEAD_AFTER] = lead_of(seat, seats, trial.masks, result)
        complete = colours_among(trial.masks[FRONT_MASKS + seat], trial.masks) == COLOURS
        row[SIXTH_COLOUR] = 1 if complete and counters.trigger == 0 else 0


@kernel_function
def place_by_rule(rule: Any, early: Any, last_round: Any, cards: Any) -> Any:
    """The card that somebody lays who follows a rule: of the least penalty, and of those the network's best."""
    best, least, most = -1, 0.0, 0.0
    for place in range(HAND_SIZE):
        if cards[place, HELD] != 0:
            penalty, expected = penalty_of(rule, cards[place], early, last_round), cards[place, EXPECTED]
            if best < 0 or penalty < least or (penalty == least and expected > most):
                best, least, most = place, penalty, expected
    return best
