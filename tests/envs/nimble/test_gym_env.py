"""Nimble in Gymnasium: its own checks, seeds, illegal actions, opponents, results."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from shlex import join
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence

import wonderland.envs  # noqa: F401  # registers the environment
from envs.nimble.policies import any_legal, place_or_flip
from wonderland.bots.nimble.hands import Level
from wonderland.bots.nimble.levels import TURTLE, dodo
from wonderland.bots.nimble.player import NimblePlayer
from wonderland.bots.timeline import play_live
from wonderland.core.errors import NotAllowed, TooLate, WonderlandError
from wonderland.envs.nimble.gym_env import NimbleEnv
from wonderland.games.nimble import game


def play(env: Any, seed: int | None = None, policy: Any = None) -> list[Any]:
    """A whole episode: everything that the environment returned."""
    observation, info = env.reset(seed=seed)
    returned: list[Any] = [(observation, info)]
    random, end = np.random.default_rng(1), False
    while not end:
        mask = info["action_mask"]
        np.testing.assert_array_equal(mask, env.unwrapped.action_masks())
        action = policy(observation, mask) if policy else any_legal(mask, random)
        observation, reward, end, cut, info = env.step(action)
        returned.append((observation, reward, end, cut, info))
    return returned


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
@pytest.mark.parametrize(("players", "opponents"), [(2, ["dodo"]), (4, ["turtle", "gryphon", "random"])])
def test_gymnasium_accepts_it(players: int, opponents: list[str], mode: str) -> None:
    env = gymnasium.make("wonderland/Nimble-v0", players=players, opponents=opponents, render_mode=mode)
    check_env(env.unwrapped)
    play(env, 1)
    picture = env.render()
    assert isinstance(picture, str if mode == "ansi" else np.ndarray)
    env.close()


def test_the_same_seed_and_actions_give_the_same_episode_and_the_next_is_another() -> None:
    first, second = NimbleEnv(3, ["hare", "random"]), NimbleEnv(3, ["hare", "random"])
    for seed in (7, None):  # the second episode follows from the first
        episode = play(first, seed)
        assert data_equivalence(episode, play(second, seed), exact=True)
    assert not data_equivalence(play(first), episode)


@pytest.mark.parametrize("players", [2, 4])
def test_the_result_is_that_of_the_rules_and_the_reward_its_share_of_the_win(players: int) -> None:
    env = NimbleEnv(players, ["hare"])
    for seed in range(4):
        *before, (last, reward, end, cut, info) = play(env, seed, lambda seen, mask: place_or_flip(seen, mask, players))
        *_, step = game.steps(env.record())
        outcome = game.outcome(step.state)
        assert outcome is not None
        assert (end, cut, info["time_over"]) == (True, False, False)
        assert info["result"]["winners"] == outcome.winners
        assert info["result"]["errors"] == outcome.errors
        assert reward == pytest.approx((players * (0 in outcome.winners) / len(outcome.winners) - 1) / (players - 1))
        assert {earlier[1] for earlier in before[1:]} == {0.0}
        assert env.observation_space.contains(last)
        assert not info["action_mask"].any()
        assert not env.action_masks().any()
        events = [event for earlier in [*before[1:], (last, reward, end, cut, info)] for event in earlier[4]["events"]]
        assert events == env.record()["events"]


def test_an_illegal_action_ends_the_episode_with_the_sentence() -> None:
    env = NimbleEnv()
    env.reset(seed=1)
    _, reward, end, _, info = env.step(20)
    assert (reward, end) == (-1.0, True)
    assert not info["action_mask"].any()
    assert not env.action_masks().any()
    assert info["illegal"].startswith("Action 20 (turn) is not legal now. The discard is turned over only when")
    with pytest.raises(TooLate, match=r"call reset\(\)"):
        env.step(0)
    env = NimbleEnv(illegal="raise")
    env.reset(seed=1)
    with pytest.raises(NotAllowed, match="Action 20"):
        env.step(20)
    assert env.action_masks().nonzero()[0].tolist() == [*range(10), *range(60, 70)]
    assert env.step(0)[4]["events"], "nothing has happened by the action that was refused"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"players": 5}, "^players: must be a whole number from 2 to 4, not 5$"),
        ({"players": 2.0}, 'players: must be a whole number from 2 to 4, not "2.0"'),
        ({"players": True}, 'players: must be a whole number from 2 to 4, not "True"'),
        ({"players": 4, "opponents": ["dodo", "hare"]}, "2 opponents were named, but the table has room for 3"),
        ({"opponents": None}, 'the names of bots, such as .*, not "None"'),
        ({"opponents": ["nobody"]}, 'there is no bot "nobody"'),
        ({"opponents": ["queen"]}, "queen plays parade, not nimble"),
        ({"limits": "queen"}, 'limits: must be one of: "turtle", "dodo", "hare", "gryphon"; not "queen"'),
        ({"illegal": "ignore"}, 'illegal: must be one of: "end", "raise"; not "ignore"'),
        ({"render_mode": "html"}, 'render_mode: must be one of: "human", "ansi", "rgb_array"; not "html"'),
        ({"time_limit_ms": 0}, 'above 0, not "0"'),
        ({"time_limit_ms": None}, "above 0"),
        ({"time_limit_ms": float("nan")}, "above 0"),
    ],
)
def test_wrong_arguments_are_refused_with_what_would_be_right(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(WonderlandError, match=sentence):
        NimbleEnv(**arguments)


#: Flips, takes its time, and writes down when it is started and when it ends.
ENGINE = """
import json, sys

