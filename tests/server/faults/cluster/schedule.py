"""Which faults come when, from a seed: pure, so that a seed repeats them."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

#: By kind, how often each is chosen.
KINDS = {
    "kill": 4,  # kill -9 an instance, and start it again
    "restart": 1,  # SIGTERM, as in a rolling restart
    "freeze": 3,  # SIGSTOP an instance
    "restart postgres": 2,  # at once, as when it crashes
    "flush redis": 1,
    "restart redis": 2,  # kill -9, and empty when it is back
    "cut postgres": 3,  # an instance's connections are reset, and refused for a while
    "cut redis": 3,
    "hold postgres": 2,  # nothing passes for a while, then all of it does
    "hold redis": 1,
    "slow postgres": 1,  # everything an instance sends and gets takes longer
    "slow disk": 2,  # every sync of the database's files takes longer
}
OF_INSTANCES = frozenset(
    ("kill", "restart", "freeze", "cut postgres", "cut redis", "hold postgres", "hold redis", "slow postgres")
)
INSTANCES = 3
PAUSE_SECONDS = (0.5, 5.0)  #: from the beginning of one fault to that of the next: they may overlap
DOWN_SECONDS = (0.0, 4.0)
FREEZE_SECONDS = 10.0


class Fault(NamedTuple):
    """One fault: how long after the last one it begins, what it is, at which instance, and how long it lasts."""

    after: float
    kind: str
    instance: int | None
    seconds: float


def schedule(random: Random, count: int) -> list[Fault]:
    """As many faults, each kind as often as it should be."""
    faults = []
    for _ in range(count):
        (kind,) = random.choices(list(KINDS), list(KINDS.values()))
        instance = random.randrange(INSTANCES)
        after, seconds = random.uniform(*PAUSE_SECONDS), random.uniform(*DOWN_SECONDS)
        if kind == "freeze":
            seconds = FREEZE_SECONDS
        faults.append(Fault(round(after, 2), kind, instance if kind in OF_INSTANCES else None, round(seconds, 2)))
    return faults
