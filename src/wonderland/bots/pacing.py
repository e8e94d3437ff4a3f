"""How long people take: mostly about the same, seldom much less, now and then much more."""

from __future__ import annotations

from math import exp
from random import Random

SPREAD = 0.3


def human(middle: float, random: Random) -> int:
    """Milliseconds around a middle, skewed to the right as reaction times are.

    >>> times = sorted(human(500, Random(seed)) for seed in range(1000))
    >>> times[0], times[500], times[-1]
    (221, 501, 1103)
    """
    # Three of the only draw whose values Python promises to keep add up to something nearly normal.
    normal = 2 * (random.random() + random.random() + random.random() - 1.5)
    return round(middle * exp(SPREAD * normal))
