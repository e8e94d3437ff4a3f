"""A batch of games with its candidates as tensors, where they are played: on a GPU nothing is copied."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from wonderland.bots.parade.evaluation.weights import load_weights
from wonderland.bots.parade.network.layout import NUMBERS_SIZE
from wonderland.envs.parade.batch import ParadeBatch
from wonderland.sim.kernel.layout import DECK_SIZE
from wonderland.training.selfplay import table_choices
from wonderland.training.selfplay.candidates import CANDIDATES, Candidates, new_scratch, write_games


def _hatter(players: int) -> NDArray[np.int64]:
    return np.array(load_weights(players), np.int64)


class TorchGames:
    """Games of one batch: the candidates of whoever acts next, and what came of the last actions."""

    def __init__(self, games: int, players: int, seed: int, device: str, autoreset: bool = True) -> None:
        self._games, self._players, self._device = games, players, device
        self.candidates = Candidates(
            self._room(torch.uint8, 2, CANDIDATES, DECK_SIZE), self._room(torch.uint8, 2, CANDIDATES, NUMBERS_SIZE),
            self._room(torch.uint8, DECK_SIZE), self._room(torch.uint8, NUMBERS_SIZE),
            self._room(torch.int16, CANDIDATES),
        )  # fmt: skip
        reward, done, seat = self._room(torch.float32, players), self._room(torch.bool), self._room(torch.int8)
        self.reward, self.done, self.seat = reward, done, seat
        arrays = {"reward": reward, "done": done, "seat": seat}
        if device == "cpu":
            arrays = {name: tensor.numpy() for name, tensor in arrays.items()}
        self._batch = ParadeBatch(games, players, seed, device, autoreset=autoreset, check=False, arrays=arrays)
        self._write = self._gpu_writer() if device == "cuda" else self._cpu_writer()
        self._table_choices = self._room(torch.int8)
        self._choose = self._gpu_chooser() if device == "cuda" else self._cpu_chooser()

    def _room(self, dtype: Any, *shape: int) -> Tensor:
        return torch.zeros(self._games, *shape, dtype=dtype, device=self._device)

    def look(self, seen: bool = True, whole: bool = True) -> Candidates:
        """The candidates of each game, as their seats see them or whole; the tensors are used again."""
        self._write(seen, whole)
        return self.candidates

    def copy(self, games: TorchGames, times: int, chosen: Tensor) -> None:
        """Go on with so many copies of each of the chosen ones of other games, those of a game one after the other."""
        axis = 1 if self._device == "cuda" else 0
        for own, other in zip(self._state(), games._state(), strict=True):
            where = axis if own.shape[axis] == self._games else 0
            own.copy_(other.index_select(where, chosen).repeat_interleave(times, where))

    def _state(self) -> list[Tensor]:
        """The games as tensors of signed numbers, which torch can copy."""
        found = [torch.as_tensor(part, device=self._device) for part in self.kernel_state[1]]
        signed = {torch.uint64: torch.int64, torch.uint32: torch.int32}
        return [part.view(signed.get(part.dtype, part.dtype)) for part in found]

    def step(self, chosen: Tensor) -> None:
        """One candidate of each game."""
        self.act(self.candidates.actions.gather(1, chosen[:, None]).squeeze(1))

    def act(self, actions: Tensor) -> None:
        """One action of each game; where it is not allowed, nothing happens."""
        self._batch.step(actions if self._device == "cuda" else actions.numpy())

    @property
    def kernel_state(self) -> tuple[Any, Any]:
        """What compiled functions take, see :class:`wonderland.envs.parade.batch.ParadeBatch`."""
        return self._batch.kernel_state

    def shares(self) -> Tensor:
        """Everybody's share of the win, by the table's seats, where a game has just ended."""
        return (self.reward * (self._players - 1) + 1) / self._players

    def choose_by_table(self) -> Tensor:
        """The Hatter's choice in each game, as the number of a candidate."""
        self._choose()
        return self._table_choices.long()

    def _gpu_chooser(self) -> Any:
        from numba import cuda

        from wonderland.training.selfplay import gpu_candidates

        as_array: Any = cuda.as_cuda_array
        weights = torch.tensor(_hatter(self._players), device=self._device)
        out, table = as_array(self._table_choices), as_array(weights)
        threads = gpu_candidates.THREADS_PER_BLOCK
        blocks = (self._games + threads - 1) // threads
        seats, state = self.kernel_state

        def choose() -> None:
            stream = cuda.external_stream(torch.cuda.current_stream().cuda_stream)
            gpu_candidates.choose_games[blocks, threads, stream](seats, state, table, out)

        return choose

    def _cpu_chooser(self) -> Any:
        scratch, weights, out = table_choices.new_scratch(), _hatter(self._players), self._table_choices.numpy()
        seats, state = self.kernel_state
        return lambda: table_choices.choose_games(seats, state, scratch, weights, out)

    def _gpu_writer(self) -> Any:
        from numba import cuda

        from wonderland.training.selfplay import gpu_candidates

        as_array: Any = cuda.as_cuda_array
        out = Candidates(*(as_array(tensor) for tensor in self.candidates))
        threads = gpu_candidates.THREADS_PER_BLOCK
        blocks = (self._games + threads - 1) // threads
        seats, state = self.kernel_state

        def write(seen: bool, whole: bool) -> None:
            stream = cuda.external_stream(torch.cuda.current_stream().cuda_stream)
            gpu_candidates.write_games[blocks, threads, stream](seats, state, seen, whole, out)

        return write

    def _cpu_writer(self) -> Any:
        out = tuple(tensor.numpy() for tensor in self.candidates)
        position = np.zeros(DECK_SIZE, np.uint8), np.zeros(NUMBERS_SIZE, np.uint8)
        seats, state = self.kernel_state
        scratch = new_scratch()
        return lambda seen, whole: write_games(seats, state, scratch, position, out, seen, whole)
