"""Confidence intervals of a mean over deals.

The deals are independent of each other, the games of one deal are not: so a deal is one observation, the mean over its
games. Two kinds of 95 % intervals follow from the variance of the deals:

``FixedLengthIntervals``
    for a match whose length was set beforehand: Student's t; for shares Wilson's interval with the effective sample
    size of the deals (Korn and Graubard), which stays right near 0 and 100 %.
``ConfidenceSequence``
    for a match that may stop after any deal. It is wider, and in 95 of 100 matches it contains the true mean after
    *every* deal, so that stopping when the result looks good is sound. It is the asymptotic normal-mixture sequence of
    Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2021): after t deals

        mean ± s · sqrt(2 (t r + 1) / (t² r) · log(sqrt(t r + 1) / error)),

    with r such that it is tightest around ``TIGHTEST_AT_DEALS`` deals.
"""

from __future__ import annotations

from functools import cache
from math import cos, log, nan, pi, sin, sqrt, tan
from statistics import NormalDist

from wonderland.figures.measure import Measure

ERROR_RATE = 0.05  #: how often an interval may miss the true mean
TIGHTEST_AT_DEALS = 100  #: deals at which a confidence sequence is tightest
ROUNDING_VARIANCE = 1e-12  #: a variance up to this is rounding error


class RunningMean:
    """The mean and variance of one figure over deals, updated deal by deal (Welford)."""

    def __init__(self) -> None:
        self.count = 0
        self.mean = 0.0
        #: In how many games the deals were played.
        self.games = 0
        #: The sum of squared distances from the mean.
        self.squares = 0.0

    @property
    def without_interval(self) -> Measure:
        """The mean without an interval."""
        return Measure(self.mean if self.count else nan, nan)

    def add(self, value: float, games: int = 1) -> None:
        """Add the mean of one deal over this many games."""
        self.count += 1
        self.games += games
        step = value - self.mean
        self.mean += step / self.count
        self.squares += step * (value - self.mean)


class FixedLengthIntervals:
    """The intervals of a match whose length was set beforehand."""

    #: Deals before which no winner is named: the variance is not known well enough.
    min_deals = 10

    def mean(self, deals: RunningMean, error: float = ERROR_RATE) -> Measure:
        if deals.count < 2:
            return deals.without_interval
        variance = deals.squares / (deals.count - 1)
        return Measure(deals.mean, student_t(deals.count - 1, error) * sqrt(variance / deals.count))

    def share(self, deals: RunningMean, low: float = 0.0, high: float = 1.0, error: float = ERROR_RATE) -> Measure:
        """The interval of a figure that always lies between ``low`` and ``high``."""
        width = high - low
        if deals.count < 2 or not width:
            return deals.without_interval
        share = min(max((deals.mean - low) / width, 0.0), 1.0)
        variance = deals.squares / width**2 / (deals.count - 1)
        if variance > ROUNDING_VARIANCE and 0 < share < 1:
            sample_size, degrees = deals.count * share * (1 - share) / variance, deals.count - 1
        else:  # no variance between the deals: the games are the sample
            sample_size, degrees = float(deals.games), deals.games - 1
        return Measure.rate(share * sample_size, sample_size, student_t(degrees, error)).scaled(width, low)

    def adjusted(self, deals: RunningMean, width: float = 1.0, error: float = ERROR_RATE) -> Measure:
        """The interval of a figure without luck, which may leave the ``width`` that the figure itself keeps to."""
        return self.mean(deals, error)


class ConfidenceSequence:
    """The intervals of a match that may stop after any deal."""

    #: Deals before which no winner is named: the variance is not known well enough.
    min_deals = 20

    def mean(self, deals: RunningMean, error: float = ERROR_RATE, max_difference: float = 0.0) -> Measure:
        """One imaginary deal differs by ``max_difference``: deals that are all equal do not prove that all will be."""
        if deals.count < 2:
            return deals.without_interval
        count, two_log = deals.count, -2 * log(error)
        t_r = (two_log + log(two_log + 1)) / TIGHTEST_AT_DEALS * count
        width = sqrt(2 * (t_r + 1) / (count * t_r) * log(sqrt(t_r + 1) / error))
        return Measure(deals.mean, width * sqrt((deals.squares + max_difference**2) / count))

    def share(self, deals: RunningMean, low: float = 0.0, high: float = 1.0, error: float = ERROR_RATE) -> Measure:
        """The interval of a figure that always lies between ``low`` and ``high``."""
        measure = self.mean(deals, error, high - low)
        if deals.count < 2:
            return measure
        mean = measure.mean
        lower, upper = max(mean - measure.margin, low), min(mean + measure.margin, high)
        return Measure(mean, max(mean - lower, upper - mean), (lower, upper))

    def adjusted(self, deals: RunningMean, width: float = 1.0, error: float = ERROR_RATE) -> Measure:
        """The interval of a figure without luck, which may leave the ``width`` that the figure itself keeps to."""
        return self.mean(deals, error, width)


Intervals = FixedLengthIntervals | ConfidenceSequence


@cache
def student_t(degrees: int, error: float = ERROR_RATE) -> float:
    """The half width of a Student's t interval in standard errors: the quantile at 1 - ``error`` / 2.

    >>> round(student_t(1), 2), round(student_t(10), 3), round(student_t(100_000), 3)
    (12.71, 2.228, 1.96)
    """
    if degrees > 1000:
        return NormalDist().inv_cdf(1 - error / 2)
    low, high = 0.0, pi / 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _student_t_probability(middle, degrees) < 1 - error else (low, middle)
    return sqrt(degrees) * tan(low)


def _student_t_probability(angle: float, degrees: int) -> float:
    """P(abs(t) < ``sqrt(degrees) * tan(angle)``): for whole degrees of freedom a finite sum."""
    odd = degrees % 2
    term = cos(angle) if odd else 1.0
    total = 0.0
    for step in range(1 + odd, degrees, 2):
        total += term
        term *= cos(angle) ** 2 * step / (step + 1)
    return 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total
