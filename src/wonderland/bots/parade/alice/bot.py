"""The bot: the networks with a search, or without."""

from __future__ import annotations

from math import exp
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING

from wonderland.bots.bot import Budget
from wonderland.bots.parade.search.bot import TIME_SHARE_USED
from wonderland.games.parade.state import Action
from wonderland.games.parade.view import View
from wonderland.sim import need_fast

if TYPE_CHECKING:
    from wonderland.bots.parade.alice.race import Race
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


#: Worlds of the first pass, one round deep; what is behind by more than ``CLOSE`` fair shares of a win then is dropped.
FIRST_PASS_WORLDS = 64
CLOSE = 0.12
#: The last pass is for about so many candidates. The deeper it is, the less the position network's errors count and the
#: more luck does: a pass of d rounds pays from about this many times d² worlds on (docs/bots.md has the figures).
FINALISTS = 2.5
WORLDS_PER_SQUARED_ROUND = 24
MAX_ROUNDS = 8
#: The time is looked at after so many rollouts, which take a millisecond or two.
ROLLOUTS_PER_CHECK = 80


class AliceSearch:
    """Searches as long as it may, or for ``max_rollouts`` if those are fewer."""

    def __init__(self, seed: int, max_rollouts: int | None = None) -> None:
        need_fast()
        self._seed = seed
        self._max_rollouts = max_rollouts

    def decide(self, view: View, budget: Budget) -> Action:
        if view.phase == "play":
            # Among equals chance decides: whoever always chose the same way could be read.
            return random_of(self._seed, view).choice(self.search(view, budget).equals())
        from wonderland.bots.parade.search.discards import choose

        return choose(view, random_of(self._seed, view), budget)

    def rank(self, view: View, budget: Budget) -> list[RankedPlay]:
        """Every card the seat could play, the best first, with what came of it."""
        return self.search(view, budget).ranking()

    def begin(self, view: View) -> Race:
        """A race that goes one round deep, with what the history tells of the hidden cards."""
        from wonderland.bots.parade.alice.race import Race

        return Race(view, random_of(self._seed, view).getrandbits(64), len(view.players))

    def search(self, view: View, budget: Budget) -> Race:
        """The race of the cards that the seat could play, run as long as the budget allows."""
        players = len(view.players)
        clock = Clock(budget, self._max_rollouts)
        race = self.begin(view)
        while race.pass_worlds < FIRST_PASS_WORLDS and (worlds := clock.worlds_left(race)):
            race.play(worlds)
        if view.last_round is None and clock.worlds_left(race):
            turns = clock.affordable_turns(race, players)
            # With too little time to go deeper the first pass goes on: nothing of it is lost.
            if turns > race.depth:
                race.deepen(turns, CLOSE / players)
        race.drop_worse()
        while race.racing > 1 and (worlds := clock.worlds_left(race)):
            race.play(worlds)
            race.drop_worse()
        return race


class Clock:
    """The time, or the rollouts, that a decision may take."""

    def __init__(self, budget: Budget, max_rollouts: int | None) -> None:
        limits = [limit for limit in (max_rollouts, budget.rollouts) if limit is not None]
        self._limit = min(limits, default=None)
        self._started = self._checked = perf_counter()
        self._seconds = budget.milliseconds / 1000 * TIME_SHARE_USED if budget.rollouts is None else None

    def worlds_left(self, race: Race) -> int:
        """How many worlds to play next, 0 when the time is up; some of each pass are always played."""
        worlds = max(ROLLOUTS_PER_CHECK // race.racing, 1)
        if self._limit is not None:
            worlds = min(worlds, (self._limit - race.rollouts) // race.racing)
        if not race.pass_worlds:
            return max(worlds, 1)
        if self._seconds is not None:
            now = perf_counter()
            # The next worlds take about as long as those just played.
            took, self._checked = now - self._checked, now
            if now + took > self._started + self._seconds:
                return 0
        return max(worlds, 0)

    def affordable_turns(self, race: Race, players: int) -> int:
        """How many turns deep the last pass should be."""
        if self._limit is not None:
            rounds = ((self._limit - race.rollouts) / (FINALISTS * WORLDS_PER_SQUARED_ROUND)) ** (1 / 2)
        else:
            assert self._seconds is not None
            used = perf_counter() - self._started
            # So far a rollout was one round deep, and so many seconds it took.
            one_round = used / max(race.rollouts, 1)
            left = max(self._seconds - used, 0.0)
            rounds = (left / (FINALISTS * WORLDS_PER_SQUARED_ROUND * one_round)) ** (1 / 3)
        return players * min(max(int(rounds), 1), MAX_ROUNDS)


def random_of(seed: int, view: View) -> Random:
    """Depends on the seed and the position only, not on earlier decisions."""
    return Random(f"{seed} {view.seat} {len(view.history)} {view.phase}")


#: The gentler levels play without search, by chance among what the card network finds nearly as good: the temperature,
#: a share of the win, of each. The next search for so many rollouts; the highest as long as they may.
TEMPERATURES = {1: 0.085, 2: 0.068, 3: 0.055, 4: 0.038, 5: 0.02, 6: 0.0}
ROLLOUTS = {7: 400, 8: 1500}


def make_alice(seed: int, net: bool = False, level: int | None = None) -> NetworkBot | AliceSearch:
    """Alice with her search; ``net``: without it; ``level``: gentler, from 1 to 8."""
    if net or level in TEMPERATURES:
        return NetworkBot(seed, TEMPERATURES.get(level or 0, 0.0))
    return AliceSearch(seed, ROLLOUTS.get(level or 0))
