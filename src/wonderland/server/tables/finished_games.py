"""A finished game as it is archived: record, result and places. Pure."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from wonderland.core.game import Done
from wonderland.core.table import Standing
from wonderland.server.store.table_store import LogRow
from wonderland.server.tables.entries import ActedEntry, LeftReason, StartedEntry
from wonderland.server.tables.loading import replay_log
from wonderland.server.tables.state import Practice, Seat, TableState, player_names

TimedActions = Sequence[tuple[int, ActedEntry]]


class FinishedSeat(msgspec.Struct, frozen=True):
    """One seat of the game at its end."""

    seat: int
    person: str | None
    bot: str | None
    name: str
    place: int
    score: int
    second: int
    left: LeftReason | None


class FinishedGame(msgspec.Struct, frozen=True):
    """A finished game. ``number`` counts the games of its table."""

    table: str
    number: int
    game: str
    started: int
    ended: int
    record: dict[str, Any]
    result: dict[str, Any]
    players: tuple[FinishedSeat, ...]
    #: Whether a bot acted for somebody who was away, because the others agreed to it.
    substituted: bool = False
    #: Whether its table is rated.
    rated: bool = False
    practice: Practice | None = None


def finished_game(state: TableState, acts: TimedActions) -> FinishedGame:
    """The game that ended with this state."""
    assert state.version == state.ended, "who sat where is what it was when the game ended"
    rules = state.rules
    live = state.rules.table.live
    done = [Done(act.seat, rules.read_action(act.action), at - state.begins if live else None) for at, act in acts]
    return FinishedGame(
        state.id,
        state.number,
        state.game,
        state.begins,
        state.at,
        rules.record(state.deal, done),
        state.result or {},
        tuple(_players(state.seats, state.rules.table.standings(state.game_state))),
        state.substituted,
        state.rated,
        state.practice,
    )


def finished_games(id: str, rows: Iterable[LogRow], but: Container[int] = ()) -> Iterator[FinishedGame]:
    """The finished games of a table from its log, except those with a number in ``but``.

    Raises ``UnreadableLog`` at an unreadable entry.
    """
    acts: list[tuple[int, ActedEntry]] = []
    for at, entry, state in replay_log(id, rows):
        if isinstance(entry, StartedEntry):
            acts = []
        elif isinstance(entry, ActedEntry):
            acts.append((at, entry))
        if state.ended == state.version and state.number not in but:
            yield finished_game(state, acts)


def _players(seats: Sequence[Seat], standings: Sequence[Standing]) -> Iterator[FinishedSeat]:
    places = final_places([standing.place for standing in standings], [seat.left for seat in seats])
    names = player_names(seats)
    for number, (seat, name, place, standing) in enumerate(zip(seats, names, places, standings, strict=True)):
        yield FinishedSeat(number, seat.person, seat.bot, name, place, standing.score, standing.second, seat.left)


def final_places(places: Sequence[int], left: Sequence[LeftReason | None]) -> list[int]:
    """The final places: seats that a bot held at the end come last, whatever the bot achieved.

    Players who resigned come after those who were late, away or had left. If nobody stayed, nobody has won.

    >>> final_places([1, 2, 3, 4], ["resigned", None, "away", None])
    [4, 1, 3, 2]
    >>> final_places([1, 2], ["resigned", "resigned"])
    [2, 2]
    """
    if all(left):
        return [len(places)] * len(places)
    ranks = [
        (0, place) if why is None else (2 if why == "resigned" else 1, 0)
        for place, why in zip(places, left, strict=True)
    ]
    return [1 + sum(other < own for other in ranks) for own in ranks]
