"""Nimble in PettingZoo: its own tests, seeds, whose turn it is to decide, illegal actions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.test import parallel_api_test, parallel_seed_test, render_test
from pettingzoo.utils.conversions import parallel_to_aec

from envs.nimble.policies import any_legal
from wonderland.core.errors import NotAllowed, TooLate
from wonderland.envs import nimble_v0
from wonderland.envs.nimble.parallel import NimbleParallel
from wonderland.games.nimble import game


class AnyAction(NimbleParallel):
    """Takes any action: instead of an illegal one, the agent waits. PettingZoo's seed test knows no masks."""

    _last: dict[str, Any]

    def step(self, actions: Any) -> Any:
        masks = {agent: self._last[agent]["action_mask"] for agent in actions}
        legal = {agent: action if masks[agent][action] else 60 for agent, action in actions.items()}
        self._last, *rest = super().step(legal)
        return (self._last, *rest)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        self._last, infos = super().reset(seed, options)
        return self._last, infos


def play(env: NimbleParallel, seed: int | None = None) -> list[Any]:
    """A whole round at random: everything that the environment returned."""
    observations, infos = env.reset(seed=seed)
    returned: list[Any] = [(observations, infos)]
    random = np.random.default_rng(1)
    while env.agents:
        masks = {agent: seen["action_mask"] for agent, seen in observations.items()}
        observations, *rest = env.step({agent: any_legal(mask, random) for agent, mask in masks.items() if mask.any()})
        returned.append((observations, *rest))
    return returned


@pytest.mark.parametrize("players", [2, 3, 4])
def test_pettingzoo_accepts_it(players: int) -> None:
    parallel_api_test(nimble_v0.parallel_env(players=players), num_cycles=400)
    parallel_seed_test(lambda: AnyAction(players=players))


def test_pettingzoo_accepts_its_pictures() -> None:
    def make(render_mode: str | None) -> Any:
        return parallel_to_aec(nimble_v0.parallel_env(render_mode=render_mode))

    render_test(make)


def test_the_same_seed_and_actions_give_the_same_round_and_the_next_is_another() -> None:
    first, second = nimble_v0.parallel_env(players=3), nimble_v0.parallel_env(players=3)
    for seed in (7, None):
        episode = play(first, seed)
        assert data_equivalence(episode, play(second, seed), exact=True)
    assert not data_equivalence(play(first), episode)


@pytest.mark.parametrize("players", [2, 4])
def test_a_round_ends_for_all_at_once_by_the_rules_with_rewards_that_sum_to_zero(players: int) -> None:
    env = nimble_v0.parallel_env(players=players)
    *_, (observations, rewards, ends, cuts, infos) = play(env, 5)
    *_, step = game.steps(env.record())
    outcome = game.outcome(step.state)
    assert outcome is not None
    assert {agent for agent, reward in rewards.items() if reward == max(rewards.values())} == {
        f"player_{seat}" for seat in outcome.winners
    }
    assert sum(rewards.values()) == pytest.approx(0)
    assert (set(ends.values()), set(cuts.values())) == ({True}, {False})
    assert not any(seen["action_mask"].any() for seen in observations.values())
    assert infos["player_0"]["result"]["left"] == outcome.left
    assert env.step({}) == ({}, {}, {}, {}, {})


def test_while_a_hand_moves_its_agent_is_not_asked_and_its_action_is_ignored() -> None:
    env, same = nimble_v0.parallel_env(limits=None), nimble_v0.parallel_env(limits=None)
    for one in (env, same):
        observations, _ = one.reset(seed=1)
        assert all(seen["action_mask"].any() for seen in observations.values())
        observations, *_, infos = one.step({"player_0": 0, "player_1": 9})
        assert infos["player_1"]["events"] == [["flip", 0, 100]]
        assert observations["player_0"]["action_mask"].any()
        assert not observations["player_1"]["action_mask"].any()
    nonsense = {"player_0": 0, "player_1": "nonsense"}
    assert data_equivalence(env.step(nonsense), same.step({"player_0": 0}), exact=True)


def test_an_illegal_or_missing_action_raises_a_sentence_and_nothing_happens() -> None:
    env = nimble_v0.parallel_env()
    env.reset(seed=1)
    before = env.record()
    with pytest.raises(NotAllowed, match=r"player_1: Action 10 \(back\) is not legal now. The discard is empty"):
        env.step({"player_0": 0, "player_1": 10})
    with pytest.raises(NotAllowed, match="player_1 has to decide now"):
        env.step({"player_0": 0})
    assert env.record() == before
    env.step({"player_0": 0, "player_1": 0})
    with pytest.raises(TooLate, match=r"call reset\(\)"):
        nimble_v0.parallel_env().step({})
