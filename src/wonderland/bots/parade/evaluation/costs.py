"""The card a player of taste would lay, and the two cards it would keep: ``taste.py`` at the kernel's speed.

What the candidates of one turn share is worked out once, in ``mind``: for each colour a row of eight numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.bots.parade.evaluation import weights
from wonderland.bots.parade.evaluation.weights import (
    COLOURS_HELD,
    END,
    ENDS,
    FARTHEST,
    GAIN,
    HELD,
    HELDS,
    KEEPING,
    LAST_ROUND,
    LEADS,
    LENGTH,
    LINES,
    LYING,
    LYINGS,
    MINE,
    MINES,
    NEW,
    PLAY,
    PRICE,
    SAME,
    SLACK,
    SLACK_BELOW,
    SLACKS,
    SPOIL,
    VALUES,
)  # fmt: skip
from wonderland.sim.kernel import layout
from wonderland.sim.kernel.compiling import inlined_function, kernel_function
from wonderland.sim.kernel.hands import value_of
from wonderland.sim.kernel.intrinsics import all_colours, popcount, settle
from wonderland.sim.kernel.layout import BIT, COLOUR, COLOURS, EMPTY, FRONT, HAND, SCORE, U0, U1
from wonderland.sim.kernel.random_game import taken_by

#: Where in ``mind`` each colour's numbers stand: its lead, the row of its lead in ``PLAY``, the prices of taking
#: each card, each point, a first and a second card. Behind them, the numbers of an end, as if it were now.
LEAD, ROW, EACH, POINT, ONCE, TWICE, NOW = 0, 8, 16, 24, 32, 40, 48
MIND = NOW + layout.END
_2 = np.uint64(2)
_stage = inlined_function(weights.stage)
gaining_lead = inlined_function(weights.gaining_lead)
spoiling_lead = inlined_function(weights.spoiling_lead)


@inlined_function
def within(number: Any, low: Any, high: Any) -> Any:
    return low if number < low else (high if number > high else number)


@inlined_function
def place_of_lead(lead: Any) -> Any:
    return within(lead, -FARTHEST, FARTHEST) + FARTHEST


@inlined_function
def held_by(cards: Any, work: Any) -> Any:
    """How many colours these cards have."""
    held = 0
    for colour in range(8):
        held += 1 if cards & work[COLOUR + colour] != U0 else 0
    return held


@inlined_function
def stage_of(players: Any, pile: Any, trigger: Any, work: Any) -> Any:
    """``taste.stage`` of a game."""
    most = 0
    for seat in range(players):
        most = max(most, held_by(work[FRONT + seat], work))
    return _stage(players, pile, trigger != 0, most)


@inlined_function
def number_of(seat: Any, colour: Any, work: Any) -> Any:
    return np.int64(popcount(work[FRONT + seat] & work[COLOUR + colour]))


@inlined_function
def see_leads(seat: Any, players: Any, work: Any, mind: Any) -> Any:
    """Note the lead in every colour; how many colours the seat has."""
    for colour in range(8):
        mind[LEAD + colour] = 0
    for other in range(players):
        if other != seat:
            cards = work[FRONT + other]
            for colour in range(8):
                most = np.int64(popcount(cards & work[COLOUR + colour]))
                mind[LEAD + colour] = max(mind[LEAD + colour], most)
    held = 0
    cards = work[FRONT + seat]
    for colour in range(8):
        number = np.int64(popcount(cards & work[COLOUR + colour]))
        mind[LEAD + colour] = number - mind[LEAD + colour]
        held += 1 if number != 0 else 0
    return held


@inlined_function
def saved(seat: Any, colour: Any, work: Any) -> Any:
    """The points that turning over a colour saves: each card then counts 1 (P8)."""
    cards = work[FRONT + seat] & work[COLOUR + colour]
    return value_of(cards, work) - np.int64(popcount(cards))


@inlined_function
def leader_in(colour: Any, seat: Any, players: Any, work: Any) -> Any:
    """Who of the others has most of a colour, the first of equals."""
    most, leader = np.int64(-1), 0
    for other in range(players):
        number = number_of(other, colour, work)
        if other != seat and number > most:
            most, leader = number, other
    return leader


@inlined_function
def colours_in(seat: Any, hands: Any) -> Any:
    """How many cards of each colour a hand has, four bits each."""
    counts = U0
    for place in range(seat * HAND, seat * HAND + HAND):
        counts += U1 << (np.uint64(hands[place] >> 4) << _2) if hands[place] != EMPTY else U0
    return counts


@inlined_function
def count_in(counts: Any, colour: Any) -> Any:
    return np.int64(counts >> np.uint64(colour << 2)) & 15


@inlined_function
def consider(seat: Any, seats: Any, line: Any, counts: Any, stage: Any, work: Any, taste: Any, mind: Any) -> Any:
    """Work out what taking cards of each colour costs now; how many colours the seat has."""
    players = len(seats)
    held = see_leads(seat, players, work, mind)
    gaining, spoiling = gaining_lead(players), spoiling_lead(players)
    new = taste[NEW + stage * COLOURS_HELD + min(held, COLOURS_HELD - 1)] if stage < KEEPING else 0
    for colour in range(COLOURS):
        lead = mind[LEAD + colour]
        row = stage * LEADS + place_of_lead(lead)
        mind[ROW + colour] = row * VALUES
        each = taste[HELD + stage * HELDS + count_in(counts, colour)]
        each += taste[MINE + stage * MINES + min(number_of(seat, colour, work), MINES - 1)]
        lying = np.int64(popcount(line & work[COLOUR + colour]))
        once = taste[PRICE + row * 4 + 2] + taste[LYING + stage * LYINGS + min(lying, LYINGS - 1)]
        once += 0 if work[FRONT + seat] & work[COLOUR + colour] else new
        twice = taste[PRICE + row * 4 + 3]
        if gaining - 1 <= lead <= gaining:
            gain = (taste[GAIN + stage] * saved(seat, colour, work)) >> 4
            once += gain if lead == gaining else 0
            twice += 0 if lead == gaining else gain
        if spoiling - 1 <= lead <= spoiling:
            leader = 1 - seat if players == 2 else leader_in(colour, seat, players, work)
            spoil = (taste[SPOIL + stage] * saved(leader, colour, work)) >> 4
            once += spoil if lead == spoiling else 0
            twice += 0 if lead == spoiling else spoil
        mind[EACH + colour] = taste[PRICE + row * 4] + each
        mind[POINT + colour] = taste[PRICE + row * 4 + 1]
        mind[ONCE + colour] = once
        mind[TWICE + colour] = twice
    return held


@inlined_function
def price_in(colour: Any, taken: Any, work: Any, mind: Any) -> Any:
    """What the taken cards of one colour cost. Values are counted here bit by bit, without a loop."""
    cards = taken & work[COLOUR + colour]
    number = np.int64(popcount(cards))
    points = np.int64(popcount(cards & work[BIT]))
    points += np.int64(popcount(cards & work[BIT + 1])) << 1
    points += np.int64(popcount(cards & work[BIT + 2])) << 2
    points += np.int64(popcount(cards & work[BIT + 3])) << 3
    price = number * mind[EACH + colour] + points * mind[POINT + colour]
    return price + (mind[ONCE + colour] if number > 0 else 0) + (mind[TWICE + colour] if number > 1 else 0)


@inlined_function
def price_of(taken: Any, work: Any, mind: Any) -> Any:
    # Six in a row and not a loop: the compiler would make vectors of it, and wait for what was just written.
    return (
        (price_in(0, taken, work, mind) + price_in(1, taken, work, mind))
        + (price_in(2, taken, work, mind) + price_in(3, taken, work, mind))
        + (price_in(4, taken, work, mind) + price_in(5, taken, work, mind))
    )


@kernel_function
def ahead(seat: Any, seats: Any, work: Any, mind: Any) -> Any:
    """How far ahead the seat would be if the cards in front were scored now, as a place in ``END``."""
    now = mind[NOW:]
    settle(work, seats, now)
    best = np.int64(1 << 40)
    for other in range(len(seats)):
        if other != seat:
            best = min(best, now[SCORE + other])
    return within((best - now[SCORE + seat] + 2 * ENDS) >> 2, 0, ENDS - 1)


@inlined_function
def cost_of(
    card: Any, counts: Any, seat: Any, seats: Any, line: Any, length: Any, stage: Any, held: Any, work: Any,
    taste: Any, mind: Any,
) -> Any:  # fmt: skip
    """What laying a card costs, in the eyes of a seat that has considered the turn."""
    colour, value = card >> 4, card & 15
    taken = taken_by(card, line, work)
    left = np.int64(popcount(line & ~taken & work[COLOUR + colour]))
    cost = taste[PLAY + mind[ROW + colour] + value]
    cost += taste[SAME + (stage * 5 + count_in(counts, colour) - 1) * LYINGS + min(left, LYINGS - 1)]
    cost += taste[SLACK + stage * SLACKS + within(length - value, -SLACK_BELOW, SLACKS - 1 - SLACK_BELOW) + SLACK_BELOW]
    cost += taste[LENGTH + stage * LINES + min(length + 1 - np.int64(popcount(taken)), LINES - 1)]
    cost += price_of(taken, work, mind)
    if 3 <= held < 6 and stage < LAST_ROUND and all_colours(work, work[FRONT + seat] | taken):
        cost += taste[END + ahead(seat, seats, work, mind)]
    return cost


@inlined_function
def tasteful_card(seat: Any, seats: Any, line: Any, stage: Any, work: Any, hands: Any, taste: Any, mind: Any) -> Any:
    """The place in the hand of the card that costs least, the first of equals."""
    counts = colours_in(seat, hands)
    held = consider(seat, seats, line, counts, stage, work, taste, mind)
    length = np.int64(popcount(line))
    best, chosen = np.int64(1 << 60), 0
    for place in range(HAND):
        card = np.int64(hands[seat * HAND + place])
        if card != EMPTY:
            cost = cost_of(card, counts, seat, seats, line, length, stage, held, work, taste, mind)
            if cost < best:
                best, chosen = cost, place
    return chosen


@kernel_function
def keep_tastefully(seat: Any, seats: Any, work: Any, hands: Any, taste: Any, mind: Any, aside: Any) -> None:
    """Set two cards aside (P7), so that the two kept cost least."""
    consider(seat, seats, U0, colours_in(seat, hands), KEEPING, work, taste, mind)
    best = np.int64(1 << 60)
    hand = seat * HAND
    for one in range(3):
        for two in range(one + 1, 4):
            first, second = np.int64(hands[hand + one]), np.int64(hands[hand + two])
            colour, other = first >> 4, second >> 4
            cost = mind[EACH + colour] + mind[POINT + colour] * (first & 15) + mind[ONCE + colour]
            cost += mind[EACH + other] + mind[POINT + other] * (second & 15)
            cost += mind[TWICE + colour] if colour == other else mind[ONCE + other]
            if cost < best:
                best = cost
                third = 0 if one > 0 else (1 if two > 1 else 2)
                aside[seat * 2] = hands[hand + third]
                aside[seat * 2 + 1] = hands[hand + 6 - one - two - third]
