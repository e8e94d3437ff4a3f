"""A bot that must compile before its first decision, and whoever answers for it meanwhile.

The kernel is compiled for each number of players, which takes longer than any decision may. So a bot rehearses in the
background; until it is ready the Mad Hatter, who needs nothing, answers in its place.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from threading import Thread
from time import monotonic

from wonderland.bots.bot import Budget
from wonderland.bots.parade.heuristic import Heuristic
from wonderland.bots.registry import AnyBot
from wonderland.bots.running import decide
from wonderland.games import parade

Make = Callable[[int], AnyBot]

#: The part of a decision's time that is worth waiting for the bot itself.
PATIENCE = 0.5
#: Seconds for getting ready: as long as the first rehearsal may take, and after which no other is begun.
FIRST, OTHERS = 20, 5


class Rehearsed:
    """A bot of Parade that is never late because something is compiled."""

    def __init__(self, make: Make, seed: int) -> None:
        self._make = make
        self._bot = make(seed)
        self._understudy = Heuristic(seed)
        self._rehearsals: dict[int, Thread] = {}

    @property
    def busy(self) -> bool:
        """Whether something is still being compiled."""
        return any(rehearsal.is_alive() for rehearsal in self._rehearsals.values())

    def get_ready(self) -> None:
        """Rehearse for every table while that is quick; what is compiled takes longer, once, and two come first."""
        started = monotonic()
        for players in parade.game.seats:
            if not self.rehearse(players, FIRST) or monotonic() - started > OTHERS:
                return

    def rehearse(self, players: int, seconds: float) -> bool:
        """Make sure that it can play with so many, or that it soon will; whether it can after these seconds."""
        if players not in self._rehearsals:
            self._rehearsals[players] = Thread(target=_play_quickly, args=(self._make, players), daemon=True)
            self._rehearsals[players].start()
        self._rehearsals[players].join(seconds)
        return not self._rehearsals[players].is_alive()

    def decide(self, view: parade.View, budget: Budget) -> parade.Action:
        if self.rehearse(len(view.players), budget.milliseconds / 1000 * PATIENCE):
            action: parade.Action = self._bot.decide(view, budget)
            return action
        return self._understudy.decide(view, budget)


def _play_quickly(make: Make, players: int) -> None:
    """A whole game with hardly any thought: everything a decision may need is loaded or compiled on the way."""
    random, bot = Random(0), make(0)
    state = parade.game.deal(parade.game.shuffle([""] * players, random))
    while not state.over:
        seat = next(seat for seat in range(players) if parade.game.legal(state, seat))
        action, _ = decide(parade.game, state, seat, bot, Budget(milliseconds=1, rollouts=1), random)
        state = parade.game.apply(state, seat, action)
