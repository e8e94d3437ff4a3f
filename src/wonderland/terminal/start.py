"""Sitting down: a fresh game or one that goes on, and the file it is kept in."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from wonderland.core.errors import NotAllowed, Unreadable
from wonderland.core.fields import at
from wonderland.games.registry import AnyGame
from wonderland.records import decode, read_lines, read_whole, save
from wonderland.records.log import Log
from wonderland.terminal.opponents import check_number, level_called, names, one_each
from wonderland.terminal.saving import games_folder, new_file


class Start(msgspec.Struct, frozen=True):
    """What the person asked for on the command line."""

    lang: str
    name: str
    opponents: int | None
    random: Random
    save: Path | None
    resume: Path | None
    seat: int
    now: datetime
    #: Levels of the game's ladder, one for all opponents or one each; none when the person did not say.
    levels: tuple[str, ...] = ()

    def players(self, game: AnyGame, usual: int) -> tuple[str, ...]:
        """The person at the chosen seat and the opponents, as many as asked for."""
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

    def levels_of(self, game: AnyGame, players: Sequence[str]) -> dict[int, str]:
        """Who plays each of the other seats: whom the person asks for, else whom the name says, else the usual.

        So a game that goes on has the opponents it had, whose names are in its record.
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


class Keeper:
    """The games of one file: those that are over, and the last one, which is played."""

    def __init__(self, path: Path, logs: list[Log]) -> None:
        self.path = path
        self.logs = logs

    @classmethod
    def fresh(cls, start: Start, game: AnyGame, deal: Any, ending: str) -> Keeper:
        """A new file, written at once: a place that cannot be written is told before the game."""
        path = start.save or new_file(game.name, start.now, games_folder(), ending)
        if path.suffix != ".jsonl" and ending == "jsonl":
            raise NotAllowed("save_jsonl", file=path).within("at_key", key="--save")
        keeper = cls(path, [Log(game, deal)])
        keeper.save()
        return keeper

    @classmethod
    def resumed(cls, start: Start, path: Path, game: AnyGame) -> Keeper:
        """Go on from a record, or from the last line of a file of them; nothing is written before something is done."""
        with path.open("rb") as stream:
            if path.suffix == ".jsonl":
                logs = [_resume(raw, game, number) for number, raw in read_lines(stream)]
            else:
                logs = [_resume(read_whole(stream), game)]
        if not logs:
            raise Unreadable("record_empty")
        series = game.record_checker()
        for number, log in enumerate(logs, 1):
            if path.suffix == ".jsonl":
                with at("at_line", line=number):
                    series.add(log.source, log.state)
        start.check_seat(len(logs[-1].state.players))
        return cls(start.save or path, logs)

    @property
    def log(self) -> Log:
        return self.logs[-1]

    def save(self) -> None:
        save(self.path, [log.record() for log in self.logs])


def _resume(raw: bytes | Exception, game: AnyGame, number: int | None = None) -> Log:
    if number is not None:
        with at("at_line", line=number):
            return _resume(raw, game)
    if isinstance(raw, Exception):
        raise raw
    log = Log.resume(decode(raw))
    if log.game.name != game.name:
        raise NotAllowed("resume_other_game", found=log.game.name, game=game.name)
    return log
