"""Parade as PettingZoo's Parallel environment: every agent is asked every step, and only those to act are heard."""

from __future__ import annotations

from typing import Any

import numpy as np
from pettingzoo import ParallelEnv

from wonderland.core.errors import NotAllowed
from wonderland.envs.arguments import RENDER_MODES
from wonderland.envs.parade.actions import ACTIONS
from wonderland.envs.parade.agents import Infos, Observation, ParadeAgents

Step = tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]


class ParadeParallel(ParadeAgents, ParallelEnv[str, Observation, int]):  # type: ignore[misc]  # PettingZoo comes without types
    """One agent plays a card a step; at the end all set two cards aside in one step (P7).

    The mask of an agent that is not to act is zero, and whatever action it gives is ignored. Otherwise as
    :class:`~wonderland.envs.parade.aec.ParadeAEC`. An action that is illegal, or missing, raises
    :class:`~wonderland.core.errors.NotAllowed`, and the game stays as it was.
    """

    metadata = {"name": "parade_v0", "render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012  # PettingZoo's name and kind

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        """Deal the next game; with a seed the first game of that seed."""
        self.game.deal(seed)
        self.agents = self.possible_agents.copy()
        self.show()
        return self._seen()

    def step(self, actions: dict[str, int]) -> Step:
        """Apply the actions of those who are to act."""
        if not self.agents:
            self.game.check_dealt()
            return {}, {}, {}, {}, {}
        agents = self.agents
        # All are checked before the first is applied.
        chosen = [self._checked(actions, seat) for seat in self._acting()]
        over = False
        for action in chosen:
            over = self.game.play(action)
        rewards = dict(zip(agents, self.game.rewards(), strict=True)) if over else dict.fromkeys(agents, 0.0)
        observations, infos = self._seen()
        if over:
            scores = self.game.scores()
            for info in infos.values():
                info["scores"] = scores
            self.agents = []
        self.show()
        return observations, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, False), infos

    def _acting(self) -> list[int]:
        """The seats that are to act, in turn order: one, or all of them at the last choice."""
        seat, players = self.game.seat, self.game.players
        if seat < 0:
            return []
        return [(seat + place) % players for place in range(players if self.game.setting_aside else 1)]

    def _checked(self, actions: dict[str, int], seat: int) -> int:
        agent = self.possible_agents[seat]
        if agent not in actions:
            raise NotAllowed("env_action_missing", name=agent)
        return self.game.check(actions[agent], seat)

    def _seen(self) -> tuple[dict[str, Observation], Infos]:
        """Each agent's observation and info."""
        acting = self._acting()
        observations: dict[str, Observation] = {}
        infos: Infos = {}
        for seat, agent in enumerate(self.possible_agents):
            mask = self.game.legal() if seat in acting else np.zeros(ACTIONS, np.int8)
            observations[agent] = {"observation": self.game.observe(seat), "action_mask": mask}
            infos[agent] = {"action_mask": mask}
        return observations, infos
