"""A game that has ended, as it is kept: its record, its result, and who came where. Pure."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from wonderland.core.game import Done
from wonderland.core.table import Standing
from wonderland.server.tables.entries import Acted, Left, Started
from wonderland.server.tables.loading import LogRow, replay
from wonderland.server.tables.state import Seat, TableState

Acts = Sequence[tuple[int, Acted]]


class Player(msgspec.Struct, frozen=True):
    """One seat of the game at its end."""

    seat: int
    person: str | None
    bot: str | None
    name: str
    place: int
    score: int
    second: int
    left: Left | None


class Ending(msgspec.Struct, frozen=True):
    """A finished game. ``number`` counts the games of its table."""

    table: str
    number: int
    game: str
    started: int
    ended: int
    record: dict[str, Any]
    result: dict[str, Any]
    players: tuple[Player, ...]


def ending(state: TableState, acts: Acts) -> Ending:
    """What is kept of the game that ended with this state."""
    assert state.version == state.ended, "who sat where is what it was when the game ended"
    rules = state.rules
    live = state.rules.table.live
    done = [Done(act.seat, rules.read_action(act.action), at - state.begins if live else None) for at, act in acts]
    return Ending(
        state.id,
        state.number,
        state.game,
        state.begins,
        state.at,
        rules.record(state.deal, done),
        state.result or {},
        tuple(_players(state.seats, state.rules.table.standings(state.game_state))),
    )


def endings(id: str, rows: Iterable[LogRow], but: Container[int] = ()) -> Iterator[Ending]:
    """Every game that ended at a table, ``but`` those of these numbers, from its log.

    Raises ``UnreadableLog`` where the log cannot be read on.
    """
    acts: list[tuple[int, Acted]] = []
    for at, entry, state in replay(id, rows):
        if isinstance(entry, Started):
            acts = []
        elif isinstance(entry, Acted):
            acts.append((at, entry))
        if state.ended == state.version and state.number not in but:
            yield ending(state, acts)


def _players(seats: Sequence[Seat], standings: Sequence[Standing]) -> Iterator[Player]:
    places = places_of([standing.place for standing in standings], [seat.left for seat in seats])
    for number, (seat, place, standing) in enumerate(zip(seats, places, standings, strict=True)):
        yield Player(number, seat.person, seat.bot, seat.name, place, standing.score, standing.second, seat.left)


def places_of(places: Sequence[int], left: Sequence[Left | None]) -> list[int]:
    """The places that count: those for whom a bot played at the end come last, whatever the bot achieved.

    Who resigned comes after those who were only late or away. When nobody stayed, nobody has won.

    >>> places_of([1, 2, 3, 4], ["resigned", None, "away", None])
    [4, 1, 3, 2]
    >>> places_of([1, 2], ["resigned", "resigned"])
    [2, 2]
    """
    if all(left):
        return [len(places)] * len(places)
    ranks = [
        (0, place) if why is None else (2 if why == "resigned" else 1, 0)
        for place, why in zip(places, left, strict=True)
    ]
    return [1 + sum(other < own for other in ranks) for own in ranks]
