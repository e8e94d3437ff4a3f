"""The result of one game: the places, the game's own measures, and how the bots thought."""

from __future__ import annotations

from typing import Annotated

import msgspec

#: Larger numbers in a match file are refused, so that sums cannot overflow.
Count = Annotated[int, msgspec.Meta(ge=0, le=10**9)]
Time = Annotated[float, msgspec.Meta(ge=0, le=1e12)]
Number = Annotated[float, msgspec.Meta(ge=-1e6, le=1e6)]


class ThinkingStats(msgspec.Struct, frozen=True, omit_defaults=True):
    """The decisions of one seat: how many, their time in all, the slowest, and what went wrong."""

    decisions: Count = 0
    milliseconds: Time = 0.0
    slowest: Time = 0.0
    #: How often it failed, by kind (``wonderland.bots.running.FAULT_KINDS``).
    faults: dict[str, Count] = {}
    #: A description of the first fault, for the bot's author.
    first_fault: str = ""

    def __add__(self, other: ThinkingStats) -> ThinkingStats:
        kinds = {**self.faults, **other.faults}
        return ThinkingStats(
            self.decisions + other.decisions,
            self.milliseconds + other.milliseconds,
            max(self.slowest, other.slowest),
            {kind: self.faults.get(kind, 0) + other.faults.get(kind, 0) for kind in kinds},
            self.first_fault or other.first_fault,
        )


class GameResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of one game of a match, by seat."""

    number: int
    #: 1 for the winners.
    places: tuple[int, ...]
    #: What the game counts, such as scores; the first of them decides by how much a bot is ahead.
    measures: dict[str, tuple[Number, ...]]
    thinking: tuple[ThinkingStats, ...]
    #: By kind: the luck of each seat in shares of a win, where the match has an evaluator.
    luck: dict[str, tuple[Number, ...]] = {}

    @property
    def shares(self) -> tuple[float, ...]:
        """Each seat's share of the win: a win shared by k counts 1/k."""
        winners = self.places.count(1)
        return tuple(1 / winners if place == 1 else 0.0 for place in self.places)

    @property
    def total_luck(self) -> tuple[float, ...]:
        """The luck of each seat, of all kinds together; zero in sum."""
        return tuple(map(sum, zip(*self.luck.values(), strict=True)))

    def adjusted_shares(self, part: float) -> tuple[float, ...]:
        """Each seat's share of the win without this part of its luck; they still sum to 1."""
        return tuple(share - part * luck for share, luck in zip(self.shares, self.total_luck, strict=True))
