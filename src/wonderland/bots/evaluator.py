"""The evaluator of a game: what a finished game owes to luck, measured by chances of winning.

An evaluator gives every whole position, all cards known but for the order of those not yet drawn, a share of the win
for each seat. Luck is how much chance has changed these shares. Whatever the evaluator says, the luck of the draws is
zero on average, because a draw is compared with the mean over all cards that could have been drawn instead; so
subtracting it from results changes no average, only how widely they scatter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from wonderland.core.game import Done

#: By kind, such as ``deal`` and ``draws``: the luck of each seat in shares of a win; each kind sums to zero.
Luck = Mapping[str, tuple[float, ...]]


class Evaluator(Protocol):
    """Measures the luck in finished games of one game, at tables of one size."""

    @property
    def name(self) -> str:
        """What it is, with a hash of all that its numbers depend on: two evaluators of one name measure alike."""
        ...

    def luck(self, deal: Any, actions: Sequence[Done[Any]]) -> Luck:
        """The luck of each seat in a finished game."""
        ...
