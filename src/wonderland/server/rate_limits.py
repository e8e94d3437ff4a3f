"""Named rate limits, counted in memory over a moving window; instances tell each other what they have counted."""

from __future__ import annotations

import math
import time
from collections import OrderedDict, deque
from collections.abc import Callable

from limits import parse

from wonderland.server.errors import Limited

#: Generous enough for a school behind one address, far too slow for guessing passwords or filling a disk.
RATE_LIMITS = {
    "password_by_address": "40 per 5 minutes",
    # Even if somebody else uses this up, sessions that are logged in stay so.
    "password_by_user": "10 per 5 minutes",
    "guests": "60 per hour",
    "accounts": "10 per hour",
    "bots": "30 per hour",
    "names": "20 per hour",
    "exports": "10 per hour",
    "tables": "60 per 10 minutes",
    "seats": "120 per 10 minutes",
    "qr_codes": "120 per 10 minutes",
    # Each goes through all tables.
    "lists": "1200 per minute",
    # Of invitations, by address and by person: enough for the typing errors of a class, far too few for guessing.
    "wrong_codes": "30 per 10 minutes",
    "imports": "30 per 10 minutes",
    "replays": "60 per minute",
    # Each takes about a minute of a processor.
    "reviews": "60 per day",
    # Each takes about a second of one.
    "hints": "60 per 10 minutes",
    # Browsers ask every second while they wait for one.
    "review_polls": "600 per minute",
    # Asked once when a table is opened, and after a lost connection.
    "moves": "600 per minute",
    # Each may have to be drawn.
    "previews": "120 per minute",
}


class MovingWindow:
    """Counts events per key within the last ``seconds``; idle keys are dropped."""

    def __init__(self, amount: int, seconds: float) -> None:
        self._amount = amount
        self._seconds = seconds
        #: The times of each key, most recently used keys last.
        self._times: OrderedDict[str, deque[float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._times)

    def wait(self, key: str, now: float) -> float:
        """The seconds until one is allowed; counts nothing."""
        oldest = now - self._seconds
        times = [time for time in self._times.get(key, ()) if time > oldest]
        return times[0] - oldest if len(times) >= self._amount else 0.0

    def take(self, key: str, now: float) -> float:
        """Count one and return 0; or return the seconds until one is allowed."""
        oldest = now - self._seconds
        while self._times and next(iter(self._times.values()))[-1] <= oldest:
            self._times.popitem(last=False)
        times = self._times.setdefault(key, deque())
        while times and times[0] <= oldest:
            times.popleft()
        if len(times) >= self._amount:
            return times[0] - oldest
        times.append(now)
        self._times.move_to_end(key)
        return 0.0

    def count(self, key: str, now: float, number: int) -> None:
        """Count so many, beyond the limit too."""
        for _ in range(min(number, self._amount)):
            self.take(key, now)


class RateLimits:
    """All limits. ``factor`` raises each of them, for schools and load tests behind one address.

    They use the monotonic clock: setting the machine's clock must neither end a wait nor make one longer.
    """

    def __init__(self, factor: int = 1, monotonic: Callable[[], float] = time.monotonic) -> None:
        items = {name: parse(text) for name, text in RATE_LIMITS.items()}
        self._windows = {name: MovingWindow(item.amount * factor, item.get_expiry()) for name, item in items.items()}
        self._monotonic = monotonic
        #: What people and addresses are counted by; other instances must not be told who they are.
        self.pseudonym: Callable[[str], str] = str
        #: Called with a limit and whose it is, whenever one is counted.
        self.on_take: list[Callable[[str, str], None]] = []

    def count_elsewhere(self, name: str, whose: str, number: int) -> None:
        """Another instance has counted so many, for this pseudonym."""
        if name in self._windows:
            self._windows[name].count(whose, self._monotonic(), number)

    def take(self, name: str, whose: str, key: str = "limit_reached") -> None:
        """Count one for an address or a person; raises ``Limited`` with that message beyond the limit."""
        whose = self.pseudonym(whose)
        if wait := self._windows[name].take(whose, self._monotonic()):
            raise Limited(key, seconds=max(1, math.ceil(wait)))
        for observer in self.on_take:
            observer(name, whose)

    def expect(self, name: str, whose: str) -> None:
        """Raise ``Limited`` if the limit is reached already; counts nothing."""
        if wait := self._windows[name].wait(self.pseudonym(whose), self._monotonic()):
            raise Limited(seconds=max(1, math.ceil(wait)))
