"""The folder of a training of the deep network: what is needed to go on, and a log, as those of ``selfplay/``.

The learner's arrays (``learner.…``) have the names of a weights file, ``2.card.colours`` or ``deep.out``, with Adam's
moments beside them. The position networks (``critics.…``) do not learn; they are kept for the exported weights.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from wonderland.bots.parade.network.weights import CARD, POSITION, deep_network_of, network_of
from wonderland.training.deep.beginning import Beginning, Networks
from wonderland.training.deep.settings import Settings
from wonderland.training.selfplay.checkpoints import Run, Share, damage_told, named, read_folder, write_folder

VERSION = 1
COMMAND = "wonderland train-deep"


@dataclass
class Row:
    """A line of the log: how an evaluation went. Seconds and decisions are those of the whole chain."""

    run: int
    seconds: float
    decisions: int
    decisions_per_second: float
    learning_rate: float
    #: The means since the evaluation before.
    losses: dict[str, float]
    #: Shares of the win at tables of Hatters, by the number of players.
    hatter: dict[int, Share]


@dataclass
class Training:
    """A chain of runs, and what came of them."""

    settings: Settings
    #: The SHA-256 of the weights file that it began with.
    begun_with: str
    runs: list[Run] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    version: int = VERSION

    @property
    def seconds(self) -> float:
        """How long all runs took."""
        return sum(run.seconds for run in self.runs)

    @property
    def decisions(self) -> int:
        """The decisions of all runs."""
        return sum(run.decisions for run in self.runs)


@dataclass
class Checkpoint:
    """What a folder holds."""

    training: Training
    #: What the learner begins with; where it has learned already, its arrays count.
    beginning: Beginning
    learner: dict[str, Any] = field(default_factory=dict)


def write_checkpoint(folder: Path, checkpoint: Checkpoint) -> None:
    """Replace what a folder holds."""
    arrays = {f"learner.{name}": value for name, value in checkpoint.learner.items()}
    for players, networks in checkpoint.beginning.networks.items():
        critic = networks[POSITION]._asdict()
        arrays |= {f"critics.{players}.{POSITION}.{name}": value for name, value in critic.items()}
    write_folder(folder, arrays, checkpoint.training, checkpoint.training.rows)


def read_checkpoint(folder: Path) -> Checkpoint:
    """What a folder holds."""
    with damage_told(folder, COMMAND):
        arrays = read_folder(folder)
        training = msgspec.json.decode(str(arrays["training"]), type=Training)
        learner, critics = named(arrays, "learner."), named(arrays, "critics.")
        networks: Networks = {
            players: {CARD: network_of(learner, CARD, players), POSITION: network_of(critics, POSITION, players)}
            for players in training.settings.players
        }
        return Checkpoint(training, Beginning(networks, deep_network_of(learner)), learner)
