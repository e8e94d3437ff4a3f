"""Reaction times like those of people: log-normal, so that a few are much longer than most."""

from __future__ import annotations

from math import exp
from random import Random

LOG_NORMAL_SIGMA = 0.3  #: standard deviation of the logarithm of a time


def human(middle: float, random: Random) -> int:
    """A random time in milliseconds with the median ``middle``.

    >>> times = sorted(human(500, Random(seed)) for seed in range(1000))
    >>> times[0], times[500], times[-1]
    (221, 501, 1103)
    """
    # The sum of three uniform numbers is nearly normal; only ``random()`` is stable across Python versions.
    normal = 2 * (random.random() + random.random() + random.random() - 1.5)
    return round(middle * exp(LOG_NORMAL_SIGMA * normal))
