"""The gradients by hand are those of the losses: they equal numeric differences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from wonderland.bots.parade.network.layout import Network
from wonderland.bots.parade.network.weights import CARD, POSITION
from wonderland.training.selfplay.candidates import Candidates
from wonderland.training.selfplay.cpu_learner import CpuLearner
from wonderland.training.selfplay.losses import add_card_gradient, add_position_gradient
from wonderland.training.selfplay.settings import Settings

GAMES, MOVES = 6, 40
STEP = 1e-3
WEIGHTS = (20.0, 5.0, 0.05)  #: of the differences and of the policy, and its temperature


@pytest.fixture(scope="module")
def learner() -> CpuLearner:
    """A learner that has played through the last choices of its games."""
    found = CpuLearner(Settings(2, 3, "cpu", GAMES, MOVES))
    found.play()
    assert found.games
    return found


def candidates_of(learner: CpuLearner) -> Candidates:
    return Candidates(*(part[:MOVES].reshape(-1, *part.shape[2:]) for part in learner._stretch.candidates))


def card_loss(learner: CpuLearner, gradient: Any) -> float:
    candidates, decisions = candidates_of(learner), np.arange(GAMES * MOVES)
    worth = learner._stretch.worth[:MOVES].reshape(len(decisions), -1)
    network, room = tuple(learner.parameters.networks[CARD]), learner._rooms[CARD]
    return float(
        sum(
            add_card_gradient(
                2, decisions, decisions % 3 == 0, tuple(candidates), worth, WEIGHTS, network, room, gradient
            )
        )
    )


def position_loss(learner: CpuLearner, gradient: Any) -> float:
    seen = candidates_of(learner)
    targets = np.random.default_rng(1).dirichlet((1, 1), GAMES * MOVES)
    network, room = tuple(learner.parameters.networks[POSITION]), learner._rooms[POSITION]
    found = add_position_gradient(2, seen.places_before, seen.numbers_before, targets, network, room, gradient)
    return float(found)


@pytest.mark.parametrize(("name", "loss"), [(CARD, card_loss), (POSITION, position_loss)])
def test_gradients_equal_numeric_differences(
    learner: CpuLearner, name: str, loss: Callable[[CpuLearner, Any], float]
) -> None:
    network = learner.parameters.networks[name]
    gradient = Network(*(np.zeros_like(part) for part in network))
    unused = tuple(np.zeros_like(part) for part in network)
    loss(learner, tuple(gradient))
    for part, slopes in zip(network, gradient, strict=True):
        # The steepest weights, and some that are none of them.
        places = np.argsort(-np.abs(slopes).ravel())[[0, 1, 7, 40] if slopes.size > 40 else [0]]
        for place in places:
            weights = part.reshape(-1)
            before = weights[place]
            weights[place] = before + STEP
            above = loss(learner, unused)
            weights[place] = before - STEP
            below = loss(learner, unused)
            weights[place] = before
            assert slopes.ravel()[place] == pytest.approx((above - below) / (2 * STEP), rel=0.03, abs=2e-5)
