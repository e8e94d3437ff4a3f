"""Parade for ``gymnasium.vector``: the three autoreset modes, and games beside the reference rules."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics, TransformReward
from numpy.typing import NDArray

import wonderland.envs  # noqa: F401  # registers the id
from envs.parade.reference import PLAYERS, assert_ended_as
from wonderland.core.errors import NotAllowed, TooLate, Unreadable
from wonderland.envs.parade.vector_env import ParadeVectorEnv

ENV_ID = "wonderland/Parade-v0"
GAMES = 6
STEPS = 70
MODES = list(AutoresetMode)


def make(mode: AutoresetMode | str = AutoresetMode.NEXT_STEP, games: int = GAMES, **options: Any) -> ParadeVectorEnv:
    envs = gymnasium.make_vec(
        ENV_ID, num_envs=games, vectorization_mode="vector_entry_point", autoreset_mode=mode, **options
    )
    assert isinstance(envs, ParadeVectorEnv)
    return envs


def chosen(masks: NDArray[np.int8], step: int) -> NDArray[np.int64]:
    """A legal action for each game, another from step to step; what is no action at all where none is legal."""
    return np.array([np.flatnonzero(mask)[step % mask.sum()] if mask.any() else 71 for mask in masks])


def episodes(mode: AutoresetMode, **options: Any) -> list[list[list[tuple[bytes, bytes, float]]]]:
    """The whole episodes of every game: observation, mask and reward of each step."""
    envs = make(mode, **options)
    seen, infos = envs.reset(seed=3)
    told: list[list[list[tuple[bytes, bytes, float]]]] = [[[]] for _ in range(GAMES)]
    turns, fresh = [0] * GAMES, [False] * GAMES
    for game in range(GAMES):
        told[game][0].append((seen[game].tobytes(), infos["action_mask"][game].tobytes(), 0.0))
    for _ in range(STEPS):
        actions = [int(chosen(infos["action_mask"][game : game + 1], turns[game])[0]) for game in range(GAMES)]
        seen, rewards, over, cut, infos = envs.step(np.array(actions))
        assert not cut.any()
        if mode is AutoresetMode.DISABLED and over.any():
            last = seen.copy()
            seen, infos = envs.reset(options={"reset_mask": over})
        for game in range(GAMES):
            row = (seen[game].tobytes(), infos["action_mask"][game].tobytes())
            turns[game] += 1
            if fresh[game]:  # the step that dealt the next game
                assert (rewards[game], over[game]) == (0.0, False)
                fresh[game], turns[game] = False, 0
                told[game].append([(*row, 0.0)])
            elif over[game]:
                if mode is AutoresetMode.NEXT_STEP:
                    told[game][-1].append((row[0], bytes(72), rewards[game]))
                    fresh[game] = True
                else:
                    final = infos["final_obs"][game] if mode is AutoresetMode.SAME_STEP else last[game]
                    told[game][-1].append((final.tobytes(), bytes(72), rewards[game]))
                    told[game].append([(*row, 0.0)])
                    turns[game] = 0
            else:
                told[game][-1].append((*row, rewards[game]))
    return [found[:3] for found in told]


@pytest.mark.parametrize("options", [{}, {"players": 3, "opponents": ["greedy", "random"], "observation": "rich"}])
def test_all_modes_play_the_same_episodes(options: dict[str, Any]) -> None:
    found = [episodes(mode, **options) for mode in MODES]
    assert all(len(games) == 3 for games in found[0])
    assert found[0] == found[1] == found[2]
    assert {row[2] for games in found[0] for game in games[:2] for row in game} - {0.0}, "nobody ever won or lost"


@pytest.mark.parametrize("mode", MODES)
def test_the_mode_is_told_and_may_be_given_as_text(mode: AutoresetMode) -> None:
    assert make(mode).metadata["autoreset_mode"] is mode
    assert make(mode.value).metadata["autoreset_mode"] is mode
    assert make().metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP


def first_end(envs: ParadeVectorEnv) -> tuple[Any, ...]:
    """Step until a game ends."""
    _, infos = envs.reset(seed=1)
    for step in range(STEPS):
        seen, rewards, over, _, infos = envs.step(chosen(infos["action_mask"], step))
        if over.any():
            return seen, rewards, over, infos
    raise AssertionError("no game has ended")


def test_next_step_ignores_the_action_and_deals() -> None:
    envs = make(AutoresetMode.NEXT_STEP)
    final, _, over, infos = first_end(envs)
    assert not infos["action_mask"][over].any()
    assert infos["action_mask"][~over].any(axis=1).all()
    seen, rewards, again, _, infos = envs.step(np.where(over, 0, chosen(infos["action_mask"], 0)))
    assert not rewards[over].any()
    assert not again[over].any()
    assert (infos["action_mask"][over].sum(axis=1) == 5).all()
    assert not (seen[over] == final[over]).all(axis=1).any()
    assert "final_obs" not in infos


def test_same_step_deals_at_once_and_tells_of_the_end() -> None:
    envs = make(AutoresetMode.SAME_STEP)
    _, _, over, infos = first_end(envs)
    assert infos["action_mask"].any(axis=1).all()
    np.testing.assert_array_equal(infos["_final_obs"], over)
    np.testing.assert_array_equal(infos["_final_info"], over)
    for game in range(GAMES):
        if over[game]:
            assert infos["final_obs"][game] in envs.single_observation_space
            assert infos["final_info"]["scores"][game].any()
        else:
            assert infos["final_obs"][game] is None
    np.testing.assert_array_equal(infos["final_info"]["_scores"], over)


def test_disabled_waits_for_a_reset_of_the_ended_games() -> None:
    envs = make(AutoresetMode.DISABLED)
    before, _, over, infos = first_end(envs)
    with pytest.raises(TooLate, match=r"^The games .* are over; reset\(\) deals them anew, with a reset_mask"):
        envs.step(np.zeros(GAMES, np.int64))
    seen, infos = envs.reset(options={"reset_mask": over})
    assert infos["action_mask"].any(axis=1).all()
    np.testing.assert_array_equal(seen[~over], before[~over])
    assert not (seen[over] == before[over]).all(axis=1).any()
    envs.step(chosen(infos["action_mask"], 0))


@pytest.mark.parametrize("players", PLAYERS)
def test_ended_games_have_the_scores_of_the_reference_rules(players: int) -> None:
    envs, counted = make(AutoresetMode.DISABLED, players=players, opponents="random"), 0
    _, infos = envs.reset(seed=players)
    for step in range(STEPS):
        _, rewards, over, _, infos = envs.step(chosen(infos["action_mask"], step))
        for game in np.flatnonzero(over):
            assert_ended_as(envs.batch.state(int(game)), infos["scores"][game], [rewards[game]])
            counted += 1
        if over.any():
            _, infos = envs.reset(options={"reset_mask": over})
    assert counted > GAMES


@pytest.mark.parametrize("mode", MODES)
def test_an_illegal_action_ends_its_game_alone(mode: AutoresetMode) -> None:
    envs, others = make(mode), make(mode)
    seen, infos = envs.reset(seed=2)
    others.reset(seed=2)
    actions = chosen(infos["action_mask"], 0)
    expected, *_ = others.step(actions)
    actions[1] = np.flatnonzero(infos["action_mask"][1] == 0)[0]
    after, rewards, over, _, infos = envs.step(actions)
    assert rewards.tolist() == [0, -1, 0, 0, 0, 0]
    np.testing.assert_array_equal(over, np.arange(GAMES) == 1)
    told = infos["final_info"] if mode is AutoresetMode.SAME_STEP else infos
    assert told["illegal"][1].startswith(f"player_0 may not choose action {actions[1]} (play ")
    np.testing.assert_array_equal(told["_illegal"], over)
    final = infos["final_obs"][1] if mode is AutoresetMode.SAME_STEP else after[1]
    np.testing.assert_array_equal(final, seen[1])
    np.testing.assert_array_equal(after[~over], expected[~over])
    if mode is AutoresetMode.NEXT_STEP:
        _, rewards, over, _, infos = envs.step(chosen(infos["action_mask"], 0))
        assert (rewards[1], over[1]) == (0.0, False)
    if mode is AutoresetMode.DISABLED:
        _, infos = envs.reset(options={"reset_mask": over})
    assert infos["action_mask"][1].sum() == 5
    assert "illegal" not in infos


def test_a_number_that_is_no_action_is_as_illegal_as_any_other() -> None:
    envs, others = make(), make(illegal="raise")
    _, infos = envs.reset(seed=2)
    others.reset(seed=2)
    actions = chosen(infos["action_mask"], 0)
    actions[1], actions[4] = 72, -1
    _, rewards, over, _, infos = envs.step(actions)
    assert rewards.tolist() == [0, -1, 0, 0, -1, 0]
    assert np.flatnonzero(over).tolist() == [1, 4]
    assert infos["illegal"][4] == "action: must be a whole number from 0 to 71, not -1"
    with pytest.raises(Unreadable, match=r"^game 1: action: must be a whole number from 0 to 71, not 72$"):
        others.step(actions)
    for given, sentence in ((3, r"must have the shape \(6,\), not \(\)"), (np.ones(GAMES), "must be whole numbers")):
        with pytest.raises(Unreadable, match=f"^actions: {sentence}"):
            others.step(given)


def test_what_it_gives_stays_as_it_was() -> None:
    envs = make()
    seen, infos = envs.reset(seed=1)
    copies = seen.copy(), infos["action_mask"].copy()
    envs.step(chosen(infos["action_mask"], 0))
    np.testing.assert_array_equal(seen, copies[0])
    np.testing.assert_array_equal(infos["action_mask"], copies[1])
    assert seen in envs.observation_space


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_gymnasiums_wrappers_work_on_it(mode: AutoresetMode) -> None:
    envs = DictInfoToList(TransformReward(RecordEpisodeStatistics(make(mode)), lambda reward: 2 * reward))
    _, infos = envs.reset(seed=1)
    lengths = []
    for step in range(STEPS):
        masks = np.array([info["action_mask"] for info in infos])
        _, rewards, over, _, infos = envs.step(chosen(masks, step))
        for info, reward, ended in zip(infos, rewards, over, strict=True):
            assert ("episode" in info) == bool(ended)
            if ended:
                lengths.append(int(info["episode"]["l"]))
                assert 2 * info["episode"]["r"] == pytest.approx(reward)
    assert len(lengths) > GAMES
    assert min(lengths) > 2


def test_seeds_reproduce() -> None:
    envs = make()
    rows = [envs.reset(seed=seed)[0].tobytes() for seed in (4, None, 4, 5)]
    assert rows[0] == rows[2]
    assert len(set(rows)) == 3


def test_every_table_is_drawn() -> None:
    envs = make(games=2, render_mode="rgb_array")
    envs.reset(seed=1)
    frames = envs.render()
    assert frames is not None
    assert [frame.shape[2] for frame in frames] == [3, 3]


def test_arguments_that_mean_nothing_are_refused() -> None:
    with pytest.raises(NotAllowed, match=r'^"queen" is no compiled bot; many games at once are played against these: '):
        make(opponents=["queen"])
    with pytest.raises(Unreadable, match=r"^autoreset_mode: must be one of"):
        make("never")
    envs = make()
    envs.reset(seed=1)
    with pytest.raises(Unreadable, match=r"^The games to deal anew must be a bool array with 6 entries, not bool"):
        envs.reset(options={"reset_mask": np.ones(5, np.bool_)})
    with pytest.raises(Unreadable, match=r"^A seed deals every game anew"):
        envs.reset(seed=1, options={"reset_mask": np.ones(GAMES, np.bool_)})
    envs = make(illegal="raise")
    _, infos = envs.reset(seed=1)
    actions = chosen(infos["action_mask"], 0)
    actions[3] = 70
    with pytest.raises(NotAllowed, match=r"^game 3: player_0 may not choose action 70 now"):
        envs.step(actions)
