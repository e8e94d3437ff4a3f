"""What a game tells besides its rules: everything that a table, the arena, the terminal and other programs need.

A game's folder holds a subclass of :class:`TableRules` (``table.py``), reached as ``game.table``. What a game does not
say falls back to the cautious answer: every field of a view is secret, and so is every action.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

import msgspec

from wonderland.core.fields import Data
from wonderland.core.options import read_options

if TYPE_CHECKING:
    from wonderland.core.game import Game


class Standing(NamedTuple):
    """Where one seat came: its place (1 is best, equal places are shared) and the two numbers that decided."""

    place: int
    score: int
    second: int = 0


class Series(Protocol):
    """What several games at a table add up to, such as a Challenge."""

    @property
    def over(self) -> bool:
        """Whether the last of its games has been played."""
        ...


class NoOptions(msgspec.Struct, frozen=True):
    """The game has nothing to choose."""


class TableRules:
    """What a game tells besides its rules. All methods are pure; chance comes as a random source.

    A game must say whom it waits for and who came where; everything else has a default.
    """

    #: Everybody acts at once, in real time; otherwise the table waits for the seats it names.
    live: ClassVar[bool] = False

    # ---- types: the messages to clients, the command line's flags and the forms are made from these ----

    #: The game's view: a struct with at least ``players`` and ``seat``.
    View: ClassVar[type[msgspec.Struct]]
    #: What a table may choose: a struct of literals and booleans, each with a default.
    Options: ClassVar[type[msgspec.Struct]] = NoOptions
    #: Arguments of ``deal`` for deals made by hand (``wonderland deal``), each with what reads it from a text.
    deal_arguments: ClassVar[Mapping[str, Callable[[str], Any]]] = {}
    #: The end of a game as data (a TypedDict).
    Result: ClassVar[Any] = dict
    #: What a view means, worked out for those who ask; None: nothing is explained.
    Explanation: ClassVar[type[msgspec.Struct] | None] = None

    # ---- secrecy ---------------------------------------------------------------------------------------

    #: The fields of a view that only its own seat may know; None: all of them.
    secret: ClassVar[frozenset[str] | None] = None

    #: Whether a high score is a good one; in most of our games points are to be avoided.
    high_score_wins: ClassVar[bool] = False
    #: Names of the numbers that ``measures`` gives, the most telling one first.
    measure_names: ClassVar[tuple[str, ...]] = ()

    def __init__(self, game: Game[Any, Any, Any, Any, Any]) -> None:
        self.game = game

    def is_public(self, action: Any) -> bool:
        """Whether everybody at the table may know this action of another seat."""
        return False

    def own(self, state: Any, seat: int) -> dict[str, Any]:
        """The secret fields of the seat's view; all others are the same in a spectator's."""
        view = self.game.view(state, seat)
        names = view.__struct_fields__ if self.secret is None else self.secret
        return {name: getattr(view, name) for name in names if name != "seat"}

    # ---- a game at a table -----------------------------------------------------------------------------

    def options(self, data: Data) -> Any:
        """A table's options, checked and complete; what is wrong is raised by its key."""
        return read_options(self.Options, data, self.game.name)

    def deal(self, players: Sequence[str], options: Any, before: Any, series: Any, random: Random) -> Any:
        """A fresh deal; ``before`` is the deal of the game before at the same table, with the same players."""
        return self.game.shuffle(players, random)

    def waiting(self, state: Any) -> tuple[int, ...]:
        """The seats that must act before the game goes on; none when everybody acts at once."""
        raise NotImplementedError

    def explain(self, view: Any) -> Any:
        """What a seat's own view means, as ``Explanation``: worked out from the view alone, so it reveals nothing."""
        return None

    # ---- the end of a game -----------------------------------------------------------------------------

    def standings(self, state: Any) -> tuple[Standing, ...]:
        """Who came where in a game that has ended, by seat."""
        raise NotImplementedError

    def measures(self, state: Any) -> Mapping[str, tuple[float, ...]]:
        """Numbers by seat for statistics over many games, by the names in ``measure_names``."""
        return {}

    def result(self, state: Any, series: Any) -> dict[str, Any]:
        """The end of a game as ``Result``: what replaying its record gives, and what a table shows besides."""
        return self.game.result(state)

    # ---- several games as one contest --------------------------------------------------------------------

    def series(self, players: int, options: Any) -> Series | None:
        """What several games at the table add up to, before the first; None when each stands alone."""
        return None

    def add(self, series: Any, state: Any) -> Any:
        """The series after a game that has ended so."""
        return None


def ranked(keys: Sequence[Any]) -> tuple[int, ...]:
    """Everyone's place from what decides, the least first; equals share a place.

    >>> ranked([12, 5, 12])
    (2, 1, 2)
    """
    return tuple(1 + sum(other < own for other in keys) for own in keys)
