"""The loop of a run: rounds of play and learning, evaluations and checkpoints in between."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from time import perf_counter
from typing import Self

from wonderland.training.selfplay.checkpoints import Run

SECONDS_BETWEEN_CHECKPOINTS = 60.0


class RunLoop(ABC):
    """Plays and learns to the end of a run."""

    @property
    @abstractmethod
    def run(self) -> Run:
        """The run that is going on."""

    @property
    @abstractmethod
    def evaluations(self) -> int:
        """How often a run is evaluated."""

    @abstractmethod
    def round(self) -> None:
        """Play and learn for a round, and count what the run has come to."""

    @abstractmethod
    def evaluate(self) -> None:
        """Find out how strong it is by now, and write that into the log."""

    @abstractmethod
    def save(self) -> None:
        """Write everything down that is needed to go on."""

    def go(
        self, on_round: Callable[[Self], None] = lambda loop: None, stop: Callable[[], bool] = lambda: False
    ) -> bool:
        """Play and learn to the end of the run, or until ``stop`` says so after a round; whether it came to its end.

        ``on_round`` is told after each round how it went.
        """
        clock = perf_counter() - self.run.seconds
        saved = perf_counter()
        while self.run.progress < 1:
            if stop():
                self.save()
                return False
            self.round()
            self.run.seconds = perf_counter() - clock
            due = int(self.run.progress * self.evaluations)
            if due > self.run.evaluations:
                self.evaluate()
                self.run.evaluations = due
                self.run.seconds = perf_counter() - clock
            elif perf_counter() - saved < SECONDS_BETWEEN_CHECKPOINTS:
                on_round(self)
                continue
            self.save()
            saved = perf_counter()
            on_round(self)
        return True
