"""How well somebody plays, over their reviewed games."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from wonderland.review.hints import find_anchored
from wonderland.server.store.review_store import PlayedGame, PlaySums, ReviewStore

MAX_CURVE_GAMES = 20  #: the newest reviewed games, for a curve


class PlayedGamePoint(msgspec.Struct, frozen=True):
    """One reviewed game of a person: thousandths of a win lost a decision, and the standard error of that."""

    game: str
    ended: int
    per_mille: float
    se: float
    decisions: int


class Play(msgspec.Struct, frozen=True):
    """How well a person plays a game: thousandths of a win lost a decision, over all their reviewed games."""

    game: str
    games: int
    per_mille: float
    se: float
    decisions: int
    #: The bot that plays about as well; empty if none is known.
    like: str
    #: The newest reviewed games, oldest first.
    newest: list[PlayedGamePoint]


async def play_of(store: ReviewStore, person: str) -> list[Play]:
    """How well somebody plays, by game."""
    by_game: dict[str, list[PlaySums]] = {}
    for one in await store.play(person):
        by_game.setdefault(one.game, []).append(one)
    return [
        _play(game, sums, await store.played(person, game, MAX_CURVE_GAMES)) for game, sums in sorted(by_game.items())
    ]


def _play(game: str, sums: Sequence[PlaySums], newest: Sequence[PlayedGame]) -> Play:
    decisions = sum(one.decisions for one in sums)
    per_mille = sum(one.lost for one in sums) / decisions
    anchored = find_anchored(game)
    losses = {one.players: (one.lost / one.decisions, one.decisions) for one in sums}
    return Play(
        game,
        sum(one.games for one in sums),
        per_mille,
        math.sqrt(sum(one.variance for one in sums)) / decisions,
        decisions,
        anchored.like(losses) if anchored else "",
        [PlayedGamePoint(one.id, one.ended, one.per_mille, one.se, one.decisions) for one in newest],
    )
