"""A row of a batch as the simulator's kernel takes it, and the deal."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from wonderland.envs.parade.kernel.layout import (
    ASIDE,
    HANDS,
    HIDDEN,
    IN_LINE,
    LAST_PLAYS,
    LINE_WORD,
    META,
    NOBODY,
    NUMBER_WORD,
    ORDER,
    PUBLIC,
)  # fmt: skip
from wonderland.sim.kernel.compiling import inlined_function
from wonderland.sim.kernel.deal import deal_deck
from wonderland.sim.kernel.layout import (
    DECK_SIZE,
    HAND_SIZE,
    LINE_START,
    MASKS_SIZE,
    MAX_PLAYERS,
    META_FIRST,
    META_PLIES,
    META_SIZE,
    META_TRIGGER,
    NO_CARD,
    START_SLOTS,
    U0,
    U1,
    Game,
)  # fmt: skip
from wonderland.sim.kernel.random_words import key_of
from wonderland.sim.kernel.shuffle import shuffle_deck
from wonderland.sim.kernel.turn import enter, number_of, still_playing_of

#: Masks end where the line's word begins.
_MASKS_USED = min(MASKS_SIZE, LINE_WORD)


class Row(NamedTuple):
    """One game of a batch: the same memory, by its parts."""

    words: Any
    #: The simulator's game: masks, hands, pile, cards set aside, counters.
    game: Any
    #: The card in each slot, where each card lies for all to see, and the last plays.
    order: Any
    public: Any
    last_plays: Any


class Scratch(NamedTuple):
    """Room for a deal, for scoring and for an observation with details, made once."""

    pack: Any
    deck: Any
    result: Any
    seen: Any


@inlined_function
def row_of(words: Any, bytes_: Any, pile: Any) -> Any:
    """The parts of a game; the pile has an array of its own because most of it is rarely looked at."""
    game = Game(
        words,
        bytes_[HANDS : HANDS + MAX_PLAYERS * HAND_SIZE],
        pile,
        bytes_[ASIDE : ASIDE + MAX_PLAYERS * 2],
        bytes_[META : META + META_SIZE],
    )
    return Row(
        words,
        game,
        bytes_[ORDER : ORDER + 64],
        bytes_[PUBLIC : PUBLIC + DECK_SIZE],
        bytes_[LAST_PLAYS : LAST_PLAYS + 4 * MAX_PLAYERS],
    )


@inlined_function
def deal_row(deck: Any, first: Any, number: Any, seats: Any, row: Any) -> None:
    """Deal a deck (P2) of cards in the kernel's form."""
    game = row.game
    for place in range(_MASKS_USED):
        row.words[place] = U0
    for place in range(len(row.public)):
        row.public[place] = HIDDEN
    for place in range(len(row.last_plays)):
        row.last_plays[place] = 0
    for place in range(len(game.hands)):
        game.hands[place] = NO_CARD
    # The line's first cards are dealt into the slots.
    deal_deck(deck, len(seats), first, game.hands, row.order, game.pile, game.meta)
    for place in range(LINE_START):
        card = row.order[place]
        enter(card, U1 << np.uint64(place), row.words)
        row.public[number_of(card)] = IN_LINE
    for place in range(len(game.aside)):
        game.aside[place] = NO_CARD
    row.words[LINE_WORD] = START_SLOTS
    row.words[NUMBER_WORD] = np.uint64(number)


@inlined_function
def deal_number(seed: Any, number: Any, seats: Any, scratch: Any, row: Any) -> None:
    """Shuffle and deal the game of this number."""
    first = shuffle_deck(key_of(seed, np.uint64(number)), seats, scratch.pack, scratch.deck)
    deal_row(scratch.deck, np.int64(first), number, seats, row)


@inlined_function
def is_playing(seats: Any, meta: Any) -> Any:
    """Whether turns are still to be played, rather than cards to be set aside."""
    return still_playing_of(len(seats), np.int64(meta[META_PLIES]), np.int64(meta[META_TRIGGER]))


@inlined_function
def actor_of(seats: Any, game: Any) -> Any:
    """Who acts next: the seat to move; then, in turn order, those who have not set cards aside."""
    players = len(seats)
    seat = (np.int64(game.meta[META_FIRST]) + np.int64(game.meta[META_PLIES])) % players
    if is_playing(seats, game.meta):
        return seat
    for _ in range(players):
        if game.aside[seat * 2] == NO_CARD:
            return seat
        seat = seat + 1 if seat + 1 < players else np.int64(0)
    return np.int64(NOBODY)
