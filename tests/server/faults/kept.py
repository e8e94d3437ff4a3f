"""What is really in the file, and whether it is what the clients were told."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, NamedTuple, Protocol

from server.clients import Client, Message
from wonderland import records
from wonderland.games.registry import find
from wonderland.server.tables import entries
from wonderland.server.tables.entries import ActedEntry, AnyEntry, OpenedEntry, StartedEntry
from wonderland.server.tables.reducer import apply_entry, initial_state
from wonderland.server.tables.state import TableState
from wonderland.server.tables.views import table_view

Log = list[tuple[int, AnyEntry]]


@contextmanager
def copied(data: Path) -> Iterator[sqlite3.Connection]:
    """A copy of the database: to open the file of a server that was killed would already mend it."""
    with TemporaryDirectory() as folder:
        written = None
        while written != (written := _written(data)):  # a server that runs may write meanwhile
            for name, _ in written:
                shutil.copy(data / name, folder)
        with closing(sqlite3.connect(Path(folder) / "wonderland.db")) as connection:
            yield connection


def _written(data: Path) -> set[tuple[str, int]]:
    """The files of the database, and when each was last written to."""
    files = (file for file in data.glob("wonderland.db*") if not file.name.endswith("-shm"))
    return {(file.name, file.stat().st_mtime_ns) for file in files}


def read_logs(data: Path) -> dict[str, Log]:
    """Every table's log, without a gap."""
    logs: dict[str, Log] = {}
    with copied(data) as connection:
        for table, number, at, entry in connection.execute("SELECT table_id, number, at, entry FROM log ORDER BY 1, 2"):
            logs.setdefault(table, []).append((at, entries.decode_entry(entry)))
            assert number == len(logs[table]), "no entry is missing"
    return logs


Kind = Literal[
    "lost",
    "acted twice",
    "refused but done",
    "out of order",
    "another action",
    "another table_view",
    # Of a whole cluster (``cluster/checker.py``): an entry is not in the log; somebody has not been told; a game, its
    # result, its rating.
    "gap",
    "missed",
    "unfinished",
    "archived twice",
    "not archived",
    "another result",
    "another rating",
]


class Problem(NamedTuple):
    """Something that a client was told and that does not agree with the log."""

    kind: Kind
    message: str  #: its id, or what else it is about
    told: object
    logged: object


class NotKept(AssertionError):
    """The log is not what the clients were told."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


class Acknowledged(Protocol):
    """What is known of a client's actions: as ``Client`` has it, or from its transcript."""

    sent: dict[str, str]
    done: dict[str, int]
    refused: dict[str, Message]

    @property
    def seat(self) -> int | None: ...


def compare(log: Log, client: Acknowledged) -> Iterator[Problem]:
    """What a client sent and was told about its actions, against the log of its table.

    Each acknowledged action is in the log once, as the version that was told, and in the order of the acknowledgements;
    what is there from this client it did send, and it was not told that it had been refused.
    """
    found: dict[str, list[int]] = {}
    for version, (_, entry) in enumerate(log, 1):
        if isinstance(entry, ActedEntry) and entry.id in client.sent and entry.seat == client.seat:
            found.setdefault(entry.id, []).append(version)
            if entry.action != client.sent[entry.id]:
                yield Problem("another action", entry.id, client.sent[entry.id], entry.action)
    for id, versions in found.items():
        if len(versions) > 1:
            yield Problem("acted twice", id, client.done.get(id), versions)
        if id in client.refused:
            yield Problem("refused but done", id, client.refused[id], versions)
    acknowledged = {id: version for id, version in client.done.items() if id in client.sent}
    for id, version in acknowledged.items():
        if version not in found.get(id, []):
            yield Problem("lost", id, version, found.get(id, []))
    for (_, earlier), (id, later) in pairwise(acknowledged.items()):
        if later <= earlier:
            yield Problem("out of order", id, later, earlier)


def check_kept(data: Path, clients: Iterable[Client]) -> dict[str, list[TableState]]:
    """Nothing acknowledged is lost, nothing was done twice or by nobody, and nobody was told what is not on disk."""
    logs = read_logs(data)
    states = {table: rebuild(table, log) for table, log in logs.items()}
    problems: list[Problem] = []
    for client in clients:
        problems += compare(logs[client.table], client)
        if client.table_view:
            logged = shown(states[client.table][client.version - 1], client.seat)
            if client.table_view != logged:
                problems.append(Problem("another table_view", f"version {client.version}", client.table_view, logged))
    if problems:
        raise NotKept(problems)
    return states


def rebuild(table: str, log: Log) -> list[TableState]:
    """Every state of a table."""
    (at, opening), *others = log
    assert isinstance(opening, OpenedEntry)
    states = [initial_state(table, opening, at)]
    for at, entry in others:
        states.append(apply_entry(states[-1], entry, at))
    return states


def shown(state: TableState, seat: int | None) -> Any:
    """A table_view as a client has it."""
    return json.loads(records.encode(table_view(state, seat)))


def check_records(data: Path, clients: Iterable[Client]) -> int:
    """Every finished game is kept once, with everything that was done, and its record replays to what all were told.

    Returns the number of games.
    """
    logs = read_logs(data)
    with copied(data) as connection:
        rows = connection.execute("SELECT table_id, number, record FROM games").fetchall()
    kept = {(table, number): record for table, number, record in rows}
    assert len(kept) == len(rows), "no game is kept twice"
    for (table, number), record in kept.items():
        steps = find(records.decode(record)["game"]).steps(records.decode(record))
        played = Counter(step.seat for step in steps if step.seat is not None)
        assert played == acted_in(logs[table], number), "all that was done, and nothing else"
        records.replay(record)
    for client in clients:
        record = kept[client.table, client.table_view["number"]]
        assert json.loads(records.encode(records.replay(record))).items() <= client.table_view["result"].items()
    return len(rows)


def acted_in(log: Log, number: int) -> Counter[int]:
    """How often each seat has acted in one of a table's games."""
    begun = [place for place, (_, entry) in enumerate(log) if isinstance(entry, StartedEntry)]
    game = log[begun[number - 1] : begun[number] if number < len(begun) else None]
    return Counter(entry.seat for _, entry in game if isinstance(entry, ActedEntry))
