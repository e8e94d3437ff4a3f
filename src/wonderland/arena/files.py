"""The files of a match: checked before anything is played, and written while it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from wonderland.arena.contest import Contest
from wonderland.arena.keeping import Keeper, Plan
from wonderland.arena.kept import read_plan
from wonderland.arena.played import Played
from wonderland.arena.recording import Recorder
from wonderland.core.errors import NotAllowed
from wonderland.figures.drawing import check_plot_file
from wonderland.records.writing import check_writable

Write = Callable[[Played, dict[str, Any]], None]


class Files(NamedTuple):
    """Where a match is kept or goes on, its games are recorded, and its drawing goes."""

    save: Path | None = None
    resume: Path | None = None
    records: Path | None = None
    plot: Path | None = None

    def check(self) -> None:
        """Refuse what could not be written, or would be lost, before the games rather than after them."""
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
def opened(files: Files, plan: Plan, contest: Contest) -> Iterator[tuple[Write, int]]:
    """What writes a game down, and how many games of the match the records lack."""
    with ExitStack() as stack:
        keeper = recorder = None
        if files.save:
            keeper = stack.enter_context(closing(Keeper.begin(files.save, plan)))
        elif files.resume:
            keeper = stack.enter_context(closing(Keeper.go_on(files.resume, contest.before)))
        if files.records:
            recorder = stack.enter_context(closing(Recorder(files.records, plan.match, contest.before)))
        if files.resume and keeper and plan.target != read_plan(files.resume).target:
            keeper.change_target(plan.target)

        def write(played: Played, record: dict[str, Any]) -> None:
            # The record first: one too many is found and dropped, one too few would be missing for ever.
            if recorder:
                recorder.keep(record)
            if keeper:
                keeper.keep(played)

        yield write, recorder.missing if recorder else 0
