"""Networks of a file: to begin with, or as players who do not learn."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from wonderland.bots.parade.network.weights import CARD, POSITION, read_network
from wonderland.core.errors import NotAllowed, Unreadable
from wonderland.training.selfplay.checkpoints import Checkpoint, Training


def set_beginning(checkpoint: Checkpoint, file: Path) -> None:
    """A training that has not begun yet begins with the networks of ``file``, which count as its best so far."""
    training = checkpoint.training
    settings = training.settings
    checkpoint.best = {kind: read_network(file, kind, settings.players) for kind in (CARD, POSITION)}
    if settings.device == "cpu":
        # A new position network is small here; one that a GPU has learned stays as large as it is.
        width, hidden = checkpoint.best[POSITION].pooled.shape
        critic = max(width, settings.critic[0]), max(hidden, settings.critic[1])
        training.settings = replace(settings, critic=critic)


def set_opponents(training: Training, file: Path | None, games: float | None, hatter_games: float | None) -> None:
    """Who plays beside the learner from now on; those of the last run are forgotten.

    The networks of ``file`` have all seats but one in the part ``games``, or in all games; Hatters have most of the
    other seats in the part ``hatter_games``.
    """
    settings = training.settings
    if settings.device == "cpu" and (file or hatter_games):
        raise NotAllowed("train_opponent_needs_gpu")
    if games and not file:
        raise Unreadable("train_opponent_missing")
    if file:
        read_network(file, CARD, settings.players)
    part, hatters = (games or 1.0) if file else 0.0, hatter_games or 0.0
    if part + hatters > 1:
        raise Unreadable("train_too_many_games", opponent=part, hatter=hatters)
    training.settings = replace(settings, opponent=str(file or ""), opponent_games=part, hatter_games=hatters)
