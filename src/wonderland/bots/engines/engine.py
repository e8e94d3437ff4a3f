"""A bot that asks another program: any language, one process, many games (docs/formats.md)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import TypeVar

from wonderland.bots.bot import Budget
from wonderland.bots.engines import protocol
from wonderland.bots.engines.process import Process
from wonderland.bots.running import Fault
from wonderland.core.errors import WonderlandError
from wonderland.core.fields import Data
from wonderland.games.parade.state import Action
from wonderland.games.parade.view import View

READY = 30.0  #: seconds an engine has for becoming ready
GRACE = 50  #: milliseconds an answer may take beyond the budget
STARTS = 3  #: times an engine is started without an answer between

Heard = TypeVar("Heard")


class Engine:
    """A program that plays Parade. Whatever it does wrong is raised as a ``Fault``; ``close`` ends it.

    It serves any number of games and seats, one decision after the other. One that is gone, or floods us, is started
    again for the next decision; one that is never ready, or keeps failing, is not.
    """

    def __init__(self, command: str, seed: int, ready: float = READY) -> None:
        #: What the program calls itself, once it is ready.
        self.name = ""
        self._command = command
        self._seed = seed
        self._patience = ready
        self._number = 0
        self._starts = STARTS
        self._ready = False
        self._failed = Fault("crashed", "closed")
        self._process: Process | None = None
        self._deadline = 0.0
        self._start()

    def decide(self, view: View, budget: Budget) -> Action:
        """What the program answers. Its budget is always time: rollouts mean nothing to it."""
        self._number += 1
        try:
            process = self._greeted()
            process.send(protocol.decide(self._number, view, budget.milliseconds))
            deadline = monotonic() + (budget.milliseconds + GRACE) / 1000
            answer, noise = _hear(process, deadline, self._current)
        except Fault as fault:
            if fault.kind in ("crashed", "flooded") or not self._ready:
                self._stop(fault)
            raise
        self._starts = STARTS
        try:
            if noise:
                raise noise
            return protocol.read_move(answer, view)
        except WonderlandError as problem:
            raise Fault("unreadable", str(problem)) from None

    def close(self) -> None:
        """Say goodbye and end the program, with everything it has started."""
        if self._process:
            self._process.end(protocol.bye())
        self._process, self._starts = None, 0

    def _start(self) -> None:
        self._starts -= 1
        self._ready = False
        self._process = Process(self._command)
        with suppress(Fault):  # one that is gone already is found out when it is asked
            self._process.send(protocol.hello(self._seed))
        self._deadline = monotonic() + self._patience

    def _greeted(self) -> Process:
        """The program, ready for a question; started again where that may help."""
        if self._process is None:
            if not self._starts:
                raise Fault(self._failed.kind, f"given up after: {self._failed.detail}")
            try:
                self._start()
            except WonderlandError as problem:
                raise Fault("crashed", str(problem)) from None
        assert self._process
        if not self._ready:
            # What it says before it is ready costs nothing.
            self.name, _ = _hear(self._process, self._deadline, protocol.read_ready)
            self._ready = True
        return self._process

    def _stop(self, fault: Fault) -> None:
        if self._process:
            self._process.end()
        self._process, self._failed = None, fault
        if fault.kind not in ("crashed", "flooded"):
            self._starts = 0  # never ready: waiting as long once more would not help

    def _current(self, answer: Data) -> Data | None:
        """An answer to the question that was just asked; an older one is dropped."""
        return answer if protocol.read_number(answer, self._number) == self._number else None


def _hear(
    process: Process, deadline: float, read: Callable[[Data], Heard | None]
) -> tuple[Heard, WonderlandError | None]:
    """The first thing said that ``read`` accepts, and the first thing said before that makes no sense."""
    noise: WonderlandError | None = None
    try:
        for line in process.lines(deadline):
            try:
                heard = read(protocol.read_line(line))
            except WonderlandError as problem:
                noise = noise or problem
            else:
                if heard is not None:
                    return heard, noise
    except Fault as fault:
        if noise and fault.kind == "late":
            raise Fault("unreadable", str(noise)) from None
        raise
    raise AssertionError("lines come until a fault")
