"""The workers of a Ray cluster: one process a processor, which stay from one work to the next."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

CLOSE_TIMEOUT_SECONDS = 10  #: how long workers have to close their engines before they are killed


class RayWorkers:
    """Starts workers, and ends them. Ray finds the machines for them; those for which there is no room yet wait."""

    def __init__(self, ray: Any, size: int) -> None:
        self.ray, self.size = ray, size
        # Ray must not restart them by itself: where a machine has gone there may be no room for them, and what they
        # were doing would wait with them. We repeat it elsewhere.
        self._type = ray.remote(num_cpus=1, max_restarts=0)(_remote_class())
        self._idle: list[Any] = []

    def take(self) -> Any:
        """A worker that has nothing to do, or a new one."""
        return self._idle.pop() if self._idle else self._type.remote()

    def leave(self, workers: list[Any]) -> None:
        """Take back workers that have nothing to do, once they have closed what they had opened."""
        ended = {worker.end.remote(): worker for worker in workers}
        if not ended:
            return
        done, late = self.ray.wait(list(ended), num_returns=len(ended), timeout=CLOSE_TIMEOUT_SECONDS)
        for call in done:
            try:
                self.ray.get(call)
                self._idle.append(ended[call])
            except self.ray.exceptions.RayError:
                self.kill(ended[call])
        for call in late:
            self.kill(ended[call])

    def kill(self, worker: Any) -> None:
        """End a worker, whatever it does; its engines end with it."""
        with suppress(self.ray.exceptions.RayError):
            self.ray.kill(worker)

    def close(self) -> None:
        """End all workers."""
        while self._idle:
            self.kill(self._idle.pop())


def _remote_class() -> type:
    """The class of the processes. A class in a function is sent as it is, not by its name: the machine that gets it can
    say so where our package is not installed.
    """

    class WonderlandWorker:
        def begin(self, *arguments: Any) -> Any:
            try:
                from wonderland.parallel.ray_worker import RayWorker
            except ImportError as problem:
                import platform

                return platform.node(), str(problem)
            self.worker = RayWorker()
            return self.worker.begin(*arguments)

        def do(self, tasks: range) -> Any:
            return self.worker.do(tasks)

        def end(self) -> None:
            self.worker.end()

    return WonderlandWorker
