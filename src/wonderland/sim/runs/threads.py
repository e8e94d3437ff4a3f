"""A long range split into chunks, on one thread or several, with progress and interruption."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import SimpleQueue

#: Called with the number of games played since the last call.
Progress = Callable[[int], None]
#: Plays the games of a chunk, from the first number to before the second.
Worker = Callable[[int, int], None]


def run_in_chunks(
    start: int,
    stop: int,
    size: int,
    threads: int,
    make_worker: Callable[[], Worker],
    progress: Progress | None = None,
    keep: bool = False,
) -> int:
    """Work through the range chunk by chunk, in order; how much of it was done.

    Every thread has its own worker, whose compiled code releases the GIL. On Ctrl-C the chunks that have begun are
    finished; then the interruption is raised, unless ``keep`` asks for what has been done.
    """
    threads = max(1, min(threads, -(-(stop - start) // size)))
    chunks = _Chunks(start, stop, size)
    try:
        _run_threads(chunks, [make_worker() for _ in range(threads)], progress or (lambda games: None))
    except KeyboardInterrupt:
        if not keep:
            raise
    return chunks.done


class _Chunks:
    """Hands out the chunks of a range in order, so that what is done is always its beginning."""

    def __init__(self, start: int, stop: int, size: int) -> None:
        self._next, self._stop, self._size = start, stop, size
        self._lock = threading.Lock()
        self.done = 0

    def take(self) -> tuple[int, int] | None:
        with self._lock:
            low = self._next
            if low >= self._stop:
                return None
            self._next = min(low + self._size, self._stop)
            return low, self._next

    def finish(self, games: int) -> None:
        with self._lock:
            self.done += games

    def stop(self) -> None:
        """Hand out no more."""
        with self._lock:
            self._next = self._stop


def _run_threads(chunks: _Chunks, workers: list[Worker], progress: Progress) -> None:
    """Work on other threads and report on this one: Ctrl-C reaches only the main thread, between two chunks."""
    finished: SimpleQueue[int] = SimpleQueue()
    problems: list[BaseException] = []
    # No thread takes a chunk before all have started: an interruption while they start finds nothing begun.
    started = threading.Event()

    def run(work: Worker) -> None:
        started.wait()
        try:
            while (chunk := chunks.take()) is not None:
                work(*chunk)
                chunks.finish(chunk[1] - chunk[0])
                finished.put(chunk[1] - chunk[0])
        except BaseException as problem:
            problems.append(problem)
            chunks.stop()
        finally:
            finished.put(0)  # this thread has ended

    threads = [threading.Thread(target=run, args=(work,), daemon=True) for work in workers]
    try:
        for thread in threads:
            thread.start()
        started.set()
        _report(chunks, threads, finished, problems, progress)
    except KeyboardInterrupt:
        chunks.stop()
        started.set()
        raise
    finally:
        for thread in threads:
            if thread.is_alive():
                thread.join()
    if problems:
        raise problems[0]


def _report(
    chunks: _Chunks,
    threads: list[threading.Thread],
    finished: SimpleQueue[int],
    problems: list[BaseException],
    progress: Progress,
) -> None:
    """Report progress until every thread has ended."""
    ended = 0
    while ended < len(threads):
        try:
            games = finished.get()
            # Counted before anything else: an interruption may come at any moment, and no end may be awaited twice.
            ended += games == 0
            if games:
                progress(games)
        except KeyboardInterrupt as interruption:
            chunks.stop()
            problems.append(interruption)
            if not any(thread.is_alive() for thread in threads):
                break
