"""Replaying records: the result of one, or of a whole file of them, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO

from wonderland.core.errors import WonderlandError
from wonderland.core.fields import Data, field
from wonderland.core.game import RecordChecker
from wonderland.games.registry import AnyGame, find
from wonderland.records.reading import decode, read_lines


def game_of(record: Data) -> AnyGame:
    """The game that a record is of."""
    with field(record, "game") as name:
        return find(name)


def last_state(record: Data) -> tuple[AnyGame, Any]:
    """The game and the state in which a record ends, every action checked on the way."""
    game = game_of(record)
    state = None
    for step in game.steps(record):
        state = step.state
    return game, state


def replay(raw: bytes) -> dict[str, Any]:
    """The result of one record (docs/formats.md), or the error that names what is wrong with it."""
    game, state = last_state(decode(raw))
    return game.result(state)


def replay_lines(stream: BinaryIO) -> Iterator[tuple[int, dict[str, Any] | WonderlandError]]:
    """For each line that is not blank its number and its result, or what is wrong with it."""
    checkers: dict[str, RecordChecker] = {}
    for number, raw in read_lines(stream):
        try:
            if isinstance(raw, WonderlandError):
                raise raw
            record = decode(raw)
            game, state = last_state(record)
            checker = checkers.setdefault(game.name, game.record_checker())
            yield number, {"line": number, **game.result(state), **checker.add(record, state)}
        except WonderlandError as problem:
            yield number, in_line(problem, number)


def in_line(problem: WonderlandError, number: int) -> WonderlandError:
    """The problem with its line in the file; a place inside the line is then only a column."""
    if problem.key == "at_place":
        problem = type(problem)("at_column", column=problem.values["column"], problem=problem.values["problem"])
    return problem.within("at_line", line=number)
