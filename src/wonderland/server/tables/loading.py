"""A table from its log. Pure, so that a long log can be read in a thread while the event loop goes on."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from wonderland.server.tables.answers import Answers
from wonderland.server.tables.entries import Acted, AnyEntry, Opened, Started, decode
from wonderland.server.tables.folding import opened, step
from wonderland.server.tables.moment import Moment

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

    #: The latest moments, oldest first.
    moments: Sequence[Moment]
    #: What was done in the current game, with its times.
    acts: list[tuple[int, Acted]]
    answers: Answers


def load(id: str, rows: Iterable[LogRow], keep: int) -> Loaded | None:
    """The table with its last ``keep`` moments; None for one without entries. Raises ``UnreadableLog``."""
    moments: deque[Moment] = deque(maxlen=keep)
    acts: list[tuple[int, Acted]] = []
    answers = Answers()
    for at, entry, moment in replay(id, rows):
        moments.append(moment)
        answers.note(entry, moment)
        if isinstance(entry, Started):
            acts.clear()
        elif isinstance(entry, Acted):
            acts.append((at, entry))
    return Loaded(moments, acts, answers) if moments else None


def find_answer(id: str, rows: Iterable[LogRow], person: str, message: str) -> int | None:
    """The version that a message of a person made, in whichever game; None when it did nothing."""
    answers = Answers()
    for _, entry, moment in replay(id, rows):
        answers.note(entry, moment)
        if found := answers.find(person, None, message):
            return found
    return None


def replay(id: str, rows: Iterable[LogRow]) -> Iterator[tuple[int, AnyEntry, Moment]]:
    """Each entry with its time and the moment it led to. Raises ``UnreadableLog`` at the first that cannot be read."""
    moment: Moment | None = None
    for expected, (number, at, data) in enumerate(rows, 1):
        if number != expected:
            raise UnreadableLog(expected, f"it is missing; entry {number} comes next")
        try:
            entry = decode(data)
            moment = _next(id, moment, entry, at)
            _check_rules(entry, moment)
        except UnreadableLog:
            raise
        except Exception as problem:
            # Whatever else is wrong with what stands there: it is this table's trouble and nobody else's.
            raise UnreadableLog(number, f"{type(problem).__name__}: {problem}") from problem
        yield at, entry, moment


def _next(id: str, moment: Moment | None, entry: AnyEntry, at: int) -> Moment:
    if moment is None:
        if not isinstance(entry, Opened):
            raise ValueError("a log begins with the opening")
        moment = opened(id, entry, at)
        _ = moment.rules, moment.customs  # a game that is not registered (any more) is found out here
        return moment
    return step(moment, entry, at)


def _check_rules(entry: AnyEntry, moment: Moment) -> None:
    """What newer rules accepted may mean something else to ours, even where they would accept it, too."""
    known = moment.rules.rules_version
    if isinstance(entry, Acted | Started) and entry.rules > known:
        raise ValueError(f"accepted by version {entry.rules} of the rules of {moment.game}; here is version {known}")
