"""OpenSpiel's information set Monte Carlo tree search and its learning loop play Parade."""

from __future__ import annotations

from random import Random

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts

import wonderland.envs.open_spiel  # noqa: F401  # registers the game


@pytest.mark.parametrize(("players", "by_observation"), [(2, False), (4, True)])
def test_is_mcts_plays_whole_games(players: int, by_observation: bool) -> None:
    game, random = pyspiel.load_game("python_wonderland_parade", {"players": players}), Random(players)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(players))
    bots = [
        ismcts.ISMCTSBot(
            game,
            evaluator,
            uct_c=1.4,
            max_simulations=6,
            random_state=np.random.RandomState(seat),
            use_observation_string=by_observation,
        )
        for seat in range(players)
    ]
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(random.choice(state.legal_actions()))
        else:
            action = bots[state.current_player()].step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
    assert sum(state.returns()) == pytest.approx(0)


def test_the_learning_environment_plays_it() -> None:
    environment, random = rl_environment.Environment("python_wonderland_parade", players=3), Random(1)
    environment.seed(1)
    step = environment.reset()
    while not step.last():
        seat = step.observations["current_player"]
        step = environment.step([random.choice(step.observations["legal_actions"][seat])])
    assert sum(step.rewards) == pytest.approx(0)
