"""What a seat may know (P11) of each game of a batch, as tensors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wonderland.sim.batch.load import Rows
from wonderland.sim.batch.steps import GAME_OVER, actor, playing, seat_to_move
from wonderland.sim.kernel.compiling import entry_point
from wonderland.sim.kernel.layout import (
    DECK_SIZE,
    HAND_SIZE,
    LINE_START,
    META_DRAWN,
    META_FIRST,
    META_PILE,
    META_PLIES,
    META_TRIGGER,
    NO_CARD,
    U1,
)  # fmt: skip
from wonderland.sim.kernel.turn import turns_left_of

if TYPE_CHECKING:
    from wonderland.sim.batch.batch import Batch

PLAY, DISCARD, FINISHED = 0, 1, 2  #: phases
NO_LAST_ROUND = -1  #: the last round has not begun


@dataclass(frozen=True)
class Views:
    """One view a game. Seats are the table's, or counted from the viewer's own with ``from_own``.

    Sets of cards are masks over the 66 cards; sequences hold card numbers, 255 beyond their end.
    """

    #: Whose view it is, by the table's seats. (games,)
    seat: NDArray[np.int8]
    #: Who began, and who is to move (-1: nobody, every turn has been played). (games,)
    first: NDArray[np.int8]
    turn: NDArray[np.int8]
    #: The viewer's own cards. (games, 66)
    hand: NDArray[np.bool_]
    #: The line, front first. (games, 58)
    line: NDArray[np.uint8]
    line_length: NDArray[np.int16]
    #: The six cards that began the line. (games, 6)
    start: NDArray[np.uint8]
    #: The cards in front of each seat. (games, players, 66)
    front: NDArray[np.bool_]
    #: (games, players)
    hand_sizes: NDArray[np.int8]
    #: How many cards are left to draw. (games,)
    pile: NDArray[np.int16]
    #: Turns still to be played; -1 before the last round. (games,)
    last_round: NDArray[np.int16]
    #: 0 to play a card, 1 to set two aside, 2 when the game is over. (games,)
    phase: NDArray[np.int8]
    #: The cards played, in turn order from ``first``. (games, 58)
    history: NDArray[np.uint8]
    plies: NDArray[np.int16]
    #: Who has set two cards aside (games, players), and the viewer's own two (games, 66).
    chosen: NDArray[np.bool_]
    discard: NDArray[np.bool_]


def views_of(batch: Batch, seats: NDArray[np.int8], from_own: bool) -> Views:
    games, players = len(batch), batch.players
    view = Views(
        seat=seats,
        first=np.empty(games, np.int8),
        turn=np.empty(games, np.int8),
        hand=np.zeros((games, DECK_SIZE), np.bool_),
        line=np.full((games, 58), NO_CARD, np.uint8),
        line_length=np.empty(games, np.int16),
        start=batch.slots[:, :LINE_START].copy(),
        front=np.zeros((games, players, DECK_SIZE), np.bool_),
        hand_sizes=np.zeros((games, players), np.int8),
        pile=np.empty(games, np.int16),
        last_round=np.empty(games, np.int16),
        phase=np.empty(games, np.int8),
        history=np.full((games, 58), NO_CARD, np.uint8),
        plies=batch.meta[:, META_PLIES].copy(),
        chosen=np.zeros((games, players), np.bool_),
        discard=np.zeros((games, DECK_SIZE), np.bool_),
    )
    public = (
        view.first, view.turn, view.line, view.line_length, view.front, view.hand_sizes, view.pile, view.last_round,
        view.phase, view.history, view.chosen,
    )  # fmt: skip
    fill_public(players, from_own, seats, batch.rows, public)
    fill_own(players, seats, batch.hands, batch.aside, batch.meta, view.hand, view.discard)
    return view


class PublicViews(NamedTuple):
    """The arrays of :class:`Views` that everybody may see, by the same names."""

    first: Any
    turn: Any
    line: Any
    line_length: Any
    front: Any
    hand_sizes: Any
    pile: Any
    last_round: Any
    phase: Any
    history: Any
    chosen: Any


@entry_point
def fill_public(players: Any, from_own: Any, seats: Any, rows: Any, public: Any) -> None:
    """The pieces that everybody knows."""
    rows, public = Rows(*rows), PublicViews(*public)
    for row in range(len(rows.line)):
        shift = seats[row] if from_own and seats[row] >= 0 else 0
        aside, meta = rows.aside[row], rows.meta[row]
        first, plies, trigger = meta[META_FIRST], meta[META_PLIES], meta[META_TRIGGER]
        over = actor(players, aside, meta) == GAME_OVER
        turns = playing(players, meta)
        public.phase[row] = FINISHED if over else (PLAY if turns else DISCARD)
        public.first[row] = (first - shift + players) % players
        public.turn[row] = (seat_to_move(players, meta) - shift + players) % players if turns else -1
        public.pile[row] = meta[META_PILE] - meta[META_DRAWN]
        public.last_round[row] = NO_LAST_ROUND if trigger == 0 else turns_left_of(players, plies, trigger)
        length = 0
        for slot in range(LINE_START + plies):
            card, bit = rows.slots[row, slot], U1 << np.uint64(slot)
            if rows.line[row] & bit:
                public.line[row, length] = card
                length += 1
            for seat in range(players):
                if rows.front[row, seat] & bit:
                    public.front[row, (seat - shift + players) % players, card] = True
        public.line_length[row] = length
        for ply in range(plies):
            public.history[row, ply] = rows.slots[row, LINE_START + ply]
        for seat in range(players):
            own = (seat - shift + players) % players
            public.chosen[row, own] = aside[seat, 0] != NO_CARD
            for place in range(HAND_SIZE):
                card = rows.hands[row, seat, place]
                if card != NO_CARD:
                    if not over:
                        public.hand_sizes[row, own] += 1
                    elif card != aside[seat, 0] and card != aside[seat, 1]:
                        public.front[row, own, card] = True


@entry_point
def fill_own(players: Any, seats: Any, hands: Any, aside: Any, meta: Any, hand: Any, discard: Any) -> None:
    """The pieces that only the viewer knows: the own hand, and the own cards set aside."""
    for game in range(len(hand)):
        seat = seats[game]
        if seat < 0:
            continue
        over = actor(players, aside[game], meta[game]) == GAME_OVER
        for place in range(HAND_SIZE):
            card = hands[game, seat, place]
            if card != NO_CARD and not over:
                hand[game, card] = True
        if aside[game, seat, 0] != NO_CARD:
            discard[game, aside[game, seat, 0]] = True
            discard[game, aside[game, seat, 1]] = True
