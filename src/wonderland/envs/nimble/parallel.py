"""Nimble for PettingZoo (Parallel): every seat is an agent.

    >>> from wonderland.envs import nimble_v0
    >>> env = nimble_v0.parallel_env(players=2)
    >>> observations, infos = env.reset(seed=1)
    >>> observations["player_0"]["observation"].shape, env.action_space("player_0")
    ((401,), Discrete(70))

Agents decide at different times, because hands need different times. At a step decide those whose hands are free:
after ``reset`` all of them, later mostly one. Then virtual time passes until at least one agent's hands are free
again. While an agent's hand moves, its mask is all zero and its action is ignored, and may be left out; its
observation shows the table as it is now. Rewards come at the end, to all at once.

Actions, observations, infos, time and rewards are those of the Gymnasium environment
(:mod:`wonderland.envs.nimble.gym_env`). An illegal action raises a sentence that says what would be legal; then
nothing has happened.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils.seeding import np_random
from pettingzoo import ParallelEnv

from wonderland.bots.bot import Wait
from wonderland.bots.timeline import GAME_LIMIT_MS
from wonderland.core.errors import NotAllowed, TooLate
from wonderland.core.game import Done
from wonderland.envs.arguments import RENDER_MODES
from wonderland.envs.nimble.actions import check, read_action
from wonderland.envs.nimble.observations import observe
from wonderland.envs.nimble.render import render
from wonderland.envs.nimble.reports import info, mask_of
from wonderland.envs.nimble.setup import DEFAULT_LIMITS, Setup, action_space, masked_space
from wonderland.envs.nimble.virtual_round import VirtualRound
from wonderland.games.nimble import Action

#: ``{"observation": …, "action_mask": …}``, as PettingZoo's classic games have them.
Observed = dict[str, Any]
Infos = dict[str, dict[str, Any]]


class NimbleParallel(ParallelEnv[str, Observed, np.int64]):  # type: ignore[misc]  # PettingZoo has no types
    """All seats in virtual time; the arguments are those of :class:`wonderland.envs.nimble.gym_env.NimbleEnv`."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "nimble_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": True,
        "render_fps": 4,
    }

    def __init__(
        self,
        players: int = 2,
        render_mode: str | None = None,
        *,
        limits: str | None = DEFAULT_LIMITS,
        assist: bool = False,
        time_limit_ms: int = GAME_LIMIT_MS,
    ) -> None:
        self._setup = Setup(players, limits, assist, time_limit_ms, render_mode)
        self._round: VirtualRound | None = None
        self._chance, _ = np_random()
        self.render_mode = self._setup.render_mode
        self.possible_agents = list(self._setup.names)
        self.agents: list[str] = []
        self.observation_spaces = {agent: masked_space(self._setup.players) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space() for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent observes: the same object at each call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent can do: the same object at each call."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observed], Infos]:
        """A new round, at its start signal. The same seed and the same actions give the same round."""
        if seed is not None:
            self._chance, _ = np_random(int(seed) if isinstance(seed, np.integer) else seed)
        self._round = self._setup.new_round(int(self._chance.integers(2**62)), {})
        self.agents = list(self.possible_agents)
        self._show()
        return self._reports(self._round, 0, [])

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[dict[str, Observed], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """Do what the agents whose hands are free have decided, and go on until an agent decides again."""
        played = self._round
        if played is None:
            raise TooLate("env_nimble_over")
        if not self.agents:
            return {}, {}, {}, {}, {}
        # All are read before the first counts: an illegal one changes nothing.
        decisions = {seat: self._decision(played, seat, actions) for seat in played.asked}
        since = played.now
        for seat, (action, hesitation_ms) in decisions.items():
            played.decide(seat, action, hesitation_ms)
        observations, infos = self._reports(played, since, played.run())
        over = played.outcome is not None
        rewards = dict(zip(self.agents, played.rewards(), strict=True))
        ends, cuts = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, False)
        if over:
            self.agents = []
        self._show()
        return observations, rewards, ends, cuts, infos

    def record(self) -> dict[str, Any]:
        """The record of the round so far, with its times. It has the hidden cards: it is not for agents."""
        if self._round is None:
            raise TooLate("env_nimble_over")
        return self._round.log.record()

    def render(self) -> Any:
        """The table as a spectator sees it, in the ``render_mode``."""
        return render(self._round, None, self.render_mode)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """There is nothing to close."""

    def _decision(self, played: VirtualRound, seat: int, actions: Mapping[str, Any]) -> tuple[Action | Wait, int]:
        agent = self.possible_agents[seat]
        if agent not in actions:
            raise NotAllowed("env_nimble_no_action", agent=agent)
        what, hesitation_ms = read_action(actions[agent], played.view(seat))
        refusal = check(played.state, seat, actions[agent], what)
        if refusal is not None:
            raise refusal.within("env_nimble_agent", agent=agent)
        return what, hesitation_ms

    def _reports(self, played: VirtualRound, since: int, done: list[Done[Action]]) -> tuple[dict[str, Observed], Infos]:
        observations: dict[str, Observed] = {}
        infos: Infos = {}
        for seat, agent in enumerate(self.possible_agents):
            mask = mask_of(played, seat)
            observations[agent] = {"observation": observe(played, seat), "action_mask": mask}
            infos[agent] = info(played, seat, mask, since, done)
        return observations, infos
