"""Flat Monte Carlo, for comparison: every choice is played out among greedy players, hidden cards at random."""

from __future__ import annotations

from itertools import combinations
from random import Random

from wonderland.bots.bot import Budget
from wonderland.games.parade.state import DISCARD_SIZE, Action, Discard, Play
from wonderland.games.parade.view import View
from wonderland.sim import need_fast


class Flat:
    """Takes the choice that wins most of its rollouts; infers nothing from what others played."""

    def __init__(self, seed: int, rollouts: int = 2000) -> None:
        need_fast()
        self._random = Random(seed)
        self._rollouts = rollouts

    def decide(self, view: View, budget: Budget) -> Action:
        from wonderland.sim import rollouts
        from wonderland.sim.batch.observation import batch_of

        actions: list[Action] = [Play(card) for card in view.hand]
        choices = [(card.number, -1) for card in view.hand]
        if view.phase == "discard":
            pairs = list(combinations(view.hand, DISCARD_SIZE))
            actions = [Discard(pair) for pair in pairs]
            choices = [(one.number, two.number) for one, two in pairs]
        count = max((budget.rollouts or self._rollouts) // len(choices), 1)
        seed = self._random.getrandbits(64)
        tried = rollouts(batch_of(view, len(choices)), count, seed, "greedy", view.seat or 0, choices)
        return actions[int(tried.shares[:, view.seat or 0].argmax())]
