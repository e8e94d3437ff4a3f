"""What a table, the arena, the terminal and other programs need to know of a game besides its rules.

A game's folder holds a subclass of :class:`TableRules` (``table.py``), reached as ``game.table``. The defaults
are the safe ones: every field of a view is secret, and so is every action.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

import msgspec

from wonderland.core.changes import Change
from wonderland.core.fields import Data
from wonderland.core.options import read_options

if TYPE_CHECKING:
    from wonderland.core.game import Game


class Standing(NamedTuple):
    """The result of one seat: its place (1 is best, ties share a place) and the two numbers that decided."""

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
    """What else there is to know of a game. All methods are pure; the random source is an argument.

    A game must define ``waiting`` and ``standings``; everything else has a default.
    """

    #: Everybody acts at once, in real time; otherwise the table waits for the seats in ``waiting``.
    live: ClassVar[bool] = False

    # ---- types: the messages to clients, the command line's flags and the forms are made from these ----

    #: The game's view: a struct with at least ``players`` and ``seat``.
    View: ClassVar[type[msgspec.Struct]]
    #: What a table may choose: a struct of literals and booleans, each with a default.
    Options: ClassVar[type[msgspec.Struct]] = NoOptions
    #: Arguments of ``deal`` for ``wonderland deal``, each with the function that parses it.
    deal_arguments: ClassVar[Mapping[str, Callable[[str], Any]]] = {}
    #: The end of a game as data (a TypedDict).
    Result: ClassVar[Any] = dict
    #: The type that ``explain`` returns; None: nothing is explained.
    Explanation: ClassVar[type[msgspec.Struct] | None] = None
    #: The type of what ``series`` returns: a struct; None: games do not count together.
    SeriesState: ClassVar[type[msgspec.Struct] | None] = None

    # ---- secrecy ---------------------------------------------------------------------------------------

    #: The fields of a view that only its own seat may know; None: all of them.
    secret: ClassVar[frozenset[str] | None] = None

    #: Whether a high score wins; in Parade and Nimble a low one does.
    high_score_wins: ClassVar[bool] = False
    #: The keys of ``measures``, the most important one first.
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

    def view_changes(self, before: Any, after: Any) -> list[Change] | None:
        """What an action changes in a spectator's view, where a game knows that sooner than views can be compared.

        The same, and in the same order, as ``changes`` of the two views; None: they have to be compared.
        """
        return None

    # ---- a game at a table -----------------------------------------------------------------------------

    def options(self, data: Data) -> Any:
        """A table's options, checked and complete; an error names the key."""
        return read_options(self.Options, data, self.game.name)

    def deal(self, players: Sequence[str], options: Any, before: Any, series: Any, random: Random) -> Any:
        """A new deal; ``before`` is the previous deal at the same table, with the same players."""
        return self.game.shuffle(players, random)

    def waiting(self, state: Any) -> tuple[int, ...]:
        """The seats that must act before the game goes on; none when everybody acts at once."""
        raise NotImplementedError

    def explain(self, view: Any) -> Any:
        """An ``Explanation`` of a seat's own view, computed from the view alone, so that it reveals nothing."""
        return None

    # ---- the end of a game -----------------------------------------------------------------------------

    def standings(self, state: Any) -> tuple[Standing, ...]:
        """The standing of each seat in a finished game."""
        raise NotImplementedError

    def measures(self, state: Any) -> Mapping[str, tuple[float, ...]]:
        """Numbers by seat for statistics over many games, by the names in ``measure_names``."""
        return {}

    def result(self, state: Any, series: Any) -> dict[str, Any]:
        """The end of a game as ``Result``: what replaying its record gives, and what else a table shows."""
        return self.game.result(state)

    # ---- several games that count together ---------------------------------------------------------------

    def series(self, players: int, options: Any) -> Series | None:
        """The series before its first game; None when games do not count together."""
        return None

    def add(self, series: Any, state: Any) -> Any:
        """The series after a game that ended in this state."""
        return None


def ranked(keys: Sequence[Any]) -> tuple[int, ...]:
    """The place of each key, the least first; ties share a place.

    >>> ranked([12, 5, 12])
    (2, 1, 2)
    """
    return tuple(1 + sum(other < own for other in keys) for own in keys)
