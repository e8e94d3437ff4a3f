"""A bot that asks another program: any language, one process, many games (docs/formats.md)."""

from __future__ import annotations

from contextlib import suppress
from time import monotonic
from typing import Any

from wonderland.bots.bot import Budget
from wonderland.bots.engines import protocol
from wonderland.bots.engines.answers import Answered, ready_name, wait_for
from wonderland.bots.engines.process import Process
from wonderland.bots.kit import GameBots
from wonderland.bots.running import Fault
from wonderland.core.errors import NotAllowed, WonderlandError
from wonderland.core.fields import Data

READY_SECONDS = 30.0  #: seconds an engine has for becoming ready
GRACE_MS = 50  #: milliseconds an answer may take beyond the budget
MAX_STARTS = 3  #: times an engine is started without an answer between


class Engine:
    """A program that plays a game. Whatever it does wrong is raised as a ``Fault``; ``close`` ends it.

    It serves any number of games and seats, one decision after the other. One that is gone, or floods us, is started
    again for the next decision; one that is never ready, or keeps failing, is not. While it owes us answers it is left
    alone for a while, so that questions it can only answer late do not pile up.
    """

    def __init__(self, command: str, seed: int, kit: GameBots, ready: float = READY_SECONDS) -> None:
        #: What the program calls itself, once it is ready.
        self.name = ""
        #: In a live game: the time of the next decision, and how long the last one takes; milliseconds.
        self.at = 0
        self._hesitation = 0
        self._command = command
        self._seed = seed
        self._kit = kit
        self._ready_timeout = ready
        self._number = 0
        self._starts = MAX_STARTS
        self._ready = False
        self._failed = Fault("crashed", NotAllowed("engine_ended"))
        #: Questions that were not answered in time, and how many decisions it was not asked because of them.
        self._owed: list[int] = []
        self._spared = 0
        self._process: Process | None = None
        self._deadline = 0.0
        self._start()

    def decide(self, view: Any, budget: Budget) -> Any:
        """What the program answers. Its budget is always time: rollouts mean nothing to it."""
        self._number += 1
        try:
            process = self._ready_process()
            self._catch_up(process, budget)
            process.send(protocol.decide(self._kit, self._number, view, budget.milliseconds, self.at))
            self._owed.append(self._number)
            answer, noise = self._answer(process, self._number, budget, "engine_late")
        except Fault as fault:
            if fault.kind == "unreadable":
                self._owed = []  # that was its answer
            if fault.kind in ("crashed", "flooded") or not self._ready:
                self._stop(fault)
            raise
        self._starts = MAX_STARTS
        try:
            if noise:
                raise noise
            action = self._kit.read_engine_answer(answer, view)
            self._hesitation = protocol.read_hesitation(answer)
            return action
        except WonderlandError as problem:
            raise Fault("unreadable", problem) from None

    def pace(self, view: Any, action: Any) -> int:
        """How long the program hesitates before the action it has just decided on, in a live game."""
        return self._hesitation

    def close(self) -> None:
        """Say goodbye and end the program, with everything it has started."""
        if self._process:
            self._process.end(protocol.bye())
        self._process, self._starts = None, 0

    def _catch_up(self, process: Process, budget: Budget) -> None:
        """Wait for answers it owes us, for as many decisions as those are: it may never mean to give them."""
        if self._spared < len(self._owed):
            self._spared += 1
            self._answer(process, self._owed[-1], budget, "engine_busy")
        self._spared = 0

    def _answer(self, process: Process, number: int, budget: Budget, late: str) -> Answered[Data]:
        """What it answers to that question in time; answers to older ones are dropped."""

        def read(answer: Data) -> Data | None:
            answered = protocol.read_number(answer, number)
            self._owed = [owed for owed in self._owed if owed > answered]
            return answer if answered == number else None

        limit = budget.milliseconds + GRACE_MS
        return wait_for(process, monotonic() + limit / 1000, read, NotAllowed(late, limit=limit))

    def _start(self) -> None:
        self._starts -= 1
        self._ready = False
        self._owed, self._spared = [], 0
        self._process = Process(self._command)
        with suppress(Fault):  # one that is gone already is found out when it is asked
            self._process.send(protocol.hello(self._kit.game.name, self._seed))
        self._deadline = monotonic() + self._ready_timeout

    def _ready_process(self) -> Process:
        """The program, ready for a question; started again where that may help."""
        if self._process is None:
            if not self._starts:
                problem = NotAllowed("engine_given_up", problem=self._failed.problem)
                raise Fault(self._failed.kind, problem)
            try:
                self._start()
            except WonderlandError as problem:
                raise Fault("crashed", problem) from None
        assert self._process
        if not self._ready:
            late = NotAllowed("engine_not_ready", seconds=f"{self._ready_timeout:g}")
            self.name, _ = wait_for(self._process, self._deadline, ready_name, late)
            self._ready = True
        return self._process

    def _stop(self, fault: Fault) -> None:
        if self._process:
            self._process.end()
        self._process, self._failed = None, fault
        if fault.kind not in ("crashed", "flooded"):
            self._starts = 0  # never ready: waiting as long once more would not help
