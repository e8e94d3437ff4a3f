"""The server's time, whatever happens to the machine's clock."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from wonderland.server.clock import FOLLOW_INTERVAL_SECONDS, MIN_RATE, SystemClock

HOUR = 3600.0
NOW = 1_800_000_000.0


class Machine:
    """A machine whose clocks a test sets."""

    def __init__(self) -> None:
        self.wall = NOW
        self.monotonic = 5.0
        self.clock = SystemClock(lambda: self.wall, lambda: self.monotonic)
        self.jumps: list[int] = []
        self.clock.on_jump.append(self.jumps.append)

    def run(self, seconds: float) -> None:
        """Time passes, and the clock looks at the machine's now and then."""
        while seconds > 0:
            step = min(seconds, FOLLOW_INTERVAL_SECONDS)
            self.wall += step
            self.monotonic += step
            seconds -= step
            self.clock.follow()

    @property
    def ahead(self) -> float:
        """Seconds by which the server's time is ahead of the machine's."""
        return self.clock.now() / 1000 - self.wall


@pytest.fixture
def machine() -> Machine:
    return Machine()


def test_a_machine_that_nobody_touches(machine: Machine) -> None:
    machine.run(100)
    assert machine.clock.now() == pytest.approx((NOW + 100) * 1000, abs=1)
    assert machine.jumps == []


def test_a_clock_that_is_put_ahead_is_followed_and_told(machine: Machine) -> None:
    machine.wall += 72 * HOUR
    assert machine.ahead == pytest.approx(-72 * HOUR), "not before it has been told"
    machine.run(1)
    assert machine.ahead == pytest.approx(0, abs=0.001)
    assert machine.jumps == [pytest.approx(72 * HOUR * 1000, abs=1)]


def test_a_machine_that_has_slept(machine: Machine) -> None:
    """Its monotonic clock stood still meanwhile."""
    machine.wall += 2 * HOUR
    machine.run(1)
    assert machine.ahead == pytest.approx(0, abs=0.001)
    assert len(machine.jumps) == 1


def test_a_clock_that_is_put_back_is_waited_for_without_standing_still(machine: Machine) -> None:
    machine.run(10)
    machine.wall -= HOUR
    before = machine.clock.now()
    machine.run(100)
    assert machine.clock.now() - before == pytest.approx(100_000, rel=1 - MIN_RATE + 0.001)
    assert 0 < machine.ahead < HOUR - 9
    machine.run(HOUR / (1 - MIN_RATE))
    assert machine.ahead == pytest.approx(0, abs=0.01)
    assert machine.jumps == []


def test_a_clock_that_drifts_is_kept_to_without_a_jump(machine: Machine) -> None:
    for _ in range(1_000):
        machine.wall += 0.003
        machine.run(1)
        assert machine.ahead == pytest.approx(0, abs=0.002)
    for _ in range(1_000):
        machine.wall -= 0.003
        machine.run(1)
        assert machine.ahead == pytest.approx(0, abs=0.005)
    assert machine.jumps == []


@pytest.mark.parametrize("seed", range(20))
def test_time_never_goes_back(machine: Machine, seed: int) -> None:
    random, last = Random(seed), 0
    for _ in range(2_000):
        match random.randrange(4):
            case 0:
                machine.wall += random.choice((-1, 1)) * 10 ** random.uniform(-3, 6)
            case 1:
                machine.clock.follow()
            case _:
                passed = random.expovariate(2)
                machine.wall += passed
                machine.monotonic += passed
        assert machine.clock.now() >= last
        last = machine.clock.now()


async def test_a_start_with_a_clock_that_is_behind(machine: Machine) -> None:
    newest = int((NOW + 3 * HOUR) * 1000)
    assert machine.clock.start(newest) == pytest.approx(3 * HOUR * 1000, abs=1)
    assert machine.clock.now() >= newest
    machine.wall += 3 * HOUR + 60  # now it is put right
    machine.run(1)
    assert machine.ahead == pytest.approx(0, abs=0.001)
    assert machine.jumps == [pytest.approx(60_000, abs=1_000)]
    machine.clock.stop()


class Timers:
    """In place of the event loop's: a test decides when they are due."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self.waiting: list[tuple[float, Callable[[], object]]] = []

    def call_later(self, seconds: float, ring: Callable[[], object], *, context: object = None) -> Any:
        self.waiting.append((seconds, ring))
        return self

    def cancel(self) -> None:
        self.waiting.clear()

    def run(self) -> float:
        """The next one is due after so many seconds, by the loop's own clock."""
        seconds, ring = self.waiting.pop()
        self._machine.run(seconds)
        ring()
        return seconds


async def test_an_alarm_rings_when_the_time_has_come(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    timers, rung = Timers(machine), []
    monkeypatch.setattr(asyncio.get_running_loop(), "call_later", timers.call_later)
    machine.clock.at(machine.clock.now() + 200_000, lambda: rung.append(machine.clock.now()))
    waits = []
    while not rung:
        waits.append(timers.run())
    assert waits[:4] == [60, 60, 60, pytest.approx(20, abs=0.01)]
    assert rung[0] >= (NOW + 200) * 1000
    machine.clock.at(machine.clock.now() - 1, lambda: rung.append(0))
    assert timers.run() == 0
    assert rung[1] == 0
    machine.clock.at(machine.clock.now() + 1, lambda: rung.append(0)).cancel()
    assert timers.waiting == []


async def test_an_alarm_knows_of_a_sleep_within_a_minute(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    timers, rung = Timers(machine), []
    monkeypatch.setattr(asyncio.get_running_loop(), "call_later", timers.call_later)
    machine.clock.at(machine.clock.now() + 7_000_000, lambda: rung.append(1))
    machine.wall += 2 * HOUR
    assert timers.run() == 60
    assert rung == [1]


async def test_an_alarm_does_not_ring_early_while_time_passes_slowly(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    timers, rung = Timers(machine), []
    monkeypatch.setattr(asyncio.get_running_loop(), "call_later", timers.call_later)
    due = machine.clock.now() + 30_000
    machine.clock.at(due, lambda: rung.append(machine.clock.now()))
    machine.wall -= HOUR
    while not rung:
        timers.run()
    assert rung[0] >= due
