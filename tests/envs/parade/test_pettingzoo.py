"""Parade for PettingZoo: that project's own tests, and whole games beside the reference rules."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test
from pettingzoo.utils.wrappers import BaseParallelWrapper

from envs.parade.reference import PLAYERS, any_legal, applied, as_lying, assert_ended_as, legal_numbers
from wonderland.core.errors import NotAllowed, TooLate, Unreadable
from wonderland.envs import parade_v0
from wonderland.envs.parade.actions import ACTIONS, CARD_ACTIONS


@contextmanager
def dict_observations() -> Iterator[None]:
    """Without two warnings of PettingZoo's tests about observations with a mask: its own games of that kind, which it
    knows by name, are spared them.
    """
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        yield


@pytest.mark.parametrize(("players", "observation"), [(2, "compact"), (3, "rich")])
def test_pettingzoos_api_test(players: int, observation: str, capsys: pytest.CaptureFixture[str]) -> None:
    with dict_observations():
        api_test(parade_v0.env(players=players, observation=observation), num_cycles=60)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize(("players", "observation"), [(2, "compact"), (3, "rich")])
def test_pettingzoos_parallel_api_test(players: int, observation: str, capsys: pytest.CaptureFixture[str]) -> None:
    parallel_api_test(parade_v0.parallel_env(players=players, observation=observation), num_cycles=200)
    assert "Passed Parallel API test" in capsys.readouterr().out


class LegalActions(BaseParallelWrapper[str, Any, int]):  # type: ignore[misc]  # PettingZoo comes without types
    """Makes an illegal action a legal one: ``parallel_seed_test`` draws actions without looking at the mask."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        self._observations: dict[str, Any] = {}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        self._observations, infos = super().reset(seed, options)
        return self._observations, infos

    def step(self, actions: dict[str, int]) -> Any:
        for agent, seen in self._observations.items():
            legal = np.flatnonzero(seen["action_mask"])
            if len(legal):
                actions[agent] = int(legal[actions[agent] % len(legal)])
        self._observations, *rest = super().step(actions)
        return self._observations, *rest


def test_pettingzoos_seed_tests() -> None:
    seed_test(parade_v0.env, num_cycles=100)
    parallel_seed_test(lambda: LegalActions(parade_v0.parallel_env(players=3)), num_cycles=100)


def test_the_same_seed_deals_the_same_game_and_another_seed_another() -> None:
    env = parade_v0.parallel_env()
    first, _ = env.reset(seed=5)
    then, _ = env.reset()
    again, _ = env.reset(seed=5)
    other, _ = env.reset(seed=6)
    row = [seen["player_0"]["observation"].tobytes() for seen in (first, then, again, other)]
    assert row[0] == row[2]
    assert len(set(row)) == 3


@pytest.mark.parametrize("players", PLAYERS)
def test_games_of_env_are_those_of_the_reference_rules(players: int) -> None:
    env, random = parade_v0.env(players=players), Random(players)
    for _ in range(3):
        env.reset(seed=random.getrandbits(30))
        state = env.unwrapped.game.state()
        rewards, scores, masks = {}, {}, 0
        for agent in env.agent_iter():
            seen, reward, over, cut, info = env.last()
            assert not cut
            if over:
                rewards[agent], scores[agent] = reward, info["scores"]
                env.step(None)
                continue
            seat = env.possible_agents.index(agent)
            assert set(np.flatnonzero(seen["action_mask"]).tolist()) == legal_numbers(state, seat)
            np.testing.assert_array_equal(seen["action_mask"], info["action_mask"])
            action = any_legal(seen["action_mask"], random)
            state = applied(state, seat, action)
            env.step(action)
            masks += sum(env.observe(other)["action_mask"].any() for other in env.possible_agents)
            assert masks == len(state.history) + sum(aside is not None for aside in state.discards) - state.over
        assert as_lying(env.unwrapped.game.state()) == as_lying(state)
        for agent in env.possible_agents:
            assert_ended_as(state, scores[agent], [rewards[one] for one in env.possible_agents])


@pytest.mark.parametrize("players", PLAYERS)
def test_games_of_parallel_env_are_those_of_the_reference_rules(players: int) -> None:
    env, random = parade_v0.parallel_env(players=players), Random(players)
    seen, infos = env.reset(seed=players)
    state, steps = env.game.state(), 0
    rewards: dict[str, float] = {}
    while env.agents:
        masks = {agent: seen[agent]["action_mask"] for agent in env.agents}
        acting = {agent for agent, mask in masks.items() if mask.any()}
        assert len(acting) == (players if state.phase == "discard" else 1)
        actions = {agent: any_legal(masks[agent], random) if agent in acting else -7 for agent in env.agents}
        for seat, agent in enumerate(env.agents):
            np.testing.assert_array_equal(infos[agent]["action_mask"], masks[agent])
            if agent in acting:
                assert set(np.flatnonzero(masks[agent]).tolist()) == legal_numbers(state, seat)
                state = applied(state, seat, actions[agent])
        seen, rewards, over, cut, infos = env.step(actions)
        steps += 1
        assert set(over.values()) == {state.over}
        assert not any(cut.values())
    assert steps == len(state.history) + 1
    assert as_lying(env.game.state()) == as_lying(state)
    assert_ended_as(state, infos["player_0"]["scores"], [rewards[agent] for agent in env.possible_agents])
    assert env.step({}) == ({}, {}, {}, {}, {})


