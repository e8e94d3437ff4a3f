"""What is kept of finished games, and what they add up to: ratings, histories, statistics."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Collection, Mapping, Sequence
from typing import Literal, Protocol

import msgspec

#: A game by its table and its number there.
GameKey = tuple[str, int]
#: Where a page of somebody's games ended: when the last one of it did, and its id.
Cursor = tuple[int, str]


class GameRow(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game in a list."""

    id: str
    table_id: str
    #: Which game of its table this is, from 1.
    number: int
    game: str
    started: int
    ended: int
    rated: bool
    #: hints or what_if, where it was played to learn.
    practice: str | None = None


class ArchivedGame(GameRow, frozen=True, kw_only=True):
    """A finished game with its record and its result, both as JSON."""

    record: bytes
    result: bytes


class ArchivedSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat of a finished game. The four numbers of the rating are None where the game is not rated."""

    game_id: str
    seat: int
    person: str | None
    bot: str | None
    name: str
    place: int
    score: int
    second: int
    left: str | None
    mu_before: float | None = None
    mu_after: float | None = None
    sigma_before: float | None = None
    sigma_after: float | None = None


class SeatRow(ArchivedSeat, frozen=True, kw_only=True):
    """The same as it is read."""

    #: What the person is now; None for a bot of the ladder.
    kind: str | None


class Rating(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's rating in a game."""

    person: str
    game: str
    mu: float
    sigma: float
    #: How many rated games.
    games: int
    updated: int


class LeaderboardRow(msgspec.Struct, frozen=True):
    """A line of a leaderboard."""

    id: str
    name: str
    mu: float
    sigma: float
    games: int


class GameSums(msgspec.Struct, frozen=True):
    """Sums over somebody's games with that many players and opponents of that kind."""

    players: int
    against: Literal["people", "bots", "both"]
    games: int
    wins: int
    #: The sum of the places.
    places: int
    #: The number of games with a score, and their sum and range.
    scores: int
    score: int
    least: int | None
    most: int | None


class ExportedGame(msgspec.Struct, frozen=True):
    """A game in the export of somebody who played it, with their own seat only."""

    id: str
    table_id: str
    number: int
    game: str
    started: int
    ended: int
    rated: bool
    practice: str | None
    seat: int
    place: int
    score: int
    second: int
    left: str | None
    mu_before: float | None
    mu_after: float | None
    sigma_before: float | None
    sigma_after: float | None
    play_per_mille: float | None
    play_se: float | None
    play_decisions: int | None
    #: As JSON.
    figures: str | None
    record: bytes


class BeforeArchiving(msgspec.Struct, frozen=True):
    """What must be known to archive games."""

    #: Those of the games that are archived already.
    archived: frozenset[GameKey]
    #: What the players are now, by id.
    kinds: Mapping[str, str]
    #: All their ratings, by person and game.
    ratings: Mapping[tuple[str, str], Rating]


class ArchivePlan(msgspec.Struct, frozen=True):
    """What is written to archive games: the new games, their seats, and the ratings that change."""

    games: Sequence[ArchivedGame]
    seats: Sequence[ArchivedSeat]
    ratings: Sequence[Rating]


class GameStore(Protocol):
    """Finished games and ratings."""

    async def archive(
        self, games: Collection[GameKey], people: Collection[str], plan: Callable[[BeforeArchiving], ArchivePlan]
    ) -> ArchivePlan:
        """Archive games in one transaction, as ``plan`` says; returns what was written.

        ``plan`` is pure. It gets what is known of these games and people within the transaction: nobody else can
        archive the same games or rate the same people meanwhile.
        """
        ...

    async def archived_numbers(self, table: str) -> frozenset[int]:
        """The numbers of a table's archived games."""
        ...

    async def newest(self, table: str) -> GameRow | None:
        """A table's last game."""
        ...

    async def of_table(self, table: str, after: int, most: int) -> list[ArchivedGame]:
        """Games of a table, in order, after the game of that number."""
        ...

    async def find(self, id: str) -> ArchivedGame | None: ...

    async def seats(self, ids: Sequence[str]) -> list[SeatRow]:
        """The seats of games, by game and seat."""
        ...

    async def history(self, person: str, game: str | None, before: Cursor | None, most: int) -> list[GameRow]:
        """Somebody's games, newest first."""
        ...

    async def counts(self, person: str) -> dict[str, int]:
        """How many games of each kind somebody has finished."""
        ...

    async def sums(self, person: str, game: str) -> list[GameSums]:
        """Somebody's statistics, by number of players and kind of opponents."""
        ...

    async def streak(self, person: str, game: str) -> int:
        """How many of the newest games were won in a row; below zero, how many in a row were not."""
        ...

    async def ratings(self, person: str) -> list[Rating]:
        """Somebody's ratings, by game."""
        ...

    async def leaderboard(self, game: str, min_games: int, max_sigma: float, most: int) -> list[LeaderboardRow]:
        """The accounts with the highest ratings, among those who have played enough."""
        ...

    def export(self, person: str) -> AsyncGenerator[Sequence[ExportedGame], None]:
        """All games of a person, oldest first, in pages."""
        ...
