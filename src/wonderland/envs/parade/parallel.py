"""Parade as PettingZoo's Parallel environment: every agent is asked every step, and only those to act are heard."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from wonderland.core.errors import NotAllowed
from wonderland.envs.arguments import RENDER_MODES, agent_name, render_mode_of
from wonderland.envs.parade.actions import ACTIONS
from wonderland.envs.parade.aec import Infos, Observation
from wonderland.envs.parade.render import render
from wonderland.envs.parade.single_game import SingleGame
from wonderland.envs.parade.spaces import action_space, masked_space, observation_kind, state_box

Step = tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]


class ParadeParallel(ParallelEnv[str, Observation, int]):  # type: ignore[misc]  # PettingZoo comes without types
    """One agent plays a card a step; at the end all set two cards aside in one step (P7).

    The mask of an agent that is not to act is zero, and whatever action it gives is ignored. Otherwise as
    :class:`~wonderland.envs.parade.aec.ParadeAEC`. An action that is illegal, or missing, raises
    :class:`~wonderland.core.errors.NotAllowed`, and the game stays as it was.
    """

    metadata = {"name": "parade_v0", "render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012  # PettingZoo's name and kind

    def __init__(self, players: int = 2, render_mode: str | None = None, observation: str = "compact") -> None:
        """``players``: 2 to 6. ``render_mode``: ``human``, ``ansi`` or ``rgb_array``. ``observation``: ``compact`` or
        ``rich``.
        """
        #: The game itself; its state shows the hidden cards too.
        self.game = SingleGame(players, observation_kind(observation))
        self.render_mode = render_mode_of(render_mode)
        self.possible_agents = [agent_name(seat) for seat in range(self.game.players)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: masked_space(observation) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space() for agent in self.possible_agents}
        self.state_space = state_box()

    def observation_space(self, agent: str) -> Dict:
        """The observation and the mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete[Any]:
        """The 72 actions, see ``wonderland.envs.parade.actions``."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        """Deal the next game; with a seed the first game of that seed."""
        self.game.deal(seed)
        self.agents = self.possible_agents.copy()
        if self.render_mode == "human":
            self.render()
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
        if self.render_mode == "human":
            self.render()
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

    def state(self) -> NDArray[Any]:
        """Everything, hidden cards included, as the privileged observation of seat 0: for critics, not for agents."""
        return self.game.privileged()

    def render(self) -> str | NDArray[np.uint8] | None:
        """The table as the agent sees it that acts next; after the end as player_0 does."""
        return render(self.game.state(), max(self.game.seat, 0), self.render_mode)

    def close(self) -> None:
        """There is nothing to close: pictures are arrays, text is printed."""
