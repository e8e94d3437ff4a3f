"""Nimble for Gymnasium: one learner, at seat 0, against bots.

    >>> import gymnasium
    >>> import wonderland.envs
    >>> env = gymnasium.make("wonderland/Nimble-v0", players=3, opponents=["dodo", "hare"])
    >>> observation, info = env.reset(seed=1)
    >>> observation.shape, info["action_mask"].nonzero()[0][:3], info["time_ms"]
    ((447,), array([0, 1, 2]), 0)

The observation is a plain ``Box``, as most algorithms want it. The mask of the legal actions is in
``info["action_mask"]``, and ``action_masks()`` gives it as sb3-contrib asks for it.

One step is one decision of the learner: what to do and how long to hesitate (:mod:`wonderland.envs.nimble.actions`).
Then virtual time passes until its hands are free again, and the others act meanwhile; ``info`` says what they did
(:mod:`wonderland.envs.nimble.reports`). How time passes, how an action can be overtaken, how a round ends and what
the reward is: :mod:`wonderland.envs.nimble.virtual_round`. What is observed:
:mod:`wonderland.envs.nimble.observations`.

``truncated`` is never true by itself. Whoever wants episodes cut short without a result passes ``max_episode_steps`` to
``gymnasium.make``.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from wonderland.bots.timeline import GAME_LIMIT_MS
from wonderland.core.errors import TooLate, WonderlandError
from wonderland.envs.arguments import ILLEGAL_REWARD, RENDER_MODES, illegal_mode
from wonderland.envs.nimble.actions import Mask, check, empty_mask, read_action
from wonderland.envs.nimble.observations import observe
from wonderland.envs.nimble.render import render
from wonderland.envs.nimble.reports import info, mask_of
from wonderland.envs.nimble.setup import DEFAULT_LIMITS, Setup, action_space, observation_box
from wonderland.envs.nimble.virtual_round import VirtualRound
from wonderland.envs.opponents import Opponents, opponent_names
from wonderland.games.nimble import game

LEARNER_SEAT = 0


class NimbleEnv(gymnasium.Env[NDArray[Any], np.int64]):
    """A learner against bots in virtual time.

    | argument          | what                                                                                    |
    |-------------------|-----------------------------------------------------------------------------------------|
    | ``players``       | 2 to 4                                                                                  |
    | ``opponents``     | the name of a bot for each other seat (``wonderland.bots.registry``), or one for all    |
    | ``limits``        | the bot whose hands the learner has, ``gryphon`` (the fastest) to ``turtle``, or None   |
    | ``illegal``       | what an illegal action does: ``end`` the episode with reward −1, or ``raise``           |
    | ``assist``        | cards that do not fit are refused, so their placement is illegal (N10)                  |
    | ``time_limit_ms`` | virtual time after which the round is finished without the learner                      |
    | ``render_mode``   | ``human`` (printed), ``ansi`` (text), ``rgb_array`` (a picture) or None                 |
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 4}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(
        self,
        players: int = 2,
        opponents: str | Sequence[str] = "dodo",
        *,
        limits: str | None = DEFAULT_LIMITS,
        illegal: str = "end",
        assist: bool = False,
        time_limit_ms: int = GAME_LIMIT_MS,
        render_mode: str | None = None,
    ) -> None:
        self._setup = Setup(players, limits, assist, time_limit_ms, render_mode)
        self._opponents = Opponents(opponent_names(opponents, self._setup.players, game.name), game.name)
        self._illegal = illegal_mode(illegal)
        self._round: VirtualRound | None = None
        self._over = True
        self.render_mode = self._setup.render_mode
        self.observation_space = observation_box(self._setup.players)
        self.action_space = action_space()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """A new round, at its start signal. The same seed and the same actions give the same round."""
        super().reset(seed=seed)
        chance = int(self.np_random.integers(2**62))
        self._round = self._setup.new_round(chance, self._opponents.for_game(Random(f"{chance} bots")))
        self._over = False
        self._show()
        return observe(self._round, LEARNER_SEAT), info(self._round, LEARNER_SEAT, self._mask(self._round), 0, [])

    def step(self, action: Any) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Do what the learner decided, and go on until it decides again."""
        played = self._running()
        try:
            what, hesitation_ms = read_action(action, played.view(LEARNER_SEAT))
            refusal = check(played.state, LEARNER_SEAT, action, what)
            if refusal is not None:
                raise refusal
        except WonderlandError as problem:
            if self._illegal == "raise":
                raise
            return self._end(played, str(problem))
        since = played.now
        played.decide(LEARNER_SEAT, what, hesitation_ms)
        done = played.run()
        self._over = played.outcome is not None
        self._show()
        facts = info(played, LEARNER_SEAT, self._mask(played), since, done)
        return observe(played, LEARNER_SEAT), played.rewards()[LEARNER_SEAT], self._over, False, facts

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now: the name by which sb3-contrib's MaskablePPO asks."""
        return self._mask(self._begun()).view(np.bool_)

    def _mask(self, played: VirtualRound) -> Mask:
        """An illegal action ends the episode, though the round itself could go on."""
        return empty_mask() if self._over else mask_of(played, LEARNER_SEAT)

    def record(self) -> dict[str, Any]:
        """The record of the round so far, with its times. It has the hidden cards: it is not for agents."""
        return self._begun().log.record()

    def render(self) -> Any:
        """The table as the learner sees it, in the ``render_mode``."""
        return render(self._round, LEARNER_SEAT, self.render_mode)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Stop opponents that are programs of their own."""
        self._opponents.close()

    def _begun(self) -> VirtualRound:
        if self._round is None:
            raise TooLate("env_nimble_over")
        return self._round

    def _running(self) -> VirtualRound:
        if self._over:
            raise TooLate("env_nimble_over")
        return self._begun()

    def _end(self, played: VirtualRound, problem: str) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """An illegal action ends the episode: the learner loses, whatever the table looks like."""
        self._over = True
        facts = info(played, LEARNER_SEAT, self._mask(played), played.now, []) | {"illegal": problem}
        return observe(played, LEARNER_SEAT), ILLEGAL_REWARD, True, False, facts