def test_an_observation_is_the_same_from_both_environments_and_stays_as_it_was() -> None:
    env, parallel, random = parade_v0.env(players=3), parade_v0.parallel_env(players=3), Random(1)
    env.reset(seed=9)
    together, _ = parallel.reset(seed=9)
    for _ in range(20):
        kept = {agent: env.observe(agent)["observation"] for agent in env.agents}
        copies = {agent: seen.copy() for agent, seen in kept.items()}
        for agent, seen in kept.items():
            np.testing.assert_array_equal(seen, together[agent]["observation"])
        action = any_legal(env.infos[env.agent_selection]["action_mask"], random)
        together, *_ = parallel.step({env.agent_selection: action})
        env.step(action)
        for agent, seen in kept.items():
            np.testing.assert_array_equal(seen, copies[agent])


def test_an_illegal_action_raises_a_sentence_and_changes_nothing() -> None:
    env, parallel = parade_v0.env(), parade_v0.parallel_env()
    env.reset(seed=1)
    parallel.reset(seed=1)
    before, agent = env.unwrapped.game.state(), env.agent_selection
    illegal = int(np.flatnonzero(env.infos[agent]["action_mask"] == 0)[0])
    with pytest.raises(
        NotAllowed, match=rf"^{agent} may not choose action {illegal} \(play .*\) now; legal are \d+ \("
    ):
        env.step(illegal)
    with pytest.raises(NotAllowed, match=rf"^{agent} may not choose action {CARD_ACTIONS} now"):
        parallel.step({agent: CARD_ACTIONS})
    with pytest.raises(NotAllowed, match=f"^{agent} is to act, but has no action"):
        parallel.step({})
    for wrong in (ACTIONS, -1, 1.5, None, "R3"):
        with pytest.raises(Unreadable, match=r"^action: must be a whole number from 0 to 71, not "):
            env.step(wrong)
    assert env.unwrapped.game.state() == parallel.game.state() == before


def test_at_the_last_choice_all_actions_are_checked_before_the_first_counts() -> None:
    env, random = parade_v0.parallel_env(players=3), Random(3)
    seen, _ = env.reset(seed=2)
    while not env.game.setting_aside:
        (agent,) = [agent for agent in env.agents if seen[agent]["action_mask"].any()]
        seen, *_ = env.step({agent: any_legal(seen[agent]["action_mask"], random)})
    before = env.game.state()
    last = env.possible_agents[env.game.seat - 1]
    with pytest.raises(NotAllowed, match=rf"^{last} may not choose action 3 \(play R3\) now; legal are 66 \(discard "):
        env.step({agent: 3 if agent == last else CARD_ACTIONS for agent in env.agents})
    assert env.game.state() == before


def test_arguments_that_mean_nothing_are_refused() -> None:
    with pytest.raises(Unreadable, match=r"^players: must be a whole number from 2 to 6, not "):
        parade_v0.env(players=7)
    with pytest.raises(Unreadable, match=r'^observation: must be one of: "compact", "rich"; not '):
        parade_v0.parallel_env(observation="privileged")
    with pytest.raises(Unreadable, match=r'^render_mode: must be one of: "human", "ansi", "rgb_array"; not '):
        parade_v0.env(render_mode="svg")


def test_state_shows_everything_to_a_critic() -> None:
    env = parade_v0.env(players=3)
    env.reset(seed=1)
    assert env.unwrapped.state_space.contains(env.state())
    assert len(env.state()) > len(env.observe("player_0")["observation"])


def test_steps_before_the_deal_and_after_the_end_are_refused() -> None:
    env, parallel = parade_v0.raw_env(), parade_v0.parallel_env()
    for early in (lambda: env.step(0), lambda: parallel.step({}), lambda: env.observe("player_0"), env.state):
        with pytest.raises(NotAllowed, match=r"^Nothing has been dealt yet; call reset\(\) first\.$"):
            early()
    env.reset(seed=1)
    for agent in env.agent_iter():
        *_, over, _, info = env.last()
        env.step(None if over else int(env.action_space(agent).sample(info["action_mask"])))
    with pytest.raises(TooLate, match=r"^The game is over; reset\(\) deals the next one\.$"):
        env.step(None)


def test_what_an_agent_writes_into_its_observation_changes_nothing() -> None:
    env = parade_v0.env()
    env.reset(seed=1)
    before = str(env.last())
    for array in env.last()[0].values():
        array[:] = 1
    assert str(env.last()) == before
