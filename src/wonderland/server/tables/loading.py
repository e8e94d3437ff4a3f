"""Rebuilding a table from its log. Pure, so that a long log can be read in a thread."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from wonderland.core.errors import WonderlandError
from wonderland.server.store.log_rows import Checkpoint
from wonderland.server.store.table_store import LogRow
from wonderland.server.tables.accepted_messages import AcceptedMessages
from wonderland.server.tables.checkpoints import decode_checkpoint
from wonderland.server.tables.entries import ActedEntry, AnyEntry, OpenedEntry, StartedEntry, decode_entry
from wonderland.server.tables.game_actions import GameActions
from wonderland.server.tables.reducer import apply_entry, initial_state
from wonderland.server.tables.state import TableState


class UnreadableLog(Exception):
    """A log that this version of Wonderland cannot read: it is damaged, or was written under other rules.

    ``number`` is the entry at which reading stopped.
    """

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(f"entry {number}: {reason}")
        self.number = number
        self.reason = reason


class LoadedTable(NamedTuple):
    """What a table needs to continue."""

    #: The latest states, oldest first.
    states: Sequence[TableState]
    #: The actions of the current game.
    played: GameActions
    accepted: AcceptedMessages
    #: The entry of the newest checkpoint; 0: there is none.
    checkpoint: int = 0


def load_table(id: str, rows: Iterable[LogRow], keep: int, before: TableState | None = None) -> LoadedTable | None:
    """The table with its last ``keep`` states; None for one without entries. Raises ``UnreadableLog``.

    ``before``: the state from which to go on, where ``rows`` are only the entries after that.
    """
    states: deque[TableState] = deque(maxlen=keep)
    played = GameActions()
    start = before.version if before else 0
    accepted = AcceptedMessages(start)
    for at, entry, state in replay_log(id, rows, before):
        states.append(state)
        accepted.record(entry, state)
        played.record(at, entry, state)
    return LoadedTable(states, played, accepted, start) if states else None


def read_checkpoint(id: str, checkpoint: Checkpoint | None) -> TableState | None:
    """The state of a checkpoint; None if there is none, or none that this version can read: then the log counts."""
    if checkpoint is None:
        return None
    try:
        return decode_checkpoint(id, checkpoint.state)
    except (msgspec.DecodeError, UnicodeDecodeError, LookupError, WonderlandError):
        return None


def find_message(id: str, rows: Iterable[LogRow], person: str, message: str) -> int | None:
    """The version that a person's message made, in any game of the table; None if it was not accepted."""
    accepted = AcceptedMessages()
    for _, entry, state in replay_log(id, rows):
        accepted.record(entry, state)
        if found := accepted.find(person, None, message):
            return found
    return None


def replay_log(
    id: str, rows: Iterable[LogRow], before: TableState | None = None
) -> Iterator[tuple[int, AnyEntry, TableState]]:
    """Each entry with its time and the state it led to. Raises ``UnreadableLog`` at the first that cannot be read."""
    state = before
    for expected, (number, at, data) in enumerate(rows, before.version + 1 if before else 1):
        if number != expected:
            raise UnreadableLog(expected, f"it is missing; entry {number} comes next")
        try:
            entry = decode_entry(data)
            state = _next(id, state, entry, at)
            _check_rules(entry, state)
        except UnreadableLog:
            raise
        except Exception as problem:
            # Whatever else is wrong with an entry: only this table must suffer from it.
            raise UnreadableLog(number, f"{type(problem).__name__}: {problem}") from problem
        yield at, entry, state


def _next(id: str, state: TableState | None, entry: AnyEntry, at: int) -> TableState:
    if state is None:
        if not isinstance(entry, OpenedEntry):
            raise ValueError("a log begins with the opening")
        state = initial_state(id, entry, at)
        _ = state.rules, state.rules.table  # raises if the game is not registered (any more)
        return state
    return apply_entry(state, entry, at)


def _check_rules(entry: AnyEntry, state: TableState) -> None:
    """Refuse entries accepted by newer rules: ours may accept them too, with another meaning."""
    known = state.rules.rules_version
    if isinstance(entry, ActedEntry | StartedEntry) and entry.rules > known:
        raise ValueError(f"accepted by version {entry.rules} of the rules of {state.game}; here is version {known}")
