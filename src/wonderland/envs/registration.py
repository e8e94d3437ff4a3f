"""Makes the environments known to Gymnasium."""

from __future__ import annotations

#: By id, where Gymnasium finds the environment, and where that of many games at once if there is one.
ENTRY_POINTS = {
    "wonderland/Parade-v0": (
        "wonderland.envs.parade.gym_env:ParadeEnv",
        "wonderland.envs.parade.vector_env:ParadeVectorEnv",
    ),
    "wonderland/Nimble-v0": ("wonderland.envs.nimble.gym_env:NimbleEnv", None),
}


def register() -> None:
    """Register the ids, unless that has been done; without Gymnasium there is nothing to do."""
    try:
        import gymnasium
    except ImportError:
        return
    for name, (entry_point, vector_entry_point) in ENTRY_POINTS.items():
        if name not in gymnasium.registry:
            gymnasium.register(name, entry_point=entry_point, vector_entry_point=vector_entry_point)
