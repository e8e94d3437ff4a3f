"""A stock learner on Parade: sb3-contrib's MaskablePPO plays against the random bot and learns to beat it.

python learn_parade.py             about two minutes on two cores
python learn_parade.py 2000000     so many steps
Needs wonderland[rl] and sb3-contrib, which brings torch.
"""

import sys

import gymnasium
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

import wonderland.envs  # noqa: F401  # registers the environment

ENV_ID = "wonderland/Parade-v0"


def learn(steps, opponent="random", seed=1):
    """A model that has played so many decisions."""
    games = make_vec_env(ENV_ID, 32, seed, env_kwargs={"opponents": [opponent], "observation": "rich"})
    model = MaskablePPO(
        "MlpPolicy",
        games,
        n_steps=128,
        batch_size=1024,
        n_epochs=4,
        gamma=1.0,  # only the end of a game counts
        ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 256]},
        seed=seed,
        device="cpu",
    )
    return model.learn(steps)


def reward_against(model, opponent, games=1000):
    """The mean reward over so many games, side by side: 1 is to win them all, -1 to lose them all."""
    envs = gymnasium.make_vec(
        ENV_ID, games, "vector_entry_point", opponents=[opponent], observation="rich", autoreset_mode="Disabled"
    )
    observations, infos = envs.reset(seed=0)
    rewards, playing = 0.0, infos["action_mask"].any(axis=1)
    ...
