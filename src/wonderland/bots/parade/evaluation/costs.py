"""The evaluation at the kernel's speed: what laying a card costs, and keeping two.

What the candidates of one turn share is worked out once, in ``prices``: for each colour a row of eight numbers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from wonderland.bots.parade.evaluation import weights as evaluation
from wonderland.bots.parade.evaluation.weights import (
    COLOUR_COUNTS,
    FRONT_COUNTS,
    GAIN,
    HAND_COUNTS,
    KEEP_STAGE,
    LAST_ROUND_LEAD,
    LAST_ROUND_STAGE,
    LAY_COLOUR,
    LAY_LENGTH,
    LAY_SLACK,
    LAY_VALUE,
    LEADS,
    LENGTHS,
    LINE_COUNTS,
    MAX_LEAD,
    NEW_COLOUR,
    SCORE_LEADS,
    SLACK_BELOW,
    SLACKS,
    SPOIL,
    TAKE,
    TAKE_IN_FRONT,
    TAKE_IN_HAND,
    TAKE_IN_LINE,
    VALUES,
)  # fmt: skip
from wonderland.games.parade import scoring
from wonderland.sim.kernel.compiling import inlined_function, kernel_function
from wonderland.sim.kernel.intrinsics import has_all_colours, popcount
from wonderland.sim.kernel.layout import (
    COLOUR_MASKS,
    COLOURS,
    FRONT_MASKS,
    HAND_SIZE,
    NO_CARD,
    RESULT_SCORES,
    RESULT_SIZE,
    U0,
    U1,
    VALUE_BIT_MASKS,
)  # fmt: skip
from wonderland.sim.kernel.score import score_fronts
from wonderland.sim.kernel.turn import taken_by, value_of

#: Where in ``prices`` each colour's numbers stand: its lead, the row of its lead in ``LAY_VALUE``, the prices of taking
#: each card, each point, a first and a second card. Behind them, the result as if the game ended now.
LEAD, LEAD_ROW, EACH_CARD, EACH_POINT, FIRST_CARD, SECOND_CARD, RESULT_NOW = 0, 8, 16, 24, 32, 40, 48
PRICES_SIZE = RESULT_NOW + RESULT_SIZE
_2 = np.uint64(2)
_stage = inlined_function(evaluation.stage)
majority_lead = inlined_function(scoring.majority_lead)
gaining_lead = inlined_function(evaluation.gaining_lead)
spoiling_lead = inlined_function(evaluation.spoiling_lead)


class Decision(NamedTuple):
    """What the candidates of one decision share."""

    seat: Any
    stage: Any
    line: Any
    length: Any
    #: How many cards of each colour the hand has, four bits each.
    hand_colours: Any
    #: How many colours are in front of the seat.
    colours: Any


@inlined_function
def clamp(number: Any, low: Any, high: Any) -> Any:
    return low if number < low else (high if number > high else number)


@inlined_function
def lead_index(lead: Any) -> Any:
    return clamp(lead, -MAX_LEAD, MAX_LEAD) + MAX_LEAD


@inlined_function
def colours_among(cards: Any, masks: Any) -> Any:
    """How many colours these cards have."""
    found = 0
    for colour in range(8):
        found += 1 if cards & masks[COLOUR_MASKS + colour] != U0 else 0
    return found


@inlined_function
def stage_of(players: Any, pile_left: Any, trigger: Any, masks: Any) -> Any:
    """``weights.stage`` of a game."""
    most = 0
    for seat in range(players):
        most = max(most, colours_among(masks[FRONT_MASKS + seat], masks))
    return _stage(players, pile_left, trigger != 0, most)


@inlined_function
def count_in_front(seat: Any, colour: Any, masks: Any) -> Any:
    return np.int64(popcount(masks[FRONT_MASKS + seat] & masks[COLOUR_MASKS + colour]))


@inlined_function
def find_leads(seat: Any, players: Any, masks: Any, prices: Any) -> Any:
    """Note the lead in every colour; how many colours the seat has."""
    for colour in range(8):
        prices[LEAD + colour] = 0
    for other in range(players):
        if other != seat:
            cards = masks[FRONT_MASKS + other]
            for colour in range(8):
                most = np.int64(popcount(cards & masks[COLOUR_MASKS + colour]))
                prices[LEAD + colour] = max(prices[LEAD + colour], most)
    colours = 0
    cards = masks[FRONT_MASKS + seat]
    for colour in range(8):
        number = np.int64(popcount(cards & masks[COLOUR_MASKS + colour]))
        prices[LEAD + colour] = number - prices[LEAD + colour]
        colours += 1 if number != 0 else 0
    return colours


@inlined_function
def points_saved(seat: Any, colour: Any, masks: Any) -> Any:
    """The points that turning over a colour saves: each card then counts 1 (P8)."""
    cards = masks[FRONT_MASKS + seat] & masks[COLOUR_MASKS + colour]
    return value_of(cards, masks) - np.int64(popcount(cards))


@inlined_function
def leader_in(colour: Any, seat: Any, players: Any, masks: Any) -> Any:
    """Who of the others has most of a colour, the first of equals."""
    most, leader = np.int64(-1), 0
    for other in range(players):
        number = count_in_front(other, colour, masks)
        if other != seat and number > most:
            most, leader = number, other
    return leader


@inlined_function
def hand_colours_of(seat: Any, hands: Any) -> Any:
    """How many cards of each colour a hand has, four bits each."""
    counts = U0
    for place in range(seat * HAND_SIZE, seat * HAND_SIZE + HAND_SIZE):
        counts += U1 << (np.uint64(hands[place] >> 4) << _2) if hands[place] != NO_CARD else U0
    return counts


@inlined_function
def count_in_hand(hand_colours: Any, colour: Any) -> Any:
    return np.int64(hand_colours >> np.uint64(colour << 2)) & 15


@inlined_function
def price_colours(
    seat: Any, seats: Any, line: Any, hand_colours: Any, stage: Any, masks: Any, weights: Any, prices: Any
) -> Any:
    """Work out what taking cards of each colour costs now; the decision to be made."""
    players = len(seats)
    colours = find_leads(seat, players, masks, prices)
    gaining, spoiling = gaining_lead(majority_lead(players)), spoiling_lead(majority_lead(players))
    new = weights[NEW_COLOUR + stage * COLOUR_COUNTS + min(colours, COLOUR_COUNTS - 1)] if stage < KEEP_STAGE else 0
    for colour in range(COLOURS):
        lead = prices[LEAD + colour]
        row = stage * LEADS + lead_index(lead)
        prices[LEAD_ROW + colour] = row * VALUES
        each = weights[TAKE_IN_HAND + stage * HAND_COUNTS + count_in_hand(hand_colours, colour)]
        each += weights[
            TAKE_IN_FRONT + stage * FRONT_COUNTS + min(count_in_front(seat, colour, masks), FRONT_COUNTS - 1)
        ]
        in_line = np.int64(popcount(line & masks[COLOUR_MASKS + colour]))
        first = (
            weights[TAKE + row * 4 + 2] + weights[TAKE_IN_LINE + stage * LINE_COUNTS + min(in_line, LINE_COUNTS - 1)]
        )
        first += 0 if masks[FRONT_MASKS + seat] & masks[COLOUR_MASKS + colour] else new
        second = weights[TAKE + row * 4 + 3]
        if gaining - 1 <= lead <= gaining:
            gain = (weights[GAIN + stage] * points_saved(seat, colour, masks)) >> 4
            first += gain if lead == gaining else 0
            second += 0 if lead == gaining else gain
        if spoiling - 1 <= lead <= spoiling:
            leader = 1 - seat if players == 2 else leader_in(colour, seat, players, masks)
            spoil = (weights[SPOIL + stage] * points_saved(leader, colour, masks)) >> 4
            first += spoil if lead == spoiling else 0
            second += 0 if lead == spoiling else spoil
        prices[EACH_CARD + colour] = weights[TAKE + row * 4] + each
        prices[EACH_POINT + colour] = weights[TAKE + row * 4 + 1]
        prices[FIRST_CARD + colour] = first
        prices[SECOND_CARD + colour] = second
    return Decision(seat, stage, line, np.int64(popcount(line)), hand_colours, colours)


@inlined_function
def taking_cost_in(colour: Any, taken: Any, masks: Any, prices: Any) -> Any:
    """What the taken cards of one colour cost. Values are counted here bit by bit, without a loop."""
    cards = taken & masks[COLOUR_MASKS + colour]
    number = np.int64(popcount(cards))
    points = np.int64(popcount(cards & masks[VALUE_BIT_MASKS]))
    points += np.int64(popcount(cards & masks[VALUE_BIT_MASKS + 1])) << 1
    points += np.int64(popcount(cards & masks[VALUE_BIT_MASKS + 2])) << 2
    points += np.int64(popcount(cards & masks[VALUE_BIT_MASKS + 3])) << 3
    cost = number * prices[EACH_CARD + colour] + points * prices[EACH_POINT + colour]
    return (
        cost + (prices[FIRST_CARD + colour] if number > 0 else 0) + (prices[SECOND_CARD + colour] if number > 1 else 0)
    )


@inlined_function
def taking_cost(taken: Any, masks: Any, prices: Any) -> Any:
    # Unrolled by hand: the compiler would vectorise a loop, and its loads would wait for what was just stored.
    return (
        (taking_cost_in(0, taken, masks, prices) + taking_cost_in(1, taken, masks, prices))
        + (taking_cost_in(2, taken, masks, prices) + taking_cost_in(3, taken, masks, prices))
        + (taking_cost_in(4, taken, masks, prices) + taking_cost_in(5, taken, masks, prices))
    )


@kernel_function
def score_lead(seat: Any, seats: Any, masks: Any, prices: Any) -> Any:
    """How far ahead the seat would be if the cards in front were scored now, as an index in ``LAST_ROUND_LEAD``."""
    result = prices[RESULT_NOW:]
    score_fronts(masks, seats, result)
    best = np.int64(1 << 40)
    for other in range(len(seats)):
        if other != seat:
            best = min(best, result[RESULT_SCORES + other])
    return clamp((best - result[RESULT_SCORES + seat] + 2 * SCORE_LEADS) >> 2, 0, SCORE_LEADS - 1)


@inlined_function
def slack_index(length: Any, value: Any) -> Any:
    """How much longer the line is than a card's value, as an index in ``LAY_SLACK``."""
    return clamp(length - value, -SLACK_BELOW, SLACKS - 1 - SLACK_BELOW) + SLACK_BELOW


