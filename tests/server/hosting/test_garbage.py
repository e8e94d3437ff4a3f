"""What refers to itself is found in time, however few objects are made meanwhile."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Callable, Iterator

import pytest

from wonderland.server.hosting import garbage
from wonderland.server.hosting.garbage import MAX_TIME_SHARE, MIN_INTERVAL_SECONDS, GarbageCollector


class Closed:
    """Refers to itself, as a closed connection does."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


async def test_garbage_is_collected_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    timers: list[tuple[float, Callable[[], None]]] = []
    monkeypatch.setattr(asyncio.get_running_loop(), "call_later", lambda *timer: timers.append(timer))
    GarbageCollector().start()
    assert [seconds for seconds, _ in timers] == [MIN_INTERVAL_SECONDS]
    closed = Closed()
    for _ in range(3):
        gc.collect()  # it is old by now
    gone = weakref.ref(closed)
    del closed
    assert gone() is not None
    timers.pop()[1]()
    assert gone() is None


async def test_a_server_that_holds_much_collects_less_often(monkeypatch: pytest.MonkeyPatch) -> None:
    timers: list[tuple[float, Callable[[], None]]] = []
    monkeypatch.setattr(asyncio.get_running_loop(), "call_later", lambda *timer: timers.append(timer))
    times = iter((100.0, 100.5))
    monkeypatch.setattr(garbage, "thread_time", lambda: next(times))
    GarbageCollector().start()
    timers.pop()[1]()
    assert [seconds for seconds, _ in timers] == [0.5 * MAX_TIME_SHARE]
