"""A child process that does tasks, and the parent's handle to it."""

from __future__ import annotations

import multiprocessing
import signal
from contextlib import closing, suppress
from multiprocessing.connection import Connection
from typing import Generic

from wonderland.core.errors import NotAllowed, WonderlandError
from wonderland.parallel.executor import Result, Work, WorkerLost
from wonderland.parallel.signals import Terminated, raise_on_termination

CLOSE_TIMEOUT_SECONDS = 10  #: how long a child has to close its engines before it is killed


class Child(Generic[Result]):
    """A process that does one task at a time."""

    def __init__(self, work: Work[Result], first_task: int) -> None:
        # "spawn" starts a fresh interpreter: open files and threads of this process are not copied.
        context = multiprocessing.get_context("spawn")
        self._work, self._first_task = work, first_task
        #: The task that it is doing.
        self._task: int | None = None
        self._ready = False
        self.pipe, child_pipe = context.Pipe()
        self._process = context.Process(target=_child_main, args=(child_pipe, work), daemon=True)
        self._process.start()
        child_pipe.close()

    def begin(self, task: int) -> None:
        """Let it do a task."""
        self._task = task
        with suppress(OSError):  # receive() reports a child that has died
            self.pipe.send(task)

    def receive(self) -> tuple[int, Result] | None:
        """A task it has done, and its result; None once it is ready for its first task."""
        try:
            message: tuple[int, Result] | WonderlandError | None = self.pipe.recv()
        except (EOFError, OSError):
            raise self._lost() from None
        if isinstance(message, WonderlandError):
            raise message
        self._task, self._ready = None, True
        return message

    def _lost(self) -> WorkerLost:
        self._process.join(CLOSE_TIMEOUT_SECONDS)
        task = self._first_task if self._task is None else self._task
        return self._work.lost(task, NotAllowed("worker_exit_code", code=self._process.exitcode))

    def stop(self) -> None:
        """Let it end; what it is loading or doing is broken off."""
        if self._task is not None or not self._ready:
            self._process.terminate()
        self.pipe.close()

    def join(self) -> None:
        """Wait until it has ended."""
        self._process.join(CLOSE_TIMEOUT_SECONDS)
        self._process.kill()
        self._process.join()


def _child_main(pipe: Connection, work: Work[Result]) -> None:
    """Do the tasks that arrive, until the parent closes the pipe."""
    # Ctrl-C is for the parent, which then stops its children; SIGTERM still closes the engines.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(Terminated), raise_on_termination(), closing(pipe):
        try:
            with work.start() as do:
                pipe.send(None)
                while True:
                    task = pipe.recv()
                    pipe.send((task, do(task)))
        except WonderlandError as problem:
            with suppress(OSError):
                pipe.send(problem)
        except (EOFError, BrokenPipeError, ConnectionResetError):
            return
