"""A match in a file, so that it can go on after whatever interrupts it.

A ``.jsonl`` that only grows: first the match, then a line a game, in their order, each written out before the next is
played, and between them a line whenever more games were wanted. The last line may be torn by a crash; then that game is
played again. Reading it is in ``kept.py``.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, BinaryIO, Self

import msgspec

from wonderland.arena.match import Match
from wonderland.arena.played import Played
from wonderland.core.errors import NotAllowed
from wonderland.records.writing import check_writable

try:
    import fcntl
except ImportError:  # elsewhere than on Unix nobody keeps two processes apart
    fcntl = None  # type: ignore[assignment]

VERSION = 1
MAX_GAMES = 10**9  #: games of a match

Games = Annotated[int, msgspec.Meta(ge=1, le=MAX_GAMES)]


class Target(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much of the match is wanted."""

    games: Games
    until_sure: bool = False


class Plan(msgspec.Struct, frozen=True):
    """The first line: the match, and how much of it was wanted."""

    arena: int
    match: Match
    games: Games
    until_sure: bool = False

    @property
    def target(self) -> Target:
        return Target(self.games, self.until_sure)

    def with_target(self, target: Target) -> Plan:
        return Plan(self.arena, self.match, target.games, target.until_sure)


class Keeper:
    """Writes a match down while it is played. Nobody else can, meanwhile."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    @classmethod
    def begin(cls, path: Path, plan: Plan) -> Self:
        """A new file. One that is there already may hold days of playing, so it is never replaced."""
        check_writable(path)
        file = path.open("ab")
        _lock(file, path)
        if file.tell():
            file.close()
            raise NotAllowed("arena_save_exists", file=path)
        keeper = cls(file)
        keeper._write(plan)
        return keeper

    @classmethod
    def go_on(cls, path: Path, read: int) -> Self:
        """Append to what is there, of which so many games were read; half a line at the end is cut off."""
        file = path.open("r+b")
        _lock(file, path)
        whole = games = 0
        for line in file:
            if line.endswith(b"\n"):
                whole += len(line)
                games += b'"places"' in line
        if games != read:  # somebody else has played on since
            file.close()
            raise NotAllowed("arena_in_use", file=path)
        file.truncate(whole)
        file.seek(0, os.SEEK_END)
        return cls(file)

    def change_target(self, target: Target) -> None:
        """From now on so much is wanted."""
        self._write(target)

    def keep(self, played: Played) -> None:
        self._write(played)

    def _write(self, data: object) -> None:
        self._file.write(msgspec.json.encode(data) + b"\n")
        self._file.flush()

    def close(self) -> None:
        self._file.close()


def _lock(file: BinaryIO, path: Path) -> None:
    """Until it is closed, the file is ours."""
    if fcntl:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            raise NotAllowed("arena_in_use", file=path) from None
        except OSError:
            pass  # a file system without locks
