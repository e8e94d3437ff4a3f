"""Steps a second of the Nimble environments on one core, with random legal actions, choosing them included.

``scripts/bench nimble_envs [SECONDS]``
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import process_time

import gymnasium
import numpy as np

import wonderland.envs  # noqa: F401  # registers the environment
from wonderland.envs import nimble_v0
from wonderland.games.nimble import game

SECONDS = 3.0  #: of the processor, for each figure
RUNS = 3  #: of which the best counts


def gymnasium_steps(players: int, seconds: float) -> float:
    """A random learner against dodos."""
    env = gymnasium.make("wonderland/Nimble-v0", players=players, opponents=["dodo"], disable_env_checker=True)
    random, steps = np.random.default_rng(0), 0
    _, info = env.reset(seed=0)
    start = process_time()
    while process_time() - start < seconds:
        _, _, end, _, info = env.step(random.choice(np.flatnonzero(info["action_mask"])))
        steps += 1
        if end:
            _, info = env.reset()
    return steps / (process_time() - start)


def pettingzoo_steps(players: int, seconds: float) -> float:
    """Random agents at all seats; a step is one of the environment, at which mostly one agent decides."""
    env = nimble_v0.parallel_env(players=players)
    random, steps = np.random.default_rng(0), 0
    seen, _ = env.reset(seed=0)
    start = process_time()
    while process_time() - start < seconds:
        masks = {agent: one["action_mask"] for agent, one in seen.items()}
        seen, *_ = env.step({agent: random.choice(np.flatnonzero(mask)) for agent, mask in masks.items() if mask.any()})
        steps += 1
        if not env.agents:
            seen, _ = env.reset()
    return steps / (process_time() - start)


if __name__ == "__main__":
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    measures: dict[str, Callable[[int, float], float]] = {"Gymnasium": gymnasium_steps, "Parallel": pettingzoo_steps}
    print(f"{'':12}" + "".join(f"{players:>4} players" for players in game.seats))
    for name, measure in measures.items():
        best = [max(measure(players, seconds) for _ in range(RUNS)) for players in game.seats]
        print(f"{name:12}" + "".join(f"{steps:12,.0f}" for steps in best))
