"""The strongest players: they imagine the hidden cards, play every move out many times, and choose what wins most.

The worlds imagined fit everything seen and are as likely as the history makes them (``sim/imagining.py``). Every
move is played out in the same ones, so that luck does not decide between them; what is clearly worse is dropped,
and its time goes to the others. The choice of the last two cards is a game of its own (``closing.py``).
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
    from wonderland.bots.parade.search.race import Weighed

#: In how many worlds moves are tried between two looks at the clock and at which are clearly worse.
LOOK = 32
#: The part of the time that is spent searching; the rest is for whatever else the machine does meanwhile.
THINKING = 0.93


class Search:
    """Thinks as long as it may, or for ``most`` rollouts if those are fewer."""

    def __init__(self, seed: int, most: int | None = None, infer: bool = True) -> None:
        need_fast()
        self._seed = seed
        self._most = most
        self._infer = infer

    def decide(self, view: View, budget: Budget) -> Action:
        if view.phase == "play":
            return self.weigh(view, budget)[0].action
        from wonderland.bots.parade.search.discards import choose

        return choose(view, self._random(view), budget)

    def weigh(self, view: View, budget: Budget) -> list[Weighed]:
        """Every card the seat could play, the best first, with what came of it."""
        from wonderland.bots.parade.search.race import Worlds

        limit = min((most for most in (self._most, budget.rollouts) if most is not None), default=None)
        started = perf_counter()
        deadline = started + budget.milliseconds / 1000 * THINKING if budget.rollouts is None else None
        worlds = Worlds(view, self._random(view).getrandbits(64), self._infer)
        while worlds.racing > 1 or not worlds.number:
            look = LOOK if limit is None else min(LOOK, (limit - worlds.rollouts) // worlds.racing)
            now = perf_counter()
            # A look takes about as long as the mean of those before it.
            late = deadline is not None and now + (now - started) * LOOK / max(worlds.number, LOOK) > deadline
            if worlds.number and (look < 1 or late):
                break
            worlds.imagine(max(look, 1))
            worlds.drop()
        return worlds.weighed()

    def _random(self, view: View) -> Random:
        """The same for the same seed and moment, whatever was decided before."""
        return Random(f"{self._seed} {view.seat} {len(view.history)} {view.phase}")


def cat(seed: int) -> Search:
    """Looks a little ahead, and draws no conclusions from what others played."""
    return Search(seed, most=600, infer=False)
