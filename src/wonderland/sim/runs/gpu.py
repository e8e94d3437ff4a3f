"""The same games on an NVIDIA GPU: the kernel's functions, one thread a game at a time.

Every number is an integer and every random word a function of (seed, game, number), so that the results are
the CPU's, game by game. Needs the package numba-cuda and a driver.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.core.errors import NotInstalled
from wonderland.sim.arguments import seed_of
from wonderland.sim.kernel.layout import COUNTS, EARLY, RANDOM
from wonderland.sim.runs.threads import Progress, in_blocks

THREADS = 256  #: a block
BLOCKS = 132 * 32  #: a launch; enough to fill the largest GPUs several times, so that they end together
#: As ``EARLY``: some game of a warp is long, and all wait while it draws the rest.
EARLY_HERE = EARLY | {2: 14, 3: 15}
#: Games of one launch: a few tenths of a second, so that a run can be watched and interrupted.
LAUNCH = 1 << 28
#: Rows of results that lie on the GPU at once.
ROWS = 1 << 22


def count_games(
    players: int, start: int, games: int, seed: int, codes: np.ndarray, progress: Progress | None
) -> tuple[np.ndarray, int]:
    """What the games add up to, and how many were played before an interruption."""
    kernels, cuda = _ready()
    play, how = _chosen(players, codes, kernels.count_random, kernels.count_games, cuda)
    counts = cuda.to_device(np.zeros(COUNTS, np.int64))

    def launch(low: int, high: int) -> None:
        play[BLOCKS, THREADS](seed_of(seed), low, high, *how, counts)
        cuda.synchronize()

    done = in_blocks(start, start + games, LAUNCH, 1, lambda: launch, progress, keep=True)
    return np.asarray(counts.copy_to_host()), done


def list_games(
    players: int, start: int, games: int, seed: int, codes: np.ndarray, table: np.ndarray, progress: Progress | None
) -> None:
    """Fill the table with a row a game."""
    kernels, cuda = _ready()
    play, how = _chosen(players, codes, kernels.list_random, kernels.list_games, cuda)
    rows = cuda.device_array((min(ROWS, max(games, 1)), table.shape[1]), np.int16)

    def launch(low: int, high: int) -> None:
        play[BLOCKS, THREADS](seed_of(seed), low, high, *how, rows)
        table[low - start : high - start] = rows[: high - low].copy_to_host()

    in_blocks(start, start + games, ROWS, 1, lambda: launch, progress)


def _chosen(players: int, codes: np.ndarray, at_random: Any, by_policy: Any, cuda: Any) -> tuple[Any, tuple[Any, ...]]:
    """The kernel for these policies, and what it needs to know of the table."""
    seats = (0,) * players
    if (codes[:players] == RANDOM).all():
        return at_random, (seats, EARLY_HERE[players])
    return by_policy, (seats, cuda.to_device(codes))


def _ready() -> tuple[Any, Any]:
    """The kernels and numba's CUDA, or one clear line about what is missing."""
    if not hasattr(np, "row_stack"):
        # Some releases of numba-cuda still ask numpy for the name it has given up.
        np.row_stack = np.vstack
    try:
        from numba import cuda

        found: Any = cuda  # numba has no types for it
        usable = found.is_available()
    except Exception as problem:  # a missing or broken driver shows itself in many ways
        raise NotInstalled("sim_no_gpu", problem=type(problem).__name__) from None
    if not usable:
        raise NotInstalled("sim_no_gpu", problem="numba-cuda")
    from wonderland.sim.runs import gpu_kernels

    return gpu_kernels, found
