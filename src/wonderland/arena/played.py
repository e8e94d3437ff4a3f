"""What is known of a game that was played: the places, the game's own numbers, and how the bots thought."""

from __future__ import annotations

from typing import Annotated

import msgspec

#: What somebody has changed in a file is refused beyond these: sums of them stay far from any limit.
Count = Annotated[int, msgspec.Meta(ge=0, le=10**9)]
Time = Annotated[float, msgspec.Meta(ge=0, le=1e12)]
Number = Annotated[float, msgspec.Meta(ge=-1e6, le=1e6)]


class Thinking(msgspec.Struct, frozen=True, omit_defaults=True):
    """The decisions of one seat: how many, how long in all, the slowest, and what went wrong."""

    decisions: Count = 0
    milliseconds: Time = 0.0
    slowest: Time = 0.0
    #: How often, by kind (``wonderland.bots.running.KINDS``).
    faults: dict[str, Count] = {}
    #: What the first fault was, for the bot's author.
    first_fault: str = ""

    def __add__(self, other: Thinking) -> Thinking:
        kinds = {**self.faults, **other.faults}
        return Thinking(
            self.decisions + other.decisions,
            self.milliseconds + other.milliseconds,
            max(self.slowest, other.slowest),
            {kind: self.faults.get(kind, 0) + other.faults.get(kind, 0) for kind in kinds},
            self.first_fault or other.first_fault,
        )


class Played(msgspec.Struct, frozen=True):
    """The result of one game of a match, by seat."""

    number: int
    #: 1 for whoever won, alone or with others.
    places: tuple[int, ...]
    #: What the game counts; the first of them is what one is ahead by.
    measures: dict[str, tuple[Number, ...]]
    thinking: tuple[Thinking, ...]

    @property
    def shares(self) -> tuple[float, ...]:
        """Each seat's share of the win: a win shared by k counts 1/k."""
        winners = self.places.count(1)
        return tuple(1 / winners if place == 1 else 0.0 for place in self.places)
