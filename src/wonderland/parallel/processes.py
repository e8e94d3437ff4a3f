"""Several processes of this machine."""

from __future__ import annotations

from collections.abc import Generator
from multiprocessing.connection import wait

from wonderland.parallel.child import Child
from wonderland.parallel.executor import Result, Work
from wonderland.parallel.signals import ignore_ctrl_c
from wonderland.parallel.task_queue import TaskQueue
from wonderland.parallel.this_process import ThisProcess

MAX_TASKS_AHEAD = 16  #: tasks per process that may be done ahead of the one whose result comes next


class Processes:
    """Does tasks in so many processes; a single one is this process."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs

    def run(self, work: Work[Result], tasks: range) -> Generator[Result, None, None]:
        """The results in order. A process that dies ends the run with an error."""
        jobs = min(self._jobs, len(tasks))
        return ThisProcess().run(work, tasks) if jobs <= 1 else _run(work, tasks, jobs)


def _run(work: Work[Result], tasks: range, jobs: int) -> Generator[Result, None, None]:
    children: list[Child[Result]] = []
    try:
        # The first child compiles what the work needs; the others then load it from the disk cache.
        for first in (True, *[False] * (jobs - 1)):
            with ignore_ctrl_c():
                children.append(Child(work, tasks[0]))
            if first:
                wait([children[0].pipe])
        by_pipe = {child.pipe: child for child in children}
        queue, idle = TaskQueue[Result](tasks), list[Child[Result]]()
        while not queue.finished:
            while idle and (some := queue.take(1, MAX_TASKS_AHEAD * jobs)):
                idle.pop().begin(some[0])
            for pipe in wait(list(by_pipe)):
                child = by_pipe[pipe]  # type: ignore[index]  # we wait for connections only
                if done := child.receive():
                    queue.finish(*done)
                idle.append(child)
            yield from queue.ready()
    finally:
        for child in children:
            child.stop()
        for child in children:
            child.join()
