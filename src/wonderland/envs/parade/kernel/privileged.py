"""The privileged observation: the compact one, and all that is hidden from it. For critics, never for players."""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.envs.parade.kernel.compact import write_compact
from wonderland.envs.parade.observations import PRIVILEGED
from wonderland.sim.kernel.compiling import inlined_function
from wonderland.sim.kernel.layout import DECK_SIZE, HAND_SIZE, META_DRAWN, META_PILE, NO_CARD
from wonderland.sim.kernel.turn import number_of

PRIVILEGED_SIZE = PRIVILEGED.size
HOLDER, DRAW = PRIVILEGED.start("holder"), PRIVILEGED.start("draw")


@inlined_function
def write_privileged(viewer: Any, actor: Any, seats: Any, row: Any, result: Any, out: Any) -> None:
    """All hands and the order of the pile, beside what the viewer may know."""
    players, game = len(seats), row.game
    write_compact(viewer, actor, seats, row, result, out)
    for card in range(DECK_SIZE):
        out[HOLDER + card] = 0
        out[DRAW + card] = 0
    for seat in range(players):
        own = (seat - viewer + players) % players
        for place in range(HAND_SIZE):
            card = game.hands[seat * HAND_SIZE + place]
            if card != NO_CARD:
                out[HOLDER + number_of(card)] = own + 1
    drawn = np.int64(game.meta[META_DRAWN])
    for place in range(drawn, np.int64(game.meta[META_PILE])):
        out[DRAW + number_of(game.pile[place])] = place - drawn + 1
