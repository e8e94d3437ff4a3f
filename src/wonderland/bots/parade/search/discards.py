"""The choice of the two cards to keep, mixed where knowing it would help the others."""

from __future__ import annotations

from random import Random
from time import perf_counter

import numpy as np

from wonderland.bots.bot import Budget
from wonderland.bots.parade.evaluation.weights import taste
from wonderland.bots.parade.search.endgame import KEPT, PAIRS, answer, imagine_hands
from wonderland.games.parade.state import Discard
from wonderland.games.parade.view import View
from wonderland.sim.batch.observation import see
from wonderland.sim.kernel.layout import SEATS

WORLDS = 256
#: Rounds of fictitious play at most, and how many rollouts count as one.
ROUNDS, ROLLOUTS_A_ROUND = 48, 250
#: What was chosen so much less than the most frequent choice is left over from first ideas.
RARELY = 0.1


def choose(view: View, random: Random, budget: Budget) -> Discard:
    """Two of the four cards to set aside (P7)."""
    deadline = perf_counter() + budget.milliseconds / 1000 * 0.8
    sight, seats = see(view), (0,) * len(view.players)
    types = np.zeros((SEATS, WORLDS, 4), np.uint8)
    choices = np.zeros((SEATS, WORLDS, PAIRS))
    imagine_hands(
        seats, sight.seat, np.uint64(random.getrandbits(64)), sight.order, sight.front, sight.hands,
        sight.pile, sight.meta, np.array(taste(len(seats)), np.int64), types, choices,
    )  # fmt: skip
    first_ideas = choices.copy()
    rounds = ROUNDS if budget.rollouts is None else min(max(budget.rollouts // ROLLOUTS_A_ROUND, 1), ROUNDS)
    for number in range(rounds):
        if number and budget.rollouts is None and perf_counter() > deadline:
            break
        key = np.uint64(random.getrandbits(64))
        answer(seats, sight.seat, key, sight.order, sight.front, sight.meta, types, choices)
    # What our hand does in all the worlds where it is this one: that is what the others could foresee.
    same = (types[sight.seat] == types[sight.seat, 0]).all(axis=1)
    weights = (choices - first_ideas)[sight.seat, same].sum(axis=0)
    chosen = _drawn(np.where(weights >= RARELY * weights.max(), weights, 0.0), random)
    kept = {view.hand[place] for place in KEPT[chosen]}
    return Discard(tuple(card for card in view.hand if card not in kept))


def _drawn(weights: np.ndarray, random: Random) -> int:
    shares = np.cumsum(weights / weights.sum())
    return min(int(np.searchsorted(shares, random.random(), side="right")), len(weights) - 1)
