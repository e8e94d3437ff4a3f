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
    tell = progress or (lambda games: None)
    threads = max(1, min(threads, -(-(stop - start) // size)))
    cut = _Cut(start, stop, size)
    try:
        if threads == 1:
            do = worker()
            while (block := cut.take()) is not None:
                do(*block)
                cut.done += block[1] - block[0]
                tell(block[1] - block[0])
        else:
            _on_threads(cut, [worker() for _ in range(threads)], tell)
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

    def end(self) -> None:
        with self._lock:
            self._next = self._stop


def _on_threads(cut: _Cut, workers: list[Block], tell: Progress) -> None:
    news: SimpleQueue[int | BaseException | None] = SimpleQueue()

    def work(do: Block) -> None:
        try:
            while (block := cut.take()) is not None:
                do(*block)
                news.put(block[1] - block[0])
            news.put(None)
        except BaseException as problem:
            news.put(problem)

    for do in workers:
        threading.Thread(target=work, args=(do,), daemon=True).start()
    problem: BaseException | None = None
    running = len(workers)
    while running:
        try:
            heard = news.get()
            if isinstance(heard, int):
                cut.done += heard
                tell(heard)
            else:
                running -= 1
                problem = problem or heard
                if heard is not None:
                    cut.end()
        except KeyboardInterrupt as interruption:
            cut.end()
            problem = problem or interruption
    if problem is not None:
        raise problem
