"""A mean of values that come one by one and are not kept."""

from __future__ import annotations

from math import sqrt

from wonderland.figures.measure import Z_95, Measure


class RunningMean:
    """The mean and the spread of values so far (Welford's algorithm).

    >>> found = RunningMean()
    >>> for value in (1.0, 2.0, 3.0):
    ...     found.add(value)
    >>> found.count, found.mean, round(found.measure.margin, 3)
    (3, 2.0, 1.132)
    """

    def __init__(self) -> None:
        self.count, self.mean, self._squares = 0, 0.0, 0.0

    def add(self, value: float) -> None:
        """Count a value."""
        self.count += 1
        before = value - self.mean
        self.mean += before / self.count
        self._squares += before * (value - self.mean)

    @property
    def measure(self) -> Measure:
        """The mean with a normal 95 % interval; no interval for a single value, nothing for none."""
        if self.count < 2:
            return Measure(self.mean if self.count else float("nan"), float("nan"))
        return Measure(self.mean, Z_95 * sqrt(self._squares / (self.count - 1) / self.count))
