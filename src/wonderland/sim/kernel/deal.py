"""How a deck is dealt (P2): the only place on the fast side that says which card of it goes where."""

from __future__ import annotations

from typing import Any

from wonderland.sim.kernel.compiling import kernel_function
from wonderland.sim.kernel.layout import (
    DECK_SIZE,
    HAND_SIZE,
    LINE_START,
    META_FIRST,
    META_PILE,
)  # fmt: skip


@kernel_function
def pile_size(players: Any) -> Any:
    """How many cards there are to draw after the deal."""
    return DECK_SIZE - LINE_START - HAND_SIZE * players


@kernel_function
def deal_deck(deck: Any, players: Any, first: Any, hands: Any, line: Any, pile: Any, meta: Any) -> None:
    """Five cards to the first player, five to the next …, six to the line, the rest is the pile."""
    for turn in range(players):
        seat = (first + turn) % players
        for place in range(HAND_SIZE):
            hands[seat * HAND_SIZE + place] = deck[turn * HAND_SIZE + place]
    dealt = HAND_SIZE * players
    for place in range(LINE_START):
        line[place] = deck[dealt + place]
    for place in range(pile_size(players)):
        pile[place] = deck[dealt + LINE_START + place]
    for place in range(len(meta)):
        meta[place] = 0
    meta[META_FIRST], meta[META_PILE] = first, pile_size(players)
