"""What PettingZoo's two environments of Parade share: a game, its agents, their spaces, and how it is drawn."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Dict, Discrete
from numpy.typing import NDArray

from wonderland.envs.arguments import agent_name, render_mode_of
from wonderland.envs.parade.render import render
from wonderland.envs.parade.single_game import SingleGame
from wonderland.envs.parade.spaces import action_space, masked_space, observation_kind, state_box

Observation = dict[str, NDArray[Any]]
Infos = dict[str, dict[str, Any]]


class ParadeAgents:
    """A game whose seats are the agents ``player_0`` …."""

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

    def state(self) -> NDArray[Any]:
        """Everything, hidden cards included, as the privileged observation of seat 0: for critics, not for agents."""
        return self.game.privileged()

    def render(self) -> str | NDArray[np.uint8] | None:
        """The table as the agent sees it that acts next; after the end as player_0 does."""
        return render(self.game.state(), max(self.game.seat, 0), self.render_mode)

    def show(self) -> None:
        """Print the table where that is wanted after every step."""
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """There is nothing to close: pictures are arrays, text is printed."""
