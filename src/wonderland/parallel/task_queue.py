"""Hands out tasks in order and gives their results back in order, whichever is done first."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Generic

from wonderland.parallel.executor import Result


class TaskQueue(Generic[Result]):
    """The tasks that are left, and the results that wait for an earlier one.

    >>> queue = TaskQueue[str](range(10, 40, 10))
    >>> queue.take(2, ahead=8), queue.take(2, ahead=8)
    (range(10, 30, 10), range(30, 40, 10))
    >>> queue.finish(20, "second"), list(queue.ready())
    (None, [])
    >>> queue.finish(10, "first"), queue.finish(10, "first again"), list(queue.ready())
    (None, None, ['first', 'second'])
    """

    def __init__(self, tasks: range) -> None:
        self._tasks = tasks
        #: How many tasks have been handed out, and of how many the results have been given back.
        self._handed_out = self._given_back = 0
        self._again: deque[range] = deque()
        self._results: dict[int, Result] = {}

    @property
    def finished(self) -> bool:
        """Whether all results have been given back."""
        return self._given_back == len(self._tasks)

    @property
    def left(self) -> int:
        """How many tasks have never been handed out."""
        return len(self._tasks) - self._handed_out

    def take(self, count: int, ahead: int) -> range:
        """The next tasks, at most so many, and none so far ``ahead`` of the next result; first those to be repeated."""
        if self._again:
            return self._again.popleft()
        stop = min(self._handed_out + count, self._given_back + ahead)
        some = self._tasks[self._handed_out : max(stop, self._handed_out)]
        self._handed_out += len(some)
        return some

    def repeat(self, tasks: Iterable[int]) -> None:
        """Hand out tasks again, each alone, so that the one of which workers die takes no other with it."""
        self._again.extend(range(task, task + 1) for task in tasks if not self._is_done(task))

    def finish(self, task: int, result: Result) -> None:
        """Note a result; that of a task that was done before does not count."""
        if not self._is_done(task):
            self._results[task] = result

    def _is_done(self, task: int) -> bool:
        return task in self._results or self._tasks.index(task) < self._given_back

    def ready(self) -> Iterator[Result]:
        """The results for which no earlier one is missing."""
        while not self.finished and (task := self._tasks[self._given_back]) in self._results:
            self._given_back += 1
            yield self._results.pop(task)
