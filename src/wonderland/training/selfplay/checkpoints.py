"""A training's folder: one file with everything needed to go on, and a log.

``checkpoint.npz`` holds the learner's arrays (``learner.…``), the best networks so far (``best.card.…``) and the rest
as JSON (``training``). It is replaced as a whole, so that a crash never leaves half of it. ``log.jsonl`` has a line for
each evaluation.
"""

from __future__ import annotations

import io
import os
import tempfile
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from wonderland.bots.parade.network.layout import Network
from wonderland.bots.parade.network.weights import CARD, POSITION
from wonderland.core.errors import NotAllowed, Unreadable
from wonderland.records.writing import check_writable, save
from wonderland.training.selfplay.settings import Settings

CHECKPOINT_FILE, LOG_FILE = "checkpoint.npz", "log.jsonl"
VERSION = 1
COMMAND = "wonderland train"

#: A mean and the margin of its 95 % confidence interval.
Share = tuple[float, float]


@dataclass
class Run:
    """One run of a chain: how long it should be, and how far it has come."""

    command: str
    #: What the device calls itself.
    device: str
    wanted_seconds: float | None = None
    wanted_decisions: int | None = None
    seconds: float = 0.0
    decisions: int = 0
    games: int = 0
    evaluations: int = 0

    @property
    def progress(self) -> float:
        """How much of it is over, 0 to 1."""
        if self.wanted_decisions is not None:
            return min(self.decisions / self.wanted_decisions, 1.0)
        return min(self.seconds / self.wanted_seconds, 1.0) if self.wanted_seconds else 1.0


@dataclass
class Row:
    """A line of the log: how an evaluation went. Seconds, decisions and games are those of the whole chain."""

    run: int
    seconds: float
    decisions: int
    games: int
    decisions_per_second: float
    learning_rate: float
    losses: dict[str, float]
    #: Shares of the win at tables of Hatters, and of the best network before, if there was one.
    hatter: Share
    best: Share | None
    #: Whether it is the best from now on.
    kept: bool
    #: The share against opponents that do not learn, if there are any.
    opponent: Share | None = None


@dataclass
class Training:
    """A chain of runs, and what came of them."""

    settings: Settings
    runs: list[Run] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    version: int = VERSION

    @property
    def seconds(self) -> float:
        """How long all runs took."""
        return sum(run.seconds for run in self.runs)

    @property
    def kept(self) -> Row | None:
        """The evaluation after which the best networks were kept."""
        return next((row for row in reversed(self.rows) if row.kept), None)


@dataclass
class Checkpoint:
    """What a folder holds."""

    training: Training
    learner: dict[str, Any]
    #: The best networks so far, which may be those that the learner began with.
    best: dict[str, Network] | None


def write_checkpoint(folder: Path, checkpoint: Checkpoint) -> None:
    """Replace what a folder holds."""
    arrays = {f"learner.{name}": value for name, value in checkpoint.learner.items()}
    for kind, network in (checkpoint.best or {}).items():
        arrays |= {f"best.{kind}.{name}": value for name, value in network._asdict().items()}
    write_folder(folder, arrays, checkpoint.training, checkpoint.training.rows)


def read_checkpoint(folder: Path) -> Checkpoint:
    """What a folder holds."""
    with damage_told(folder, COMMAND):
        arrays = read_folder(folder)
        training = msgspec.json.decode(str(arrays["training"]), type=Training)
        kinds = [kind for kind in (CARD, POSITION) if f"best.{kind}.bias" in arrays]
        best = {kind: _network(arrays, f"best.{kind}.") for kind in kinds} or None
    return Checkpoint(training, named(arrays, "learner."), best)


def write_folder(folder: Path, arrays: Mapping[str, Any], training: Any, rows: Sequence[Any]) -> None:
    """Replace the checkpoint of a folder, which has ``training`` beside the arrays, and its log."""
    data = io.BytesIO()
    np.savez(data, **arrays, training=np.array(msgspec.json.encode(training).decode()))
    write_atomically(folder / CHECKPOINT_FILE, data.getvalue())
    save(folder / LOG_FILE, map(msgspec.to_builtins, rows))


def read_folder(folder: Path) -> dict[str, Any]:
    """The arrays of a folder's checkpoint."""
    file = folder / CHECKPOINT_FILE
    if not file.is_file():
        raise Unreadable("train_folder_empty", folder=folder, file=CHECKPOINT_FILE)
    with file.open("rb") as opened, np.load(opened) as found:
        return dict(found)


@contextmanager
def damage_told(folder: Path, command: str) -> Iterator[None]:
    """What a damaged checkpoint raises, or another command's, is one error that says so."""
    try:
        yield
    except (ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile):
        raise Unreadable("train_unreadable", file=folder / CHECKPOINT_FILE, command=command) from None


def named(arrays: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    """The arrays whose names begin with ``prefix``, without it.

    >>> named({"learner.bias": 1, "best.bias": 2}, "learner.")
    {'bias': 1}
    """
    return {name.removeprefix(prefix): value for name, value in arrays.items() if name.startswith(prefix)}


def _network(arrays: dict[str, Any], prefix: str) -> Network:
    return Network(**{name: arrays[prefix + name] for name in Network._fields})


def check_new(folder: Path) -> None:
    """Raise if a folder cannot be written to, or holds a training already."""
    if (folder / CHECKPOINT_FILE).exists():
        raise NotAllowed("train_out_taken", folder=folder)
    check_writable(folder / CHECKPOINT_FILE)


def write_atomically(path: Path, data: bytes) -> None:
    """Replace a file: whoever reads it finds the old or the new one, whole."""
    target = check_writable(path)
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=".saving-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o644)
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise
