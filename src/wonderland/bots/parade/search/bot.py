"""The strongest bots: they sample the hidden cards, play every move out many times, and choose what wins most.

The sampled worlds fit everything seen and are as likely as the history makes them (``beliefs.py``). Every move is
played out in the same ones (common random numbers), so that luck does not decide between them; what is clearly worse is
dropped, and its time goes to the others. The choice of the last two cards is a game of its own (``endgame.py``).
"""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import TYPE_CHECKING

from wonderland.bots.bot import Budget
from wonderland.games.parade.state import Action
from wonderland.games.parade.view import View
from wonderland.sim import need_fast

if TYPE_CHECKING:
    from wonderland.bots.parade.search.race import RankedPlay

#: Worlds in which moves are tried between two checks of the clock and of which moves are clearly worse.
WORLDS_PER_CHECK = 32
#: The share of the time that is spent searching; the rest is a reserve for other work of the machine.
TIME_SHARE_USED = 0.93


class Search:
    """Searches as long as it may, or for ``max_rollouts`` if those are fewer."""

    def __init__(self, seed: int, max_rollouts: int | None = None, infer: bool = True) -> None:
        need_fast()
        self._seed = seed
        self._max_rollouts = max_rollouts
        self._infer = infer

    def decide(self, view: View, budget: Budget) -> Action:
        if view.phase == "play":
            return self.rank(view, budget)[0].action
        from wonderland.bots.parade.search.discards import choose

        return choose(view, self._random(view), budget)

    def rank(self, view: View, budget: Budget) -> list[RankedPlay]:
        """Every card the seat could play, the best first, with what came of it."""
        from wonderland.bots.parade.search.race import Race

        limits = [limit for limit in (self._max_rollouts, budget.rollouts) if limit is not None]
        limit = min(limits, default=None)
        started = perf_counter()
        deadline = started + budget.milliseconds / 1000 * TIME_SHARE_USED if budget.rollouts is None else None
        race = Race(view, self._random(view).getrandbits(64), self._infer)
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

    def _random(self, view: View) -> Random:
        """Depends on the seed and the position only, not on earlier decisions."""
        return Random(f"{self._seed} {view.seat} {len(view.history)} {view.phase}")


def cat(seed: int) -> Search:
    """Looks a little ahead, and draws no conclusions from what others played."""
    return Search(seed, max_rollouts=600, infer=False)
