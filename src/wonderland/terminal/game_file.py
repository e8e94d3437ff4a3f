"""The file that a game played in the terminal is saved in."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from wonderland.core.errors import NotAllowed, Unreadable
from wonderland.core.fields import at
from wonderland.games.registry import AnyGame
from wonderland.records import decode, read_lines, read_whole, save
from wonderland.records.log import Log
from wonderland.terminal.request import PlayRequest


class GameFile:
    """The games of one file: those that are over, and the last one, which is played."""

    def __init__(self, path: Path, logs: list[Log]) -> None:
        self.path = path
        self.logs = logs

    @classmethod
    def fresh(cls, request: PlayRequest, game: AnyGame, deal: Any, suffix: str) -> GameFile:
        """A new file, written at once: a place that cannot be written is reported before the game."""
        path = request.save or new_path(game.name, request.now, games_folder(), suffix)
        if path.suffix != ".jsonl" and suffix == "jsonl":
            raise NotAllowed("save_jsonl", file=path).within("at_key", key="--save")
        file = cls(path, [Log(game, deal)])
        file.save()
        return file

    @classmethod
    def resumed(cls, request: PlayRequest, path: Path, game: AnyGame) -> GameFile:
        """Go on from a record, or from the last line of a file of them; written only after the next action."""
        with path.open("rb") as stream:
            if path.suffix == ".jsonl":
                logs = [_resume(raw, game, number) for number, raw in read_lines(stream)]
            else:
                logs = [_resume(read_whole(stream), game)]
        if not logs:
            raise Unreadable("record_empty")
        checker = game.record_checker()
        for number, log in enumerate(logs, 1):
            if path.suffix == ".jsonl":
                with at("at_line", line=number):
                    checker.add(log.source, log.state)
        request.check_seat(len(logs[-1].state.players))
        return cls(request.save or path, logs)

    @property
    def log(self) -> Log:
        """The game that is played."""
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


def games_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder for games in the user's data folder (XDG base directories)."""
    home = environment.get("XDG_DATA_HOME")
    base = Path(home) if home else Path.home() / ".local" / "share"
    return base / "wonderland" / "games"


def new_path(game: str, now: datetime, folder: Path, suffix: str = "json") -> Path:
    """A path that is not taken: the game and the time it began."""
    stem = f"{game}-{now:%Y%m%d-%H%M%S}"
    path, number = folder / f"{stem}.{suffix}", 1
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}.{suffix}"
    return path
