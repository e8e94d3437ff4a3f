"""Makes ``wonderland/Parade-v0`` known to Gymnasium."""

from __future__ import annotations

ENV_ID = "wonderland/Parade-v0"


def register() -> None:
    """Register the id, unless that has been done; without Gymnasium there is nothing to do."""
    try:
        import gymnasium
    except ImportError:
        return
    if ENV_ID not in gymnasium.registry:
        gymnasium.register(
            ENV_ID,
            entry_point="wonderland.envs.parade.gym_env:ParadeEnv",
            vector_entry_point="wonderland.envs.parade.vector_env:ParadeVectorEnv",
        )
