"""The choice of the two cards to keep, as a mixed strategy where knowing it would help the others."""

from __future__ import annotations

from random import Random
from time import perf_counter

import numpy as np

from wonderland.bots.bot import Budget
from wonderland.bots.parade.evaluation.weights import load_weights
from wonderland.bots.parade.search.endgame import KEPT_PLACES, PAIRS, respond, sample_types
from wonderland.games.parade.state import Discard
from wonderland.games.parade.view import View
from wonderland.sim.batch.observation import observe
from wonderland.sim.kernel.layout import MAX_PLAYERS

SAMPLED_WORLDS = 256
#: Rounds of fictitious play at most, and how many rollouts count as one.
MAX_ROUNDS, ROLLOUTS_PER_ROUND = 48, 250
#: The share of the time that is used; the rest is a reserve for other work of the machine.
TIME_SHARE_USED = 0.8
#: Choices rarer than this share of the most frequent one are left over from the first rounds, and dropped.
MIN_SHARE_OF_MOST_FREQUENT = 0.1


def choose(view: View, random: Random, budget: Budget) -> Discard:
    """Two of the four cards to set aside (P7)."""
    deadline = perf_counter() + budget.milliseconds / 1000 * TIME_SHARE_USED
    seen, seats = observe(view), (0,) * len(view.players)
    types = np.zeros((MAX_PLAYERS, SAMPLED_WORLDS, 4), np.uint8)
    choices = np.zeros((MAX_PLAYERS, SAMPLED_WORLDS, PAIRS))
    weights = np.array(load_weights(len(seats)), np.int64)
    sample_types(seats, seen.seat, np.uint64(random.getrandbits(64)), seen.arrays(), weights, types, choices)
    first_choices = choices.copy()
    rounds = MAX_ROUNDS if budget.rollouts is None else min(max(budget.rollouts // ROLLOUTS_PER_ROUND, 1), MAX_ROUNDS)
    for number in range(rounds):
        if number and budget.rollouts is None and perf_counter() > deadline:
            break
        respond(seats, seen.seat, np.uint64(random.getrandbits(64)), seen.arrays(), types, choices)
    # What our hand does in all the worlds where it is this one: that is what the others could foresee.
    same = (types[seen.seat] == types[seen.seat, 0]).all(axis=1)
    strategy = (choices - first_choices)[seen.seat, same].sum(axis=0)
    chosen = _sample(np.where(strategy >= MIN_SHARE_OF_MOST_FREQUENT * strategy.max(), strategy, 0.0), random)
    kept = {view.hand[place] for place in KEPT_PLACES[chosen]}
    return Discard(tuple(card for card in view.hand if card not in kept))


def _sample(weights: np.ndarray, random: Random) -> int:
    shares = np.cumsum(weights / weights.sum())
    return min(int(np.searchsorted(shares, random.random(), side="right")), len(weights) - 1)
