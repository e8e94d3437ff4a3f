"""The files that a match writes: checked before the first game, and written game by game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from wonderland.arena.game_result import GameResult
from wonderland.arena.match_reader import read_plan
from wonderland.arena.match_writer import MatchWriter
from wonderland.arena.plan import MatchPlan
from wonderland.arena.record_writer import RecordWriter
from wonderland.arena.runner import MatchRunner, OnGame
from wonderland.core.errors import NotAllowed
from wonderland.figures.drawing import check_plot_file
from wonderland.records.writing import check_writable


class MatchFiles(NamedTuple):
    """The files named by ``--save``, ``--resume``, ``--records`` and ``--plot``."""

    save: Path | None = None
    resume: Path | None = None
    records: Path | None = None
    plot: Path | None = None

    def check(self) -> None:
        """Refuse a file that cannot be written or would be overwritten, before any game is played."""
        if self.save and self.resume:
            raise NotAllowed("arena_save_and_resume")
        named: dict[Path, str] = {}
        for key, file in zip(("--save", "--resume", "--records", "--plot"), self, strict=True):
            if file:
                if str(file) == "-":
                    raise NotAllowed("arena_no_dash", key=key)
                if file.resolve() in named:
                    raise NotAllowed("arena_same_file", one=named[file.resolve()], other=key, file=file)
                named[file.resolve()] = key
        if self.plot:
            check_plot_file(self.plot)
        for file in (self.plot, self.records):
            if file:
                check_writable(file)
        if self.records and not self.resume and self.records.exists() and self.records.stat().st_size:
            raise NotAllowed("arena_records_exist", file=self.records)


@contextmanager
def open_match_files(files: MatchFiles, plan: MatchPlan, runner: MatchRunner) -> Iterator[tuple[OnGame, int]]:
    """A function that writes each game to the files, and how many earlier games are missing from the records."""
    with ExitStack() as stack:
        match_writer = record_writer = None
        if files.save:
            match_writer = stack.enter_context(closing(MatchWriter.create(files.save, plan)))
        elif files.resume:
            match_writer = stack.enter_context(closing(MatchWriter.resume(files.resume, runner.games_before)))
        if files.records:
            record_writer = stack.enter_context(closing(RecordWriter(files.records, plan.match, runner.games_before)))
        if files.resume and match_writer and plan.target != read_plan(files.resume).target:
            match_writer.change_target(plan.target)

        def write(result: GameResult, record: dict[str, Any]) -> None:
            # The record first: after a crash a surplus record is dropped, but a missing one could not be restored.
            if record_writer:
                record_writer.write(record)
            if match_writer:
                match_writer.write(result)

        yield write, record_writer.missing if record_writer else 0
