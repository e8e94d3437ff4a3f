"""What the networks see, written from a game in the kernel's form; the same functions on the CPU and the GPU."""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.bots.parade.network.layout import (
    CHEAPEST,
    CHOICE_STAGE,
    CHOOSING,
    COSTS,
    IN_FRONT,
    IN_HAND,
    IN_LINE,
    LAST_ROUND_STAGE,
    LEAD,
    LENGTH,
    LENGTHS,
    MAX_BEHIND,
    MAX_COST,
    MAX_LEAD,
    MAX_ROUNDS,
    NEXT_COSTS,
    NO_COST,
    PHASE,
    PILE,
    SCORES,
    SEAT_COLOURS,
    SEAT_SCORES,
    SET_ASIDE,
    STAGE,
    TURNED,
    UNSEEN,
)  # fmt: skip
from wonderland.sim.kernel.compiling import inlined_function, kernel_function
from wonderland.sim.kernel.intrinsics import bit_position, drop_last, popcount, same_colour, worth_at_most
from wonderland.sim.kernel.layout import (
    COLOUR_MASKS,
    COLOURS,
    DECK_SIZE,
    FRONT_MASKS,
    HAND_SIZE,
    KEPT_SLOTS,
    LINE_START,
    MAX_PLAYERS,
    NO_CARD,
    RESULT_SCORES,
    RESULT_TURNED,
    U0,
    U1,
)  # fmt: skip
from wonderland.sim.kernel.score import score_fronts
from wonderland.sim.kernel.turn import count_turn, enter, number_of, taken_by, turns_left_of, value_of


@inlined_function
def seat_from(viewer: Any, seat: Any, players: Any) -> Any:
    """A seat as the viewer counts it."""
    return seat - viewer if seat >= viewer else seat - viewer + players


# ---- places -------------------------------------------------------------------------------------------------


@inlined_function
def write_line(line: Any, behind: Any, order: Any, places: Any) -> None:
    """Where the cards of a line are, with ``behind`` more cards behind all of them."""
    left, behind = line, behind + np.int64(popcount(line))
    while left != U0:
        bit = left & (~left + U1)
        behind -= 1
        places[number_of(order[bit_position(bit)])] = IN_LINE + min(behind, MAX_BEHIND)
        left ^= bit


@inlined_function
def write_cards(slots: Any, place: Any, order: Any, places: Any) -> None:
    """Cards that all lie at the same place."""
    left = slots
    while left != U0:
        bit = left & (~left + U1)
        places[number_of(order[bit_position(bit)])] = place
        left ^= bit


@inlined_function
def write_hand(seat: Any, own: Any, game: Any, places: Any) -> None:
    """The cards a seat holds; once it has set two aside, the others lie in front of it (P7)."""
    one, two = game.aside[seat * 2], game.aside[seat * 2 + 1]
    for place in range(HAND_SIZE):
        card = game.hands[seat * HAND_SIZE + place]
        if card != NO_CARD:
            where = IN_HAND + own
            if one != NO_CARD:
                where = SET_ASIDE if (card == one) | (card == two) else IN_FRONT + own
            places[number_of(card)] = where


@kernel_function
def write_places(viewer: Any, whole: Any, seats: Any, line: Any, order: Any, game: Any, places: Any) -> None:
    """Where all cards are now; the others' hands and choices only if the whole position may be seen."""
    players = len(seats)
    for card in range(DECK_SIZE):
        places[card] = UNSEEN
    for seat in range(players):
        own = seat_from(viewer, seat, players)
        write_cards(game.masks[FRONT_MASKS + seat], IN_FRONT + own, order, places)
        if whole or seat == viewer:
            write_hand(seat, own, game, places)
    write_line(line, np.int64(0), order, places)


# ---- numbers ------------------------------------------------------------------------------------------------


