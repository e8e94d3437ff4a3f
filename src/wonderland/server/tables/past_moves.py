"""What has been done in the game that is being played, as everybody at the table may know it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from wonderland.core.changes import Change, changes
from wonderland.server.tables.entries import ActedEntry
from wonderland.server.tables.state import TableState
from wonderland.server.tables.views import By

MAX_MOVES = 1_000  #: the latest moves of a game that are told


class PastMove(msgspec.Struct, frozen=True, gc=False):
    """Who did what, when, and what it changed in a spectator's view."""

    by: By
    #: The bot that did it for somebody who was away.
    bot: str | None
    at: int
    changes: list[Change]


class PastMoves(msgspec.Struct, frozen=True):
    """The latest moves of a game: the spectator's view before them, and what each changed."""

    #: Which game at this table, as in a table view; 0 before the first.
    number: int
    #: The table's version up to which they are told: events of later versions go on from here.
    version: int
    #: How many moves came before these.
    after: int
    view: Any
    moves: list[PastMove]


def past_moves(
    state: TableState, acts: Sequence[tuple[int, ActedEntry]], substitutes: Mapping[int, str], after: int = 0
) -> PastMoves:
    """The moves of the game of ``state``, without the first ``after``, and no more than ``MAX_MOVES``.

    Everything is told as a spectator knows it, to those who play as well: it may be read on a shared device.
    """
    if state.game_state is None:
        return PastMoves(state.number, state.version, 0, None, [])
    rules = state.rules
    after = max(min(after, len(acts)), len(acts) - MAX_MOVES)
    game_state = rules.deal(state.deal)
    for _, act in acts[:after]:
        game_state = rules.apply(game_state, act.seat, rules.read_action(act.action))
    first = before = rules.view(game_state, None)
    moves: list[PastMove] = []
    for place, (at, act) in enumerate(acts[after:], after):
        action = rules.read_action(act.action)
        game_state = rules.apply(game_state, act.seat, action)
        now = rules.view(game_state, None)
        by = By(act.seat, str(action) if rules.table.is_public(action) else None)
        moves.append(PastMove(by, substitutes.get(place), at, changes(before, now)))
        before = now
    return PastMoves(state.number, state.version, after, first, moves)
