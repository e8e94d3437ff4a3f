"""What the person asked for on the command line of ``wonderland play``."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from wonderland.core.errors import Unreadable
from wonderland.core.fields import at
from wonderland.games.registry import AnyGame
from wonderland.terminal.opponents import check_number, level_called, names, one_each


class PlayRequest(msgspec.Struct, frozen=True):
    """What the person asked for on the command line."""

    lang: str
    name: str
    opponents: int | None
    random: Random
    save: Path | None
    resume: Path | None
    seat: int
    now: datetime
    #: Levels of the game's ladder, one for all opponents or one each; empty when the person did not say.
    levels: tuple[str, ...] = ()
    #: The game's ``table.Options``; None: their defaults.
    options: Any = None

    def players(self, game: AnyGame, usual: int) -> tuple[str, ...]:
        """The names by seat: the person at the chosen seat, and as many opponents as asked for, else ``usual``."""
        number = self._number(game, usual)
        self.check_seat(number + 1)
        others = names(one_each(self.levels, number, game.name), self.lang, besides=self.name)
        return (*others[: self.seat], self.name, *others[self.seat :])

    def _number(self, game: AnyGame, usual: int) -> int:
        if self.opponents is None:
            number = len(self.levels) if len(self.levels) > 1 else usual
            with at("at_key", key="--level"):
                check_number(game, number)
            return number
        if self.opponents + 1 not in game.seats:
            limits = {"low": game.seats[0] - 1, "high": game.seats[-1] - 1}
            raise Unreadable("integer_wrong", value=self.opponents, **limits).within("at_key", key="--opponents")
        return self.opponents

    def deal(self, game: AnyGame, players: Sequence[str]) -> Any:
        """A fresh deal: of the only game, or of the first of a series."""
        table = game.table
        options = table.options({}) if self.options is None else self.options
        return table.deal(players, options, None, table.series(len(players), options), self.random)

    def levels_of(self, game: AnyGame, players: Sequence[str]) -> dict[int, str]:
        """The level of each other seat: the one asked for, else the one its name stands for, else a usual one.

        So a resumed game has the opponents it had, whose names are in its record.
        """
        others = [seat for seat in range(len(players)) if seat != self.seat]
        levels = one_each(self.levels, len(others), game.name)
        if not self.levels:
            called = [level_called(players[seat], game.name) for seat in others]
            levels = tuple(level or usual for level, usual in zip(called, levels, strict=True))
        return dict(zip(others, levels, strict=True))

    def check_seat(self, players: int) -> None:
        if not 0 <= self.seat < players:
            raise Unreadable("integer_wrong", value=self.seat, low=0, high=players - 1).within("at_key", key="--seat")
