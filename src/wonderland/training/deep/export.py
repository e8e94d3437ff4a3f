"""A whole weights file from a training of the deep network."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from wonderland.bots.parade.network.weights import packed
from wonderland.training.deep.checkpoints import Training, read_checkpoint
from wonderland.training.selfplay.export import as_halves, write_weights


def export(folder: Path, file: Path) -> dict[str, Any]:
    """Write the networks of a training as ``bots/parade/network/weights.py`` reads them; the manifest.

    These are the deep network and the card networks as they are in the checkpoint, and the position networks that it
    began with. The hash and the manifest are written beside the file, as those of ``wonderland train --export``.
    """
    found = read_checkpoint(folder)
    assert found.beginning.deep
    arrays = packed(found.beginning.deep)
    for players, networks in found.beginning.networks.items():
        for kind, network in networks.items():
            arrays |= as_halves(network, kind, players)
    return write_weights(file, arrays, {"deep": summary(found.training)})


def summary(training: Training) -> dict[str, Any]:
    """How the networks were trained: commands, seed, device, seconds, decisions, and the shares found last."""
    last = training.rows[-1] if training.rows else None
    shares = last.hatter if last else {}
    return {
        "players": list(training.settings.players),
        "commands": [run.command for run in training.runs],
        "seed": training.settings.seed,
        "device": ", ".join(dict.fromkeys(run.device for run in training.runs)),
        "seconds": round(training.seconds, 1),
        "decisions": training.decisions,
        "begun_with": training.begun_with,
        # Of the weights of that many decisions: after an interruption fewer than those that are exported.
        "evaluated_after": last.decisions if last else None,
        "share_among_hatters": {str(players): mean for players, (mean, _) in shares.items()},
        "margin": {str(players): margin for players, (_, margin) in shares.items()},
    }
