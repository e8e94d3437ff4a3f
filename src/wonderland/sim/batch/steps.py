"""The entry points that step a batch: who acts, what is legal, and one choice a game."""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.sim.batch.load import load, number_of
from wonderland.sim.kernel.compiling import entry_point, kernel_function
from wonderland.sim.kernel.hands import finish, take_turn
from wonderland.sim.kernel.layout import (
    EMPTY,
    END,
    FRONT,
    HAND,
    META,
    META_FIRST,
    META_PLIES,
    META_TRIGGER,
    PILE,
    SEATS,
    START,
    WORK,
)  # fmt: skip

OVER = -1  #: nobody acts: the game has ended
PLAYED, REFUSED, ENDED = 0, 1, 2


@kernel_function
def playing(players: Any, meta: Any) -> Any:
    """Whether turns are still to be played, rather than cards to be set aside."""
    return meta[META_TRIGGER] == 0 or meta[META_PLIES] < meta[META_TRIGGER] + players


@kernel_function
def actor(players: Any, aside: Any, meta: Any) -> Any:
    """Whose choice is next: the seat to move, then of those who have not set cards aside the lowest seat."""
    if playing(players, meta):
        return (meta[META_FIRST] + meta[META_PLIES]) % players
    for seat in range(players):
        if aside[seat, 0] == EMPTY:
            return seat
    return OVER


@kernel_function
def asked(seat: Any, players: Any, aside: Any, meta: Any) -> Any:
    """Whether a seat has something to choose now: its turn, or its own cards to set aside (P7)."""
    if seat < 0:
        return False
    if playing(players, meta):
        return seat == (meta[META_FIRST] + meta[META_PLIES]) % players
    return aside[seat, 0] == EMPTY


@entry_point
def find_actors(players: Any, aside: Any, meta: Any, seats: Any) -> None:
    for game in range(len(seats)):
        seats[game] = actor(players, aside[game], meta[game])


@entry_point
def find_legal(players: Any, hands: Any, aside: Any, meta: Any, legal: Any) -> None:
    """Mark the cards the next to act may choose: one of them to play, or two of them to set aside."""
    for game in range(len(legal)):
        for card in range(legal.shape[1]):
            legal[game, card] = False
        seat = actor(players, aside[game], meta[game])
        if seat != OVER:
            for place in range(HAND):
                card = hands[game, seat, place]
                if card != EMPTY:
                    legal[game, card] = True


@kernel_function
def place_in(hand: Any, card: Any) -> Any:
    for place in range(HAND):
        if card >= 0 and card != EMPTY and hand[place] == card:
            return place
    return -1


@kernel_function
def play_choice(
    game: Any, seat: Any, place: Any, players: Any, slots: Any, line: Any, front: Any, hands: Any, pile: Any,
    aside: Any, meta: Any, order: Any, work: Any, own_hands: Any, own_pile: Any, own_aside: Any, own_meta: Any,
) -> None:  # fmt: skip
    """One turn of one game of a batch."""
    load(game, slots, front, hands, pile, aside, meta, order, work, own_hands, own_pile, own_aside, own_meta)
    slots[game, START + own_meta[META_PLIES]] = hands[game, seat, place]
    line[game] = take_turn(seat, place, line[game], work, own_hands, own_pile, own_meta)
    front[game, seat] = work[FRONT + seat]
    for other in range(HAND):
        hands[game, seat, other] = number_of(own_hands[seat * HAND + other])
    for other in range(len(own_meta)):
        meta[game, other] = own_meta[other]


@entry_point
def step(
    players: Any, slots: Any, line: Any, front: Any, hands: Any, pile: Any, aside: Any, meta: Any, choices: Any,
    whose: Any, status: Any,
) -> None:  # fmt: skip
    """Apply one choice a game: a card to play, or a pair to set aside. What is refused changes nothing."""
    order, work = np.zeros(72, np.uint8), np.zeros(WORK, np.uint64)
    own_hands, own_pile = np.zeros(SEATS * HAND, np.uint8), np.zeros(PILE, np.uint8)
    own_aside, own_meta = np.zeros(SEATS * 2, np.uint8), np.zeros(META, np.int16)
    for game in range(len(line)):
        if actor(players, aside[game], meta[game]) == OVER:
            status[game] = ENDED
            continue
        seat = whose[game]
        status[game] = REFUSED
        if not asked(seat, players, aside[game], meta[game]):
            continue
        one = place_in(hands[game, seat], choices[game, 0])
        if playing(players, meta[game]):
            if one >= 0:
                status[game] = PLAYED
                play_choice(
                    game, seat, one, players, slots, line, front, hands, pile, aside, meta,
                    order, work, own_hands, own_pile, own_aside, own_meta,
                )  # fmt: skip
        else:
            two = place_in(hands[game, seat], choices[game, 1])
            if one >= 0 and two >= 0 and one != two:
                status[game] = PLAYED
                aside[game, seat, 0], aside[game, seat, 1] = choices[game, 0], choices[game, 1]


@entry_point
def score_ended(seats: Any, slots: Any, line: Any, front: Any, hands: Any, pile: Any, aside: Any, meta: Any,
                ends: Any) -> None:  # fmt: skip
    """The final numbers of the games that have ended, a row of ``end`` each; the others' rows stay untouched."""
    order, work, end = np.zeros(72, np.uint8), np.zeros(WORK, np.uint64), np.zeros(END, np.int64)
    own_hands, own_pile = np.zeros(SEATS * HAND, np.uint8), np.zeros(PILE, np.uint8)
    own_aside, own_meta = np.zeros(SEATS * 2, np.uint8), np.zeros(META, np.int16)
    for game in range(len(line)):
        if actor(len(seats), aside[game], meta[game]) == OVER:
            load(game, slots, front, hands, pile, aside, meta, order, work, own_hands, own_pile, own_aside, own_meta)
            finish(seats, work, own_hands, own_aside, own_meta, end)
            for place in range(END):
                ends[game, place] = end[place]
