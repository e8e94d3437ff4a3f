"""Writes a dataset: plays the games that are missing, then writes all of them, then puts the file in its place.

Nothing ever stands under the file's name but the finished dataset. What has been played is kept beside it
(``partial.py``), so that the same call goes on after an interruption of any kind, to the same content.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Literal

from wonderland.arena.plan import MAX_GAMES
from wonderland.core.errors import NotAllowed, Unreadable, shown
from wonderland.core.fields import at, integer
from wonderland.datasets.arena_games import ArenaGames
from wonderland.datasets.games import columns_of
from wonderland.datasets.parquet import need_pyarrow, write_parquet
from wonderland.datasets.partial import PartialFile, open_partial, partial_path
from wonderland.datasets.plan import DatasetPlan, FreshDeals, Player
from wonderland.datasets.source import GameSource
from wonderland.parallel.executor import Executor
from wonderland.parallel.processes import Processes
from wonderland.parallel.signals import raise_on_termination
from wonderland.records.writing import check_writable

#: Is told what is being done, and of how many games it has been done since the last call.
Progress = Callable[[Literal["play", "write"], int], None]
MAX_SEED = (1 << 63) - 1  #: the seed is a column of the file
ENDINGS = (".parquet", ".jsonl")
WRITING_ENDING = ".writing"  #: of the name under which the finished file is written, before it is renamed


def plan_dataset(match: FreshDeals, games: int) -> DatasetPlan:
    """The plan of so many games, played by the simulator where it can."""
    with at("at_key", key="--games"):
        integer(games, 1, MAX_GAMES)
    with at("at_key", key="--seed"):
        integer(match.seed, 0, MAX_SEED)
    player: Player = "simulator" if columns_of(match.game).simulates(match.bots) else "arena"
    return DatasetPlan(match, games, player)


def check_file(out: Path, overwrite: bool = False) -> None:
    """Refuse a file that cannot be written, before any game is played."""
    if str(out) == "-":
        raise NotAllowed("arena_no_dash", key="--out")
    if out.suffix not in ENDINGS:
        raise Unreadable("dataset_ending", file=shown(out.name), endings=", ".join(ENDINGS))
    if out.suffix == ".parquet":
        need_pyarrow()
    check_writable(out)
    _check_absent(out, overwrite)


def _check_absent(out: Path, overwrite: bool) -> None:
    if out.exists() and not overwrite:
        raise NotAllowed("dataset_exists", file=out)


class DatasetWriter:
    """Writes one dataset; :attr:`games` says how many games are kept if it is interrupted."""

    def __init__(
        self,
        plan: DatasetPlan,
        out: Path,
        jobs: int = 1,
        threads: int | None = None,
        overwrite: bool = False,
        executor: Executor | None = None,
    ) -> None:
        """``jobs`` are processes in which bots play, ``threads`` those of the simulator; or an executor plays."""
        check_file(out, overwrite)
        self.plan, self.out, self._overwrite = plan, out, overwrite
        self._target = out.resolve()
        #: How many games had been played before, and have been played by now.
        self.games_before = self.games = 0
        self.arena = ArenaGames(plan, executor or Processes(jobs)) if plan.played_by == "arena" else None
        self._source: GameSource = self.arena or columns_of(plan.match.game).simulator(plan, threads, executor)

    @contextmanager
    def open(self) -> Iterator[PartialFile]:
        """Open what has been played before, locked against other processes."""
        try:
            with open_partial(partial_path(self._target), self.plan, self._source, self._overwrite) as partial:
                _check_absent(self.out, self._overwrite)
                self.games_before = self.games = partial.games
                yield partial
        except OSError as problem:
            # The system does not say which file it could not write to.
            problem.filename = problem.filename or str(self.out)
            raise

    def write(self, partial: PartialFile, progress: Progress = lambda what, games: None) -> None:
        """Play what is missing, and write the file. An interruption is raised; what has been played is kept."""
        with raise_on_termination():
            self._play(partial, progress)
            with self._replacing() as file:
                self._write_all(file, partial, lambda games: progress("write", games))
            partial.remove()

    def _play(self, partial: PartialFile, progress: Progress) -> None:
        with closing(self._source.play(range(partial.games, self.plan.games))) as games:
            for more, data in games:
                partial.append(more, data)
                self.games = partial.games
                progress("play", more)

    def _write_all(self, file: BinaryIO, partial: PartialFile, progress: Callable[[int], None]) -> None:
        place = (partial.file, partial.start, partial.games)
        if self.out.suffix == ".parquet":
            write_parquet(file, self.plan, self._source.tables(*place), progress)
        else:
            for games, data in self._source.lines(*place):
                file.write(data)
                progress(games)

    @contextmanager
    def _replacing(self) -> Iterator[BinaryIO]:
        """A file that takes its place only once it is whole and on the disk."""
        writing = self._target.with_name(self._target.name + WRITING_ENDING)
        try:
            with writing.open("wb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            writing.replace(self._target)
        except BaseException:
            with suppress(OSError):
                writing.unlink()
            raise


def write_games(
    match: FreshDeals,
    games: int,
    out: str | Path,
    jobs: int = 1,
    threads: int | None = None,
    overwrite: bool = False,
    progress: Progress = lambda what, games: None,
    executor: Executor | None = None,
) -> None:
    """Play so many games of a match and write them to a ``.parquet`` or ``.jsonl`` file (``wonderland dataset``).

    After an interruption the same call goes on, to the same content.
    """
    writer = DatasetWriter(plan_dataset(match, games), Path(out), jobs, threads, overwrite, executor)
    with writer.open() as partial:
        writer.write(partial, progress)
