"""A stock PPO learns Parade: sb3-contrib's MaskablePPO against the random bot, a thousand tables at once.

python learn_parade.py             two million decisions: about two minutes on one core
python learn_parade.py 500000      so many decisions
Needs wonderland[rl] and sb3-contrib, which brings torch. One table at a time needs no class of your own:
MaskablePPO("MlpPolicy", gymnasium.make("wonderland/Parade-v0", observation="rich")).
"""

import sys

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv

import wonderland.envs  # noqa: F401  # registers wonderland/Parade-v0

TABLES = 1024


def make_tables(number, opponent, mode):
    options = {"opponents": [opponent], "observation": "rich", "autoreset_mode": mode}
    return gymnasium.make_vec("wonderland/Parade-v0", number, "vector_entry_point", **options)


class Tables(VecEnv):
    """Gymnasium's many tables as Stable-Baselines3 wants them."""

    def __init__(self, number, opponent):
        self.tables = make_tables(number, opponent, "SameStep")
        super().__init__(number, self.tables.single_observation_space, self.tables.single_action_space)

    def reset(self):
        return self.tables.reset(seed=self._seeds[0])[0]

    def step_async(self, actions):
        self.actions = actions

    def step_wait(self):
        observations, rewards, over, _, infos = self.tables.step(self.actions)
        told = [{} for _ in range(self.num_envs)]
        for table in np.flatnonzero(over):
            told[table]["terminal_observation"] = infos["final_obs"][table]
        return observations, rewards, over, told

    def env_method(self, name, *arguments, indices=None, **options):
        return getattr(self.tables, name)(*arguments, **options)  # action_masks: a row for each table

    def has_attr(self, name):
        return hasattr(self.tables, name)

    def get_attr(self, name, indices=None):
        return [getattr(self.tables, name)] * self.num_envs

    def set_attr(self, name, value, indices=None):
        setattr(self.tables, name, value)

    def env_is_wrapped(self, wrapper, indices=None):
        return [False] * self.num_envs

    def close(self):
        self.tables.close()


def wins(model, opponent, games=2000):
    """The share of games that the model wins; a shared win counts its share."""
    tables = make_tables(games, opponent, "NextStep")
    observations, infos = tables.reset(seed=0)
    rewards, playing = np.zeros(games), np.ones(games, bool)
    while playing.any():
        masks = infos["action_mask"]
        masks[~masks.any(axis=1)] = 1  # where a game has just ended any action will do
        actions, _ = model.predict(observations, action_masks=masks, deterministic=True)
        observations, reward, over, _, infos = tables.step(actions)
        rewards += np.where(playing, reward, 0)
        playing &= ~over
    return (rewards.mean() + 1) / 2


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000_000
    torch.set_num_threads(1)  # the network is small: more threads would only wait for each other
    model = MaskablePPO(
        "MlpPolicy",
        Tables(TABLES, "random"),
        learning_rate=2e-3,
        n_steps=16,  # a game has about fifteen decisions
        batch_size=1024,
        n_epochs=2,
        gamma=1.0,  # nothing but the end of a game counts
        gae_lambda=1.0,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [128], "activation_fn": torch.nn.ReLU},
        seed=1,
        device="cpu",
    )
    for opponent in ("random", "greedy"):
        print(f"before: {wins(model, opponent):.1%} against {opponent}", flush=True)
    model.learn(steps)
    for opponent in ("random", "greedy"):
        print(f"after {steps:,} decisions: {wins(model, opponent):.1%} against {opponent}", flush=True)


if __name__ == "__main__":
    main()
