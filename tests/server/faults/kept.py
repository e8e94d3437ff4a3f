"""What is really in the file, and whether it is what the clients were told."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from server.clients import Client
from wonderland import records
from wonderland.games.registry import find
from wonderland.server.tables import entries
from wonderland.server.tables.entries import Acted, AnyEntry, Opened, Started
from wonderland.server.tables.face import face
from wonderland.server.tables.folding import opened, step
from wonderland.server.tables.moment import Moment

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
            logs.setdefault(table, []).append((at, entries.decode(entry)))
            assert number == len(logs[table]), "no entry is missing"
    return logs


def check_kept(data: Path, clients: Iterable[Client]) -> dict[str, list[Moment]]:
    """Nothing acknowledged is lost, nothing was done twice or by nobody, and nobody was told what is not on disk."""
    logs = read_logs(data)
    moments = {table: rebuild(table, log) for table, log in logs.items()}
    for client in clients:
        acted = [
            (version, entry)
            for version, (_, entry) in enumerate(logs[client.table], 1)
            if isinstance(entry, Acted) and entry.id in client.sent and entry.seat == client.seat
        ]
        assert max(Counter(entry.id for _, entry in acted).values(), default=1) == 1, "no message acts twice"
        versions = {entry.id: version for version, entry in acted}
        told = {id: version for id, version in client.done.items() if id in client.sent}
        assert told.items() <= versions.items(), "every acknowledged message made the version it was told"
        for _, entry in acted:
            assert entry.id is not None
            assert entry.action == client.sent[entry.id]
            assert entry.id not in client.refused
        if client.face:
            assert client.face == shown(moments[client.table][client.version - 1], client.seat)
    return moments


def rebuild(table: str, log: Log) -> list[Moment]:
    """Every moment of a table."""
    (at, opening), *others = log
    assert isinstance(opening, Opened)
    moments = [opened(table, opening, at)]
    for at, entry in others:
        moments.append(step(moments[-1], entry, at))
    return moments


def shown(moment: Moment, seat: int | None) -> Any:
    """A face as a client has it."""
    return json.loads(records.encode(face(moment, seat)))


def check_records(data: Path, clients: Iterable[Client]) -> None:
    """Every finished game is kept once, with everything that was done, and its record replays to what all were told."""
    logs = read_logs(data)
    with copied(data) as connection:
        rows = connection.execute("SELECT table_id, number, record FROM games").fetchall()
    assert len({(table, number) for table, number, _ in rows}) == len(rows)
    kept = {table: record for table, _, record in rows}
    for client in clients:
        log, record = logs[client.table], kept[client.table]
        start = max(place for place, (_, entry) in enumerate(log) if isinstance(entry, Started))
        acted = Counter(entry.seat for _, entry in log[start:] if isinstance(entry, Acted))
        steps = find(client.face["game"]).steps(records.decode(record))
        assert Counter(step.seat for step in steps if step.seat is not None) == acted
        assert json.loads(records.encode(records.replay(record))).items() <= client.face["result"].items()
