"""What the two Nimble environments are made with: checked arguments, and rounds from seeds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import numpy as np
from gymnasium import spaces

from wonderland.bots import registry
from wonderland.bots.nimble.hands import Hands, Level
from wonderland.bots.nimble.levels import LEVELS
from wonderland.bots.registry import AnyBot
from wonderland.core.errors import NotAllowed, Unreadable, shown
from wonderland.core.fields import at, choice
from wonderland.envs.nimble.actions import ACTION_COUNT
from wonderland.envs.nimble.observations import size
from wonderland.envs.nimble.render import RENDER_MODES
from wonderland.envs.nimble.virtual_round import VirtualRound
from wonderland.games.nimble import Options, game

#: The bot whose hands an agent has unless told otherwise: the fastest.
DEFAULT_LIMITS = "gryphon"


class Setup:
    """The arguments of an environment, checked once; each round is made from a seed alone."""

    def __init__(
        self, players: int, limits: str | None, assist: bool, time_limit_ms: int, render_mode: str | None
    ) -> None:
        if players not in game.seats:
            raise Unreadable("players_number", found=players, low=game.seats[0], high=game.seats[-1])
        if not time_limit_ms > 0:
            raise Unreadable("env_nimble_time_limit", value=shown(time_limit_ms))
        for key, value, allowed in (("limits", limits, [*LEVELS]), ("render_mode", render_mode, RENDER_MODES)):
            if value is not None:
                with at("at_key", key=key):
                    choice(value, allowed)
        self.players = players
        self.names = tuple(f"player_{seat}" for seat in range(players))
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


class Opponents:
    """The bots of an environment, by seat: made anew for each round, but for engines, which play all of them."""

    def __init__(self, players: int, names: str | Sequence[str]) -> None:
        names = [names] if isinstance(names, str) else list(names)
        if len(names) not in (1, players - 1):
            raise NotAllowed("env_nimble_opponents", found=len(names), players=players, wanted=players - 1)
        self._names = dict(enumerate(names * (players - 1) if len(names) == 1 else names, 1))
        for name in self._names.values():
            if (plays := registry.find(name).game) not in ("", game.name):
                raise NotAllowed("bot_other_game", bot=name, game=plays, wanted=game.name)
        self._engines: dict[int, AnyBot] = {}

    def for_round(self, seed: int) -> dict[int, AnyBot]:
        """The bots of the round with this seed."""
        return {seat: self._bot(seat, name, seed) for seat, name in self._names.items()}

    def _bot(self, seat: int, name: str, seed: int) -> AnyBot:
        if seat in self._engines:
            return self._engines[seat]
        bot = registry.make(name, Random(f"{seed} bot {seat}").getrandbits(32), game.name)
        if name.startswith(registry.ENGINE):
            self._engines[seat] = bot
        return bot

    def close(self) -> None:
        """Stop the engines."""
        for engine in self._engines.values():
            engine.close()  # type: ignore[attr-defined]  # engines have it, other bots need none
        self._engines.clear()


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