@inlined_function
def brings_sixth_colour(taken: Any, decision: Any, masks: Any) -> Any:
    """Whether taking these cards begins the last round (P6); with fewer than three colours before that is too rare."""
    return (
        3 <= decision.colours < COLOURS
        and decision.stage < LAST_ROUND_STAGE
        and has_all_colours(masks, masks[FRONT_MASKS + decision.seat] | taken)
    )


@inlined_function
def laying_cost(card: Any, decision: Any, seats: Any, masks: Any, weights: Any, prices: Any) -> Any:
    """What laying a card costs, once the colours have been priced."""
    colour, value, stage = card >> 4, card & 15, decision.stage
    taken = taken_by(card, decision.line, masks)
    left = np.int64(popcount(decision.line & ~taken & masks[COLOUR_MASKS + colour]))
    held = stage * 5 + count_in_hand(decision.hand_colours, colour) - 1
    cost = weights[LAY_VALUE + prices[LEAD_ROW + colour] + value]
    cost += weights[LAY_COLOUR + held * LINE_COUNTS + min(left, LINE_COUNTS - 1)]
    cost += weights[LAY_SLACK + stage * SLACKS + slack_index(decision.length, value)]
    cost += weights[LAY_LENGTH + stage * LENGTHS + min(decision.length + 1 - np.int64(popcount(taken)), LENGTHS - 1)]
    cost += taking_cost(taken, masks, prices)
    if brings_sixth_colour(taken, decision, masks):
        cost += weights[LAST_ROUND_LEAD + score_lead(decision.seat, seats, masks, prices)]
    return cost


