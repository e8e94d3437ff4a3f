"""Writes a match file, so that an interrupted match can be resumed.

The file is append-only JSON lines: first the plan, then one line per game in order, each flushed before the next game
is played, and a line with the new target whenever it was changed. A crash may leave an incomplete last line; that game
is then played again. ``match_reader.py`` reads the file.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO, Self

import msgspec

from wonderland.arena.game_result import GameResult
from wonderland.arena.plan import MatchPlan, Target
from wonderland.core.errors import NotAllowed
from wonderland.records.file_lock import lock_file
from wonderland.records.writing import check_writable

MATCH_FILE_VERSION = 1


class MatchWriter:
    """Appends to a match file, which it locks against other processes until it is closed."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    @classmethod
    def create(cls, path: Path, plan: MatchPlan) -> Self:
        """Begin a new file. An existing one may hold days of playing, so it is never replaced."""
        check_writable(path)
        file = path.open("ab")
        _lock(file, path)
        if file.tell():
            file.close()
            raise NotAllowed("arena_save_exists", file=path)
        writer = cls(file)
        writer._append(plan)
        return writer

    @classmethod
    def resume(cls, path: Path, games_read: int) -> Self:
        """Append to a file of which ``games_read`` games were read before; an incomplete last line is cut off."""
        file = path.open("r+b")
        _lock(file, path)
        complete_bytes = games = 0
        for line in file:
            if line.endswith(b"\n"):
                complete_bytes += len(line)
                games += b'"places"' in line
        if games != games_read:  # another process has added games since they were read
            file.close()
            raise NotAllowed("arena_in_use", file=path)
        file.truncate(complete_bytes)
        file.seek(0, os.SEEK_END)
        return cls(file)

    def change_target(self, target: Target) -> None:
        """Replace the target; the last one in the file counts."""
        self._append(target)

    def write(self, result: GameResult) -> None:
        self._append(result)

    def _append(self, data: object) -> None:
        self._file.write(msgspec.json.encode(data) + b"\n")
        self._file.flush()

    def close(self) -> None:
        self._file.close()


def _lock(file: BinaryIO, path: Path) -> None:
    """Lock a file against other processes until it is closed."""
    if not lock_file(file):
        file.close()
        raise NotAllowed("arena_in_use", file=path)
