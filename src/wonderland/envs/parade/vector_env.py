"""Parade for ``gymnasium.vector``: many games side by side in one batch, a learner in seat 0 of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from wonderland.core.errors import NotAllowed, TooLate, Unreadable
from wonderland.core.fields import at, choice
from wonderland.envs.arguments import ILLEGAL_REWARD, illegal_mode, render_mode_of
from wonderland.envs.opponents import opponent_names
from wonderland.envs.parade.actions import ACTIONS
from wonderland.envs.parade.batch import ParadeBatch
from wonderland.envs.parade.compiled_bots import check_compiled
from wonderland.envs.parade.refusals import refuse
from wonderland.envs.parade.render import render
from wonderland.envs.parade.spaces import action_space, observation_box, observation_kind
from wonderland.games import parade
from wonderland.sim.arguments import one_each, players_of, whole

Array = NDArray[Any]
Infos = dict[str, Any]

MAX_GAMES = 1 << 24
INT64 = np.iinfo(np.int64)
MAX_NAMED = 3  #: games that a sentence names
VECTOR_RENDER_MODES = ("ansi", "rgb_array")


def autoreset_mode_of(value: Any) -> AutoresetMode:
    """A mode, or its value as text (``NextStep``, ``SameStep``, ``Disabled``)."""
    if isinstance(value, AutoresetMode):
        return value
    with at("at_key", key="autoreset_mode"):
        choice(value, [mode.value for mode in AutoresetMode])
    return AutoresetMode(value)


class ParadeVectorEnv(VectorEnv[Array, Array, Array]):
    """What :class:`~wonderland.envs.parade.gym_env.ParadeEnv` is for one game, for many at once, with compiled bots.

    Games that end are dealt anew as ``autoreset_mode`` says: in the next step (Gymnasium's default), in the same step,
    with ``infos["final_obs"]`` and ``infos["final_info"]``, or by ``reset(options={"reset_mask": …})`` only.

    >>> import gymnasium, wonderland.envs
    >>> envs = gymnasium.make_vec("wonderland/Parade-v0", 4, "vector_entry_point", players=3)
    >>> observations, infos = envs.reset(seed=1)
    >>> observations.shape, infos["action_mask"].shape
    ((4, 160), (4, 72))
    """

    metadata = {"render_modes": list(VECTOR_RENDER_MODES), "render_fps": 2, "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012  # Gymnasium's name and kind

    def __init__(
        self,
        num_envs: int = 1,
        players: int = 2,
        opponents: str | Sequence[str] = "greedy",
        observation: str = "compact",
        illegal: str = "end",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
    ) -> None:
        """``opponents``: a compiled bot (``random``, ``greedy``) for each other seat, or one for all."""
        self.num_envs = whole(num_envs, 1, MAX_GAMES, "num_envs")
        self._players = players_of(players)
        self._opponents = opponent_names(opponents, self._players, parade.game.name)
        check_compiled(self._opponents)
        self._kind = observation_kind(observation)
        self._raises = illegal_mode(illegal) == "raise"
        self._mode = autoreset_mode_of(autoreset_mode)
        self.render_mode = render_mode_of(render_mode, VECTOR_RENDER_MODES)
        self.metadata = {**self.metadata, "autoreset_mode": self._mode}
        self.single_observation_space = observation_box(self._kind)
        self.single_action_space = action_space()
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._batch: ParadeBatch | None = None
        self._games = np.arange(self.num_envs)
        self._all, self._never = np.ones(self.num_envs, np.bool_), np.zeros(self.num_envs, np.bool_)
        #: Which games have ended and are not dealt anew yet.
        self._ended = self._never.copy()

    @property
    def batch(self) -> ParadeBatch:
        """The games."""
        if self._batch is None:
            raise NotAllowed("env_not_reset")
        return self._batch

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, Infos]:
        """Deal all games, with a seed the first games of that seed; or only those of ``options["reset_mask"]``."""
        super().reset(seed=seed)
        which = None if options is None else options.get("reset_mask")
        if which is not None:
            self._deal_some(np.asarray(which), seed)
        else:
            self._deal_all(seed)
        return self.batch.observation.copy(), self._infos()

    def _deal_all(self, seed: int | None) -> None:
        if self._batch is None:
            self._batch = ParadeBatch(
                self.num_envs,
                self._players,
                self._new_seed(),
                observation=self._kind,
                opponents=self._opponents,
                autoreset=False,
                check=False,  # done here: an illegal action ends the episode
            )
        elif seed is None:
            self._batch.reset()
        else:
            self._batch.seed(self._new_seed())
        self._ended = self._never.copy()

    def _new_seed(self) -> int:
        """From Gymnasium's generator, so that it is random unless :meth:`reset` got a seed."""
        return int(self.np_random.integers(1 << 63))

    def _deal_some(self, which: Array, seed: int | None) -> None:
        if seed is not None:
            raise Unreadable("env_seed_with_mask")
        self.batch.reset(which)
        self._ended = self._ended & ~which

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, Infos]:
        """One action of each learner, and the bots' until it is the learners' turn again."""
        batch, ended = self.batch, self._ended
        waiting = bool(ended.any())
        if waiting and self._mode is AutoresetMode.DISABLED:
            raise TooLate("env_games_over", games=np.flatnonzero(ended)[:MAX_NAMED].tolist())
        asked = chosen = one_each(actions, self.num_envs, INT64.min, INT64.max, "actions")
        outside = (asked < 0) | (asked >= ACTIONS)
        if outside.any():  # as illegal as any other action that is not in the mask
            chosen = np.where(outside, batch.mask.argmin(axis=1), asked)
        illegal = ~(batch.mask[self._games, chosen] | ended)
        refused = bool(illegal.any())
        sentences = self._refusals(illegal, asked) if refused else {}
        batch.step(chosen)  # a game whose action is illegal stays as it is
        rewards, terminations = batch.reward[:, 0].astype(np.float64), batch.done.copy()
        if waiting:  # whatever these games did does not count
            rewards[ended], terminations[ended] = 0.0, False
        if refused:
            rewards[illegal], terminations[illegal] = ILLEGAL_REWARD, True
        infos = self._after(terminations, terminations & ~illegal, sentences)
        return batch.observation.copy(), rewards, terminations, self._never.copy(), infos

    def _after(self, over: Array, scored: Array, sentences: Infos) -> Infos:
        """Deal anew what the mode says, and tell of the games that have ended."""
        batch, mode = self.batch, self._mode
        if mode is AutoresetMode.NEXT_STEP and self._ended.any():
            batch.reset(self._ended)
        self._ended = over.copy()
        told = dict(sentences)
        if scored.any():
            told |= {"scores": np.where(scored[:, None], batch.scores, 0), "_scores": scored}
        if mode is not AutoresetMode.SAME_STEP or not over.any():
            return self._infos() | told
        final = np.full(self.num_envs, None, object)
        for game in np.flatnonzero(over):
            final[game] = batch.observation[game].copy()
        batch.reset(over)
        self._ended = self._never.copy()
        return self._infos() | {
            "final_obs": final,
            "_final_obs": over.copy(),
            "final_info": told,
            "_final_info": over.copy(),
        }

    def _infos(self) -> Infos:
        """The masks; a game that has ended and is not dealt anew yet has no legal action."""
        masks = self.action_masks().view(np.int8)
        return {"action_mask": masks, "_action_mask": self._all.copy()}

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, a row for each game."""
        masks: NDArray[np.bool_] = self.batch.mask.copy()
        masks[self._ended] = False
        return masks

    def _refusals(self, illegal: Array, asked: Array) -> Infos:
        """The sentences about illegal actions; with ``illegal="raise"`` the first of them is raised."""
        sentences = np.full(self.num_envs, None, object)
        for game in np.flatnonzero(illegal):
            refusal = refuse(self.batch, int(game), int(asked[game]))
            if self._raises:
                raise refusal.within("env_at_game", game=int(game))
            sentences[game] = str(refusal)
        return {"illegal": sentences, "_illegal": illegal}

    def render(self) -> tuple[Any, ...] | None:
        """Every table as its learner sees it."""
        if self.render_mode is None:
            return None
        return tuple(render(self.batch.state(game), 0, self.render_mode) for game in range(self.num_envs))
