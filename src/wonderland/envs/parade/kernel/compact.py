"""The compact observation: bytes. ``observations.py`` says what each means."""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.envs.parade.kernel.game import is_playing
from wonderland.envs.parade.kernel.layout import LINE_WORD, NOBODY
from wonderland.envs.parade.observations import COMPACT
from wonderland.sim.kernel.compiling import inlined_function
from wonderland.sim.kernel.intrinsics import bit_position, popcount
from wonderland.sim.kernel.layout import (
    COLOUR_MASKS,
    COLOURS,
    DECK_SIZE,
    FRONT_MASKS,
    HAND_SIZE,
    META_CAUSES,
    META_DRAWN,
    META_FIRST,
    META_PILE,
    META_PLIES,
    META_TRIGGER,
    NO_CARD,
    RESULT_SCORES,
    RESULT_TURNED,
    U0,
    U1,
)  # fmt: skip
from wonderland.sim.kernel.score import score_fronts
from wonderland.sim.kernel.turn import number_of, turns_left_of

COMPACT_SIZE = COMPACT.size
PLACE, COUNTS, POINTS, MAJORITIES = (COMPACT.start(name) for name in ("place", "counts", "points", "majorities"))
FRONT, HAND_SIZES, LAST = (COMPACT.start(name) for name in ("front", "hands", "last_card"))
PILE, LINE, PLIES = (COMPACT.start(name) for name in ("pile", "line", "plies"))
LAST_ROUND, TURNS_LEFT, PHASE = (COMPACT.start(name) for name in ("last_round", "turns_left", "phase"))
PLAYERS, FIRST, ACTOR, CHOSEN = (COMPACT.start(name) for name in ("players", "first", "actor", "chosen"))
#: The four pieces about last plays stand one after the other, a seat each.
LAST_STEP = 6
#: Values of the piece ``place``; see there.
UNSEEN, OWN_HAND, SEAT_FRONT, LINE_END, SET_ASIDE = 0, 1, 2, 8, 70
TO_PLAY, TO_SET_ASIDE, OVER = 0, 1, 2  #: values of the piece ``phase``
MAX_BYTE = 255
_8, _255 = np.uint64(8), np.uint64(255)


@inlined_function
def write_places(viewer: Any, seats: Any, row: Any, out: Any) -> Any:
    """Where each card is, as the viewer sees it; how many cards are in the line."""
    players = len(seats)
    # For each kind of public place what the viewer calls it, a byte each.
    names = U0
    for seat in range(players):
        own = (seat - viewer + players) % players
        names |= np.uint64(SEAT_FRONT + own) << np.uint64(8 * (2 + seat))
    for card in range(DECK_SIZE):
        out[PLACE + card] = names >> (np.uint64(row.public[card]) * _8) & _255
    line = row.words[LINE_WORD]
    length = np.int64(popcount(line))
    behind = length
    while line != U0:
        bit = line & (~line + U1)
        behind -= 1
        out[PLACE + number_of(row.order[bit_position(bit)])] = LINE_END + behind
        line ^= bit
    return length


@inlined_function
def write_hand(viewer: Any, over: Any, game: Any, out: Any) -> None:
    """The viewer's own cards."""
    for place in range(HAND_SIZE):
        card = game.hands[viewer * HAND_SIZE + place]
        if card != NO_CARD and not over:
            out[PLACE + number_of(card)] = OWN_HAND
    if game.aside[viewer * 2] != NO_CARD:
        out[PLACE + number_of(game.aside[viewer * 2])] = SET_ASIDE
        out[PLACE + number_of(game.aside[viewer * 2 + 1])] = SET_ASIDE


@inlined_function
def write_seats(viewer: Any, over: Any, seats: Any, row: Any, result: Any, out: Any) -> None:
    """What lies in front of each seat, what it would score now, what it holds, what it did last."""
    players, game = len(seats), row.game
    score_fronts(row.words, seats, result)
    for seat in range(players):
        own = (seat - viewer + players) % players
        front = row.words[FRONT_MASKS + seat]
        for colour in range(COLOURS):
            out[COUNTS + own * COLOURS + colour] = popcount(front & row.words[COLOUR_MASKS + colour])
        out[POINTS + own] = min(result[RESULT_SCORES + seat], MAX_BYTE)
        out[MAJORITIES + own] = result[RESULT_TURNED + seat]
        out[FRONT + own] = popcount(front)
        held = 0
        for place in range(HAND_SIZE):
            if game.hands[seat * HAND_SIZE + place] != NO_CARD:
                held += 1
        out[HAND_SIZES + own] = 0 if over else held
        for part in range(4):
            out[LAST + part * LAST_STEP + own] = row.last_plays[seat * 4 + part]


@inlined_function
def write_compact(viewer: Any, actor: Any, seats: Any, row: Any, result: Any, out: Any) -> None:
    """What a seat may know (P11), as bytes."""
    players, game = len(seats), row.game
    for place in range(COUNTS, COMPACT_SIZE):
        out[place] = 0
    over, playing = actor == NOBODY, is_playing(seats, game.meta)
    length = write_places(viewer, seats, row, out)
    write_hand(viewer, over, game, out)
    write_seats(viewer, over, seats, row, result, out)
    trigger, plies = np.int64(game.meta[META_TRIGGER]), np.int64(game.meta[META_PLIES])
    out[PILE] = game.meta[META_PILE] - game.meta[META_DRAWN]
    out[LINE] = length
    out[PLIES] = plies
    out[LAST_ROUND] = game.meta[META_CAUSES]
    out[TURNS_LEFT] = turns_left_of(players, plies, trigger) if trigger != 0 else 0
    out[PHASE] = TO_PLAY if playing else (OVER if over else TO_SET_ASIDE)
    out[PLAYERS] = players
    out[FIRST] = (np.int64(game.meta[META_FIRST]) - viewer + players) % players
    out[ACTOR] = MAX_BYTE if over else (actor - viewer + players) % players
    chosen = 0
    for seat in range(players):
        if game.aside[seat * 2] != NO_CARD:
            chosen |= 1 << (seat - viewer + players) % players
    out[CHOSEN] = chosen
