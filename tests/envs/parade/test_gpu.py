"""Batches on a GPU, where there is one: the CPU's rows bit for bit, memory shared with torch, CUDA graphs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from wonderland.core.errors import WonderlandError
from wonderland.envs import ParadeBatch

ARRAYS = ("observation", "mask", "seat", "reward", "done", "scores", "number")


@pytest.fixture(autouse=True)
def on_a_gpu() -> None:
    """Skip where there is none, with the reason."""
    try:
        ParadeBatch(1, 2, device="cuda")
    except WonderlandError as reason:
        pytest.skip(str(reason))


def differing(here: ParadeBatch, there: ParadeBatch) -> list[str]:
    found = [(name, getattr(here, name), getattr(there, name).copy_to_host()) for name in ARRAYS]
    return [
        name
        for name, one, other in found
        if np.ascontiguousarray(one).tobytes() != np.ascontiguousarray(other).tobytes()
    ]


@pytest.mark.parametrize("kind", ["compact", "rich", "privileged"])
@pytest.mark.parametrize("players", range(2, 7))
def test_rows_are_the_cpus_bit_for_bit(players: int, kind: str) -> None:
    here, there = (ParadeBatch(1000, players, 3, device, kind) for device in ("cpu", "cuda"))
    for _ in range(100):
        assert differing(here, there) == []
        here.step(here.random_actions())
        there.step(there.random_actions())


def test_torch_shares_the_arrays_and_captures_a_step() -> None:
    torch: Any = pytest.importorskip("torch", reason="torch is not installed")
    here, there = (ParadeBatch(500, 2, 3, device, "rich", check=False) for device in ("cpu", "cuda"))
    mask = torch.as_tensor(there.mask, device="cuda")
    actions = torch.zeros(500, dtype=torch.int64, device="cuda")

    def step() -> None:
        actions.copy_(mask.float().argmax(1))
        there.step(actions)

    with torch.cuda.stream(torch.cuda.Stream()):
        step()
    torch.cuda.synchronize()
    here.step(here.mask.argmax(axis=1))
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        step()
    for _ in range(50):
        graph.replay()
        here.step(here.mask.argmax(axis=1))
    torch.cuda.synchronize()
    assert differing(here, there) == []


def test_an_illegal_action_is_refused_there_too() -> None:
    batch = ParadeBatch(3, 2, device="cuda")
    with pytest.raises(WonderlandError, match="Game 0: action 70 is not possible now"):
        batch.step([70, 70, 70])
