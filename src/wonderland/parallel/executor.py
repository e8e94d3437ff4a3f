"""What is to be done, and what does it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import AbstractContextManager
from typing import Protocol, TypeVar

from wonderland.core.errors import WonderlandError

Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)


class WorkerLost(WonderlandError):
    """A worker has died, and the task with it."""


class Work(Protocol[Result_co]):
    """Many independent tasks, each a number. What comes of a task depends on the work and on that number only.

    It is pickled to reach workers in other processes and on other machines.
    """

    def start(self) -> AbstractContextManager[Callable[[int], Result_co]]:
        """Called once in each worker: loads what the tasks need, and gives the function that does one of them."""
        ...

    def lost(self, task: int, how: WonderlandError) -> WorkerLost:
        """The error that says which task a worker died of; ``how`` says in a few words how it died."""
        ...


class Executor(Protocol):
    """Does the tasks of a work, somewhere."""

    def run(self, work: Work[Result], tasks: range) -> Generator[Result, None, None]:
        """The results in the order of the tasks; close the generator to stop early."""
        ...
