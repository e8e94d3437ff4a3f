"""How often somebody may: one table of named limits, counted in memory over a moving window."""

from __future__ import annotations

import math
import time

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from wonderland.core.errors import NotAllowed

#: Generous enough for a school behind one address, far too slow for guessing passwords or filling a disk.
LIMITS = {
    "password_by_address": "40 per 5 minutes",
    # Whoever is logged in stays so, even while somebody else uses this up to annoy them.
    "password_by_user": "10 per 5 minutes",
    "guests": "60 per hour",
    "accounts": "10 per hour",
    "bots": "30 per hour",
    "names": "20 per hour",
    "exports": "10 per hour",
    "tables": "60 per 10 minutes",
    "seats": "120 per 10 minutes",
    # By address: whoever mistypes a code tries again, and nobody finds one by trying.
    "invitations": "120 per 10 minutes",
    "imports": "30 per 10 minutes",
    "replays": "60 per minute",
}


class Limited(NotAllowed):
    """Too often; after ``seconds`` it may be tried again."""

    def __init__(self, key: str = "limit_reached", /, *, seconds: int) -> None:
        super().__init__(key, seconds=seconds)
        self.seconds = seconds


class Limits:
    """Counts. ``times`` makes every limit that many times wider, for load tests that come from one address."""

    def __init__(self, times: int = 1) -> None:
        self._items = {name: _wider(parse(text), times) for name, text in LIMITS.items()}
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    def take(self, name: str, whose: str) -> None:
        """Count one for an address or a person; raises ``Limited`` when that was one too many."""
        item = self._items[name]
        if not self._limiter.hit(item, name, whose):
            reset = self._limiter.get_window_stats(item, name, whose).reset_time
            raise Limited(seconds=max(1, math.ceil(reset - time.time())))


def _wider(item: RateLimitItem, times: int) -> RateLimitItem:
    return type(item)(item.amount * times, item.multiples, item.namespace)
