"""The state of a table at one version, hidden cards included. It never leaves the process."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Literal

import msgspec

from wonderland.bots import registry as bots
from wonderland.core.errors import NotAllowed, TooLate
from wonderland.core.table import Standing
from wonderland.games import registry
from wonderland.games.registry import AnyGame
from wonderland.server.tables.entries import LeftReason, Position, TimeLimit

# Asked several times at every action.
_rules, _bots = cache(registry.find), cache(bots.kit)

#: Why a game is played to learn.
Practice = Literal["hints", "what_if"]
Phase = Literal["gathering", "playing", "over", "closed"]


class Seat(msgspec.Struct, frozen=True, gc=False):
    """Who sits there. ``left`` says that a bot plays for the person, and why."""

    kind: Literal["open", "reserved", "person", "bot"] = "open"
    name: str = ""
    person: str | None = None
    bot: str | None = None
    left: LeftReason | None = None
    ready: bool = False
    #: The seats whose people have agreed to let a bot play here.
    agreed: tuple[int, ...] = ()
    #: Its kind while nobody sits there.
    free: Literal["open", "reserved"] = "open"

    @property
    def taken(self) -> bool:
        return self.kind in ("person", "bot")


def player_names(seats: Sequence[Seat]) -> list[str]:
    """What those who play are called. Several bots of a kind are told apart by numbers, as the browser does.

    >>> player_names([Seat("person", "Ann"), Seat("bot", "Mad Hatter", bot="hatter"), Seat("bot", "Dodo", bot="dodo")])
    ['Ann', 'Mad Hatter', 'Dodo']
    >>> player_names([Seat("bot", "Mad Hatter", bot="hatter"), Seat("bot", "Mad Hatter", bot="hatter")])
    ['Mad Hatter 1', 'Mad Hatter 2']
    """
    bots = [seat.bot if seat.kind == "bot" else None for seat in seats]
    return [
        f"{seat.name} {bots[: number + 1].count(bot)}" if bot and bots.count(bot) > 1 else seat.name
        for number, (seat, bot) in enumerate(zip(seats, bots, strict=True))
    ]


class TableState(msgspec.Struct, frozen=True, gc=False):
    """What follows from a table's entries up to ``version``."""

    id: str
    version: int
    #: When the last entry was made, in milliseconds since 1970; so are all times here.
    at: int
    host: str
    game: str
    #: The game's own ``Options``.
    options: Any
    public: bool
    time_limit: TimeLimit
    invite: str
    seats: tuple[Seat, ...]
    #: Whether its games count for the ratings; then only people sit here, each at one seat.
    rated: bool = False
    #: Whether its only person may ask for hints.
    hints: bool = False
    #: Where its first game begins; None: with a deal of its own.
    position: Position | None = None
    phase: Phase = "gathering"
    #: How many games have begun, and the version with which the last one did.
    number: int = 0
    started: int = 0
    #: The version with which it ended; 0 before that.
    ended: int = 0
    #: When the first action may be done.
    begins: int = 0
    deal: Any = None
    game_state: Any = None
    #: The seat and the action with which the game came to this version; None when something else did.
    by: tuple[int, Any] | None = None
    #: Since when the table waits for each seat, and the version with which that began: the seat's turn.
    since: tuple[int | None, ...] = ()
    turns: tuple[int | None, ...] = ()
    #: What several games add up to, such as a Challenge; and the one whose last game has just ended.
    series: Any = None
    #: Who played the last game, by seat: a person or a bot, and the name.
    played_by: tuple[tuple[str | None, str], ...] = ()
    result: dict[str, Any] | None = None
    standings: tuple[Standing, ...] | None = None
    ratings: tuple[tuple[float, float], ...] | None = None
    #: Whether a bot has acted in this game for somebody who was away, because the others agreed to it.
    substituted: bool = False
    closed: str | None = None
    #: People removed by the host.
    kicked: tuple[str, ...] = ()

    @property
    def rules(self) -> AnyGame:
        return _rules(self.game)

    @property
    def substitute(self) -> str:
        """The bot that plays on for somebody who is away."""
        return _bots(self.game).substitute

    def expect_playing(self) -> None:
        """Raises the refusal if no game is being played."""
        if self.phase != "playing":
            raise TooLate("table_not_playing") if self.number else NotAllowed("table_not_begun")

    def seats_of(self, person: str | None) -> tuple[int, ...]:
        """The seats of a person: usually one; several on a shared device."""
        return tuple(number for number, seat in enumerate(self.seats) if person and seat.person == person)

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that must act before the game goes on; none where everybody acts at once."""
        return tuple([seat for seat, since in enumerate(self.since) if since is not None])

    @property
    def people(self) -> tuple[str, ...]:
        """Everyone who sits here, once each."""
        return tuple(dict.fromkeys(seat.person for seat in self.seats if seat.person))

    @property
    def full(self) -> bool:
        return all(seat.taken for seat in self.seats)

    @property
    def players(self) -> tuple[tuple[str | None, str], ...]:
        """The players of a game that would start now, as in ``played_by``."""
        return tuple((seat.person or seat.bot, seat.name) for seat in self.seats if seat.taken)

    @property
    def what_if(self) -> bool:
        """Whether the game that is being played, or comes next, goes on from a moment of another one."""
        return self.position is not None and self.number <= 1

    @property
    def practice(self) -> Practice | None:
        """What makes the current game one that says nothing of how well somebody plays."""
        return "what_if" if self.what_if else "hints" if self.hints else None

    def next_series(self) -> Any:
        """The series that the next game belongs to; it continues only with the same players."""
        if self.series is not None and not self.series.over and self.players == self.played_by:
            return self.series
        return self.rules.table.series(len(self.players), self.options)

    def deadline(self, seat: int) -> int | None:
        """When the person at this seat must have acted."""
        limit = self.time_limit.milliseconds
        since = self.since[seat] if self.since else None
        if limit is None or since is None or self.phase != "playing" or self.seats[seat].bot:
            return None
        return since + limit
