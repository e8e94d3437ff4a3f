"""A token bucket: limits a rate and allows bursts."""

from __future__ import annotations

from wonderland.server.clock import Clock


class TokenBucket:
    """``amount`` per ``window_ms``, and up to ``burst`` times the amount at once."""

    def __init__(self, clock: Clock, amount: int, window_ms: int, burst: int = 1) -> None:
        self._clock = clock
        self._rate = amount / window_ms
        self._capacity = float(amount * burst)
        self._tokens = self._capacity
        self._updated = clock.now()

    def take(self) -> bool:
        """Take a token; False if none is left."""
        now = self._clock.now()
        tokens = self._tokens + (now - self._updated) * self._rate
        self._tokens = tokens if tokens < self._capacity else self._capacity
        self._updated = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    @property
    def full(self) -> bool:
        """Whether all tokens are back."""
        return self._tokens + (self._clock.now() - self._updated) * self._rate >= self._capacity

    @property
    def seconds_until_next(self) -> int:
        """Seconds until the next token."""
        return max(1, round((1 - self._tokens) / self._rate / 1_000))
