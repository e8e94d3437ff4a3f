"""The networks in torch, for learning: the sums of ``bots/parade/network/forward.py`` for many positions at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from wonderland.bots.parade.network.layout import (
    NUMBER_ROWS,
    PLACES,
    STAGE,
    STAGES,
    TURNED,
    TURNED_ROWS,
    Network,
    number_columns,
    shapes,
)  # fmt: skip
from wonderland.sim.kernel.layout import COLOURS, DECK_SIZE, MAX_PLAYERS, VALUES
from wonderland.training.selfplay.settings import initial_scales

#: Sums of ones and zeros need no more digits than this.
SMALL = torch.bfloat16
#: Columns for each card: the kinds of places, and two more.
KINDS = 32
PADDED_NUMBER_ROWS = 736
assert PLACES + 2 <= KINDS
assert MAX_PLAYERS + STAGES - VALUES <= VALUES
assert NUMBER_ROWS <= PADDED_NUMBER_ROWS


class Inputs(nn.Module):  # type: ignore[misc]  # torch is not installed where types are checked
    """What a network sees as zeros and ones, and the rows of its first layer in the order of these."""

    def __init__(self, players: int) -> None:
        super().__init__()
        # A place is a row of 32 bits of which at most one is set, so that the matrices' rows are aligned.
        kinds = torch.zeros(PLACES + 1, KINDS, dtype=SMALL)
        kinds[torch.arange(1, PLACES + 1), torch.arange(PLACES)] = 1
        self.register_buffer("_kinds", kinds, persistent=False)
        self.register_buffer("_seats", torch.arange(MAX_PLAYERS, dtype=torch.uint8), persistent=False)
        self.register_buffer("_stages", torch.arange(STAGES, dtype=torch.uint8), persistent=False)
        columns, starts = zip(*number_columns(players), strict=True)
        self.register_buffer("_columns", torch.tensor(columns), persistent=False)
        self.register_buffer("_starts", torch.tensor(starts), persistent=False)

    def numbers(self, numbers: Tensor) -> Tensor:
        """Which rows of the table of numbers are added up, (n, ``PADDED_NUMBER_ROWS``)."""
        rows = torch.zeros(len(numbers), PADDED_NUMBER_ROWS, dtype=SMALL, device=numbers.device)
        return rows.scatter_(1, numbers[:, self._columns].long() + self._starts, 1.0)

    def cards(self, places: Tensor, numbers: Tensor) -> Tensor:
        """The inputs of the first layer, (n, ``COLOURS``, ``VALUES``, ``KINDS``)."""
        count = len(places)
        if places.is_cuda:
            return inputs_on_gpu(places, numbers).view(SMALL)
        active = self._kinds[places.int()].view(count, COLOURS, VALUES, KINDS)
        # The last two columns, which no place uses, hold the seats that turn the colour over, and the stage.
        active[:, :, :MAX_PLAYERS, -2] = ((numbers[:, TURNED : TURNED + COLOURS, None] >> self._seats) & 1).to(SMALL)
        stage = (numbers[:, STAGE, None] == self._stages).to(SMALL)
        active[:, :, :, -1] = stage[:, None, :VALUES]
        active[:, :, MAX_PLAYERS : MAX_PLAYERS + STAGES - VALUES, -2] = stage[:, None, VALUES:]
        return active

    @staticmethod
    def first_layer(colours: Tensor, stages: Tensor | None = None) -> Tensor:
        """The rows of the first layer in the order of the columns above, (values · kinds) by units.

        Without ``stages`` those of the stages are zeros.
        """
        width = colours.shape[1]
        stages = colours.new_zeros(STAGES, width) if stages is None else stages
        places = colours[:TURNED_ROWS].view(PLACES, VALUES, width)
        last = functional.pad(stages[VALUES:], (0, 0, 0, 2 * VALUES - MAX_PLAYERS - STAGES))
        turned = torch.cat([colours[TURNED_ROWS:], last])
        unused = places.new_zeros(KINDS - 2 - PLACES, VALUES, width)
        rows = torch.cat([places, unused, turned[None], stages[None, :VALUES]])
        return rows.transpose(0, 1).reshape(VALUES * KINDS, width).to(SMALL)


class Model(nn.Module):  # type: ignore[misc]  # torch is not installed where types are checked
    """A network of any size; ``outputs`` is 1 for the card network, the number of players for the position network."""

    def __init__(self, players: int, outputs: int, width: int, hidden: int) -> None:
        super().__init__()
        self.players = players
        scales = initial_scales(width, hidden)
        for name, shape in shapes(outputs, width, hidden).items():
            self.register_parameter(name, nn.Parameter(torch.randn(shape) * scales[name]))
        self._inputs = Inputs(players)

    def forward(self, places: Tensor, numbers: Tensor) -> Tensor:
        """The outputs for positions, (n, 66) and (n, ``NUMBERS_SIZE``)."""
        count = len(places)
        cards = self._inputs.cards(places, numbers).view(count * COLOURS, VALUES * KINDS)
        units = cards @ self._inputs.first_layer(self.colours, self.stages)
        pooled = torch.relu_(units).view(count, COLOURS, units.shape[1]).sum(1, dtype=torch.float32)
        table = functional.pad(self.numbers, (0, 0, 0, PADDED_NUMBER_ROWS - NUMBER_ROWS))
        rows = (self._inputs.numbers(numbers) @ table.to(SMALL)).float()
        hidden = torch.relu(pooled @ self.pooled + rows)
        return hidden @ self.out.T + self.bias

    def set(self, network: Network) -> None:
        """Take the weights of a network of this size."""
        self.load_state_dict({name: torch.from_numpy(np.array(part)) for name, part in network._asdict().items()})

    def arrays(self) -> dict[str, Any]:
        """The weights by name, as :class:`~wonderland.bots.parade.network.layout.Network` has them."""
        return {name: value.detach().float().cpu().numpy() for name, value in self.named_parameters()}


def inputs_on_gpu(places: Tensor, numbers: Tensor) -> Tensor:
    """The inputs of the first layer, four in a word of 64 bits."""
    from numba import cuda

    from wonderland.training.selfplay import gpu_candidates

    out = torch.empty(len(places), DECK_SIZE, KINDS // 4, dtype=torch.int64, device=places.device)
    stream = cuda.external_stream(torch.cuda.current_stream().cuda_stream)
    # numba writes words without a sign.
    as_array: Any = cuda.as_cuda_array
    arrays = (as_array(array.detach().contiguous()) for array in (places, numbers, out.view(torch.uint64)))
    words = len(places) * DECK_SIZE * gpu_candidates.WORDS
    blocks = (words + gpu_candidates.INPUT_THREADS - 1) // gpu_candidates.INPUT_THREADS
    gpu_candidates.write_inputs[blocks, gpu_candidates.INPUT_THREADS, stream](*arrays)
    return out
