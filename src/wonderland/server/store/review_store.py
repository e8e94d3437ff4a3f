"""What is kept of reviews: which were asked for, the reports, and how well people have played by them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, Protocol

import msgspec

#: A finished game, or a record that somebody has uploaded.
ReviewSubject = Literal["game", "record"]


class ReviewJobs(msgspec.Struct, frozen=True, kw_only=True):
    """The jobs that are to make a review: the kind and payload of each, and how long they are kept."""

    quick: tuple[str, bytes]
    exact: tuple[str, bytes]
    keep_ms: int


class NewReview(msgspec.Struct, frozen=True, kw_only=True):
    """A review that somebody asks for."""

    #: That of the game or the record.
    id: str
    subject: ReviewSubject
    person: str
    jobs: ReviewJobs


class ReviewRow(msgspec.Struct, frozen=True, kw_only=True):
    """A review that was asked for."""

    id: str
    quick_job: str
    exact_job: str
    refined: bool
    #: When its report was made; None: there is none yet.
    made: int | None


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """A report. ``body`` is its JSON, compressed, without names."""

    evaluator: str
    #: As JSON.
    settings: str
    #: Whether the settings are those of the exact report, which a quick one never replaces.
    refined: bool
    body: bytes


class SeatSums(NamedTuple):
    """How a seat was played, as far as the report tells it.

    Thousandths of a win lost a decision, its standard error, and the decisions; ``figures`` are other numbers by name,
    as JSON, with which later games are compared.
    """

    seat: int
    per_mille: float | None = None
    se: float | None = None
    decisions: int | None = None
    figures: str | None = None


class PlayedGame(msgspec.Struct, frozen=True):
    """How well somebody played one game."""

    id: str
    ended: int
    per_mille: float
    se: float
    decisions: int


class EarlierGame(msgspec.Struct, frozen=True):
    """How somebody played an earlier game. ``figures`` are numbers by name, as JSON."""

    id: str
    ended: int
    figures: str


class UncomparedGame(NamedTuple):
    """An earlier game of somebody whose figures are not known yet."""

    id: str
    record: bytes


class PlaySums(msgspec.Struct, frozen=True):
    """How well somebody played all their reviewed games of one kind with that many players."""

    game: str
    players: int
    games: int
    decisions: int
    #: The sums of ``per_mille * decisions`` and of ``(se * decisions) ** 2``.
    lost: float
    variance: float


class ReviewStore(Protocol):
    """The reviews of games and records. They go with what they are about."""

    async def start(self, new: NewReview, check: Callable[[int], None]) -> bool:
        """Add the jobs of a review, unless there is an exact one, or one is being made: then False.

        ``check`` gets how many reviews of that person are being made at that moment, and may refuse.
        """
        ...

    async def find(self, id: str) -> ReviewRow | None: ...

    async def record(self, id: str) -> bytes | None:
        """The record that a review is about; None: it is gone, or nobody has asked."""
        ...

    async def report(self, id: str) -> Report | None: ...

    async def save(self, id: str, report: Report, sums: Sequence[SeatSums]) -> bool:
        """Keep a report, and how well the seats of its game were played; False: what it is about is gone.

        The sums are kept for people who have played the game themselves at one seat, and not to practise.
        """
        ...

    async def uncompared(self, id: str, most: int) -> list[UncomparedGame]:
        """The newest games, of the same kind and before this one, in which its players' figures are not known yet."""
        ...

    async def keep_sums(self, id: str, sums: Sequence[SeatSums]) -> None:
        """Keep how well the seats of a game were played, without a report."""
        ...

    async def earlier(self, person: str, id: str, most: int) -> list[EarlierGame]:
        """Somebody's newest games of the same kind that ended before this one and have figures, oldest first."""
        ...

    async def play(self, person: str) -> list[PlaySums]:
        """How well somebody plays, by game and number of players."""
        ...

    async def played(self, person: str, game: str, most: int) -> list[PlayedGame]:
        """Somebody's newest reviewed games, oldest first."""
        ...