@kernel_function
def write_scores(viewer: Any, seats: Any, masks: Any, result: Any, numbers: Any) -> None:
    """What each seat would score now, how many colours it has, and who would turn which colour over."""
    players = len(seats)
    score_fronts(masks, seats, result)
    best = np.int64(1 << 40)
    for colour in range(COLOURS):
        numbers[TURNED + colour] = 0
    for seat in range(players):
        own = seat_from(viewer, seat, players)
        score, turned, cards = result[RESULT_SCORES + seat], result[RESULT_TURNED + seat], masks[FRONT_MASKS + seat]
        best = min(best, score) if seat != viewer else best
        colours = 0
        for colour in range(COLOURS):
            colours += 1 if cards & masks[COLOUR_MASKS + colour] != U0 else 0
            numbers[TURNED + colour] |= ((turned >> colour) & 1) << own
        numbers[SEAT_COLOURS + own] = colours
        numbers[SEAT_SCORES + own] = min(score >> 1, SCORES - 1)
    lead = best - result[RESULT_SCORES + viewer]
    numbers[LEAD] = MAX_LEAD + max(min(lead, MAX_LEAD), -MAX_LEAD)


@kernel_function
def write_progress(players: Any, counters: Any, choosing: Any, length: Any, numbers: Any) -> None:
    """How far the game has come; ``choosing`` players have still to set cards aside, -1 before the last choice."""
    pile = counters.pile - counters.drawn
    numbers[PILE], numbers[LENGTH] = pile, min(length, LENGTHS - 1)
    if choosing >= 0:
        numbers[STAGE], numbers[PHASE] = CHOICE_STAGE, CHOOSING + choosing
    elif counters.trigger != 0:
        left = turns_left_of(players, counters.plies, counters.trigger)
        numbers[STAGE], numbers[PHASE] = LAST_ROUND_STAGE, left
        if left == 0:
            numbers[STAGE], numbers[PHASE] = CHOICE_STAGE, CHOOSING + players
    else:
        numbers[STAGE], numbers[PHASE] = min((pile + players - 1) // players, MAX_ROUNDS), 0


@inlined_function
def write_hand_costs(
    first: Any, seat: Any, unknown: Any, later: Any, line: Any, game: Any, result: Any, numbers: Any
) -> None:
    """What the cheapest cards of a hand would cost, into ``CHEAPEST`` numbers from ``first`` on.

    That is when ``later`` more cards lie at the end of the line. ``unknown`` is a card of the hand that does not count.
    """
    masks, turned = game.masks, U0
    one, two, three = NO_COST, NO_COST, NO_COST
    for colour in range(COLOURS):
        turned |= masks[COLOUR_MASKS + colour] if (result[RESULT_TURNED + seat] >> colour) & 1 else U0
    for place in range(HAND_SIZE):
        card = game.hands[seat * HAND_SIZE + place]
        if (card == NO_CARD) | (card == unknown):
            continue
        safe = max((np.int64(card) & 15) - later, 0)
        exposed = drop_last(line, popcount(line), np.uint64(safe))
        taken = exposed & (same_colour(masks, card) | worth_at_most(masks, card))
        cost = np.int64(popcount(taken & turned)) + value_of(taken & ~turned, masks)
        cost = min(cost, MAX_COST)
        three = min(three, max(two, cost))
        two = min(two, max(one, cost))
        one = min(one, cost)
    numbers[first], numbers[first + 1], numbers[first + 2] = one, two, three


@inlined_function
def write_no_costs(first: Any, count: Any, numbers: Any) -> None:
    """Nothing more will be laid, or the hand is not known."""
    for which in range(count):
        numbers[first + which] = NO_COST


@kernel_function
def write_costs(
    viewer: Any, whole: Any, unknown: Any, seats: Any, line: Any, game: Any, result: Any, numbers: Any
) -> None:
    """What the cheapest cards of each hand that is known would cost, by the colours turned over in ``result``.

    ``unknown`` is a card of a hand that does not count, or ``NO_CARD``.
    """
    players, zero = len(seats), np.int64(0)
    if numbers[STAGE] == CHOICE_STAGE:
        clear_costs(players, numbers)
        return
    for seat in range(players):
        first = np.int64(COSTS + CHEAPEST * seat_from(viewer, seat, players))
        if whole or seat == viewer:
            write_hand_costs(first, seat, unknown, zero, line, game, result, numbers)
        else:
            write_no_costs(first, CHEAPEST, numbers)
    next_turn = np.int64(players - 1)
    write_hand_costs(np.int64(NEXT_COSTS), viewer, unknown, next_turn, line, game, result, numbers)


@inlined_function
def clear_costs(players: Any, numbers: Any) -> None:
    """Nothing more will be laid, or nobody's hand is known."""
    write_no_costs(COSTS, players * CHEAPEST, numbers)
    write_no_costs(NEXT_COSTS, CHEAPEST, numbers)


@kernel_function
def write_position(
    viewer: Any, drawn: Any, whole: Any, seats: Any, line: Any, counters: Any, choosing: Any, order: Any, game: Any,
    result: Any, position: Any,
) -> None:  # fmt: skip
    """A position as it lies there, seen by whoever acted last.

    ``drawn`` is the card that the viewer has just drawn, for the position before that draw; else ``NO_CARD``.
    """
    write_places(viewer, whole, seats, line, order, game, position.places)
    if drawn != NO_CARD:
        position.places[number_of(drawn)] = UNSEEN
    write_scores(viewer, seats, game.masks, result, position.numbers)
    write_progress(len(seats), counters, choosing, np.int64(popcount(line)), position.numbers)
    write_costs(viewer, whole, drawn, seats, line, game, result, position.numbers)


# ---- candidates: a position after a choice, written over the one before it --------------------------------------


@inlined_function
def clear_slots(slots: Any, masks: Any) -> None:
    """Take cards out of slots again."""
    for place in range(FRONT_MASKS + MAX_PLAYERS):
        masks[place] &= ~slots


@kernel_function
def write_after_card(
    seat: Any, place: Any, whole: Any, seats: Any, line: Any, counters: Any, order: Any, game: Any, result: Any,
    position: Any,
) -> None:  # fmt: skip
    """The position after a seat has laid a card, before it draws; of the places only what that changes is written.

    Whatever another candidate of the same turn changed is written again.
    """
    masks, places = game.masks, position.places
    front = masks[FRONT_MASKS + seat]
    for other in range(HAND_SIZE):
        card = game.hands[seat * HAND_SIZE + other]
        if card != NO_CARD:
            places[number_of(card)] = IN_LINE if other == place else IN_HAND
    card = game.hands[seat * HAND_SIZE + place]
    taken = taken_by(card, line, masks)
    rest = line & ~taken
    write_cards(taken, IN_FRONT, order, places)
    write_line(rest, np.int64(1), order, places)
    masks[FRONT_MASKS + seat] = front | taken
    after = count_turn(counters, front | taken, masks)
    write_scores(seat, seats, masks, result, position.numbers)
    write_progress(len(seats), after, np.int64(-1), np.int64(popcount(rest)) + 1, position.numbers)
    masks[FRONT_MASKS + seat] = front
    # The card lies in the line while it is looked up what others would take.
    bit = U1 << np.uint64(LINE_START + counters.plies)
    enter(card, bit, masks)
    write_costs(seat, whole, card, seats, rest | bit, game, result, position.numbers)
    clear_slots(bit, masks)


@inlined_function
def enter_kept(seat: Any, one: Any, two: Any, plies: Any, order: Any, game: Any) -> None:
    """Lay the cards that a seat keeps, all but two, in front of it, in slots of its own that are not used yet."""
    slot = LINE_START + plies + 2 * seat
    for place in range(HAND_SIZE - 1):
        card = game.hands[seat * HAND_SIZE + place]
        if card != one and card != two:
            enter(card, U1 << np.uint64(slot), game.masks)
            game.masks[FRONT_MASKS + seat] |= U1 << np.uint64(slot)
            order[slot] = card
            slot += 1


@kernel_function
def write_after_choice(
    seat: Any, one: Any, two: Any, seats: Any, plies: Any, choosing: Any, order: Any, game: Any, result: Any,
    position: Any,
) -> None:  # fmt: skip
    """The position after a seat has set two cards aside (P7), with ``choosing`` players still to do so."""
    for place in range(HAND_SIZE - 1):
        card = game.hands[seat * HAND_SIZE + place]
        position.places[number_of(card)] = SET_ASIDE if (card == one) | (card == two) else IN_FRONT
    enter_kept(seat, one, two, plies, order, game)
    write_scores(seat, seats, game.masks, result, position.numbers)
    clear_slots(KEPT_SLOTS << np.uint64(LINE_START + plies + 2 * seat), game.masks)
    position.numbers[STAGE], position.numbers[PHASE] = CHOICE_STAGE, CHOOSING + choosing
    clear_costs(len(seats), position.numbers)
