"""A finished game, added to histograms or written as a row; on either device."""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.sim.kernel.compiling import kernel_function
from wonderland.sim.kernel.intrinsics import increment, popcount
from wonderland.sim.kernel.layout import (
    COLOURS,
    COUNT_CARDS,
    COUNT_CAUSES,
    COUNT_LOWEST,
    COUNT_PLIES,
    COUNT_SCORE,
    COUNT_TRIGGER,
    COUNT_TRIGGER_SEATS,
    COUNT_TURNED,
    COUNT_WINS,
    DECK_SIZE,
    MAX_PLAYERS,
    RESULT_CARDS,
    RESULT_CAUSES,
    RESULT_FIRST,
    RESULT_PLIES,
    RESULT_SCORES,
    RESULT_TRIGGER,
    RESULT_TURNED,
    RESULT_WINNERS,
    ROW_CAUSES,
    ROW_FIRST,
    ROW_PLIES,
    ROW_SEATS,
    ROW_TRIGGER,
    ROW_WINNERS,
    SCORE_VALUES,
)  # fmt: skip


@kernel_function
def count_game(result: Any, seats: Any, counts: Any) -> None:
    """Add a finished game to the histograms. Seats in turn order: 0 is the first player."""
    players = len(seats)
    winners = result[RESULT_WINNERS]
    sharing = np.int64(popcount(np.uint64(winners)))
    lowest = np.int64(SCORE_VALUES)
    for seat in range(players):
        score = result[RESULT_SCORES + seat]
        lowest = min(lowest, score)
        increment(counts, COUNT_SCORE + SCORE_VALUES * seat + score)
        increment(counts, COUNT_CARDS + (DECK_SIZE + 1) * seat + result[RESULT_CARDS + seat])
        if (winners >> seat) & 1:
            increment(counts, COUNT_WINS + (MAX_PLAYERS + 1) * seat + sharing)
    for colour in range(COLOURS):
        holders = np.int64(0)
        for seat in range(players):
            holders += (result[RESULT_TURNED + seat] >> colour) & 1
        increment(counts, COUNT_TURNED + (MAX_PLAYERS + 1) * colour + holders)
    increment(counts, COUNT_LOWEST + lowest)
    increment(counts, COUNT_PLIES + result[RESULT_PLIES])
    increment(counts, COUNT_TRIGGER + result[RESULT_TRIGGER])
    increment(counts, COUNT_CAUSES + result[RESULT_CAUSES])
    increment(counts, COUNT_TRIGGER_SEATS + (result[RESULT_TRIGGER] - 1) % players)


@kernel_function
def write_row(result: Any, seats: Any, row: Any) -> None:
    """A finished game as a row of the table, by the seats of the table rather than in turn order."""
    players = len(seats)
    first = result[RESULT_FIRST]
    row[ROW_FIRST] = first
    row[ROW_PLIES] = result[RESULT_PLIES]
    row[ROW_TRIGGER] = result[RESULT_TRIGGER]
    row[ROW_CAUSES] = result[RESULT_CAUSES]
    winners = np.int64(0)
    for turn in range(players):
        seat = first + turn if first + turn < players else first + turn - players
        row[ROW_SEATS + seat] = result[RESULT_SCORES + turn]
        row[ROW_SEATS + players + seat] = result[RESULT_CARDS + turn]
        row[ROW_SEATS + 2 * players + seat] = result[RESULT_TURNED + turn]
        winners |= ((result[RESULT_WINNERS] >> turn) & 1) << seat
    row[ROW_WINNERS] = winners
