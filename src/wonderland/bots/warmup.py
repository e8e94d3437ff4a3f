"""Compiles what a bot needs before its first decision; meanwhile the game's substitute decides for it.

Code is compiled for each number of players, which takes longer than a decision may. So a bot is warmed up in a
background thread; until that is done the substitute, which needs no compiled code, answers in its place.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from threading import Thread
from time import monotonic
from typing import Any

from wonderland.bots import registry
from wonderland.bots.bot import Budget
from wonderland.bots.kit import GameBots
from wonderland.bots.registry import AnyBot
from wonderland.bots.running import decide
from wonderland.bots.timeline import DEFAULT_PACE_MS, play_live
from wonderland.games.registry import AnyGame

Make = Callable[[int], AnyBot]

#: How much of a decision's time is spent waiting for the warm-up, before the substitute answers.
WAIT_SHARE = 0.5
#: How long ``get_ready`` waits for a warm-up, and after how long it begins no other.
WARMUP_TIMEOUT_SECONDS, LAST_WARMUP_START_SECONDS = 20, 5
MINIMAL_BUDGET = Budget(milliseconds=1, rollouts=1)


class WarmedUpBot:
    """A bot whose compiling makes no decision late."""

    def __init__(self, kit: GameBots, make: Make, seed: int) -> None:
        self._game = kit.game
        self._make = make
        self._bot = make(seed)
        self._substitute = registry.make(kit.substitute, seed, kit.game.name)
        self._decider = self._bot
        self._warmups: dict[int, Thread] = {}

    @property
    def busy(self) -> bool:
        """Whether something is still being compiled."""
        return any(thread.is_alive() for thread in self._warmups.values())

    def get_ready(self) -> None:
        """Warm up for one number of players after another, while that is quick: compiled code may be in the cache."""
        started = monotonic()
        for players in self._game.seats:
            if not self.warm_up(players, WARMUP_TIMEOUT_SECONDS) or monotonic() - started > LAST_WARMUP_START_SECONDS:
                return

    def warm_up(self, players: int, seconds: float) -> bool:
        """Start warming up for that many players, unless started before; whether it is done within these seconds."""
        if players not in self._warmups:
            thread = Thread(target=warm_up, args=(self._game, self._make, players), daemon=True)
            self._warmups[players] = thread
            thread.start()
        self._warmups[players].join(seconds)
        return not self._warmups[players].is_alive()

    def decide(self, view: Any, budget: Budget) -> Any:
        ready = self.warm_up(len(view.players), budget.milliseconds / 1000 * WAIT_SHARE)
        self._decider = self._bot if ready else self._substitute
        return self._decider.decide(view, budget)

    def pace(self, view: Any, action: Any) -> int:
        """How long the last decision takes in a live game, in milliseconds."""
        pace = getattr(self._decider, "pace", None)
        return round(pace(view, action)) if pace else DEFAULT_PACE_MS


def warm_up(game: AnyGame, make: Make, players: int) -> None:
    """Play a whole game with a minimal budget, which loads and compiles everything that a decision may need."""
    random, bot = Random(0), make(0)
    if game.table.live:
        play_live(game, game.shuffle([""] * players, random), [bot] * players, MINIMAL_BUDGET)
        return
    state = game.deal(game.shuffle([""] * players, random))
    while game.outcome(state) is None:
        seat = next(seat for seat in range(players) if game.legal(state, seat))
        action, _ = decide(game, state, seat, bot, MINIMAL_BUDGET, random)
        state = game.apply(state, seat, action)
