"""A work for the tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from wonderland.core.errors import NotAllowed, WonderlandError
from wonderland.parallel.executor import WorkerLost


@dataclass(frozen=True)
class Squares:
    """Squares its tasks; refuses one of them."""

    refused: int | None = None

    @contextmanager
    def start(self) -> Iterator[Callable[[int], int]]:
        yield self._square

    def _square(self, task: int) -> int:
        if task == self.refused:
            raise NotAllowed("refused_unknown_pile", pile=task)
        return task * task

    def lost(self, task: int, how: WonderlandError) -> WorkerLost:
        return WorkerLost("worker_lost", game=task, how=how)
