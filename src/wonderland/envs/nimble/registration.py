"""Nimble in Gymnasium's registry."""

from __future__ import annotations

import gymnasium

ENV_ID = "wonderland/Nimble-v0"


def register() -> None:
    """Let ``gymnasium.make("wonderland/Nimble-v0", …)`` find the environment; once is enough, more do no harm."""
    if ENV_ID not in gymnasium.registry:
        gymnasium.register(ENV_ID, entry_point="wonderland.envs.nimble.gym_env:NimbleEnv")
