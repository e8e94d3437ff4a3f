"""How much a client may send: so many in a time, and a few times that in one go."""

from __future__ import annotations

from wonderland.server.clock import Clock


class TokenBucket:
    """A bucket that fills with time and is emptied by use."""

    def __init__(self, clock: Clock, most: int, within: int, burst: int = 1) -> None:
        self._clock = clock
        self._rate = most / within
        self._full = float(most * burst)
        self._left = self._full
        self._since = clock.now()

    def spend(self) -> bool:
        """Use one, if one is left."""
        now = self._clock.now()
        self._left = min(self._full, self._left + (now - self._since) * self._rate)
        self._since = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def full(self) -> bool:
        """Whether nothing of it has been used lately."""
        return self._left + (self._clock.now() - self._since) * self._rate >= self._full

    @property
    def wait(self) -> int:
        """Seconds until the next."""
        return max(1, round((1 - self._left) / self._rate / 1_000))
