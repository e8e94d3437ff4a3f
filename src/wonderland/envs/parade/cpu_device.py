"""Batches on the CPU: numpy arrays, one thread, without the interpreter's lock."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from wonderland.core.errors import Unreadable
from wonderland.envs.parade.actions import ACTIONS
from wonderland.envs.parade.devices import State
from wonderland.envs.parade.kernel import cpu
from wonderland.envs.parade.kernel.layout import BYTES_SIZE, NUMBER_WORD, WORDS_SIZE
from wonderland.sim.arguments import one_each
from wonderland.sim.kernel.layout import MAX_PILE

_STEPS = {"compact": cpu.step_compact, "rich": cpu.step_rich, "privileged": cpu.step_privileged}
_OBSERVE = {"compact": cpu.observe_compact, "rich": cpu.observe_rich, "privileged": cpu.observe_privileged}


class CpuDevice:
    """See :class:`wonderland.envs.parade.devices.Device`."""

    def __init__(self) -> None:
        self._scratch = cpu.new_scratch()

    def use_stream(self, address: int | None) -> None:
        """A CPU has no streams."""

    def empty(self, shape: tuple[int, ...], dtype: Any) -> Any:
        return np.zeros(shape, dtype)

    def new_state(self, games: int) -> State:
        sizes = (WORDS_SIZE, np.uint64), (BYTES_SIZE, np.uint8), (MAX_PILE, np.uint8)
        words, bytes_, pile = (np.zeros((games, size), dtype) for size, dtype in sizes)
        return words, bytes_, pile

    def read_game(self, state: State, game: int) -> tuple[NDArray[Any], ...]:
        return tuple(part[game] for part in state)

    def numbers(self, state: State) -> Any:
        return state[0][:, NUMBER_WORD]

    def array(self, values: NDArray[Any]) -> Any:
        return np.ascontiguousarray(values)

    def host(self, values: Any) -> NDArray[Any]:
        return np.asarray(values)

    def room(self, given: dict[str, Any], name: str, shape: tuple[int, ...], dtype: str) -> Any:
        """The caller's array of this name, or a new one; halves as the words that hold their bits."""
        found = given.pop(name, None)
        if found is None:
            found = np.zeros(shape, dtype)
        elif not isinstance(found, np.ndarray) or found.shape != shape or found.dtype != dtype:
            kind = getattr(found, "dtype", type(found).__name__)
            raise Unreadable(
                "env_array_wrong", name=name, found=f"{kind} {getattr(found, 'shape', '')}", expected=f"{dtype} {shape}"
            )
        elif not (found.flags.c_contiguous and found.flags.writeable):
            raise Unreadable("env_array_layout", name=name)
        return found.view(np.uint16) if dtype == "float16" else found

    def floats(self, values: Any, dtype: str) -> Any:
        return values.view(np.float16) if dtype == "float16" else values

    def mask(self, which: Any, games: int) -> Any:
        found = np.asarray(which)
        if found.shape != (games,) or found.dtype != np.bool_:
            raise Unreadable("env_which_wrong", found=f"{found.dtype} {found.shape}", games=games)
        return np.ascontiguousarray(found)

    def actions(self, actions: Any, games: int) -> Any:
        # The usual cases are checked by the kernel, which refuses what is not legal.
        usual = isinstance(actions, np.ndarray) and actions.dtype.kind in "iu" and actions.dtype.isnative
        if usual and actions.shape == (games,):
            return actions if actions.flags.c_contiguous else np.ascontiguousarray(actions)
        return one_each(actions, games, 0, ACTIONS - 1, "actions")

    def set_numbers(self, state: State) -> None:
        self.numbers(state)[:] = np.arange(len(state[0]), dtype=np.uint64)

    def add_numbers(self, state: State, which: Any) -> None:
        self.numbers(state)[which] += np.uint64(len(which))

    def reset_games(self, settings: Any, seats: Any, which: Any, state: State, out: Any) -> None:
        cpu.reset_games(settings, seats, which, self._scratch, state, out)

    def deal_games(self, settings: Any, seats: Any, decks: Any, first: Any, state: State, out: Any) -> None:
        cpu.deal_games(settings, seats, decks, first, self._scratch, state, out)

    def first_illegal(self, seats: Any, actions: Any, state: State) -> int:
        return int(cpu.first_illegal(seats, actions, state))

    def step(self, kind: str, settings: Any, seats: Any, actions: Any, state: State, out: Any, seen: Any) -> None:
        _STEPS[kind](settings, seats, actions, self._scratch, state, out, seen)

    def choose_actions(self, seed: Any, policy: int, seats: Any, state: State, actions: Any) -> None:
        cpu.choose_actions(seed, policy, seats, state, actions)

    def find_actors(self, seats: Any, state: State, seen: Any) -> None:
        cpu.find_actors(seats, state, seen)

    def observe(self, kind: str, seats: Any, viewers: Any, state: State, observation: Any) -> None:
        _OBSERVE[kind](seats, viewers, self._scratch, state, observation)
