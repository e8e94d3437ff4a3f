"""What a simulation returns: one row of numbers a game, with a name for every column."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wonderland.sim.kernel.layout import (
    COLOURS,
    ROW_CAUSES,
    ROW_FIRST,
    ROW_PLIES,
    ROW_SEATS,
    ROW_TRIGGER,
    ROW_WINNERS,
)  # fmt: skip

Numbers = NDArray[np.int16]
Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class Games:
    """The results of games ``start`` to ``start + len(self)`` of a seed; seats are those of the table."""

    players: int
    seed: int
    start: int
    policies: tuple[str, ...]
    #: A row a game, whose columns the properties below are; see ``kernel/layout.py``.
    table: Numbers

    def __len__(self) -> int:
        return len(self.table)

    @property
    def first(self) -> Numbers:
        """Per game, the table seat that began."""
        return self.table[:, ROW_FIRST]

    @property
    def plies(self) -> Numbers:
        """Per game, the number of turns."""
        return self.table[:, ROW_PLIES]

    @property
    def trigger_ply(self) -> Numbers:
        """The turn that began the last round, counted from 1 (P6)."""
        return self.table[:, ROW_TRIGGER]

    @property
    def trigger_seat(self) -> Numbers:
        """Per game, the table seat that began the last round."""
        return (self.first + self.trigger_ply - 1) % np.int16(self.players)

    @property
    def by_colours(self) -> Flags:
        """Whether a player's sixth colour began the last round, alone or together with the empty pile."""
        return _bits(self.table[:, ROW_CAUSES], 2)[..., 0]

    @property
    def by_pile(self) -> Flags:
        """Per game, whether the empty draw pile began the last round."""
        return _bits(self.table[:, ROW_CAUSES], 2)[..., 1]

    @property
    def scores(self) -> Numbers:
        """(games, players): the scores by table seat."""
        return self._seats(0)

    @property
    def cards(self) -> Numbers:
        """How many cards each player had in front at the result."""
        return self._seats(1)

    @property
    def winners(self) -> Flags:
        """Per game and seat, who won; several share the win (P10)."""
        return _bits(self.table[:, ROW_WINNERS], self.players)

    @property
    def majorities(self) -> Flags:
        """Per game, seat and colour (in the order R B V G S O), who turned the colour over (P8)."""
        return _bits(self._seats(2), COLOURS)

    def _seats(self, block: int) -> Numbers:
        start = ROW_SEATS + block * self.players
        return self.table[:, start : start + self.players]


def _bits(words: Numbers, length: int) -> Flags:
    """The lowest bits of each word along a new last axis."""
    flags: Flags = (words[..., None] >> np.arange(length, dtype=np.int16)) & 1 != 0
    return flags
