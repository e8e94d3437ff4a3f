"""Batches on an NVIDIA GPU: arrays that numba-cuda, torch and others share, kernels on the caller's stream."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wonderland.core.errors import Unreadable
from wonderland.envs.parade.actions import ACTIONS
from wonderland.envs.parade.devices import State
from wonderland.envs.parade.kernel.layout import BYTES_SIZE, NUMBER_WORD, WORDS_SIZE
from wonderland.sim.arguments import numbers
from wonderland.sim.kernel.layout import MAX_PILE, RANDOM
from wonderland.sim.runs.gpu import load_cuda

#: Larger than the number of any game.
_ALL_LEGAL = np.iinfo(np.int64).max


class GpuDevice:
    """See :class:`wonderland.envs.parade.devices.Device`."""

    def __init__(self) -> None:
        self._cuda = load_cuda()
        from wonderland.envs.parade.kernel import gpu_observe, gpu_rows, gpu_step

        self._kernels, self._observing, self._threads = gpu_step, gpu_observe, gpu_rows.THREADS_PER_BLOCK
        self._steps = {
            "compact": gpu_step.step_compact,
            "rich": gpu_step.step_rich,
            "privileged": gpu_step.step_privileged,
        }
        self._observers = {
            "compact": gpu_observe.observe_compact,
            "rich": gpu_observe.observe_rich,
            "privileged": gpu_observe.observe_privileged,
        }
        self._first = self._cuda.to_device(np.full(1, _ALL_LEGAL))
        self._stream: int | None = None

    def use_stream(self, address: int | None) -> None:
        self._stream = address

    def _launch(self, kernel: Any, games: int, *arguments: Any) -> None:
        kernel[(games + self._threads - 1) // self._threads, self._threads, self._current_stream()](*arguments)

    def _current_stream(self) -> Any:
        address = self._stream
        if address is None and (torch := sys.modules.get("torch")) is not None and torch.cuda.is_initialized():
            address = torch.cuda.current_stream().cuda_stream
        return self._cuda.external_stream(address) if address else self._cuda.default_stream()

    # ---- arrays ---------------------------------------------------------------------------------------------

    def empty(self, shape: tuple[int, ...], dtype: Any) -> Any:
        return self._cuda.to_device(np.zeros(shape, dtype))

    def new_state(self, games: int) -> State:
        # The same place of all games lies together; bytes in fours.
        shapes = ((WORDS_SIZE, games), np.uint64), ((BYTES_SIZE // 4, games), np.uint32), ((games, MAX_PILE), np.uint8)
        words, bytes_, pile = (self.empty(shape, dtype) for shape, dtype in shapes)
        return words, bytes_, pile

    def read_game(self, state: State, game: int) -> tuple[NDArray[Any], ...]:
        words, bytes_, pile = state
        columns = (np.ascontiguousarray(part[:, game].copy_to_host()) for part in (words, bytes_))
        own_words, own_bytes = columns
        return own_words, own_bytes.view(np.uint8), self.host(pile[game])

    def numbers(self, state: State) -> Any:
        return state[0][NUMBER_WORD]

    def array(self, values: NDArray[Any]) -> Any:
        return self._cuda.to_device(np.ascontiguousarray(values))

    def host(self, values: Any) -> NDArray[Any]:
        found: NDArray[Any] = np.ascontiguousarray(values.copy_to_host())
        return found

    def room(self, given: dict[str, Any], name: str, shape: tuple[int, ...], dtype: str) -> Any:
        """The caller's array of this name, shared, or a new one; halves as the words that hold their bits."""
        found = given.pop(name, None)
        if found is None:
            found = self._cuda.to_device(np.zeros(shape, dtype))
        else:
            if not hasattr(found, "__cuda_array_interface__"):
                raise Unreadable("env_array_not_shared", name=name, found=type(found).__name__)
            found = self._cuda.as_cuda_array(found)
            if found.shape != shape or found.dtype != dtype:
                raise Unreadable(
                    "env_array_wrong", name=name, found=f"{found.dtype} {found.shape}", expected=f"{dtype} {shape}"
                )
            if not found.is_c_contiguous():
                raise Unreadable("env_array_layout", name=name)
        return found.view(np.uint16) if dtype == "float16" else found

    def floats(self, values: Any, dtype: str) -> Any:
        return values.view(np.float16) if dtype == "float16" else values

    def mask(self, which: Any, games: int) -> Any:
        found = self._shared(which)
        if found.shape != (games,) or found.dtype != np.bool_:
            raise Unreadable("env_which_wrong", found=f"{found.dtype} {found.shape}", games=games)
        return found

    def actions(self, actions: Any, games: int) -> Any:
        if hasattr(actions, "__cuda_array_interface__"):
            found = self._cuda.as_cuda_array(actions)
            if found.shape == (games,) and found.dtype.kind in "iu":
                return found
            raise Unreadable("sim_shape", found=found.shape, expected=(games,)).within("at_key", key="actions")
        return self._cuda.to_device(numbers(actions, (games,), 0, ACTIONS - 1, "actions"))

    def _shared(self, values: Any) -> Any:
        """An array on the GPU: the caller's, or a copy of one in the computer's memory."""
        if hasattr(values, "__cuda_array_interface__"):
            return self._cuda.as_cuda_array(values)
        return self._cuda.to_device(np.ascontiguousarray(values))

    # ---- kernels --------------------------------------------------------------------------------------------

    def set_numbers(self, state: State) -> None:
        self._launch(self._kernels.set_numbers, state[0].shape[1], state[0])

    def add_numbers(self, state: State, which: Any) -> None:
        self._launch(self._kernels.add_numbers, len(which), state[0], which)

    def reset_games(self, settings: Any, seats: Any, which: Any, state: State, out: Any) -> None:
        self._launch(self._kernels.reset_games, len(which), settings, seats, which, state, out)

    def deal_games(self, settings: Any, seats: Any, decks: Any, first: Any, state: State, out: Any) -> None:
        self._launch(self._kernels.deal_games, len(decks), settings, seats, decks, first, state, out)

    def first_illegal(self, seats: Any, actions: Any, state: State) -> int:
        self._launch(self._kernels.find_illegal, len(actions), seats, actions, state, self._first)
        game = int(self._first.copy_to_host()[0])
        if game == _ALL_LEGAL:
            return -1
        self._first.copy_to_device(np.full(1, _ALL_LEGAL))
        return game

    def step(self, kind: str, settings: Any, seats: Any, actions: Any, state: State, out: Any, seen: Any) -> None:
        self._launch(self._steps[kind], len(actions), settings, seats, actions, state, out, seen)

    def choose_actions(self, seed: Any, policy: int, seats: Any, state: State, actions: Any) -> None:
        if policy == RANDOM:
            # It looks at less, and so is faster.
            self._launch(self._kernels.choose_random, len(actions), seed, seats, state, actions)
        else:
            self._launch(self._kernels.choose_actions, len(actions), seed, policy, seats, state, actions)

    def find_actors(self, seats: Any, state: State, seen: Any) -> None:
        self._launch(self._observing.find_actors, len(seen[2]), seats, state, seen)

    def observe(self, kind: str, seats: Any, viewers: Any, state: State, observation: Any) -> None:
        self._launch(self._observers[kind], len(viewers), seats, viewers, state, observation)
