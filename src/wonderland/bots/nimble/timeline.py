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
from typing import NamedTuple

from wonderland.bots.bot import Budget
from wonderland.bots.nimble.levels import steady
from wonderland.bots.nimble.pacing import human
from wonderland.bots.registry import AnyBot
from wonderland.bots.running import Fault, decide
from wonderland.core.errors import NotAllowed
from wonderland.games.nimble import Action, Deal, State, View, game
from wonderland.games.nimble.rules import ended
from wonderland.records.log import Log

#: The pace of a bot that has none of its own, in milliseconds; and no hand is quicker, nobody ponders longer than this.
USUAL, QUICKEST, SLOWEST = 1000, 100, 60_000
#: When the table loses patience with a round that does not end: the slowest players take five minutes.
PATIENCE = 20 * 60_000

BUDGET = Budget()


class Act(NamedTuple):
    """What a bot is about to do, and when, in milliseconds since the start."""

    time: int
    seat: int
    action: Action


class Faults(Counter[str]):
    """How often a bot failed, by kind, and what the first time was."""

    first: Fault | None = None

    def note(self, fault: Fault) -> None:
        self.first = self.first or fault
        self[fault.kind] += 1


class Round(NamedTuple):
    """A round played to its end, and the failures of each seat's bot."""

    log: Log
    faults: Mapping[int, Faults]


class Timeline:
    """The bots of one round, and what each is about to do.

    ``run`` plays on a log. A table that has a log of its own asks for the ``next`` act, does it, or refuses it, and has
    the bot ``look`` again.
    """

    def __init__(self, bots: Mapping[int, AnyBot], budget: Budget = BUDGET, random: Random | None = None) -> None:
        #: How often each bot failed, by kind: then it is any action that is done.
        self.faults: dict[int, Faults] = {}
        self._random = random or Random(0)
        self._bots: dict[int, _Paced] = {}
        self._budget = budget
        self._coming: list[Act] = []
        for seat, bot in bots.items():
            self.seat(seat, bot)

    def seat(self, seat: int, bot: AnyBot) -> None:
        """A bot sits down; it acts once it has had a ``look``."""
        self.leave(seat)
        self.faults.setdefault(seat, Faults())
        self._bots[seat] = _Paced(bot, self._random)

    def leave(self, seat: int) -> None:
        """Whoever plays there now, it is none of these bots; what the bot was about to do is not done."""
        if self._bots.pop(seat, None):
            self._coming = [act for act in self._coming if act.seat != seat]
            heapify(self._coming)

    def begin(self, state: State, now: int = 0) -> None:
        """The signal: every bot looks at the table."""
        self._coming.clear()
        for seat in self._bots:
            self.look(state, seat, now)

    @property
    def due(self) -> int | None:
        """When the next bot acts."""
        return self._coming[0].time if self._coming else None

    def run(self, log: Log, until: float) -> None:
        """All that is due until then. A placement that comes too late (N11) has cost its time, nothing else."""
        while act := self.next(until):
            with suppress(NotAllowed):
                log.act(act.seat, act.action, act.time)
            self.look(log.state, act.seat, act.time)

    def next(self, until: float) -> Act | None:
        """What is to be done first of all that is due until then; the bot then waits for another ``look``."""
        return heappop(self._coming) if self._coming and self._coming[0].time <= until else None

    def look(self, state: State, seat: int, now: int) -> None:
        """The bot of that seat, if there still is one, decides what it does next, and when."""
        if ended(state):
            self._coming.clear()
        elif bot := self._bots.get(seat):
            action, fault = decide(game, state, seat, bot, self._budget, self._random)
            if fault:
                self.faults[seat].note(fault)
            heappush(self._coming, Act(now + bot.time, seat, action))


class _Paced:
    """A bot and the time its last decision takes; a bot that fails takes its time for that too."""

    def __init__(self, bot: AnyBot, random: Random) -> None:
        self._bot = bot
        self._random = random
        self.time = USUAL

    def decide(self, view: View, budget: Budget) -> Action:
        self.time = USUAL
        action: Action = self._bot.decide(view, budget)
        pace = getattr(self._bot, "pace", None)
        time = pace(view, action) if pace else human(USUAL, self._random)
        self.time = min(max(QUICKEST, round(time)), SLOWEST)
        return action


def play_round(deal: Deal, bots: Sequence[AnyBot], budget: Budget = BUDGET, random: Random | None = None) -> Round:
    """A whole round in virtual time, from act to act.

    A round ends by the rules (N6), never by the clock. When bots that never place have used up the table's patience,
    those who hold a card that fits are counted late, and steady hands play on for everyone.

    >>> from wonderland.bots.nimble.levels import gryphon, turtle
    >>> log, faults = play_round(game.shuffle(["Ann", "Bob"], Random(7)), [gryphon(1), turtle(2)])
    >>> game.outcome(log.state).titles, log.actions[-1].time
    (('queen', 'pinocchio'), 33200)
    """
    log = Log(game, deal)
    timeline = Timeline(dict(enumerate(bots)), budget, random)
    timeline.begin(log.state)
    timeline.run(log, PATIENCE)
    if not ended(log.state):
        for seat in range(len(bots)):
            if _could_place(log.state, seat):
                timeline.faults[seat].note(Fault("late", NotAllowed("fault_never_placed")))
        others = Timeline({seat: steady(seat) for seat in range(len(bots))})
        others.begin(log.state, PATIENCE)
        others.run(log, inf)
    return Round(log, timeline.faults)


def _could_place(state: State, seat: int) -> bool:
    return any(card.fits(top) for card in (*state.hands[seat], *state.discards[seat]) for top in state.tops)
