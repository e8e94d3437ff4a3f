"""A table from its log. Pure, so that a long log can be read in a thread while the event loop goes on."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from wonderland.server.tables.answers import Answers
from wonderland.server.tables.entries import Acted, AnyEntry, Opened, Started, decode
from wonderland.server.tables.reducer import apply_entry, initial_state
from wonderland.server.tables.state import TableState

#: A row of the log: number, time and the entry as it was written.
LogRow = tuple[int, int, bytes]


class UnreadableLog(Exception):
    """A log that this version of Wonderland cannot read: it is damaged, or was written by other rules.

    ``number`` is the entry at which reading stopped.
    """

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(f"entry {number}: {reason}")
        self.number = number
        self.reason = reason


class Loaded(NamedTuple):
    """What a table needs to go on."""

    #: The latest states, oldest first.
    states: Sequence[TableState]
    #: What was done in the current game, with its times.
    acts: list[tuple[int, Acted]]
    answers: Answers


def load(id: str, rows: Iterable[LogRow], keep: int) -> Loaded | None:
    """The table with its last ``keep`` states; None for one without entries. Raises ``UnreadableLog``."""
    states: deque[TableState] = deque(maxlen=keep)
    acts: list[tuple[int, Acted]] = []
    answers = Answers()
    for at, entry, state in replay(id, rows):
        states.append(state)
        answers.note(entry, state)
        if isinstance(entry, Started):
            acts.clear()
        elif isinstance(entry, Acted):
            acts.append((at, entry))
    return Loaded(states, acts, answers) if states else None


def find_answer(id: str, rows: Iterable[LogRow], person: str, message: str) -> int | None:
    """The version that a message of a person made, in whichever game; None when it did nothing."""
    answers = Answers()
    for _, entry, state in replay(id, rows):
        answers.note(entry, state)
        if found := answers.find(person, None, message):
            return found
    return None


def replay(id: str, rows: Iterable[LogRow]) -> Iterator[tuple[int, AnyEntry, TableState]]:
    """Each entry with its time and the moment it led to. Raises ``UnreadableLog`` at the first that cannot be read."""
    state: TableState | None = None
    for expected, (number, at, data) in enumerate(rows, 1):
        if number != expected:
            raise UnreadableLog(expected, f"it is missing; entry {number} comes next")
        try:
            entry = decode(data)
            state = _next(id, state, entry, at)
            _check_rules(entry, state)
        except UnreadableLog:
            raise
        except Exception as problem:
            # Whatever else is wrong with what stands there: it is this table's trouble and nobody else's.
            raise UnreadableLog(number, f"{type(problem).__name__}: {problem}") from problem
        yield at, entry, state


def _next(id: str, state: TableState | None, entry: AnyEntry, at: int) -> TableState:
    if state is None:
        if not isinstance(entry, Opened):
            raise ValueError("a log begins with the opening")
        state = initial_state(id, entry, at)
        _ = state.rules, state.rules.table  # a game that is not registered (any more) is found out here
        return state
    return apply_entry(state, entry, at)


def _check_rules(entry: AnyEntry, state: TableState) -> None:
    """What newer rules accepted may mean something else to ours, even where they would accept it, too."""
    known = state.rules.rules_version
    if isinstance(entry, Acted | Started) and entry.rules > known:
        raise ValueError(f"accepted by version {entry.rules} of the rules of {state.game}; here is version {known}")
