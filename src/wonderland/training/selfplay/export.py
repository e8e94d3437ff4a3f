"""The weights file of the package from trainings, one for each number of players, with a hash and a manifest."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from wonderland.bots.parade.network.layout import Network
from wonderland.core.errors import NotAllowed
from wonderland.training.selfplay.checkpoints import Training, read_checkpoint, write_atomically


def export(folders: Sequence[Path], file: Path) -> dict[str, Any]:
    """Write the best networks of trainings into a file as ``bots/parade/network/weights.py`` reads it; the manifest.

    The hash is written beside it (``.sha256``), and so is the manifest (``.json``): how each network was trained.
    """
    arrays: dict[str, Any] = {}
    manifest: dict[str, Any] = {}
    sources: dict[int, Path] = {}
    for folder in folders:
        found = read_checkpoint(folder)
        players = found.training.settings.players
        if players in sources:
            raise NotAllowed("train_same_players", one=sources[players], two=folder, players=players)
        if found.best is None or not found.training.kept:
            raise NotAllowed("train_no_best", folder=folder)
        sources[players] = folder
        manifest[str(players)] = summary(found.training)
        for kind, network in found.best.items():
            arrays |= as_halves(network, kind, players)
    return write_weights(file, arrays, {"players": dict(sorted(manifest.items()))})


def write_weights(file: Path, arrays: Mapping[str, Any], manifest: Mapping[str, Any]) -> dict[str, Any]:
    """Write a weights file, its hash and its manifest; the manifest with the hash."""
    data = io.BytesIO()
    np.savez_compressed(data, **dict(sorted(arrays.items())))
    digest = hashlib.sha256(data.getvalue()).hexdigest()
    manifest = {"sha256": digest, **manifest}
    write_atomically(file, data.getvalue())
    write_atomically(file.with_suffix(".sha256"), f"{digest}  {file.name}\n".encode())
    write_atomically(file.with_suffix(".json"), json.dumps(manifest, indent=1, ensure_ascii=False).encode() + b"\n")
    return manifest


def as_halves(network: Network, kind: str, players: int) -> dict[str, Any]:
    """The arrays of a card network or a position network as they are kept."""
    return {f"{players}.{kind}.{name}": value.astype(np.float16) for name, value in network._asdict().items()}


def summary(training: Training) -> dict[str, Any]:
    """How networks were trained: commands, seed, device, and the seconds, decisions, games and strength when kept."""
    kept = training.kept
    assert kept
    return {
        "commands": [run.command for run in training.runs],
        "seed": training.settings.seed,
        "device": ", ".join(dict.fromkeys(run.device for run in training.runs)),
        "seconds": kept.seconds,
        "decisions": kept.decisions,
        "games": kept.games,
        "share_among_hatters": kept.hatter[0],
        "margin": kept.hatter[1],
    }
