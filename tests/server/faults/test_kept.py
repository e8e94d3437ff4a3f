"""The checker itself: whatever a client was told that is not so in the log is found."""

from __future__ import annotations

from typing import Any, cast

import pytest

from server.clients import Client
from server.faults.kept import compare
from server.process import Server
from wonderland.server.tables.entries import ActedEntry


def client(**told: Any) -> Client:
    """Somebody at seat 1 who has sent three actions."""
    one = Client(cast(Server, None), "table")
    one.table_view = {"seat": 1}
    one.sent = {"a": "flip", "b": "turn", "c": "back"}
    for name, value in told.items():
        setattr(one, name, value)
    return one


def log(*acted: tuple[int, str, str]) -> Any:
    return [(0, ActedEntry(seat, action, id)) for seat, action, id in acted]


KEPT = [(1, "flip", "a"), (0, "flip", "x"), (1, "turn", "b")]


@pytest.mark.parametrize(
    "told",
    [
        {},
        {"done": {"a": 1, "b": 3}},
        {"done": {"a": 1}, "refused": {"c": {}}},
        {"done": {"a": 1, "ready": 9}},
    ],
)
async def test_what_agrees_is_no_problem(told: dict[str, Any]) -> None:
    assert not list(compare(log(*KEPT), client(**told)))


@pytest.mark.parametrize(
    ("kind", "entries", "told"),
    [
        ("lost", KEPT, {"done": {"a": 1, "b": 3, "c": 4}}),
        ("lost", KEPT, {"done": {"a": 2}}),
        ("acted twice", [*KEPT, (1, "flip", "a")], {"done": {"a": 1}}),
        ("refused but done", KEPT, {"refused": {"b": {}}}),
        ("out of order", KEPT, {"done": {"b": 3, "a": 1}}),
        ("another action", [(1, "turn", "a")], {"done": {"a": 1}}),
    ],
)
async def test_what_does_not_is_found(kind: str, entries: list[tuple[int, str, str]], told: dict[str, Any]) -> None:
    assert [problem.kind for problem in compare(log(*entries), client(**told))] == [kind]
