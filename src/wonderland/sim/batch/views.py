"""What a seat may know (P11) of each game of a batch, as tensors with named pieces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from wonderland.sim.batch.steps import OVER, actor, playing
from wonderland.sim.kernel.compiling import entry_point
from wonderland.sim.kernel.layout import (
    CARDS_IN_ALL,
    EMPTY,
    HAND,
    META_DRAWN,
    META_FIRST,
    META_PILE,
    META_PLIES,
    META_TRIGGER,
    START,
    U1,
)  # fmt: skip

if TYPE_CHECKING:
    from wonderland.sim.batch.batch import Batch

PLAY, DISCARD, FINISHED = 0, 1, 2
NOT_YET = -1  #: the last round has not begun


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


def look(batch: Batch, seats: NDArray[np.int8], from_own: bool) -> Views:
    games, players = len(batch), batch.players
    view = Views(
        seat=seats,
        first=np.empty(games, np.int8),
        turn=np.empty(games, np.int8),
        hand=np.zeros((games, CARDS_IN_ALL), np.bool_),
        line=np.full((games, 58), EMPTY, np.uint8),
        line_length=np.empty(games, np.int16),
        start=batch.slots[:, :START].copy(),
        front=np.zeros((games, players, CARDS_IN_ALL), np.bool_),
        hand_sizes=np.zeros((games, players), np.int8),
        pile=np.empty(games, np.int16),
        last_round=np.empty(games, np.int16),
        phase=np.empty(games, np.int8),
        history=np.full((games, 58), EMPTY, np.uint8),
        plies=batch.meta[:, META_PLIES].copy(),
        chosen=np.zeros((games, players), np.bool_),
        discard=np.zeros((games, CARDS_IN_ALL), np.bool_),
    )
    fill_known(
        players, from_own, seats, batch.slots, batch.line, batch.front, batch.hands, batch.aside, batch.meta,
        view.first, view.turn, view.line, view.line_length, view.front, view.hand_sizes, view.pile, view.last_round,
        view.phase, view.history, view.chosen,
    )  # fmt: skip
    fill_own(players, seats, batch.hands, batch.aside, batch.meta, view.hand, view.discard)
    return view


@entry_point
def fill_known(
    players: Any, from_own: Any, seats: Any, slots: Any, line: Any, front: Any, hands: Any, aside: Any, meta: Any,
    first: Any, turn: Any, cards: Any, length: Any, lying: Any, sizes: Any, pile: Any, last_round: Any, phase: Any,
    history: Any, chosen: Any,
) -> None:  # fmt: skip
    """The pieces that everybody knows."""
    for game in range(len(line)):
        shift = seats[game] if from_own and seats[game] >= 0 else 0
        row = meta[game]
        begins, plies, trigger = row[META_FIRST], row[META_PLIES], row[META_TRIGGER]
        over = actor(players, aside[game], row) == OVER
        acting = playing(players, row)
        phase[game] = FINISHED if over else (PLAY if acting else DISCARD)
        first[game] = (begins - shift + players) % players
        turn[game] = (begins + plies - shift + players) % players if acting else -1
        pile[game] = row[META_PILE] - row[META_DRAWN]
        last_round[game] = NOT_YET if trigger == 0 else trigger + players - plies
        size = 0
        for slot in range(START + plies):
            card, bit = slots[game, slot], U1 << np.uint64(slot)
            if line[game] & bit:
                cards[game, size] = card
                size += 1
            for seat in range(players):
                if front[game, seat] & bit:
                    lying[game, (seat - shift + players) % players, card] = True
        length[game] = size
        for ply in range(plies):
            history[game, ply] = slots[game, START + ply]
        for seat in range(players):
            own = (seat - shift + players) % players
            chosen[game, own] = aside[game, seat, 0] != EMPTY
            for place in range(HAND):
                card = hands[game, seat, place]
                if card != EMPTY:
                    if not over:
                        sizes[game, own] += 1
                    elif card != aside[game, seat, 0] and card != aside[game, seat, 1]:
                        lying[game, own, card] = True


@entry_point
def fill_own(players: Any, seats: Any, hands: Any, aside: Any, meta: Any, hand: Any, discard: Any) -> None:
    """The pieces that only the viewer knows: the own hand, and the own cards set aside."""
    for game in range(len(hand)):
        seat = seats[game]
        if seat < 0:
            continue
        over = actor(players, aside[game], meta[game]) == OVER
        for place in range(HAND):
            card = hands[game, seat, place]
            if card != EMPTY and not over:
                hand[game, card] = True
        if aside[game, seat, 0] != EMPTY:
            discard[game, aside[game, seat, 0]] = True
            discard[game, aside[game, seat, 1]] = True
