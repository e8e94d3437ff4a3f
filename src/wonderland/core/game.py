"""The protocol that every game implements.

A game is six pure functions over immutable values. Chance is explicit: a ``deal`` (the shuffled deck, who
starts) is an input, so the rules hold no random source, no clock and do no I/O.

It fits both turn-based games and live games, in which everybody acts at any moment: nothing here says whose turn it
is, and ``legal(state, seat)`` is empty for a seat that cannot act now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from wonderland.core.errors import NotAllowed
from wonderland.core.fields import Data
from wonderland.core.table import TableRules

Deal = TypeVar("Deal")
State = TypeVar("State")
Action = TypeVar("Action")
View = TypeVar("View", covariant=True)
Outcome = TypeVar("Outcome", covariant=True)


class Step(msgspec.Struct, Generic[State, Action], frozen=True):
    """One step of a record: who did what, and the state it led to. The deal itself has neither."""

    state: State
    seat: int | None = None
    action: Action | None = None
    #: Milliseconds since the start, where the record has them.
    time: int | None = None


class Done(NamedTuple, Generic[Action]):
    """An action that was accepted: whose it was and, if a clock ran, when (in milliseconds)."""

    seat: int
    action: Action
    time: int | None = None


class RecordChecker(Protocol):
    """Follows the records of one file in order, for games whose rounds make up something larger."""

    def add(self, record: Data, state: Any) -> dict[str, Any]:
        """What this record adds to its result; raises when it does not follow from those before it."""
        ...


class IndependentRecords:
    """The checker of a game whose records each stand alone."""

    def add(self, record: Data, state: Any) -> dict[str, Any]:
        """Nothing: the record stands alone."""
        return {}


class Game(Protocol[Deal, State, Action, View, Outcome]):
    """A game's rules, its text and its records. Adding a game: see ``docs/adding-a-game.md``."""

    name: str
    #: The numbers of players the game can be played with.
    seats: range
    #: Increased when the rules allow, refuse or score something differently; a refactoring does not change it. Logs
    #: hold the version by which an action was accepted.
    rules_version: int

    # ---- the rules -------------------------------------------------------------------------------

    def deal(self, deal: Deal) -> State:
        """The state in which the game begins."""
        ...

    def check(self, state: State, seat: int, action: Action) -> NotAllowed | None:
        """Why the rules refuse this action of this seat now, or None. The one source of legality."""
        ...

    def legal(self, state: State, seat: int) -> Sequence[Action]:
        """Everything the seat may do now: the actions that ``check`` does not refuse."""
        ...

    def choices(self, view: Any) -> Sequence[Action]:
        """The same as ``legal``, worked out from the seat's view: a player always knows what they may do."""
        ...

    def apply(self, state: State, seat: int, action: Action) -> State:
        """The state after the action; raises what ``check`` says when it is refused."""
        ...

    def view(self, state: State, seat: int | None) -> View:
        """What a seat (None: a spectator) may know. Only views ever leave the process."""
        ...

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        ...

    # ---- text and records: everything rebuilds itself ----------------------------------------------

    @property
    def shuffle(self) -> Callable[..., Deal]:
        """``shuffle(players, random, **options)``: a fresh deal from the random source that is passed in."""
        ...

    def read_state(self, text: str) -> State:
        """The state whose ``str()`` this is."""
        ...

    def read_action(self, text: str) -> Action:
        """The action whose ``str()`` this is."""
        ...

    def reshuffle(self, state: State, seat: int | None, random: Random) -> State:
        """A state with the same view for the seat, in which the cards hidden from it are dealt anew."""
        ...

    def read_deal(self, record: Data) -> Deal:
        """The deal of a record, checked key by key."""
        ...

    def record(self, deal: Deal, actions: Iterable[Done[Action]]) -> dict[str, Any]:
        """The game record (``docs/formats.md``) of a deal and the actions, finished or not."""
        ...

    def steps(self, record: Data) -> Iterator[Step[State, Action]]:
        """Replay a record step by step; the first error is raised with its place."""
        ...

    def result(self, state: State) -> dict[str, Any]:
        """What ``wonderland replay --json`` prints for a record that ends in this state."""
        ...

    def record_checker(self) -> RecordChecker:
        """A fresh checker for the records of one file."""
        ...

    # ---- everything else -----------------------------------------------------------------------------

    @property
    def table(self) -> TableRules:
        """What a table, the arena, the terminal and other programs need to know besides the rules."""
        ...
