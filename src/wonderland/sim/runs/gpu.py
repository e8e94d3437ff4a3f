"""The same games on an NVIDIA GPU: the kernel's functions, one game at a time a thread.

Every number is an integer and every random word a function of (seed, game, number), so that the results are
the CPU's, game by game. Needs the package numba-cuda and a driver.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.core.errors import NotInstalled
from wonderland.sim.arguments import seed_of
from wonderland.sim.kernel.layout import COUNTS_SIZE, EARLY_DRAWS, RANDOM
from wonderland.sim.runs.threads import Progress, run_in_chunks

THREADS_PER_BLOCK = 256
#: Blocks of a launch: enough to fill the largest GPUs several times, so that they end together.
BLOCKS_PER_LAUNCH = 132 * 32
#: More than a CPU draws early: some game of a warp is long, and all wait while it draws the rest.
GPU_EARLY_DRAWS = EARLY_DRAWS | {2: 14, 3: 15}
#: A few tenths of a second, so that a run can be watched and interrupted.
GAMES_PER_LAUNCH = 1 << 28
#: Rows of results that lie on the GPU at once.
ROWS_PER_LAUNCH = 1 << 22


def count_games(
    players: int, start: int, games: int, seed: int, codes: np.ndarray, progress: Progress | None
) -> tuple[np.ndarray, int]:
    """The histograms of the games, and how many were played before an interruption."""
    kernels, cuda = _load_kernels()
    play, how = _kernel_for(players, codes, kernels.count_random, kernels.count_games, cuda)
    counts = cuda.to_device(np.zeros(COUNTS_SIZE, np.int64))

    def launch(low: int, high: int) -> None:
        play[BLOCKS_PER_LAUNCH, THREADS_PER_BLOCK](seed_of(seed), low, high, *how, counts)
        cuda.synchronize()

    done = run_in_chunks(start, start + games, GAMES_PER_LAUNCH, 1, lambda: launch, progress, keep=True)
    return np.asarray(counts.copy_to_host()), done


def list_games(
    players: int, start: int, games: int, seed: int, codes: np.ndarray, table: np.ndarray, progress: Progress | None
) -> None:
    """Fill the table with a row a game."""
    kernels, cuda = _load_kernels()
    play, how = _kernel_for(players, codes, kernels.list_random, kernels.list_games, cuda)
    rows = cuda.device_array((min(ROWS_PER_LAUNCH, max(games, 1)), table.shape[1]), np.int16)

    def launch(low: int, high: int) -> None:
        play[BLOCKS_PER_LAUNCH, THREADS_PER_BLOCK](seed_of(seed), low, high, *how, rows)
        table[low - start : high - start] = rows[: high - low].copy_to_host()

    run_in_chunks(start, start + games, ROWS_PER_LAUNCH, 1, lambda: launch, progress)


def _kernel_for(
    players: int, codes: np.ndarray, at_random: Any, by_policy: Any, cuda: Any
) -> tuple[Any, tuple[Any, ...]]:
    """The kernel for these policies, and what it needs to know of the table."""
    seats = (0,) * players
    if (codes[:players] == RANDOM).all():
        return at_random, (seats, GPU_EARLY_DRAWS[players])
    return by_policy, (seats, cuda.to_device(codes))


def _load_kernels() -> tuple[Any, Any]:
    """The kernels and numba's CUDA."""
    cuda = load_cuda()
    from wonderland.sim.runs import gpu_kernels

    return gpu_kernels, cuda


def load_cuda() -> Any:
    """Numba's CUDA, or one clear line about what is missing."""
    if not hasattr(np, "row_stack"):
        # Some releases of numba-cuda still use a name that numpy 2 has removed.
        np.row_stack = np.vstack
    try:
        from numba import cuda

        found: Any = cuda  # numba has no types for it
        usable = found.is_available()
    except Exception as problem:  # a missing or broken driver shows itself in many ways
        raise NotInstalled("sim_no_gpu", problem=type(problem).__name__) from None
    if not usable:
        raise NotInstalled("sim_no_gpu", problem="numba-cuda")
    return found
