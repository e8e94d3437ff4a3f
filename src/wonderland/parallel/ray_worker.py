"""Does tasks on a machine of a Ray cluster."""

from __future__ import annotations

import os
import pickle
import platform
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from time import perf_counter
from typing import Any

from wonderland.core.errors import NotAllowed, WonderlandError
from wonderland.parallel.executor import Work
from wonderland.parallel.versions import computing_versions

#: The results of some tasks, and the seconds that they took. Errors of ours are answers too: Ray would wrap them.
Answer = tuple[list[Any], float] | WonderlandError


class RayWorker:
    """What a process of the cluster holds while it works."""

    def __init__(self) -> None:
        self._open = ExitStack()
        self._do: Callable[[int], Any] | None = None

    def begin(self, pickled_work: bytes, versions: Mapping[str, str], environment: Mapping[str, str]) -> Answer:
        """Load what a work needs; a machine that would not compute the same is refused."""
        for name, wanted in versions.items():
            if (found := computing_versions().get(name)) != wanted:
                machine = platform.node()
                return NotAllowed("ray_other_version", machine=machine, package=name, found=found, wanted=wanted)
        os.environ.update(environment)
        work: Work[Any] = pickle.loads(pickled_work)
        try:
            self._do = self._open.enter_context(work.start())
        except WonderlandError as problem:
            return problem
        return [], 0.0

    def do(self, tasks: range) -> Answer:
        """Do tasks one after the other."""
        assert self._do
        started = perf_counter()
        try:
            results = [self._do(task) for task in tasks]
        except WonderlandError as problem:
            return problem
        return results, perf_counter() - started

    def end(self) -> None:
        """Close what the work has opened, such as engines; the process stays for the next work."""
        self._do = None
        self._open.close()
