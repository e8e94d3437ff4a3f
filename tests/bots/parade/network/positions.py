"""Positions that no game has, for sums that must be right for all that can be seen."""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.bots.parade.network import layout as lay


def random_positions(count: int, players: int, seed: int) -> tuple[Any, Any]:
    """Places (n, 66) and numbers (n, ``NUMBERS_SIZE``); those of seats that there are not are zeros."""
    random = np.random.default_rng(seed)
    places = random.integers(0, lay.PLACES + 1, (count, 66)).astype(np.uint8)
    numbers = np.zeros((count, lay.NUMBERS_SIZE), np.uint8)
    limits = {
        lay.STAGE: lay.STAGES, lay.PILE: lay.PILES, lay.PHASE: lay.PHASES, lay.LENGTH: lay.LENGTHS, lay.LEAD: lay.LEADS,
        **{lay.SEAT_COLOURS + seat: lay.COLOUR_COUNTS for seat in range(players)},
        **{lay.SEAT_SCORES + seat: lay.SCORES for seat in range(players)},
        **{lay.TURNED + colour: 1 << players for colour in range(6)},
        **{lay.COSTS + which: lay.COST_CODES for which in range(players * lay.CHEAPEST)},
        **{lay.NEXT_COSTS + which: lay.COST_CODES for which in range(lay.CHEAPEST)},
    }  # fmt: skip
    for place, limit in limits.items():
        numbers[:, place] = random.integers(0, limit, count)
    return places, numbers
