"""The machines of a Ray cluster."""

from __future__ import annotations

import logging
import os
import signal
import socket
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager
from threading import current_thread, main_thread
from typing import Any, Self

from wonderland.core.errors import NotAllowed, NotInstalled, Unreadable, shown
from wonderland.parallel.addresses import LOCAL, head_of, is_address
from wonderland.parallel.executor import Result, Work
from wonderland.parallel.ray_run import RayRun
from wonderland.parallel.ray_workers import RayWorkers
from wonderland.parallel.signals import raise_on_termination

ADDRESS_VARIABLE = "RAY_ADDRESS"  #: where Ray itself, and what it starts, looks for a cluster
CONNECT_TIMEOUT_SECONDS = 10  #: how long a cluster's head has to answer at all
MAX_PROBLEM_LENGTH = 200  #: characters of what Ray says of a cluster that it does not find


class RayCluster:
    """Does tasks on a Ray cluster, while it is open as a context manager.

    A worker that dies is replaced and its tasks are repeated; whatever is done twice counts once.
    """

    def __init__(self, address: str = LOCAL, workers: int | None = None) -> None:
        """``workers`` are processes of one processor each, else as many as the cluster has processors."""
        if not is_address(address):
            raise Unreadable("ray_address", value=shown(address))
        self._ray = load_ray()
        if address == LOCAL:
            address = os.environ.get(ADDRESS_VARIABLE) or LOCAL
        self._address, self._wanted = address, workers
        self._open = ExitStack()

    def __enter__(self) -> Self:
        with ExitStack() as opening:
            if not self._ray.is_initialized():
                self._connect()
                opening.callback(self._ray.shutdown)
            opening.enter_context(raise_on_termination())
            size = self._wanted or max(int(self._ray.cluster_resources().get("CPU", 0)), 1)
            self._workers = RayWorkers(self._ray, size)
            opening.callback(self._workers.close)
            self._open = opening.pop_all()
        return self

    def __exit__(self, *problem: object) -> None:
        self._open.close()

    @property
    def size(self) -> int:
        """How many workers there are, or will be as soon as there is room for them."""
        return self._workers.size

    @property
    def machines(self) -> int:
        """How many machines the cluster has now."""
        return sum(node["Alive"] for node in self._ray.nodes())

    def run(self, work: Work[Result], tasks: range) -> Generator[Result, None, None]:
        """The results in order."""
        return RayRun(self._workers, work, tasks).results()

    def _connect(self) -> None:
        if head := head_of(self._address):
            # Ray would try for minutes, and report every attempt.
            try:
                socket.create_connection(head, CONNECT_TIMEOUT_SECONDS).close()
            except OSError as problem:
                why = problem.strerror or str(problem)
                raise NotAllowed("ray_unreachable", address=self._address, problem=why) from None
        local = {"num_cpus": self._wanted, "include_dashboard": False} if self._address == LOCAL else {}
        try:
            with _signals_kept():
                self._ray.init(address=self._address, log_to_driver=False, logging_level=logging.CRITICAL, **local)
        except (ConnectionError, RuntimeError, ValueError, OSError, AssertionError, ImportError) as problem:
            what = " ".join(str(problem).split())[:MAX_PROBLEM_LENGTH] or type(problem).__name__
            raise NotAllowed("ray_unreachable", address=self._address, problem=what) from None


def load_ray() -> Any:
    """The package ray, or one clear line about what is missing."""
    # Ray would tell its makers about every cluster it starts.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError:
        raise NotInstalled("ray_missing") from None
    return ray


@contextmanager
def _signals_kept() -> Iterator[None]:
    """Ray sets a handler for SIGTERM that ends the process at once; ours let it say what has been done."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGTERM)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
