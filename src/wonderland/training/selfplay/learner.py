"""What learns, on any device.

Two networks learn at once:

- the *position network* is the critic: everybody's share of the win in the whole position after a move. It learns from
  what came of it: the result, or its own later estimates (TD(λ)).
- the *card network*, which plays: for each candidate what the critic says of it, right after the move or some rounds
  later (``lookahead.py``). It does not see the hidden cards, so it learns their average over the worlds in which it has
  to choose alike.

Every candidate of every decision is a training example with an estimate that has no luck of the draw in it.
"""

from __future__ import annotations

import platform
from collections.abc import Mapping
from dataclasses import replace
from importlib.util import find_spec
from typing import Any, Protocol

from wonderland.bots.parade.network.layout import Network
from wonderland.core.errors import NotInstalled
from wonderland.training.selfplay.settings import Settings


class Learner(Protocol):
    """Plays and learns in rounds."""

    settings: Settings
    #: Decisions made so far.
    decisions: int

    @property
    def games(self) -> int:
        """Games finished so far."""

    def round(self, learning_rate: float) -> dict[str, float]:
        """Play some moves of all games and learn from them; the mean losses by ``LOSSES``."""

    def networks(self) -> dict[str, Network]:
        """The card network and the position network as they are now."""

    def begin_with(self, networks: Mapping[str, Network]) -> None:
        """Begin with what these networks compute; they may be smaller than the learner's."""

    def arrays(self) -> dict[str, Any]:
        """All that is needed to go on."""

    def load(self, arrays: Mapping[str, Any]) -> None:
        """Go on with what :meth:`arrays` gave."""


def new_learner(settings: Settings) -> Learner:
    """A learner for a device, with everything compiled that its rounds need."""
    kind = _learner_type(settings.device)
    kind(replace(settings, games=2, moves=1)).round(0.0)
    learner: Learner = kind(settings)
    return learner


def check_device(device: str) -> None:
    """Raise if nothing can be learned on a device here: the message says what to install."""
    if device == "cuda":
        if not find_spec("torch"):
            raise NotInstalled("train_needs_torch")
        import torch

        if not torch.cuda.is_available():
            raise NotInstalled("train_no_gpu")


def device_name(device: str) -> str:
    """What a device calls itself."""
    if device == "cuda":
        import torch

        return str(torch.cuda.get_device_name())
    return f"{platform.machine()}, 1 core"


def _learner_type(device: str) -> Any:
    check_device(device)
    if device == "cuda":
        from wonderland.training.selfplay.torch_learner import TorchLearner

        return TorchLearner
    from wonderland.training.selfplay.cpu_learner import CpuLearner

    return CpuLearner
