"""How sure a mean over deals is.

The deals are independent of each other, the games of one deal are not: so a deal is one observation, the mean over its
games. Two kinds of 95 % intervals follow from how much the deals differ:

``Fixed``     for a match whose length was set beforehand: Student's t; for shares Wilson's interval, with as many games
              as would be as sure as these deals are (Korn and Graubard), which stays right near 0 and 100 %.
``Anytime``   for a match that may stop whenever it likes: a confidence sequence. It is wider, and in 95 of 100 matches
              it holds the truth at *every* moment, so stopping when it looks good is no cheating. It is the asymptotic
              normal-mixture one of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2021): after t deals

                  mean ± s · sqrt(2 (t r + 1) / (t² r) · log(sqrt(t r + 1) / error)),

              with r such that it is tightest around ``TIGHTEST`` deals.
"""

from __future__ import annotations

from functools import cache
from math import cos, log, nan, pi, sin, sqrt, tan
from statistics import NormalDist

from wonderland.figures.measure import Measure

ERROR = 0.05  #: how often an interval may miss the truth
TIGHTEST = 100  #: deals at which a confidence sequence is at its best
ALIKE = 1e-12  #: a variance that is rounding and nothing else
SOONEST = 20  #: deals before which nothing is settled: the sequence rests on a variance, which must be known


class Deals:
    """A figure of each deal, added up one by one (Welford)."""

    def __init__(self) -> None:
        self.count = 0
        self.mean = 0.0
        #: How many games they were played in.
        self.games = 0
        #: The sum of squared distances from the mean.
        self.squares = 0.0

    @property
    def only(self) -> Measure:
        """The mean without an interval."""
        return Measure(self.mean if self.count else nan, nan)

    def add(self, value: float, games: int = 1) -> None:
        """The mean of one deal over so many games."""
        self.count += 1
        self.games += games
        step = value - self.mean
        self.mean += step / self.count
        self.squares += step * (value - self.mean)


class Fixed:
    """The intervals of a match whose length was set beforehand."""

    soonest = 10

    def mean(self, deals: Deals, error: float = ERROR) -> Measure:
        if deals.count < 2:
            return deals.only
        variance = deals.squares / (deals.count - 1)
        return Measure(deals.mean, student(deals.count - 1, error) * sqrt(variance / deals.count))

    def share(self, deals: Deals, low: float = 0.0, high: float = 1.0, error: float = ERROR) -> Measure:
        """A figure that lies between ``low`` and ``high`` whatever happens."""
        width = high - low
        if deals.count < 2 or not width:
            return deals.only
        share = min(max((deals.mean - low) / width, 0.0), 1.0)
        variance = deals.squares / width**2 / (deals.count - 1)
        if variance > ALIKE and 0 < share < 1:
            as_good_as, freedom = deals.count * share * (1 - share) / variance, deals.count - 1
        else:  # deals that are all alike tell nothing of how they differ: their games are the sample
            as_good_as, freedom = float(deals.games), deals.games - 1
        return Measure.rate(share * as_good_as, as_good_as, student(freedom, error)).scaled(width, low)


class Anytime:
    """The intervals of a match that may stop after any deal: a confidence sequence."""

    soonest = SOONEST

    def mean(self, deals: Deals, error: float = ERROR, reach: float = 0.0) -> Measure:
        """Deals that are all alike do not make us sure: another might differ by ``reach``, and counts as if it had."""
        if deals.count < 2:
            return deals.only
        count, sides = deals.count, -2 * log(error)
        spread = (sides + log(sides + 1)) / TIGHTEST * count
        width = sqrt(2 * (spread + 1) / (count * spread) * log(sqrt(spread + 1) / error))
        return Measure(deals.mean, width * sqrt((deals.squares + reach**2) / count))

    def share(self, deals: Deals, low: float = 0.0, high: float = 1.0, error: float = ERROR) -> Measure:
        """A figure that lies between ``low`` and ``high`` whatever happens."""
        found = self.mean(deals, error, high - low)
        if deals.count < 2:
            return found
        lower, upper = max(found.mean - found.margin, low), min(found.mean + found.margin, high)
        return Measure(found.mean, max(found.mean - lower, upper - found.mean), (lower, upper))


Intervals = Fixed | Anytime


@cache
def student(freedom: int, error: float = ERROR) -> float:
    """How many standard errors a Student's t interval reaches to either side.

    >>> round(student(1), 2), round(student(10), 3), round(student(100_000), 3)
    (12.71, 2.228, 1.96)
    """
    if freedom > 1000:
        return NormalDist().inv_cdf(1 - error / 2)
    low, high = 0.0, pi / 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, freedom) < 1 - error else (low, middle)
    return sqrt(freedom) * tan(low)


def _within(angle: float, freedom: int) -> float:
    """How likely Student's t stays within ``sqrt(freedom) * tan(angle)`` of zero: the finite sum for whole freedoms."""
    odd = freedom % 2
    term = cos(angle) if odd else 1.0
    total = 0.0
    for step in range(1 + odd, freedom, 2):
        total += term
        term *= cos(angle) ** 2 * step / (step + 1)
    return 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total
