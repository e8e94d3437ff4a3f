"""A turn (P3 to P6): which cards are taken, what is drawn, and what begins the last round.

Every card that enters the line gets the next *slot*: slots 0 to 5 are the start, slot 6 + t is the card of
turn t. A set of such cards is a 64-bit mask with a bit a slot, so that the line in order, a colour, "worth at most
v" and the cards in front of a player are one word each, and playing a card is a handful of ANDs.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.sim.kernel.compiling import inlined_function, kernel_function
from wonderland.sim.kernel.intrinsics import (
    drop_last,
    enter_slot,
    has_all_colours,
    popcount,
    same_colour,
    worth_at_most,
)  # fmt: skip
from wonderland.sim.kernel.layout import (
    AT_MOST_MASKS,
    BY_COLOURS,
    BY_PILE,
    COLOUR_MASKS,
    COLOURS,
    FRONT_MASKS,
    HAND_SIZE,
    LINE_START,
    META_CAUSES,
    META_DRAWN,
    META_PILE,
    META_PLIES,
    META_TRIGGER,
    NO_CARD,
    PACK,
    U1,
    VALUE_BIT_MASKS,
    VALUES,
    Counters,
)  # fmt: skip

_15 = np.uint64(15)

#: For each card the masks it belongs to: its colour, "at most" its value or more, and the bits of its value.
_MEMBERSHIPS = np.zeros((COLOURS << 4, FRONT_MASKS), np.uint64)
for _card in PACK.tolist():
    _colour, _value = _card >> 4, _card & 15
    _MEMBERSHIPS[_card, [COLOUR_MASKS + _colour, *range(AT_MOST_MASKS + _value, AT_MOST_MASKS + VALUES)]] = ~np.uint64(
        0
    )
    _MEMBERSHIPS[_card, [VALUE_BIT_MASKS + place for place in range(4) if _value >> place & 1]] = ~np.uint64(0)


# ---- slots ------------------------------------------------------------------------------------------------


@kernel_function
def enter(card: Any, bit: Any, masks: Any) -> None:
    """A card takes the slot of ``bit``."""
    enter_slot(masks, _MEMBERSHIPS, np.uint64(card), bit)


@kernel_function
def card_in(slot: Any, masks: Any) -> Any:
    """The card that took a slot, read back from the masks."""
    bit = U1 << np.uint64(slot)
    card = np.int64(0)
    for colour in range(COLOURS):
        if masks[COLOUR_MASKS + colour] & bit:
            card = np.int64(colour << 4)
    for place in range(4):
        if masks[VALUE_BIT_MASKS + place] & bit:
            card |= 1 << place
    return card


@inlined_function
def number_of(card: Any) -> Any:
    """The number of a card in the kernel's form."""
    return np.int64(card) - 5 * (np.int64(card) >> 4)


@kernel_function
def value_of(cards: Any, masks: Any) -> Any:
    """The printed values of the cards in some slots, added up."""
    total = np.int64(0)
    for place in range(4):
        total += np.int64(popcount(cards & masks[VALUE_BIT_MASKS + place])) << place
    return total


# ---- taking cards -----------------------------------------------------------------------------------------


@kernel_function
def taken_of(card: Any, line: Any, length: Any, masks: Any) -> Any:
    """The cards of a line of this length that a played card takes.

    As many cards as its value are safe, from the end of the line (P4); of the others, those of its colour and those
    worth no more are taken (P5).
    """
    exposed = drop_last(line, length, np.uint64(card) & _15)
    return exposed & (same_colour(masks, card) | worth_at_most(masks, card))


@kernel_function
def taken_by(card: Any, line: Any, masks: Any) -> Any:
    return taken_of(card, line, popcount(line), masks)


@kernel_function
def take(card: Any, front: Any, line: Any, length: Any, bit: Any, masks: Any) -> Any:
    """Lay a card whose slot is in the masks already; the line, its length, and the cards in front of the player.

    ``front`` is the place of the player's mask. The length is kept beside the line: subtracting the number of taken
    cards is one instruction less than counting the new line.
    """
    taken = taken_of(card, line, length, masks)
    cards = masks[front] | taken
    masks[front] = cards
    return (line & ~taken) | bit, length + U1 - popcount(taken), cards


@kernel_function
def lay(card: Any, bit: Any, seat: Any, line: Any, masks: Any) -> Any:
    """Lay a card at the end of the line, in the slot of ``bit``, and take what must be taken; the line."""
    line, _, _ = take(card, np.uint64(FRONT_MASKS + seat), line, popcount(line), bit, masks)
    enter(card, bit, masks)
    return line


# ---- the last round ---------------------------------------------------------------------------------------


@kernel_function
def causes_of(all_colours: Any, pile_left: Any) -> Any:
    """What begins the last round after a turn: the player has all colours in front, or the pile is empty (P6)."""
    return (BY_COLOURS if all_colours else 0) | (BY_PILE if pile_left == 0 else 0)


def turns_left(players: Any, plies: Any, trigger: Any) -> Any:
    """How many turns of the last round are still to be played: everyone has one more, the trigger's player too (P6)."""
    return trigger + players - plies


def still_playing(players: Any, plies: Any, trigger: Any) -> Any:
    """Whether turns are still to be played, rather than cards to be set aside. Also for whole arrays."""
    return (trigger == 0) | (plies < trigger + players)


turns_left_of = kernel_function(turns_left)
still_playing_of = kernel_function(still_playing)


@kernel_function
def counters_of(meta: Any) -> Any:
    """The counters of a game whose numbers stand in ``meta``."""
    return Counters(
        np.int64(meta[META_PLIES]),
        np.int64(meta[META_TRIGGER]),
        np.int64(meta[META_CAUSES]),
        np.int64(meta[META_DRAWN]),
        np.int64(meta[META_PILE]),
    )


@kernel_function
def write_counters(counters: Any, meta: Any) -> None:
    meta[META_PLIES], meta[META_TRIGGER] = counters.plies, counters.trigger
    meta[META_CAUSES], meta[META_DRAWN] = counters.causes, counters.drawn


@kernel_function
def count_turn(counters: Any, cards: Any, masks: Any) -> Any:
    """The counters after a turn of a player with these cards in front: before the last round a card was drawn."""
    plies = counters.plies + 1
    if counters.trigger != 0:
        return Counters(plies, counters.trigger, counters.causes, counters.drawn, counters.pile)
    drawn = counters.drawn + 1
    causes = np.int64(causes_of(has_all_colours(masks, cards), counters.pile - drawn))
    return Counters(plies, plies if causes != 0 else np.int64(0), causes, drawn, counters.pile)


@kernel_function
def close_gap(place: Any, seat: Any, hands: Any) -> None:
    """Nothing is drawn in the last round: the cards after the played one move up."""
    stop = np.uint64(seat * HAND_SIZE + HAND_SIZE - 1)
    for later in range(np.uint64(seat * HAND_SIZE) + np.uint64(place), stop):
        hands[later] = hands[later + U1]
    hands[stop] = NO_CARD


@kernel_function
def take_turn(seat: Any, place: Any, line: Any, counters: Any, game: Any) -> Any:
    """One turn of a game with hands: lay the card at ``place``, draw; the line and the counters after it."""
    held = np.uint64(seat * HAND_SIZE) + np.uint64(place)
    line = lay(game.hands[held], U1 << np.uint64(LINE_START + counters.plies), seat, line, game.masks)
    if counters.trigger == 0:
        game.hands[held] = game.pile[counters.drawn]
    else:
        close_gap(place, seat, game.hands)
    return line, count_turn(counters, game.masks[FRONT_MASKS + seat], game.masks)
