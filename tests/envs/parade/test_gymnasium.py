"""Parade for Gymnasium: one learner against chosen bots."""

from __future__ import annotations

import pickle
import subprocess
import sys
from copy import deepcopy
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import wonderland.envs
from cases import cases
from envs.parade.reference import any_legal, as_lying, assert_ended_as, replayed
from wonderland.core.errors import NotAllowed, TooLate, Unreadable
from wonderland.games.parade.state import State

ENV_ID = "wonderland/Parade-v0"


def played(env: Any, seed: int) -> tuple[State, dict[str, Any], float]:
    """A random game of the learner: where it began, the last info and the reward."""
    random = Random(seed)
    _, info = env.reset(seed=seed)
    start, over, reward = env.unwrapped.game.state(), False, 0.0
    while not over:
        assert reward == 0
        np.testing.assert_array_equal(info["action_mask"], env.unwrapped.action_masks())
        _, reward, over, cut, info = env.step(any_legal(info["action_mask"], random))
        assert not cut
    return start, info, reward


@pytest.mark.parametrize("options", [{}, {"players": 3, "opponents": ["hatter", "random"], "observation": "rich"}])
def test_gymnasiums_check_env(options: dict[str, Any]) -> None:
    check_env(gymnasium.make(ENV_ID, **options).unwrapped)


@pytest.mark.parametrize(
    "opponents",
    cases(
        [["greedy"], ["rabbit"], ["greedy", "random"]],
        [["dormouse", "greedy", "hatter"], ["random"] * 5],
        "every number of players is compiled",
    ),
)
def test_games_are_those_of_the_reference_rules(opponents: list[str]) -> None:
    env = gymnasium.make(ENV_ID, players=len(opponents) + 1, opponents=opponents)
    for seed in range(3):
        start, info, reward = played(env, seed)
        end = env.unwrapped.game.state()  # type: ignore[attr-defined]  # of ours
        assert as_lying(replayed(start, end)) == as_lying(end)
        assert_ended_as(end, info["scores"], [reward])
        assert "faults" not in info


@pytest.mark.parametrize("opponents", [["greedy"], ["rabbit"]])
def test_seeds_reproduce_the_deal_and_the_bots(opponents: list[str]) -> None:
    ends = []
    for seed in (1, 1, 2):
        env = gymnasium.make(ENV_ID, opponents=opponents)
        played(env, seed)
        env.reset()
        ends.append((str(env.unwrapped.game.state()), str(played(env, seed)[1])))  # type: ignore[attr-defined]  # of ours
    assert ends[0] == ends[1] != ends[2]


def test_an_illegal_action_ends_the_episode_and_says_why() -> None:
    env = gymnasium.make(ENV_ID)
    observation, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    after, reward, over, cut, info = env.step(illegal)
    assert (reward, over, cut) == (-1.0, True, False)
    assert info["illegal"].startswith(f"player_0 may not choose action {illegal} (play ")
    assert not info["action_mask"].any()
    np.testing.assert_array_equal(observation, after)
    with pytest.raises(TooLate, match=r"^The game is over; reset\(\) deals the next one\.$"):
        env.step(0)
    assert "illegal" not in env.reset()[1]


def test_an_illegal_action_raises_where_that_is_wanted() -> None:
    env = gymnasium.make(ENV_ID, illegal="raise")
    _, info = env.reset(seed=1)
    with pytest.raises(NotAllowed, match=r"^player_0 may not choose action "):
        env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    _, _, over, _, _ = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert not over


def test_an_engine_plays_and_is_closed() -> None:
    command = f"engine:{sys.executable} -m wonderland engine greedy"
    env = gymnasium.make(ENV_ID, opponents=[command])
    _, info, _ = played(env, 1)
    assert "faults" not in info
    with pytest.raises(NotAllowed, match=r"^An environment cannot be copied .* while an engine plays in it"):
        deepcopy(env)
    env.close()
    assert deepcopy(env).reset(seed=1)


@pytest.mark.parametrize("opponents", [["greedy"], ["hatter"]])
def test_a_copy_goes_on_alike(opponents: list[str]) -> None:
    env = gymnasium.make(ENV_ID, opponents=opponents, observation="rich")
    _, info = env.reset(seed=1)
    *_, info = env.step(any_legal(info["action_mask"], Random(1)))
    ends = []
    for one in (env, deepcopy(env), pickle.loads(pickle.dumps(env))):
        random, last, over, seen = Random(2), info, False, []
        while not over:
            observation, _, over, _, last = one.step(any_legal(last["action_mask"], random))
            seen.append(observation.tobytes())
        ends.append((seen, last["scores"].tolist(), one.reset()[0].tobytes()))
    assert ends[0] == ends[1] == ends[2]


def test_a_bot_that_fails_is_told_and_the_game_goes_on() -> None:
    env = gymnasium.make(ENV_ID, opponents=[f"engine:{sys.executable} -c pass"])
    _, info, _ = played(env, 1)
    assert "exited with code 0" in info["faults"][0]
    env.close()


def test_arguments_that_mean_nothing_are_refused() -> None:
    with pytest.raises(Unreadable, match=r"^2 opponents were named, but the table has room for 1"):
        gymnasium.make(ENV_ID, opponents=["greedy", "greedy"])
    with pytest.raises(Unreadable, match=r'^there is no bot "knave"; the bots are random, greedy'):
        gymnasium.make(ENV_ID, opponents=["knave"])
    with pytest.raises(NotAllowed, match=r"^hare plays nimble, not parade"):
        gymnasium.make(ENV_ID, opponents=["hare"])
    with pytest.raises(Unreadable, match=r'^players: must be a whole number from 2 to 6, not "2.0"'):
        gymnasium.make(ENV_ID, players=2.0)
    with pytest.raises(Unreadable, match=r"^illegal: must be one of"):
        gymnasium.make(ENV_ID, illegal="ignore")
    with pytest.raises(NotAllowed, match=r"^Nothing has been dealt yet; call reset\(\) first\.$"):
        gymnasium.make(ENV_ID).unwrapped.step(0)


def test_importing_the_environments_registers_the_id_once() -> None:
    wonderland.envs.registration.register()
    assert gymnasium.spec(ENV_ID).id == ENV_ID


def test_a_batch_needs_none_of_the_libraries_that_environments_are_for() -> None:
    code = """
import sys
sys.modules["gymnasium"] = sys.modules["pettingzoo"] = None
from wonderland.envs import ParadeBatch
print(ParadeBatch(games=2, players=2).observation.shape)
try:
    from wonderland.envs import parade_v0
except Exception as problem:
    print(problem)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        "(2, 160)",
        'The environments of PettingZoo need pettingzoo: pip install "wonderland[rl]"',
    ]
