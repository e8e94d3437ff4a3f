"""Sitting down: a fresh game or one that goes on, with its opponents and the file it is kept in."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from random import Random

import msgspec

from wonderland.core.errors import NotAllowed, Unreadable
from wonderland.core.fields import at
from wonderland.games.registry import AnyGame
from wonderland.records import decode, read_lines, read_whole
from wonderland.records.log import Log
from wonderland.terminal.saving import games_folder, new_file

#: Opponents' names are the same in every language.
OPPONENTS = ("Ada", "Bruno", "Chloé", "Dinah", "Edwin")


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

    def players(self, game: AnyGame, usual: int) -> tuple[str, ...]:
        """The person and the opponents, as many as asked for."""
        number = usual if self.opponents is None else self.opponents
        if number + 1 not in game.seats:
            low, high = game.seats[0] - 1, game.seats[-1] - 1
            raise Unreadable("integer_wrong", value=number, low=low, high=high).within("at_key", key="--opponents")
        return (self.name, *OPPONENTS[:number])

    def file(self, game: AnyGame, ending: str) -> Path:
        return self.save or self.resume or new_file(game.name, self.now, games_folder(), ending)

    def check_seat(self, players: int) -> None:
        if not 0 <= self.seat < players:
            raise Unreadable("integer_wrong", value=self.seat, low=0, high=players - 1).within("at_key", key="--seat")


def resumed(path: Path, game: AnyGame) -> list[Log]:
    """The games of a record, or of a file of rounds, each checked to its last action."""
    with path.open("rb") as stream:
        if path.suffix != ".jsonl":
            return [_resume(read_whole(stream), game)]
        logs = []
        for number, raw in read_lines(stream):
            with at("at_line", line=number):
                if isinstance(raw, Exception):
                    raise raw
                logs.append(_resume(raw, game))
    if not logs:
        raise Unreadable("record_empty")
    return logs


def _resume(raw: bytes, game: AnyGame) -> Log:
    log = Log.resume(decode(raw))
    if log.game.name != game.name:
        raise NotAllowed("resume_other_game", found=log.game.name, game=game.name)
    return log
