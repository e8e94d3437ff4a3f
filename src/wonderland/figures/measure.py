"""A mean with its confidence interval."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan, sqrt
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy import int64
    from numpy.typing import NDArray

#: The 97.5 % quantile of the normal distribution: half the width of a 95 % confidence interval, in standard errors.
Z_95 = 1.959964


@dataclass(frozen=True)
class Measure:
    """A mean and its 95 % confidence interval; ``margin`` is the longer of its two sides, NaN after a single game."""

    mean: float
    margin: float
    #: The interval, where it is not symmetric: that of a share never leaves 0 to 1.
    bounds: tuple[float, float] | None = None

    @property
    def interval(self) -> tuple[float, float]:
        """The bounds of the interval.

        >>> Measure.rate(0, 100).interval[0], Measure(0.5, 0.1).interval
        (0.0, (0.4, 0.6))
        """
        return self.bounds or (self.mean - self.margin, self.mean + self.margin)

    def scaled(self, by: float, plus: float = 0.0) -> Measure:
        """The measure of ``by * x + plus``; ``scaled(-1, 1)`` turns a share into the share of everything else."""
        low, high = sorted(by * bound + plus for bound in self.interval)
        return Measure(by * self.mean + plus, abs(by) * self.margin, (low, high) if self.bounds else None)

    @classmethod
    def of(cls, values: NDArray[Any], counts: NDArray[int64]) -> Measure:
        """The mean of values with their counts, with a normal interval."""
        total = int(counts.sum())
        if total == 0:
            return cls(float("nan"), float("nan"))
        mean = float((values * counts).sum() / total)
        if total == 1:
            return cls(mean, float("nan"))
        variance = float(((values - mean) ** 2 * counts).sum() / (total - 1))
        return cls(mean, Z_95 * sqrt(variance / total))

    @classmethod
    def rate(cls, count: float, total: float, z: float = Z_95) -> Measure:
        """How often something happened, with Wilson's score interval, which holds for rare events, too."""
        if total == 0:
            return cls(float("nan"), float("nan"))
        share, square = count / total, z * z
        middle = (share + square / (2 * total)) / (1 + square / total)
        arm = z * sqrt(share * (1 - share) / total + square / (4 * total * total)) / (1 + square / total)
        low, high = max(middle - arm, 0.0), min(middle + arm, 1.0)
        return cls(share, max(share - low, high - share), (low, high))


def measure_to_dict(measure: Measure, name: str = "mean") -> dict[str, float | None]:
    """A measure as JSON data; NaN becomes null."""
    values = {name: measure.mean, "margin": measure.margin}
    return {key: None if isnan(value) else value for key, value in values.items()}
