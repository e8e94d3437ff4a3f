"""The bots of a live game in time: a bot sees the table, decides, and acts later; others may act in between.

A timeline has no clock: its caller passes the time. A table passes real time, the arena virtual time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
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

#: Milliseconds for an action: the median of bots without a ``pace`` of their own, and the limits for all bots.
DEFAULT_PACE_MS, MIN_PACE_MS, MAX_PACE_MS = 1000, 100, 60_000
#: Milliseconds after which the game's finisher plays on for the bots; the slowest bots need five minutes.
GAME_LIMIT_MS = 20 * 60_000

DEFAULT_BUDGET = Budget()


class ScheduledAction(NamedTuple):
    """The next action of a bot, and its time in milliseconds since the start."""

    time: int
    seat: int
    action: Any


class DueAction(NamedTuple):
    """An action that came due, and why it was refused; None when it was applied."""

    scheduled: ScheduledAction
    refusal: NotAllowed | None


class Faults(Counter[str]):
    """How often a bot failed, by kind, and its first fault."""

    first: Fault | None = None

    def add(self, fault: Fault) -> None:
        self.first = self.first or fault
        self[fault.kind] += 1


class PlayedGame(NamedTuple):
    """The log of a finished game, and the faults of each seat's bot."""

    log: Log
    faults: Mapping[int, Faults]


class Timeline:
    """The bots of one live game, and the next action of each.

    ``run`` plays on a log. A table, which has a log of its own, takes the ``next`` action, applies or refuses it, and
    calls ``look`` for the bot's next decision.
    """

    def __init__(
        self, game: AnyGame, bots: Mapping[int, AnyBot], budget: Budget = DEFAULT_BUDGET, random: Random | None = None
    ) -> None:
        self._game = game
        #: The faults of each seat's bot; a random legal action was taken instead.
        self.faults: dict[int, Faults] = {}
        self._random = random or Random(0)
        self._bots: dict[int, _PacedBot] = {}
        self._budget = budget
        self._schedule: list[ScheduledAction] = []
        #: Seats that have nothing to do until something changes.
        self._idle: set[int] = set()
        for seat, bot in bots.items():
            self.add(seat, bot)

    def add(self, seat: int, bot: AnyBot) -> None:
        """Give a seat to a bot; its first action is scheduled by ``look``."""
        self.remove(seat)
        self.faults.setdefault(seat, Faults())
        self._bots[seat] = _PacedBot(bot, self._random)

    def remove(self, seat: int) -> None:
        """Remove the bot of a seat, and its scheduled action."""
        if self._bots.pop(seat, None):
            self._schedule = [scheduled for scheduled in self._schedule if scheduled.seat != seat]
            heapify(self._schedule)

    def begin(self, state: Any, now: int = 0) -> None:
        """The start signal: every bot decides on its first action."""
        self._schedule.clear()
        for seat in self._bots:
            self.look(state, seat, now)

    @property
    def due(self) -> int | None:
        """The time of the next action; None when there is none."""
        return self._schedule[0].time if self._schedule else None

    @property
    def scheduled_seats(self) -> frozenset[int]:
        """The seats whose next action is scheduled."""
        return frozenset(scheduled.seat for scheduled in self._schedule)

    def schedule(self, seat: int, action: Any, time: int) -> None:
        """Schedule the next action of a seat. A seat without a bot has one whenever its caller says so.

        ``WAIT`` is dropped, unlike other actions, as soon as something changes.
        """
        if action is WAIT:
            self._idle.add(seat)
        heappush(self._schedule, ScheduledAction(time, seat, action))

    def run(self, log: Log, until: float) -> None:
        """Play all actions due by ``until``. A refused action, such as one that comes too late, changes nothing."""
        while self.run_next(log, until):
            pass

    def run_next(self, log: Log, until: float) -> DueAction | None:
        """Play the first action due by ``until``, if there is one; then the bots concerned look again."""
        scheduled = self.next(until)
        if scheduled is None:
            return None
        refusal = None
        if scheduled.action is not WAIT:
            try:
                log.act(scheduled.seat, scheduled.action, scheduled.time)
            except NotAllowed as problem:
                refusal = problem
        self.look(log.state, scheduled.seat, scheduled.time)
        if scheduled.action is not WAIT and refusal is None:
            self.changed(log.state, scheduled.time)
        return DueAction(scheduled, refusal)

    def next(self, until: float) -> ScheduledAction | None:
        """Take the first action due by ``until``; its bot then needs another ``look``."""
        if not self._schedule or self._schedule[0].time > until:
            return None
        scheduled = heappop(self._schedule)
        self._idle.discard(scheduled.seat)
        return scheduled

    def look(self, state: Any, seat: int, now: int) -> None:
        """Let the bot of a seat, if it has one, decide on its next action, and schedule it."""
        if self._game.outcome(state) is not None:
            self._schedule.clear()
            return
        bot = self._bots.get(seat)
        if bot is None:
            return
        if not self._game.legal(state, seat):
            self._idle.add(seat)
        else:
            bot.at = now
            action, fault = decide(self._game, state, seat, bot, self._budget, self._random)
            if fault:
                self.faults[seat].add(fault)
            self.schedule(seat, action, now + bot.time)

    def changed(self, state: Any, now: int) -> None:
        """The state has changed: bots that had nothing to do decide again."""
        idle, self._idle = self._idle, set()
        if idle:
            self._schedule = [scheduled for scheduled in self._schedule if scheduled.seat not in idle]
            heapify(self._schedule)
        for seat in sorted(idle):
            self.look(state, seat, now)


class _PacedBot:
    """A bot, and the time that its last decision takes, even where the bot fails."""

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
        self.time = limit_pace(time)
        return action


def limit_pace(milliseconds: float) -> int:
    """The time of an action within the limits for all bots."""
    return min(max(MIN_PACE_MS, round(milliseconds)), MAX_PACE_MS)


def play_live(
    game: AnyGame, deal: Any, bots: Sequence[AnyBot], budget: Budget = DEFAULT_BUDGET, random: Random | None = None
) -> PlayedGame:
    """A whole live game in virtual time, from action to action.

    The game ends by its rules, not by the clock. Where the bots have not ended it within ``GAME_LIMIT_MS``, those that
    could have done so are counted late, and the game's finisher plays on for all seats.

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
                timeline.faults[seat].add(Fault("late", NotAllowed("fault_never_finished")))
        finish(log, len(bots), GAME_LIMIT_MS)
    return PlayedGame(log, timeline.faults)


def finish(log: Log, players: int, now: int) -> None:
    """Let the game's finisher play on for all seats, from ``now`` to the end."""
    kit = registry.kit(log.game.name)
    finishers = Timeline(log.game, {seat: kit.finisher(seat) for seat in range(players)})
    finishers.begin(log.state, now)
    finishers.run(log, inf)
