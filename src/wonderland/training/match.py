"""How good a table of taste is: games of one player of taste among greedy ones."""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.bots.parade.evaluation.costs import MIND, keep_tastefully, stage_of, tasteful_card
from wonderland.bots.parade.search.rollouts import share_of
from wonderland.sim.batch.steps import playing
from wonderland.sim.kernel.hands import cheapest, choose_aside, deal_hands, finish, take_turn
from wonderland.sim.kernel.layout import (
    EMPTY,
    END,
    GREEDY,
    HAND,
    META,
    META_DRAWN,
    META_PILE,
    META_PLIES,
    META_TRIGGER,
    PILE,
    SEATS,
    U0,
    WORK,
)  # fmt: skip
from wonderland.sim.kernel.random_words import key_of
from wonderland.training.compiling import entry_point


@entry_point
def spar(seats: Any, seed: Any, start: Any, stop: Any, taste: Any, pack: Any, shares: Any) -> None:
    """The share of the win in the games ``start`` to ``stop``: each deal is played once from every seat."""
    players = len(seats)
    order, work = np.zeros(72, np.uint8), np.zeros(WORK, np.uint64)
    hands, pile = np.zeros(SEATS * HAND, np.uint8), np.zeros(PILE, np.uint8)
    aside, meta = np.zeros(SEATS * 2, np.uint8), np.zeros(META, np.int16)
    mind, end = np.zeros(MIND, np.int64), np.zeros(END, np.int64)
    for game in range(start, stop):
        key, own = key_of(seed, np.uint64(game // players)), game % players
        work[:], hands[:] = U0, EMPTY
        _, line = deal_hands(key, seats, pack, order, work, hands, pile, aside, meta)
        while playing(players, meta):
            seat = np.int64(meta[META_PLIES]) % players
            if seat == own:
                stage = stage_of(players, np.int64(meta[META_PILE] - meta[META_DRAWN]), meta[META_TRIGGER], work)
                place = np.int64(tasteful_card(seat, seats, line, stage, work, hands, taste, mind))
            else:
                place = np.int64(cheapest(seat, line, work, hands))
            line = take_turn(seat, place, line, work, hands, pile, meta)
        for other in range(players):
            choose_aside(GREEDY, key, other, hands, aside)
        keep_tastefully(own, seats, work, hands, taste, mind, aside)
        finish(seats, work, hands, aside, meta, end)
        shares[game - start] = share_of(own, end)
