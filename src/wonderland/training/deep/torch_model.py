"""The deep network in torch: the sums of ``bots/parade/network/deep_forward.py`` for many positions at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from wonderland.bots.parade.network.deep import DeepNetwork, deep_shapes
from wonderland.bots.parade.network.layout import STAGE, STAGES
from wonderland.sim.kernel.layout import COLOURS, MAX_PLAYERS, VALUES
from wonderland.training.selfplay.torch_model import KINDS, PADDED_NUMBER_ROWS, SMALL, Inputs

#: How large the weights of a new network are, beside what keeps the size of what goes through a layer.
SCALES = {
    "colours": 0.15, "stages": 0.1, "own": 1.0, "context": 0.25, "pooled": 0.3, "pooled_context": 0.3, "numbers": 0.1,
    "players": 0.1, "second": 1.0, "out": 0.05,
}  # fmt: skip
MATRICES = ("own", "context", "pooled", "pooled_context", "second")


class DeepModel(nn.Module):  # type: ignore[misc]  # torch is not installed where types are checked
    """A network for all numbers of players."""

    def __init__(self) -> None:
        super().__init__()
        for name, shape in deep_shapes().items():
            scale = SCALES.get(name, 0.0) * ((2 / shape[0]) ** 0.5 if name in MATRICES else 1.0)
            self.register_parameter(name, nn.Parameter(torch.randn(shape) * scale))
        with torch.no_grad():
            self.bias.fill_(0.5)
        self._inputs = Inputs(MAX_PLAYERS)

    def forward(self, places: Tensor, numbers: Tensor, players: Tensor) -> Tensor:
        """What whoever acted may expect, (n,), in positions (n, 66) and (n, ``NUMBERS_SIZE``) of so many players."""
        count = len(places)
        cards = self._inputs.cards(places, numbers).view(count * COLOURS, VALUES * KINDS)
        units = (cards @ self._inputs.first_layer(self.colours)).view(count, COLOURS, self.colours.shape[1])
        stages = self.stages.to(SMALL)[(players.long() - 2) * STAGES + numbers[:, STAGE].long()]
        units = torch.relu_(units + stages[:, None])
        pooled = units.sum(1, dtype=torch.float32)
        context = pooled.to(SMALL) @ self.context.to(SMALL) + self.colour_bias.to(SMALL)
        second = torch.relu_(units @ self.own.to(SMALL) + context[:, None])
        hidden = second.sum(1, dtype=torch.float32) @ self.pooled + pooled @ self.pooled_context
        table = functional.pad(self.numbers, (0, 0, 0, PADDED_NUMBER_ROWS - len(self.numbers)))
        hidden = hidden + (self._inputs.numbers(numbers) @ table.to(SMALL)).float() + self.players[players.long() - 2]
        hidden = torch.relu(torch.relu(hidden) @ self.second + self.second_bias)
        return hidden @ self.out + self.bias

    def set(self, network: DeepNetwork) -> None:
        """Take the weights of a network."""
        self.load_state_dict({name: torch.from_numpy(np.array(part)) for name, part in network._asdict().items()})

    def arrays(self) -> dict[str, Any]:
        """The weights by name."""
        return {name: value.detach().float().cpu().numpy() for name, value in self.named_parameters()}
