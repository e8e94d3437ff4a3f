"""The same games on every processor: with and without PDEP, and on a GPU where there is one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from cases import cases
from wonderland.core.errors import WonderlandError
from wonderland.sim import simulate

SCRIPT = """
import sys, numpy as np
from wonderland.sim import simulate
for players in map(int, sys.argv[3:]):
    np.save(f"{sys.argv[1]}/{players}.npy", simulate(players, 300, 5, sys.argv[2]).table)
"""


@pytest.mark.parametrize(
    ("policy", "numbers"),
    cases(
        [("greedy", [2])],
        [("random", [2, 3, 4, 5, 6]), ("greedy", [3, 4, 5, 6])],
        "every policy and number of players is compiled",
    ),
)
def test_a_processor_without_pdep_plays_the_same_games(tmp_path: Path, policy: str, numbers: list[int]) -> None:
    env = {**os.environ, "NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "WONDERLAND_CACHE": str(tmp_path)}
    subprocess.run([sys.executable, "-c", SCRIPT, str(tmp_path), policy, *map(str, numbers)], env=env, check=True)
    for players in numbers:
        there = np.load(tmp_path / f"{players}.npy")
        assert (there == simulate(players, 300, 5, policy).table).all(), players


def gpu() -> str | None:
    """Why there is no GPU here; None if there is one."""
    try:
        simulate(2, 1, device="cuda")
    except WonderlandError as reason:
        return str(reason)
    return None


@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize("players", range(2, 7))
def test_a_gpu_plays_the_same_games(players: int, policy: str) -> None:
    if reason := gpu():
        pytest.skip(reason)
    there = simulate(players, 20_000, 5, policy, device="cuda")
    assert (there.table == simulate(players, 20_000, 5, policy).table).all()
