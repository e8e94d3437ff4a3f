"""The games of a dataset that is not finished: an append-only file beside the one that is to be written.

Its first line is the plan, as JSON; the games follow as their source keeps them. A crash may leave an incomplete end,
which is cut off; the game it was of is then played again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import msgspec

from wonderland.core.errors import NotAllowed, Unreadable
from wonderland.datasets.plan import DatasetPlan
from wonderland.datasets.source import GameSource
from wonderland.records.file_lock import lock_file

PARTIAL_ENDING = ".partial"


def partial_path(out: Path) -> Path:
    """Where the games of a dataset are kept until all have been played."""
    return out.with_name(out.name + PARTIAL_ENDING)


def plan_in(path: Path) -> DatasetPlan | None:
    """The plan of a partial file; None where there is none, or nothing has been written to it yet."""
    try:
        with path.open("rb") as file:
            line = file.readline()
    except FileNotFoundError:
        return None
    if not line.endswith(b"\n"):
        return None
    try:
        return msgspec.json.decode(line, type=DatasetPlan)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise Unreadable("dataset_not_partial", file=path) from None


class PartialFile:
    """An open partial file, at the end of its last whole game."""

    def __init__(self, path: Path, file: BinaryIO, source: GameSource) -> None:
        self.path, self.file = path, file
        file.seek(0)
        #: Where the games begin.
        self.start = len(file.readline())
        #: How many games it holds.
        self.games, end = source.whole_games(file, self.start)
        file.truncate(end)
        file.seek(end)

    def append(self, games: int, data: bytes) -> None:
        """Add whole games."""
        self.file.write(data)
        self.file.flush()
        self.games += games

    def remove(self) -> None:
        """The dataset is finished."""
        self.path.unlink()


@contextmanager
def open_partial(path: Path, plan: DatasetPlan, source: GameSource, overwrite: bool = False) -> Iterator[PartialFile]:
    """Open a new partial file, or one of the same plan; with ``overwrite`` one of another plan is begun anew."""
    with path.open("a+b") as file:
        # Another process may have finished, and removed the file, before it could be locked here.
        if not lock_file(file) or not os.fstat(file.fileno()).st_nlink:
            raise NotAllowed("dataset_in_use", file=path)
        earlier = None if overwrite and not _same_plan(path, plan) else plan_in(path)
        if earlier is None:
            file.truncate(0)
            file.write(msgspec.json.encode(plan) + b"\n")
            file.flush()
        else:
            check_same(path, earlier, plan)
        yield PartialFile(path, file, source)


def _same_plan(path: Path, plan: DatasetPlan) -> bool:
    try:
        return plan_in(path) == plan
    except Unreadable:
        return False


def check_same(path: Path, earlier: DatasetPlan, plan: DatasetPlan) -> None:
    """Refuse a plan that differs from the one in the file, and name the difference."""
    for (key, there), here in zip(earlier.options.items(), plan.options.values(), strict=True):
        if there != here:
            raise NotAllowed("dataset_other_plan", file=path, key=key, there=there, here=here)
