"""The bot: the networks with a search, or without."""

from __future__ import annotations

from math import exp
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING

from wonderland.bots.bot import Budget
from wonderland.bots.parade.search.bot import TIME_SHARE_USED, WORLDS_PER_CHECK
from wonderland.games.parade.state import Action
from wonderland.games.parade.view import View
from wonderland.sim import need_fast

if TYPE_CHECKING:
    from wonderland.bots.parade.search.race import RankedPlay


class NetworkBot:
    """Plays what the card network expects most of, or by chance among what is nearly as good."""

    def __init__(self, seed: int, temperature: float = 0.0) -> None:
        """``temperature``: a choice that is worse by this share of the win is made e times less often."""
        need_fast()
        self._seed, self._temperature = seed, temperature

    def decide(self, view: View, budget: Budget) -> Action:
        from wonderland.bots.parade.alice.choices import evaluate_choices

        choices = evaluate_choices(view)
        best = max(value for _, value in choices)
        if not self._temperature:
            return next(action for action, value in choices if value == best)
        chances = [exp((value - best) / self._temperature) for _, value in choices]
        return random_of(self._seed, view).choices([action for action, _ in choices], chances)[0]


class AliceSearch:
    """Searches as long as it may, or for ``max_rollouts`` if those are fewer."""

    def __init__(self, seed: int, max_rollouts: int | None = None) -> None:
        need_fast()
        self._seed = seed
        self._max_rollouts = max_rollouts

    def decide(self, view: View, budget: Budget) -> Action:
        if view.phase == "play":
            return self.rank(view, budget)[0].action
        from wonderland.bots.parade.search.discards import choose

        return choose(view, random_of(self._seed, view), budget)

    def rank(self, view: View, budget: Budget) -> list[RankedPlay]:
        """Every card the seat could play, the best first, with what came of it."""
        from wonderland.bots.parade.alice.race import Race

        limits = [limit for limit in (self._max_rollouts, budget.rollouts) if limit is not None]
        limit = min(limits, default=None)
        started = perf_counter()
        deadline = started + budget.milliseconds / 1000 * TIME_SHARE_USED if budget.rollouts is None else None
        race = Race(view, random_of(self._seed, view).getrandbits(64))
        while race.racing > 1 or not race.worlds:
            worlds = (
                WORLDS_PER_CHECK if limit is None else min(WORLDS_PER_CHECK, (limit - race.rollouts) // race.racing)
            )
            now = perf_counter()
            # The next worlds take about as long as the mean of those before.
            next_seconds = (now - started) * WORLDS_PER_CHECK / max(race.worlds, WORLDS_PER_CHECK)
            late = deadline is not None and now + next_seconds > deadline
            if race.worlds and (worlds < 1 or late):
                break
            race.play(max(worlds, 1))
            race.drop_worse()
        return race.ranking()


def random_of(seed: int, view: View) -> Random:
    """Depends on the seed and the position only, not on earlier decisions."""
    return Random(f"{seed} {view.seat} {len(view.history)} {view.phase}")


def make_alice(seed: int, net: bool = False, level: int | None = None) -> NetworkBot | AliceSearch:
    """Alice with her search; ``net``: without it; ``level``: 1 to 9, 9 being her full strength."""
    return NetworkBot(seed) if net else AliceSearch(seed)
