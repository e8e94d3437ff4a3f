"""Compiling what a bot needs before its first decision, and a bot that answers for it meanwhile.

Compiled code is made for each number of players, which takes longer than any decision may. So a bot is warmed up in the
background; until it is ready the game's substitute, which needs nothing, answers in its place.
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

#: The part of a decision's time that is worth waiting for the bot itself.
WAITING_PART = 0.5
#: Seconds for getting ready: as long as the first warm-up may take, and after which no other is begun.
FIRST_WARMUP_SECONDS, ALL_WARMUPS_SECONDS = 20, 5
HARDLY_ANY = Budget(milliseconds=1, rollouts=1)


class WarmedUpBot:
    """A bot that is never late because something is compiled."""

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
        """Warm up for every number of players while that is quick; what must be compiled takes longer, once."""
        started = monotonic()
        for players in self._game.seats:
            if not self.warm_up(players, FIRST_WARMUP_SECONDS) or monotonic() - started > ALL_WARMUPS_SECONDS:
                return

    def warm_up(self, players: int, seconds: float) -> bool:
        """Start warming up for that many players, if nobody has; whether it is done after these seconds."""
        if players not in self._warmups:
            thread = Thread(target=warm_up, args=(self._game, self._make, players), daemon=True)
            self._warmups[players] = thread
            thread.start()
        self._warmups[players].join(seconds)
        return not self._warmups[players].is_alive()

    def decide(self, view: Any, budget: Budget) -> Any:
        ready = self.warm_up(len(view.players), budget.milliseconds / 1000 * WAITING_PART)
        self._decider = self._bot if ready else self._substitute
        return self._decider.decide(view, budget)

    def pace(self, view: Any, action: Any) -> int:
        """How long the last decision takes in a live game, in milliseconds."""
        pace = getattr(self._decider, "pace", None)
        return round(pace(view, action)) if pace else DEFAULT_PACE_MS


def warm_up(game: AnyGame, make: Make, players: int) -> None:
    """Play a whole game with hardly any thought: everything a decision may need is loaded or compiled on the way."""
    random, bot = Random(0), make(0)
    if game.table.live:
        play_live(game, game.shuffle([""] * players, random), [bot] * players, HARDLY_ANY)
        return
    state = game.deal(game.shuffle([""] * players, random))
    while game.outcome(state) is None:
        seat = next(seat for seat in range(players) if game.legal(state, seat))
        action, _ = decide(game, state, seat, bot, HARDLY_ANY, random)
        state = game.apply(state, seat, action)
