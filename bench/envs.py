"""Steps a second of the environments of Parade on one core, and of others beside them: ``scripts/bench envs``.

Every step chooses a random legal action. A step is one decision: of every seat in a batch, in PettingZoo and in
OpenSpiel, of the learner alone in Gymnasium, where the bots' moves come on top. Peers are other games, so for scale
only; those that are not installed are left out. ``--seconds`` is how long each contender runs, in five rounds of which
the best counts; seconds are those of the processor, so that other work on the machine disturbs less.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from random import Random
from time import process_time
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode

from wonderland.envs import ParadeBatch, parade_v0

ENV_ID = "wonderland/Parade-v0"
GAMES = (1_024, 65_536)  #: in a batch
VECTOR_GAMES = 1_024
ROUNDS = 5  #: of each contender; the best one counts

#: Does some steps and says how many.
Work = Callable[[], int]
Contender = tuple[str, Work]


def batches() -> Iterator[Contender]:
    for games in GAMES:
        for players, observation in ((2, "compact"), (4, "compact"), (2, "rich")):
            batch = ParadeBatch(games, players, seed=1, observation=observation)
            batch.reset()

            def step(batch: Any = batch, games: int = games) -> int:
                batch.step(batch.random_actions())
                return games

            yield f"ParadeBatch, {games:,} games, {players} players, {observation}", step


def vector(name: str, envs: Any) -> Contender:
    envs.reset(seed=1)
    batch = envs.unwrapped.batch

    def step() -> int:
        envs.step(batch.random_actions())
        return VECTOR_GAMES

    return name, step


def vectors() -> Iterator[Contender]:
    for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP):
        for opponents in (["random"], ["greedy"]):
            envs = gymnasium.make_vec(
                ENV_ID, VECTOR_GAMES, "vector_entry_point", opponents=opponents, autoreset_mode=mode
            )
            yield vector(f"VectorEnv of {VECTOR_GAMES:,}, {mode.value}, against {opponents[0]}", envs)


def aec(name: str, env: Any) -> Contender:
    random = Random(1)

    def play() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
                continue
            env.step(random.choice(seen["action_mask"].nonzero()[0].tolist()))
            steps += 1
        return steps

    return name, play


def parallel(players: int) -> Contender:
    env, random = parade_v0.parallel_env(players=players), Random(1)

    def play() -> int:
        seen, _ = env.reset()
        steps = 0
        while env.agents:
            masks = ((agent, seen[agent]["action_mask"].nonzero()[0].tolist()) for agent in env.agents)
            actions = {agent: random.choice(legal) for agent, legal in masks if legal}
            seen, *_ = env.step(actions)
            steps += len(actions)
        return steps

    return f"PettingZoo parallel_env, {players} players", play


def single(opponents: list[str]) -> Contender:
    env, random = gymnasium.make(ENV_ID, players=len(opponents) + 1, opponents=opponents), Random(1)

    def play() -> int:
        _, info = env.reset()
        steps, over = 0, False
        while not over:
            _, _, over, _, info = env.step(random.choice(info["action_mask"].nonzero()[0].tolist()))
            steps += 1
        return steps

    return f"Gymnasium, one game, against {', '.join(opponents)}", play


def tables() -> Iterator[Contender]:
    for players in (2, 4):
        yield aec(f"PettingZoo env, {players} players", parade_v0.env(players=players))
        yield parallel(players)
    yield aec("PettingZoo env, 2 players, rich", parade_v0.env(observation="rich"))
    for opponents in (["random"], ["greedy"], ["hatter"]):
        yield single(opponents)


def open_spiel_game(name: str, shown: str) -> Contender:
    game, random = import_module("pyspiel").load_game(name), Random(1)

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            chance = state.is_chance_node()
            legal = [action for action, _ in state.chance_outcomes()] if chance else state.legal_actions()
            state.apply_action(random.choice(legal))
            steps += not chance
        return steps

    return shown, play


def open_spiel() -> Iterator[Contender]:
    import_module("wonderland.envs.open_spiel")
    for players in (2, 4):
        yield open_spiel_game(f"python_wonderland_parade(players={players})", f"OpenSpiel, {players} players")


def open_spiel_peers() -> Iterator[Contender]:
    for name in ("crazy_eights", "hearts", "gin_rummy"):
        yield open_spiel_game(name, f"peer: OpenSpiel {name}")


def pettingzoo_peers() -> Iterator[Contender]:
    for name in ("leduc_holdem_v4", "texas_holdem_v4", "gin_rummy_v4"):
        with suppress(ImportError):
            yield aec(f"peer: PettingZoo {name}", import_module(f"pettingzoo.classic.{name}").env())


def gymnasium_peers() -> Iterator[Contender]:
    for mode in ("vector_entry_point", "sync"):
        envs: Any = gymnasium.make_vec("CartPole-v1", VECTOR_GAMES, mode)
        envs.reset(seed=1)
        actions = np.random.default_rng(1).integers(2, size=VECTOR_GAMES)

        def step(envs: Any = envs, actions: Any = actions) -> int:
            envs.step(actions)
            return VECTOR_GAMES

        yield f"peer: Gymnasium CartPole, {VECTOR_GAMES:,}, {mode}", step


def rate(work: Work, seconds: float) -> float:
    """Steps a second, in the best of several rounds; the first call, which may compile, does not count."""
    work()
    return max(_round(work, seconds / ROUNDS) for _ in range(ROUNDS))


def _round(work: Work, seconds: float) -> float:
    steps, started = 0, process_time()
    while (elapsed := process_time() - started) < seconds:
        steps += work()
    return steps / elapsed


SOURCES = (batches, vectors, tables, open_spiel, gymnasium_peers, pettingzoo_peers, open_spiel_peers)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0)
    seconds = parser.parse_args().seconds
    print(f"{'steps a second, one core':60}")
    for source in SOURCES:
        with suppress(ImportError):
            for name, work in source():
                print(f"{name:60}{rate(work, seconds):14,.0f}", flush=True)


if __name__ == "__main__":
    main()