@inlined_function
def best_card(seat: Any, seats: Any, line: Any, stage: Any, game: Any, weights: Any, prices: Any) -> Any:
    """The place in the hand of the card that costs least, the first of equals."""
    decision = price_colours(seat, seats, line, hand_colours_of(seat, game.hands), stage, game.masks, weights, prices)
    best, chosen = np.int64(1 << 60), 0
    for place in range(HAND_SIZE):
        card = np.int64(game.hands[seat * HAND_SIZE + place])
        if card != NO_CARD:
            cost = laying_cost(card, decision, seats, game.masks, weights, prices)
            if cost < best:
                best, chosen = cost, place
    return chosen


@kernel_function
def keep_best_pair(seat: Any, seats: Any, game: Any, weights: Any, prices: Any) -> None:
    """Set two cards aside (P7), so that the two kept cost least."""
    price_colours(seat, seats, U0, hand_colours_of(seat, game.hands), KEEP_STAGE, game.masks, weights, prices)
    best = np.int64(1 << 60)
    hands, hand = game.hands, seat * HAND_SIZE
    for one in range(3):
        for two in range(one + 1, 4):
            first, second = np.int64(hands[hand + one]), np.int64(hands[hand + two])
            colour, other = first >> 4, second >> 4
            cost = prices[EACH_CARD + colour] + prices[EACH_POINT + colour] * (first & 15) + prices[FIRST_CARD + colour]
            cost += prices[EACH_CARD + other] + prices[EACH_POINT + other] * (second & 15)
            cost += prices[SECOND_CARD + colour] if colour == other else prices[FIRST_CARD + other]
            if cost < best:
                best = cost
                third = 0 if one > 0 else (1 if two > 1 else 2)
                game.aside[seat * 2] = hands[hand + third]
                game.aside[seat * 2 + 1] = hands[hand + 6 - one - two - third]
