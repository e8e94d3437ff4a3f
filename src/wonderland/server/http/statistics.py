"""Statistics of a person in one game, from sums of the database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from wonderland.games.registry import find
from wonderland.server.store.game_store import GameSums


class GameTotals(msgspec.Struct, frozen=True):
    """Totals over some games. A game is won by coming first without a bot's help; first places may be shared."""

    games: int
    wins: int
    mean_place: float | None


class PlayerCountTotals(msgspec.Struct, frozen=True):
    """Totals over the games with that many players."""

    players: int
    totals: GameTotals


class OpponentTotals(msgspec.Struct, frozen=True):
    """Totals over the games in which all opponents were people, or bots (bot accounts, too), or both kinds played."""

    who: Literal["people", "bots", "both"]
    totals: GameTotals


class Statistics(msgspec.Struct, frozen=True):
    """A person's statistics in one game; games on a shared device do not count.

    A score is the first number of the game's standings. Games that a bot played to the end count with their place (the
    last), and have no score.
    """

    game: str
    all: GameTotals
    mean_score: float | None
    best: int | None
    worst: int | None
    #: Games won in a row up to now; below zero: in a row not won.
    streak: int
    by_players: list[PlayerCountTotals]
    against: list[OpponentTotals]


def build_statistics(game: str, sums: Sequence[GameSums], streak: int) -> Statistics:
    """The totals over all games and over parts of them."""
    scores = sum(row.scores for row in sums)
    least = min((row.least for row in sums if row.least is not None), default=None)
    most = max((row.most for row in sums if row.most is not None), default=None)
    best, worst = (most, least) if find(game).table.high_score_wins else (least, most)
    return Statistics(
        game,
        totals(sums),
        sum(row.score for row in sums) / scores if scores else None,
        best,
        worst,
        streak,
        [
            PlayerCountTotals(number, totals(row for row in sums if row.players == number))
            for number in sorted({row.players for row in sums})
        ],
        [
            OpponentTotals(who, totals(row for row in sums if row.against == who))
            for who in ("people", "bots", "both")
            if any(row.against == who for row in sums)
        ],
    )


def totals(rows: Iterable[GameSums]) -> GameTotals:
    rows = list(rows)
    games = sum(row.games for row in rows)
    places = sum(row.places for row in rows)
    return GameTotals(games, sum(row.wins for row in rows), places / games if games else None)
