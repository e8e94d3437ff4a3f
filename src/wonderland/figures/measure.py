"""A figure and how sure it is."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan, sqrt
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy import int64
    from numpy.typing import NDArray

#: Half the width of a 95 % confidence interval, in standard errors.
SURE = 1.959964


@dataclass(frozen=True)
class Measure:
    """A mean and half of its 95 % confidence interval; a single game gives no interval."""

    mean: float
    margin: float

    @classmethod
    def of(cls, values: NDArray[Any], counts: NDArray[int64]) -> Measure:
        """From how often each value came."""
        total = int(counts.sum())
        if total == 0:
            return cls(float("nan"), float("nan"))
        mean = float((values * counts).sum() / total)
        if total == 1:
            return cls(mean, float("nan"))
        variance = float(((values - mean) ** 2 * counts).sum() / (total - 1))
        return cls(mean, SURE * sqrt(variance / total))

    @classmethod
    def rate(cls, count: float, total: float, sure: float = SURE) -> Measure:
        """How often something happened; the margin is the longer arm of Wilson's interval, right for rare events."""
        if total == 0:
            return cls(float("nan"), float("nan"))
        share, square = count / total, sure * sure
        middle = (share + square / (2 * total)) / (1 + square / total)
        arm = sure * sqrt(share * (1 - share) / total + square / (4 * total * total)) / (1 + square / total)
        return cls(share, max(share - (middle - arm), middle + arm - share))


def told(measure: Measure, name: str = "mean") -> dict[str, float | None]:
    """A measure for programs; what is not known is null."""
    values = {name: measure.mean, "margin": measure.margin}
    return {key: None if isnan(value) else value for key, value in values.items()}
