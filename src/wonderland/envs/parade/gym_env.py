"""Parade for Gymnasium: one learner in seat 0 against chosen bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from wonderland.core.errors import TooLate, WonderlandError
from wonderland.envs.arguments import ILLEGAL_REWARD, RENDER_MODES, illegal_mode, render_mode_of
from wonderland.envs.opponents import opponent_names
from wonderland.envs.parade.actions import ACTIONS, number_of
from wonderland.envs.parade.bot_opponents import BotOpponents
from wonderland.envs.parade.compiled_bots import are_compiled
from wonderland.envs.parade.render import render
from wonderland.envs.parade.single_game import SingleGame
from wonderland.envs.parade.spaces import action_space, observation_box, observation_kind
from wonderland.games import parade
from wonderland.sim.arguments import players_of


class ParadeEnv(gymnasium.Env[NDArray[Any], int]):
    """A game of Parade as its first seat plays it; the bots move in between.

    The observation is a plain ``Box``, as most algorithms want it. The mask of the legal actions is in
    ``info["action_mask"]``, and :meth:`action_masks` gives it as sb3-contrib asks for it. The reward is zero until the
    end, then (n · share of the win − 1) / (n − 1), and ``info["scores"]`` has the scores by seat. An illegal action
    ends the episode with reward −1 and says why in ``info["illegal"]``; with ``illegal="raise"`` it raises.

    >>> import wonderland.envs
    >>> env = gymnasium.make("wonderland/Parade-v0", players=3, opponents=["greedy", "random"])
    >>> observation, info = env.reset(seed=1)
    >>> observation.shape, int(info["action_mask"].sum())
    ((160,), 5)
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012  # Gymnasium's name and kind

    def __init__(
        self,
        players: int = 2,
        opponents: str | Sequence[str] = "greedy",
        observation: str = "compact",
        illegal: str = "end",
        rollouts: int = 100,
        render_mode: str | None = None,
    ) -> None:
        """``opponents``: a registered bot for each other seat, or one for all. ``observation``: ``compact`` or
        ``rich``. ``rollouts``: how many a bot that searches may play for a decision.
        """
        names = opponent_names(opponents, players_of(players), parade.game.name)
        # The batch plays compiled bots itself, which is many times faster.
        self._bots = None if are_compiled(names) else BotOpponents(names, rollouts)
        #: The game itself; its state shows the hidden cards too.
        self.game = SingleGame(players, observation_kind(observation), None if self._bots else names)
        self._illegal = illegal_mode(illegal)
        self.render_mode = render_mode_of(render_mode)
        self.observation_space = observation_box(observation)
        self.action_space = action_space()
        self._dealt = self._ended = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Deal the next game and let the bots play until it is the learner's turn."""
        super().reset(seed=seed)
        new_seed = seed is not None or not self._dealt
        self.game.deal(int(self.np_random.integers(1 << 63)) if new_seed else None)
        self._dealt, self._ended = True, False
        if self._bots is not None:
            self._bots.new_game(int(self.np_random.integers(1 << 63)))
            self._bots_play()
        if self.render_mode == "human":
            self.render()
        return self.game.observe(0), self._info()

    def step(self, action: int) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """The learner's action, and the bots' until it is the learner's turn again or the game is over."""
        if self._ended:
            raise TooLate("env_game_over")
        try:
            number = self.game.check(action)
        except WonderlandError as refusal:
            if self._illegal == "raise":
                raise
            self._ended = True
            return self.game.observe(0), ILLEGAL_REWARD, True, False, {**self._info(), "illegal": str(refusal)}
        self.game.play(number)
        if self._bots is not None:
            self._bots_play()
        self._ended = self.game.seat < 0
        if self.render_mode == "human":
            self.render()
        reward = self.game.rewards()[0] if self._ended else 0.0
        return self.game.observe(0), reward, self._ended, False, self._info()

    def _bots_play(self) -> None:
        assert self._bots is not None, "called only where bots outside the batch play"
        while self.game.seat > 0:
            state, seat = self.game.state(), self.game.seat
            self.game.play(number_of(self._bots.decide(state, seat), state.hands[seat]))

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": np.zeros(ACTIONS, np.int8) if self._ended else self.game.legal()}
        if self._ended and self.game.seat < 0:
            info["scores"] = self.game.scores()
        if self._bots is not None and self._bots.faults:
            info["faults"] = [str(fault) for fault in self._bots.faults]
        return info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now: the name by which sb3-contrib's MaskablePPO asks."""
        return np.zeros(ACTIONS, np.bool_) if self._ended else self.game.legal().view(np.bool_)

    def render(self) -> Any:
        """The table as the learner sees it."""
        return render(self.game.state(), 0, self.render_mode)

    def close(self) -> None:
        """End the engines among the opponents."""
        if self._bots is not None:
            self._bots.close()
