"""The features of a move: which weights its cost is the sum of, and how often each counts.

The same as ``evaluation/costs.py``, taken apart: the cost is the sum of the products of ``times`` with the weights at
``places``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from wonderland.bots.parade.evaluation.costs import (
    brings_sixth_colour,
    count_in_front,
    count_in_hand,
    gaining_lead,
    lead_index,
    leader_in,
    majority_lead,
    points_saved,
    score_lead,
    slack_index,
    spoiling_lead,
)  # fmt: skip
from wonderland.bots.parade.evaluation.weights import (
    COLOUR_COUNTS,
    FRONT_COUNTS,
    GAIN,
    HAND_COUNTS,
    KEEP_STAGE,
    LAST_ROUND_LEAD,
    LAY_COLOUR,
    LAY_LENGTH,
    LAY_SLACK,
    LAY_VALUE,
    LEADS,
    LENGTHS,
    LINE_COUNTS,
    NEW_COLOUR,
    SLACKS,
    SPOIL,
    TAKE,
    TAKE_IN_FRONT,
    TAKE_IN_HAND,
    TAKE_IN_LINE,
    VALUES,
)  # fmt: skip
from wonderland.sim.kernel.compiling import kernel_function
from wonderland.sim.kernel.intrinsics import popcount
from wonderland.sim.kernel.layout import COLOUR_MASKS, COLOURS
from wonderland.sim.kernel.turn import taken_by, value_of

MAX_FEATURES = 72  #: more than any move has


class Features(NamedTuple):
    """The features of a move, side by side; how many there are is counted beside them."""

    places: Any
    times: Any


@kernel_function
def add_feature(place: Any, times: Any, count: Any, features: Any) -> Any:
    """Note one feature more; how many there are now."""
    features.places[count], features.times[count] = place, times
    return count + 1


@kernel_function
def lead_row(colour: Any, seat: Any, players: Any, stage: Any, masks: Any) -> Any:
    """The row of ``TAKE`` and ``LAY_VALUE`` for a colour, and the lead in it."""
    leader = leader_in(colour, seat, players, masks)
    lead = count_in_front(seat, colour, masks) - count_in_front(leader, colour, masks)
    return stage * LEADS + lead_index(lead), lead


@kernel_function
def features_of_card(card: Any, decision: Any, seats: Any, masks: Any, prices: Any, features: Any) -> Any:
    """The features of laying a card; how many there are."""
    colour, value, players, stage = card >> 4, card & 15, len(seats), decision.stage
    line, length = decision.line, decision.length
    taken = taken_by(card, line, masks)
    left = np.int64(popcount(line & ~taken & masks[COLOUR_MASKS + colour]))
    row, _ = lead_row(colour, decision.seat, players, stage, masks)
    held = stage * 5 + count_in_hand(decision.hand_colours, colour) - 1
    after = min(length + 1 - np.int64(popcount(taken)), LENGTHS - 1)
    count = add_feature(LAY_VALUE + row * VALUES + value, 1.0, 0, features)
    count = add_feature(LAY_COLOUR + held * LINE_COUNTS + min(left, LINE_COUNTS - 1), 1.0, count, features)
    count = add_feature(LAY_SLACK + stage * SLACKS + slack_index(length, value), 1.0, count, features)
    count = add_feature(LAY_LENGTH + stage * LENGTHS + after, 1.0, count, features)
    for other in range(COLOURS):
        cards = taken & masks[COLOUR_MASKS + other]
        if cards:
            number = np.int64(popcount(cards))
            count = features_of_taking(other, number, value_of(cards, masks), decision, players, masks, count, features)
    if brings_sixth_colour(taken, decision, masks):
        lead = score_lead(decision.seat, seats, masks, prices)
        count = add_feature(LAST_ROUND_LEAD + lead, 1.0, count, features)
    return count


@kernel_function
def features_of_pair(one: Any, two: Any, decision: Any, players: Any, masks: Any, features: Any) -> Any:
    """The features of keeping two cards (P7); how many there are. The decision is made at ``KEEP_STAGE``."""
    first, second, points = one >> 4, two >> 4, one & 15
    if first == second:
        points += two & 15
        return features_of_taking(first, 2, points, decision, players, masks, 0, features)
    count = features_of_taking(first, 1, points, decision, players, masks, 0, features)
    return features_of_taking(second, 1, two & 15, decision, players, masks, count, features)


@kernel_function
def features_of_taking(
    colour: Any, number: Any, points: Any, decision: Any, players: Any, masks: Any, count: Any, features: Any
) -> Any:
    """The features of taking cards of one colour."""
    seat, stage = decision.seat, decision.stage
    row, lead = lead_row(colour, seat, players, stage, masks)
    in_front = count_in_front(seat, colour, masks)
    in_hand = count_in_hand(decision.hand_colours, colour)
    in_line = np.int64(popcount(decision.line & masks[COLOUR_MASKS + colour]))
    count = add_feature(TAKE + row * 4, number, count, features)
    count = add_feature(TAKE + row * 4 + 1, points, count, features)
    count = add_feature(TAKE + row * 4 + 2, 1.0, count, features)
    if number > 1:
        count = add_feature(TAKE + row * 4 + 3, 1.0, count, features)
    count = add_feature(TAKE_IN_HAND + stage * HAND_COUNTS + in_hand, number, count, features)
    count = add_feature(TAKE_IN_FRONT + stage * FRONT_COUNTS + min(in_front, FRONT_COUNTS - 1), number, count, features)
    count = add_feature(TAKE_IN_LINE + stage * LINE_COUNTS + min(in_line, LINE_COUNTS - 1), 1.0, count, features)
    if in_front == 0 and stage < KEEP_STAGE:
        colours = min(decision.colours, COLOUR_COUNTS - 1)
        count = add_feature(NEW_COLOUR + stage * COLOUR_COUNTS + colours, 1.0, count, features)
    # One card more, or two, and a majority changes hands.
    gaining = gaining_lead(majority_lead(players)) - lead
    spoiling = spoiling_lead(majority_lead(players)) - lead
    if gaining == 0 or (gaining == 1 and number > 1):
        count = add_feature(GAIN + stage, points_saved(seat, colour, masks) / 16, count, features)
    if spoiling == 0 or (spoiling == 1 and number > 1):
        leader = leader_in(colour, seat, players, masks)
        count = add_feature(SPOIL + stage, points_saved(leader, colour, masks) / 16, count, features)
    return count
