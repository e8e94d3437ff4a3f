"""Who acts when: a bot looks at the table, decides, and acts a little later; meanwhile others may have been quicker.

A timeline has no clock. Whoever drives it says how far time has come: a table in real time, the arena at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from heapq import heapify, heappop, heappush
from math import inf
from random import Random
from typing import Any, NamedTuple

from wonderland.bots import registry
from wonderland.bots.bot import WAIT, Budget
from wonderland.bots.pacing import human
from wonderland.bots.registry import AnyBot
from wonderland.bots.running import Fault, decide
from wonderland.core.errors import NotAllowed
from wonderland.games.registry import AnyGame
from wonderland.records.log import Log

#: Milliseconds a bot without a ``pace`` of its own takes, and the limits for all: no hand is quicker, nobody ponders
#: longer.
DEFAULT_PACE_MS, MIN_PACE_MS, MAX_PACE_MS = 1000, 100, 60_000
#: Milliseconds after which a game that the bots do not finish is finished for them: the slowest take five minutes.
GAME_LIMIT_MS = 20 * 60_000

DEFAULT_BUDGET = Budget()


class Act(NamedTuple):
    """What a bot is about to do, and when, in milliseconds since the start."""

    time: int
    seat: int
    action: Any


class Faults(Counter[str]):
    """How often a bot failed, by kind, and what the first time was."""

    first: Fault | None = None

    def note(self, fault: Fault) -> None:
        self.first = self.first or fault
        self[fault.kind] += 1


class PlayedGame(NamedTuple):
    """A game played to its end, and the failures of each seat's bot."""

    log: Log
    faults: Mapping[int, Faults]


class Timeline:
    """The bots of one live game, and what each is about to do.

    ``run`` plays on a log. A table that has a log of its own asks for the ``next`` act, does it, or refuses it, and has
    the bot ``look`` again.
    """

    def __init__(
        self, game: AnyGame, bots: Mapping[int, AnyBot], budget: Budget = DEFAULT_BUDGET, random: Random | None = None
    ) -> None:
        self._game = game
        #: How often each bot failed, by kind: then it is any action that is done.
        self.faults: dict[int, Faults] = {}
        self._random = random or Random(0)
        self._bots: dict[int, _Paced] = {}
        self._budget = budget
        self._coming: list[Act] = []
        #: Seats that have nothing to do until something changes.
        self._idle: set[int] = set()
        for seat, bot in bots.items():
            self.seat(seat, bot)

    def seat(self, seat: int, bot: AnyBot) -> None:
        """A bot sits down; it acts once it has had a ``look``."""
        self.leave(seat)
        self.faults.setdefault(seat, Faults())
        self._bots[seat] = _Paced(bot, self._random)

    def leave(self, seat: int) -> None:
        """Remove the bot of a seat, and the action it was about to do."""
        if self._bots.pop(seat, None):
            self._coming = [act for act in self._coming if act.seat != seat]
            heapify(self._coming)

    def begin(self, state: Any, now: int = 0) -> None:
        """The signal: every bot looks at the table."""
        self._coming.clear()
        for seat in self._bots:
            self.look(state, seat, now)

    @property
    def due(self) -> int | None:
        """When the next bot acts."""
        return self._coming[0].time if self._coming else None

    def run(self, log: Log, until: float) -> None:
        """All that is due until then. An action that comes too late has cost its time, nothing else."""
        while act := self.next(until):
            if act.action is not WAIT:
                with suppress(NotAllowed):
                    log.act(act.seat, act.action, act.time)
            self.look(log.state, act.seat, act.time)
            if act.action is not WAIT:
                self.changed(log.state, act.time)

    def next(self, until: float) -> Act | None:
        """What is to be done first of all that is due until then; the bot then waits for another ``look``."""
        if not self._coming or self._coming[0].time > until:
            return None
        act = heappop(self._coming)
        self._idle.discard(act.seat)
        return act

    def look(self, state: Any, seat: int, now: int) -> None:
        """The bot of that seat, if there still is one, decides what it does next, and when."""
        if self._game.outcome(state) is not None:
            self._coming.clear()
        elif not self._game.legal(state, seat):
            self._idle.add(seat)
        elif bot := self._bots.get(seat):
            bot.at = now
            action, fault = decide(self._game, state, seat, bot, self._budget, self._random)
            if fault:
                self.faults[seat].note(fault)
            if action is WAIT:
                self._idle.add(seat)
            heappush(self._coming, Act(now + bot.time, seat, action))

    def changed(self, state: Any, now: int) -> None:
        """Somebody has acted: bots that had nothing to do look again."""
        idle, self._idle = self._idle, set()
        if idle:
            self._coming = [act for act in self._coming if act.seat not in idle]
            heapify(self._coming)
        for seat in sorted(idle):
            self.look(state, seat, now)


class _Paced:
    """A bot and the time its last decision takes; a bot that fails takes its time for that too."""

    def __init__(self, bot: AnyBot, random: Random) -> None:
        self._bot = bot
        self._random = random
        self.time = DEFAULT_PACE_MS
        self.at = 0

    def decide(self, view: Any, budget: Budget) -> Any:
        self.time = DEFAULT_PACE_MS
        if hasattr(self._bot, "at"):
            self._bot.at = self.at
        action = self._bot.decide(view, budget)
        pace = getattr(self._bot, "pace", None)
        time = pace(view, action) if pace else human(DEFAULT_PACE_MS, self._random)
        self.time = min(max(MIN_PACE_MS, round(time)), MAX_PACE_MS)
        return action


def play_live(
    game: AnyGame, deal: Any, bots: Sequence[AnyBot], budget: Budget = DEFAULT_BUDGET, random: Random | None = None
) -> PlayedGame:
    """A whole live game in virtual time, from action to action.

    It ends by its rules, never by the clock. When bots that do not bring it to an end have reached the limit, those who
    could have are counted late, and the game's finisher plays on for everyone.

    >>> from wonderland.bots.nimble.levels import gryphon, turtle
    >>> from wonderland.games.nimble import game
    >>> log, faults = play_live(game, game.shuffle(["Ann", "Bob"], Random(7)), [gryphon(1), turtle(2)])
    >>> game.outcome(log.state).titles, log.actions[-1].time
    (('queen', 'pinocchio'), 33200)
    """
    kit = registry.kit(game.name)
    log = Log(game, deal)
    timeline = Timeline(game, dict(enumerate(bots)), budget, random)
    timeline.begin(log.state)
    timeline.run(log, GAME_LIMIT_MS)
    if game.outcome(log.state) is None:
        for seat in range(len(bots)):
            if kit.delays_end(log.state, seat):
                timeline.faults[seat].note(Fault("late", NotAllowed("fault_never_placed")))
        others = Timeline(game, {seat: kit.finisher(seat) for seat in range(len(bots))})
        others.begin(log.state, GAME_LIMIT_MS)
        others.run(log, inf)
    return PlayedGame(log, timeline.faults)