with open(sys.argv[1], "a") as log:
    log.write("started ")
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "name": "Flipper"}), flush=True)
    elif message["type"] == "decide":
        move = {"move": message["legal"][0], "after_ms": 900}
        print(json.dumps({"type": "move", "id": message["id"], **move}), flush=True)
with open(sys.argv[1], "a") as log:
    log.write("ended")
"""


def test_an_engine_plays_every_round_and_is_closed_with_the_environment(tmp_path: Path) -> None:
    program, log = tmp_path / "engine.py", tmp_path / "log"
    program.write_text(ENGINE)
    env = NimbleEnv(2, f"engine:{join([sys.executable, str(program), str(log)])}", time_limit_ms=5000)
    for seed in range(2):
        *_, (_, _, end, _, info) = play(env, seed, lambda seen, mask: place_or_flip(seen, mask, 2))
        assert end
        assert "faults" not in info
        assert next(event[0] for event in env.record()["events"] if event[1] == 1) == "flip"
    env.close()
    assert log.read_text() == "started ended"


def test_a_policy_wins_through_the_environment_as_often_as_the_same_bot_in_the_arena() -> None:
    rounds = 40
    env = NimbleEnv(2, ["dodo"], limits="turtle")
    rewards = [play(env, seed, lambda seen, mask: place_or_flip(seen, mask, 2))[-1][1] for seed in range(rounds)]
    # The Turtle without its errors: flips, and places whatever fits.
    careful = Level(TURTLE.reaction, TURTLE.reading, TURTLE.memory, TURTLE.ahead)
    wins = 0.0
    for seed in range(rounds):
        deal = game.shuffle(["Ann", "Bob"], Random(seed))
        outcome = game.outcome(play_live(game, deal, [NimblePlayer(seed, careful), dodo(seed + 1000)]).log.state)
        assert outcome is not None
        wins += (0 in outcome.winners) / len(outcome.winners)
    share = (1 + sum(rewards) / rounds) / 2
    assert 0.1 < wins / rounds < 0.9
    assert abs(share - wins / rounds) < 0.15


def test_faster_hands_win_more() -> None:
    def share(limits: str | None) -> float:
        env = NimbleEnv(2, ["gryphon"], limits=limits)
        rewards: list[float] = [
            play(env, seed, lambda seen, mask: place_or_flip(seen, mask, 2))[-1][1] for seed in range(12)
        ]
        return sum(rewards) / 12

    assert share("turtle") < share("gryphon") < share(None)
