"""A long range cut into blocks, on one thread or several, that can be watched and interrupted."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import SimpleQueue

#: Told how many games have been played since the last time.
Progress = Callable[[int], None]
Block = Callable[[int, int], None]


def in_blocks(
    start: int,
    stop: int,
    size: int,
    threads: int,
    worker: Callable[[], Block],
    progress: Progress | None = None,
    keep: bool = False,
) -> int:
    """Do the range block by block, in order; how much of it was done.

    Every thread makes its own ``worker``, whose compiled code runs without Python's lock. On Ctrl-C the
    blocks that have begun are finished; then the interruption goes on, or with ``keep`` it ends here.
    """
    threads = max(1, min(threads, -(-(stop - start) // size)))
    cut = _Cut(start, stop, size)
    try:
        _on_threads(cut, [worker() for _ in range(threads)], progress or (lambda games: None))
    except KeyboardInterrupt:
        if not keep:
            raise
    return cut.done


class _Cut:
    """Hands out the blocks of a range; the blocks done are always its beginning."""

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

    def end(self) -> None:
        with self._lock:
            self._next = self._stop


def _on_threads(cut: _Cut, workers: list[Block], tell: Progress) -> None:
    """Work on other threads and listen on this one: Ctrl-C reaches only this one, between two blocks of theirs."""
    news: SimpleQueue[int] = SimpleQueue()
    problems: list[BaseException] = []
    # Nobody takes a block before everybody is there: an interruption while they come finds nothing begun.
    go = threading.Event()

    def work(do: Block) -> None:
        go.wait()
        try:
            while (block := cut.take()) is not None:
                do(*block)
                cut.finish(block[1] - block[0])
                news.put(block[1] - block[0])
        except BaseException as problem:
            problems.append(problem)
            cut.end()
        finally:
            news.put(0)  # wakes the listener, who then sees that this thread is at its end

    threads = [threading.Thread(target=work, args=(do,), daemon=True) for do in workers]
    try:
        for thread in threads:
            thread.start()
        go.set()
        _listen(cut, threads, news, problems, tell)
    except KeyboardInterrupt:
        cut.end()
        go.set()
        raise
    finally:
        for thread in threads:
            if thread.is_alive():
                thread.join()
    if problems:
        raise problems[0]


def _listen(
    cut: _Cut, threads: list[threading.Thread], news: SimpleQueue[int], problems: list[BaseException], tell: Progress
) -> None:
    """Tell what is heard until every thread has said that it is at its end."""
    ended = 0
    while ended < len(threads):
        try:
            heard = news.get()
            # Counted before it is told: an interruption may come at any moment, and none may be waited for twice.
            ended += heard == 0
            if heard:
                tell(heard)
        except KeyboardInterrupt as interruption:
            cut.end()
            problems.append(interruption)
            if not any(thread.is_alive() for thread in threads):
                break
