"""The entry points that step a batch: the deal, who acts, what is legal, and one choice a game."""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.sim.batch.load import Rows, load, number_of
from wonderland.sim.kernel.compiling import entry_point, kernel_function
from wonderland.sim.kernel.deal import deal_deck
from wonderland.sim.kernel.layout import (
    FRONT_MASKS,
    HAND_SIZE,
    LINE_START,
    META_FIRST,
    META_PLIES,
    META_TRIGGER,
    NO_CARD,
    ORDER_SIZE,
    RESULT_SIZE,
)  # fmt: skip
from wonderland.sim.kernel.policy_game import finish, new_game
from wonderland.sim.kernel.turn import counters_of, still_playing_of, take_turn, write_counters

GAME_OVER = -1  #: nobody acts
PLAYED, REFUSED, ENDED = 0, 1, 2  #: what became of a choice


@entry_point
def deal_games(players: Any, decks: Any, first: Any, rows: Any) -> None:
    """Deal a deck to every game (P2); hands and pile hold no cards yet."""
    rows = Rows(*rows)
    for row in range(len(decks)):
        deal_deck(
            decks[row], players, first[row], rows.hands[row].ravel(), rows.slots[row], rows.pile[row], rows.meta[row]
        )


@kernel_function
def playing(players: Any, meta: Any) -> Any:
    """Whether turns are still to be played, rather than cards to be set aside."""
    return still_playing_of(players, meta[META_PLIES], meta[META_TRIGGER])


@kernel_function
def seat_to_move(players: Any, meta: Any) -> Any:
    return (meta[META_FIRST] + meta[META_PLIES]) % players


@kernel_function
def actor(players: Any, aside: Any, meta: Any) -> Any:
    """Whose choice is next: the seat to move, then of those who have not set cards aside the lowest seat."""
    if playing(players, meta):
        return seat_to_move(players, meta)
    for seat in range(players):
        if aside[seat, 0] == NO_CARD:
            return seat
    return GAME_OVER


@kernel_function
def may_choose(seat: Any, players: Any, aside: Any, meta: Any) -> Any:
    """Whether a seat has something to choose now: its turn, or its own cards to set aside (P7)."""
    if seat < 0:
        return False
    if playing(players, meta):
        return seat == seat_to_move(players, meta)
    return aside[seat, 0] == NO_CARD


@entry_point
def find_actors(players: Any, aside: Any, meta: Any, seats: Any) -> None:
    for row in range(len(seats)):
        seats[row] = actor(players, aside[row], meta[row])


@entry_point
def find_legal(players: Any, hands: Any, aside: Any, meta: Any, legal: Any) -> None:
    """Mark the cards the next to act may choose: one of them to play, or two of them to set aside."""
    for row in range(len(legal)):
        for card in range(legal.shape[1]):
            legal[row, card] = False
        seat = actor(players, aside[row], meta[row])
        if seat != GAME_OVER:
            for place in range(HAND_SIZE):
                card = hands[row, seat, place]
                if card != NO_CARD:
                    legal[row, card] = True


@kernel_function
def place_in(hand: Any, card: Any) -> Any:
    for place in range(HAND_SIZE):
        if card >= 0 and card != NO_CARD and hand[place] == card:
            return place
    return -1


@kernel_function
def play_choice(row: Any, seat: Any, place: Any, rows: Any, order: Any, game: Any) -> None:
    """One turn of one game of a batch."""
    load(row, rows, order, game)
    counters = counters_of(game.meta)
    rows.slots[row, LINE_START + counters.plies] = rows.hands[row, seat, place]
    rows.line[row], counters = take_turn(seat, place, rows.line[row], counters, game)
    write_counters(counters, rows.meta[row])
    rows.front[row, seat] = game.masks[FRONT_MASKS + seat]
    for other in range(HAND_SIZE):
        rows.hands[row, seat, other] = number_of(game.hands[seat * HAND_SIZE + other])


@entry_point
def step(players: Any, rows: Any, choices: Any, choosers: Any, status: Any) -> None:
    """Apply one choice a game: a card to play, or a pair to set aside. What is refused changes nothing."""
    rows, order, game = Rows(*rows), np.zeros(ORDER_SIZE, np.uint8), new_game()
    for row in range(len(rows.line)):
        aside, meta = rows.aside[row], rows.meta[row]
        if actor(players, aside, meta) == GAME_OVER:
            status[row] = ENDED
            continue
        seat = choosers[row]
        status[row] = REFUSED
        if not may_choose(seat, players, aside, meta):
            continue
        one = place_in(rows.hands[row, seat], choices[row, 0])
        if playing(players, meta):
            if one >= 0:
                status[row] = PLAYED
                play_choice(row, seat, one, rows, order, game)
        else:
            two = place_in(rows.hands[row, seat], choices[row, 1])
            if one >= 0 and two >= 0 and one != two:
                status[row] = PLAYED
                aside[seat, 0], aside[seat, 1] = choices[row, 0], choices[row, 1]


@entry_point
def score_ended(seats: Any, rows: Any, results: Any) -> None:
    """The results of the games that have ended, a row each; the others' rows stay untouched."""
    rows, order, game = Rows(*rows), np.zeros(ORDER_SIZE, np.uint8), new_game()
    result = np.zeros(RESULT_SIZE, np.int64)
    for row in range(len(rows.line)):
        if actor(len(seats), rows.aside[row], rows.meta[row]) == GAME_OVER:
            load(row, rows, order, game)
            finish(seats, game, result)
            for place in range(RESULT_SIZE):
                results[row, place] = result[place]
