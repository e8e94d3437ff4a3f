"""Time as a dependency: nothing else in the server asks the system for it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextvars import Context
from typing import Protocol

FOLLOW_INTERVAL_SECONDS = 1.0  #: between two comparisons with the machine's clock
MIN_JUMP_SECONDS = 1.0  #: a smaller difference is drift and moves no deadline
MIN_RATE = 0.9  #: how fast the server's time passes while it waits for a machine's clock that was put back
MAX_WAIT_SECONDS = 60.0  #: after which an alarm looks again how long it has to wait


class Alarm(Protocol):
    """A scheduled call that can be cancelled."""

    def cancel(self) -> None: ...


class Clock(Protocol):
    """Milliseconds since 1970, never going back, and timers."""

    #: Called with the milliseconds by which the time has jumped ahead; durations must not include them.
    on_jump: list[Callable[[int], object]]

    def now(self) -> int: ...

    def at(self, when: int, ring: Callable[[], object]) -> Alarm:
        """Call ``ring`` at that time; soon if it has passed, but never before this returns."""
        ...

    def start(self, at_least: int) -> int:
        """Continue from at least that time, and follow the machine's clock from here on.

        Returns the milliseconds by which the machine's clock is behind that time.
        """
        ...

    def stop(self) -> None:
        """Stop following the machine's clock."""
        ...


class SystemClock:
    """The machine's time, or that of the store (``wall``), made monotonic.

    Between two comparisons with that clock it follows the monotonic clock. If the machine's clock is ahead,
    because it was corrected or the machine has slept, the time jumps and ``on_jump`` is called. If it is behind, the
    time passes a little slower until the machine has caught up: it never goes back, and never stops.
    """

    def __init__(self, wall: Callable[[], float] = time.time, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._wall = wall
        self._monotonic = monotonic
        #: The time, in seconds, when the monotonic clock showed ``_since``; and how fast it has passed from there.
        self._time = wall()
        self._since = monotonic()
        self._rate = 1.0
        self._started = False
        self._timer: asyncio.TimerHandle | None = None
        self.on_jump: list[Callable[[int], object]] = []

    def now(self) -> int:
        # As ``_seconds``, without a call: this is asked several times for every action.
        return int((self._time + (self._monotonic() - self._since) * self._rate) * 1000)

    def at(self, when: int, ring: Callable[[], object]) -> Alarm:
        return _LoopAlarm(self, when, ring)

    def start(self, at_least: int) -> int:
        wall = self._wall()
        behind = max(0.0, at_least / 1000 - wall)
        # Before the first start nobody has been told a time, so it may go back: to that of a store, known only now.
        self._set(max(self._seconds() if self._started else wall, at_least / 1000), self._rate)
        self._started = True
        self.follow()
        self.stop()
        self._follow_later()
        return int(behind * 1000)

    def stop(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def follow(self) -> None:
        """Compare with the machine's clock, and keep to it as far as that is possible."""
        now, wall = self._seconds(), self._wall()
        if now > wall:
            self._set(now, max(MIN_RATE, 1 - (now - wall) / FOLLOW_INTERVAL_SECONDS))
            return
        self._set(wall, 1.0)
        if wall - now >= MIN_JUMP_SECONDS:
            for listener in self.on_jump:
                listener(int((wall - now) * 1000))

    def seconds_until(self, when: int) -> float:
        """How long it takes until that time, as far as is known now."""
        return max(0.0, (when - self.now()) / 1000 / self._rate)

    def _follow_later(self) -> None:
        def again() -> None:
            self._follow_later()
            self.follow()

        self._timer = asyncio.get_running_loop().call_later(FOLLOW_INTERVAL_SECONDS, again)

    def _seconds(self) -> float:
        return self._time + (self._monotonic() - self._since) * self._rate

    def _set(self, seconds: float, rate: float) -> None:
        self._time, self._since, self._rate = seconds, self._monotonic(), rate


class _LoopAlarm:
    """Waits in the event loop, whose own clock stands still while the machine sleeps: so never very long at a time."""

    __slots__ = ("_clock", "_handle", "_ring", "_when")

    def __init__(self, clock: SystemClock, when: int, ring: Callable[[], object]) -> None:
        self._clock = clock
        self._when = when
        self._ring = ring
        self._wait()

    def cancel(self) -> None:
        self._handle.cancel()

    def _wait(self) -> None:
        seconds = min(MAX_WAIT_SECONDS, self._clock.seconds_until(self._when))
        # Whatever set the alarm may be long over when it rings: nothing of its context is kept.
        self._handle = asyncio.get_running_loop().call_later(seconds, self._look, context=Context())

    def _look(self) -> None:
        if self._clock.now() >= self._when:
            self._ring()
        else:
            self._wait()
