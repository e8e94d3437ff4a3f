"""Parade as PettingZoo's AEC environment: one agent acts after the other."""

from __future__ import annotations

from typing import Any

import numpy as np
from pettingzoo import AECEnv

from wonderland.core.errors import TooLate
from wonderland.envs.arguments import RENDER_MODES
from wonderland.envs.parade.actions import ACTIONS
from wonderland.envs.parade.agents import Infos, Observation, ParadeAgents


class ParadeAEC(ParadeAgents, AECEnv[str, Observation, int | None]):  # type: ignore[misc]  # PettingZoo comes without types
    """Agents ``player_0`` … take one action each in turn; at the end each sets two cards aside, hidden from the others.

    ``rewards`` are zero until the end, then (n · share of the win − 1) / (n − 1): they sum to zero. An observation is
    ``{"observation": …, "action_mask": …}``; the mask is zero for whoever is not to act, and is in the agent's info
    too. After the end ``infos`` hold the final ``scores`` by seat. An illegal action raises
    :class:`~wonderland.core.errors.NotAllowed`, and the game stays as it was.
    """

    metadata = {"name": "parade_v0", "render_modes": list(RENDER_MODES), "is_parallelizable": False, "render_fps": 2}  # noqa: RUF012  # PettingZoo's name and kind

    def __init__(self, players: int = 2, render_mode: str | None = None, observation: str = "compact") -> None:
        """``players``: 2 to 6. ``render_mode``: ``human``, ``ansi`` or ``rgb_array``. ``observation``: ``compact`` or
        ``rich``.
        """
        super().__init__(players, render_mode, observation)
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.infos: Infos = {}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal the next game; with a seed the first game of that seed."""
        self.game.deal(seed)
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"action_mask": np.zeros(ACTIONS, np.int8)} for agent in self.agents}
        self._skip_agent_selection = None
        self._next()
        self.show()

    def step(self, action: int | None) -> None:
        """The action of ``agent_selection``; None for an agent whose game is over."""
        if not self.agents:
            self.game.check_dealt()
            raise TooLate("env_game_over")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        over = self.game.play(action)
        self.infos[agent] = {"action_mask": np.zeros(ACTIONS, np.int8)}
        if over:
            self._end()
        else:
            self._next()
        self.show()

    def _next(self) -> None:
        """Hand over to the seat that acts next."""
        self.agent_selection = agent = self.possible_agents[self.game.seat]
        self.infos[agent] = {"action_mask": self.game.legal()}

    def _end(self) -> None:
        scores = self.game.scores()
        for agent, reward in zip(self.agents, self.game.rewards(), strict=True):
            self.rewards[agent] = reward
            self.terminations[agent] = True
            self.infos[agent] = {"action_mask": np.zeros(ACTIONS, np.int8), "scores": scores}
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Observation:
        """What an agent sees now, also one that is not to act: its mask is zero."""
        seat = self._seats[agent]
        info = self.infos.get(agent)
        mask = np.zeros(ACTIONS, np.int8) if info is None else info["action_mask"].copy()
        return {"observation": self.game.observe(seat), "action_mask": mask}
