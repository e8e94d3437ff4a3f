"""Proves from the clients' transcripts and the database that nothing acknowledged was lost, and all the rest of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from server.faults.cluster.differences import difference
from server.faults.cluster.results import check_results
from server.faults.cluster.stored import Stored
from server.faults.cluster.transcripts import Told
from server.faults.kept import Problem, compare, rebuild, shown
from wonderland.server.tables.state import TableState


class FreshSnapshot(NamedTuple):
    """What an instance told somebody who had just connected, once everything was over."""

    instance: int
    table: str
    seat: int | None
    version: int
    view: Any


def check(stored: Stored, clients: Sequence[Told], fresh: Iterable[FreshSnapshot]) -> list[Problem]:
    """Everything that is wrong."""
    if gaps := list(_gaps(stored)):
        return gaps  # what a table was like cannot be told without every entry
    states = {table: rebuild(table, log) for table, log in stored.logs.items()}
    return [
        *(problem for client in clients for problem in _of_client(stored, client)),
        *_across_clients(clients),
        *_views(states, clients),
        *_fresh(states, clients, fresh),
        *_unfinished(states),
        *check_results(stored),
    ]


def _gaps(stored: Stored) -> Iterator[Problem]:
    """The entries of a log are numbered from 1, and none is missing."""
    for table, rows in stored.rows.items():
        for expected, (number, _, _) in enumerate(rows, 1):
            if number != expected:
                yield Problem("gap", table, None, f"entry {number} in place of {expected}")
                break


def _of_client(stored: Stored, client: Told) -> Iterator[Problem]:
    if client.table not in stored.logs:
        yield Problem("lost", client.name, f"table {client.table}", None)
        return
    yield from compare(stored.logs[client.table], client)
    for id, first, other in client.done_again:
        yield Problem("acted twice", id, first, other)
    for had, version in client.gaps():
        yield Problem("missed", client.name, f"version {version} after {had}", None)


def _across_clients(clients: Sequence[Told]) -> Iterator[Problem]:
    """What was acknowledged before something else at the table was sent at all comes before it in the log."""
    for table in dict.fromkeys(client.table for client in clients):
        done = [
            (version, id, client.sent_at[id], client.done_at[id])
            for client in clients
            if client.table == table
            for id, version in client.done.items()
            if id in client.sent_at
        ]
        earliest, before = float("inf"), ""
        for version, id, sent_at, done_at in sorted(done, reverse=True):
            if earliest < sent_at:
                yield Problem("out of order", id, version, f"{before}, acknowledged before this was sent, is later")
            if done_at < earliest:
                earliest, before = done_at, id


def _views(states: dict[str, list[TableState]], clients: Sequence[Told]) -> Iterator[Problem]:
    """Each view that a client ever had is what the log says of that version."""

    @cache
    def logged(table: str, version: int, seat: int | None) -> Any:
        return shown(states[table][version - 1], seat)

    for client in clients:
        for version, view in client.views():
            if version > len(states.get(client.table, ())):
                yield Problem("lost", client.name, f"version {version}", len(states.get(client.table, ())))
            elif view != (known := logged(client.table, version, view["seat"])):
                path, *both = difference(view, known)
                yield Problem("another table_view", f"{client.name}, version {version}, {path}", *both)
                break


def _fresh(
    states: dict[str, list[TableState]], clients: Sequence[Told], fresh: Iterable[FreshSnapshot]
) -> Iterator[Problem]:
    """Each client came to the newest version, and each instance tells somebody new the same.

    So the last view of each client equals a fresh snapshot: ``_views`` has compared it with the log.
    """
    for one in fresh:
        logged = states[one.table][-1]
        where = f"instance {one.instance}, table {one.table}, seat {one.seat}"
        if one.version != logged.version:
            yield Problem("missed", where, one.version, logged.version)
        elif one.view != (known := shown(logged, one.seat)):
            path, *both = difference(one.view, known)
            yield Problem("another table_view", f"{where}, {path}", *both)
    for client in clients:
        if client.table in states and client.version != states[client.table][-1].version:
            yield Problem("missed", client.name, client.version, states[client.table][-1].version)


def _unfinished(states: dict[str, list[TableState]]) -> Iterator[Problem]:
    for table, known in states.items():
        if known[-1].phase == "playing":
            yield Problem("unfinished", table, f"game {known[-1].number}", f"version {known[-1].version}")
