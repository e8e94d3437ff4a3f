"""What a table must know of a game besides its rules: whom it waits for, how the next game begins, who came where.

A game's folder holds its ``customs`` beside its rules; the server knows no game by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple, Protocol

from wonderland.core.fields import Data


class Standing(NamedTuple):
    """Where one seat came: its place (1 is best, equal places are shared) and the two numbers that decided."""

    place: int
    score: int
    second: int


class Series(Protocol):
    """What several games at a table add up to, such as a Challenge."""

    @property
    def over(self) -> bool:
        """Whether the last of its games has been played."""
        ...


class Customs(Protocol):
    """A game's customs at a table. All functions are pure; chance comes as a random source."""

    #: Everybody acts at once, in real time; otherwise the table waits for the seats it names.
    live: bool
    #: The bot that plays on for somebody who is gone.
    stand_in: str

    def options(self, data: Data) -> dict[str, Any]:
        """The table's options, complete and checked; what is wrong is raised by its key."""
        ...

    def deal(self, players: Sequence[str], options: Data, before: Any, series: Any, random: Random) -> Any:
        """A fresh deal; ``before`` is the deal of the game before at the same table, with the same players."""
        ...

    def waits_for(self, state: Any) -> tuple[int, ...]:
        """The seats that must act before the game goes on; none when everybody acts at once."""
        ...

    def own(self, state: Any, seat: int) -> dict[str, Any]:
        """The fields of the seat's view that a spectator's does not show; all others are the same for everyone."""
        ...

    def standings(self, state: Any) -> tuple[Standing, ...]:
        """Who came where in a game that has ended, by seat."""
        ...

    def series(self, players: int, options: Data) -> Series | None:
        """What several games at the table add up to before the first; None when each stands alone."""
        ...

    def add(self, series: Any, state: Any) -> Any:
        """The series after a game that has ended so."""
        ...

    def result(self, state: Any, series: Any) -> dict[str, Any]:
        """The end of a game as data: what ``replay`` prints, and what a table shows besides."""
        ...

    def guide(self, seen: Any) -> Any:
        """What a seat's own view means, for those who ask: worked out from the view alone, so it hides nothing."""
        ...
