"""What the two Nimble environments are made with: checked arguments, and rounds from seeds."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import numpy as np
from gymnasium import spaces

from wonderland.bots.nimble.hands import Hands, Level
from wonderland.bots.nimble.levels import LEVELS
from wonderland.bots.registry import AnyBot
from wonderland.core.errors import Unreadable, shown
from wonderland.core.fields import at, choice
from wonderland.envs.arguments import agent_name, number_of_players, render_mode_of
from wonderland.envs.nimble.actions import ACTION_COUNT
from wonderland.envs.nimble.observations import size
from wonderland.envs.nimble.virtual_round import VirtualRound
from wonderland.games.nimble import Options, game

#: The bot whose hands an agent has unless told otherwise: the fastest.
DEFAULT_LIMITS = "gryphon"


class Setup:
    """The arguments of an environment, checked once; each round is made from a seed alone."""

    def __init__(
        self, players: int, limits: str | None, assist: bool, time_limit_ms: int, render_mode: str | None
    ) -> None:
        if isinstance(time_limit_ms, bool) or not isinstance(time_limit_ms, int | float) or not time_limit_ms > 0:
            raise Unreadable("env_nimble_time_limit", value=shown(str(time_limit_ms)))
        if limits is not None:
            with at("at_key", key="limits"):
                choice(limits, [*LEVELS])
        self.players = number_of_players(players, game.seats)
        self.names = tuple(agent_name(seat) for seat in range(self.players))
        self.render_mode = render_mode_of(render_mode)
        self._level: Level | None = LEVELS[limits] if limits else None
        self._options = Options(assist=assist)
        self._time_limit_ms = time_limit_ms

    def new_round(self, seed: int, bots: Mapping[int, AnyBot]) -> VirtualRound:
        """A round with a deal and hands of this seed; the seats without a bot are the agents'."""
        deal = game.shuffle(self.names, Random(f"{seed} deal"), options=self._options)
        agents = {seat: self._hands(seed, seat) for seat in range(self.players) if seat not in bots}
        return VirtualRound(deal, bots, agents, time_limit_ms=self._time_limit_ms, chance=Random(f"{seed} chance"))

    def _hands(self, seed: int, seat: int) -> Hands | None:
        return Hands(self._level, Random(f"{seed} hands {seat}")) if self._level else None


def observation_box(players: int) -> spaces.Box:
    """The numbers of :mod:`wonderland.envs.nimble.observations`."""
    return spaces.Box(0.0, 1.0, (size(players),), np.float32)


def masked_space(players: int) -> spaces.Dict:
    """An observation and the mask of the legal actions, as PettingZoo's classic games have them."""
    mask = spaces.Box(0, 1, (ACTION_COUNT,), np.int8)
    return spaces.Dict({"observation": observation_box(players), "action_mask": mask})


def action_space() -> spaces.Discrete:
    """The 70 actions of :mod:`wonderland.envs.nimble.actions`."""
    return spaces.Discrete(ACTION_COUNT)
