"""One work on a Ray cluster: tasks to workers, results back in order, and again what was lost with a worker."""

from __future__ import annotations

import os
import pickle
from collections import Counter
from collections.abc import Generator
from typing import Any, Generic, NamedTuple

from wonderland.core.errors import NotAllowed, NotInstalled, WonderlandError
from wonderland.parallel.executor import Result, Work
from wonderland.parallel.ray_workers import RayWorkers
from wonderland.parallel.task_queue import TaskQueue
from wonderland.parallel.versions import computing_versions

SECONDS_PER_CALL = 0.25  #: tasks that take less go to a worker in groups of about this length
MAX_TASKS_PER_CALL = 1_000
MAX_CALLS_AHEAD = 4  #: calls per worker that may be answered ahead of the one whose results come next
MAX_ATTEMPTS = 4  #: workers that may die of one task
#: What a worker's environment takes over from ours: the language of messages.
SHARED_VARIABLES = ("WONDERLAND_LANG",)


class Call(NamedTuple):
    """What a worker is doing: these tasks, or loading what they need."""

    worker: Any
    tasks: range | None


class RayRun(Generic[Result]):
    """One work, from its first task to its last."""

    def __init__(self, workers: RayWorkers, work: Work[Result], tasks: range) -> None:
        self._workers, self._ray, self._work, self._tasks = workers, workers.ray, work, tasks
        self._size = min(workers.size, len(tasks))
        self._queue = TaskQueue[Result](tasks)
        self._idle: list[Any] = []
        self._calls: dict[Any, Call] = {}
        #: Workers that died of each task, and those that died before their first since one could begin.
        self._deaths, self._failed_starts = Counter[int](), 0
        self._done, self._seconds = 0, 0.0

    def results(self) -> Generator[Result, None, None]:
        """The results in order."""
        environment = {name: os.environ[name] for name in SHARED_VARIABLES if name in os.environ}
        # Sent once; every machine then has it.
        self._begin_arguments = (self._ray.put(pickle.dumps(self._work)), computing_versions(), environment)
        try:
            for _ in range(self._size):
                self._start_worker()
            while not self._queue.finished:
                self._hand_out()
                self._wait()
                yield from self._queue.ready()
        finally:
            for call in self._calls.values():
                self._workers.kill(call.worker)
            self._workers.leave(self._idle)

    def _start_worker(self) -> None:
        worker = self._workers.take()
        self._calls[worker.begin.remote(*self._begin_arguments)] = Call(worker, None)

    def _hand_out(self) -> None:
        count = self._tasks_per_call()
        while self._idle and (some := self._queue.take(count, MAX_CALLS_AHEAD * self._size * count)):
            worker = self._idle.pop()
            self._calls[worker.do.remote(some)] = Call(worker, some)

    def _tasks_per_call(self) -> int:
        """So many that a call is worth its overhead, and so few that all workers end together."""
        fitting = int(SECONDS_PER_CALL * self._done / self._seconds) if self._seconds else 1
        share = self._queue.left // (2 * self._size)
        return max(min(fitting, share, MAX_TASKS_PER_CALL), 1)

    def _wait(self) -> None:
        """Wait for the next answer."""
        for answered in self._ray.wait(list(self._calls), num_returns=1)[0]:
            call = self._calls.pop(answered)
            try:
                answer = self._ray.get(answered)
            except self._ray.exceptions.RayTaskError:
                raise  # a mistake of ours
            except self._ray.exceptions.RayError:
                self._repeat(call)
            else:
                self._note(call, answer)

    def _note(self, call: Call, answer: Any) -> None:
        self._idle.append(call.worker)
        if isinstance(answer, WonderlandError):
            raise answer
        found, took = answer
        if isinstance(found, str):
            raise NotInstalled("ray_not_there", machine=found, problem=took)
        self._failed_starts = 0
        for task, result in zip(call.tasks or (), found, strict=True):
            self._queue.finish(task, result)
        self._done, self._seconds = self._done + len(found), self._seconds + took

    def _repeat(self, call: Call) -> None:
        """Let another worker do what has been lost: with its process or its machine, or on the way to us."""
        self._workers.kill(call.worker)
        if call.tasks is None:
            self._failed_starts += 1
            self._give_up_after(self._failed_starts, self._tasks[0])
        else:
            self._deaths.update(call.tasks)
            for task in call.tasks:
                self._give_up_after(self._deaths[task], task)
            self._queue.repeat(call.tasks)
        self._start_worker()

    def _give_up_after(self, deaths: int, task: int) -> None:
        if deaths >= MAX_ATTEMPTS:
            raise self._work.lost(task, NotAllowed("worker_died_often", times=deaths))
