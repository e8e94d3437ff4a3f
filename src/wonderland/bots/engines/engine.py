"""A bot that asks another program, in any language (docs/formats.md). One process plays many games."""

from __future__ import annotations

from contextlib import suppress
from time import monotonic
from typing import Any

from wonderland.bots.bot import Budget
from wonderland.bots.engines import protocol
from wonderland.bots.engines.answers import AnswerAndNoise, ready_name, wait_for
from wonderland.bots.engines.process import EngineProcess
from wonderland.bots.kit import GameBots
from wonderland.bots.running import Fault
from wonderland.core.errors import NotAllowed, WonderlandError
from wonderland.core.fields import Data

READY_TIMEOUT_SECONDS = 30.0  #: how long an engine may take to become ready
GRACE_MS = 50  #: milliseconds an answer may take beyond the budget
MAX_STARTS = 3  #: times that an engine is started without giving an answer


class Engine:
    """A program that plays a game. Its failures are raised as ``Fault``; ``close`` ends it.

    It plays any number of games and seats, one decision at a time. A program that has exited, or writes too much, is
    started again for the next decision; one that is never ready, or keeps failing, is not. While answers are
    outstanding some decisions are skipped, so that questions do not pile up for a program that is always late.
    """

    def __init__(self, command: str, seed: int, kit: GameBots, ready: float = READY_TIMEOUT_SECONDS) -> None:
        #: The name that the program gives itself, once it is ready.
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
        #: Questions that were not answered in time, and how many decisions were skipped because of them.
        self._unanswered: list[int] = []
        self._skipped = 0
        self._process: EngineProcess | None = None
        self._deadline = 0.0
        self._start()

    def decide(self, view: Any, budget: Budget) -> Any:
        """The program's action. Its budget is always time: the protocol has no rollouts."""
        self._number += 1
        try:
            process = self._ready_process()
            self._catch_up(process, budget)
            process.send(protocol.decide(self._kit, self._number, view, budget.milliseconds, self.at))
            self._unanswered.append(self._number)
            answer, noise = self._answer(process, self._number, budget, "engine_late")
        except Fault as fault:
            if fault.kind == "unreadable":
                self._unanswered = []  # the unreadable line counts as its answer
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
        """Send ``bye`` and end the program, with everything that it has started."""
        if self._process:
            self._process.end(protocol.bye())
        self._process, self._starts = None, 0

    def _catch_up(self, process: EngineProcess, budget: Budget) -> None:
        """Wait for outstanding answers, but skip at most as many decisions: they may never come."""
        if self._skipped < len(self._unanswered):
            self._skipped += 1
            self._answer(process, self._unanswered[-1], budget, "engine_busy")
        self._skipped = 0

    def _answer(self, process: EngineProcess, number: int, budget: Budget, late: str) -> AnswerAndNoise[Data]:
        """The answer to that question, if it comes in time; answers to older questions are dropped."""

        def read(answer: Data) -> Data | None:
            answered = protocol.read_number(answer, number)
            self._unanswered = [owed for owed in self._unanswered if owed > answered]
            return answer if answered == number else None

        limit = budget.milliseconds + GRACE_MS
        return wait_for(process, monotonic() + limit / 1000, read, NotAllowed(late, limit=limit))

    def _start(self) -> None:
        self._starts -= 1
        self._ready = False
        self._unanswered, self._skipped = [], 0
        self._process = EngineProcess(self._command)
        with suppress(Fault):  # a program that has exited already is noticed at the first question
            self._process.send(protocol.hello(self._kit.game.name, self._seed))
        self._deadline = monotonic() + self._ready_timeout

    def _ready_process(self) -> EngineProcess:
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
            self._starts = 0  # it was never ready: waiting for it again would not help
