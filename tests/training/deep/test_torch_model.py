"""The deep network in torch computes what the one of the bots does."""

from __future__ import annotations

import numpy as np
import pytest

from bots.parade.network.positions import random_positions
from wonderland.bots.parade.network.deep import DeepNetwork
from wonderland.bots.parade.network.deep_forward import evaluate_deep

torch = pytest.importorskip("torch", reason="torch (extra train) is not installed here")


@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_model_computes_what_the_bots_compute(players: int) -> None:
    from wonderland.training.deep.torch_model import DeepModel

    torch.manual_seed(players)
    model = DeepModel()
    places, numbers = random_positions(200, players, seed=players)
    expected = evaluate_deep(DeepNetwork(**model.arrays()), players, places, numbers)
    count = torch.full((len(places),), players, dtype=torch.uint8)
    with torch.no_grad():
        found = model(torch.from_numpy(places), torch.from_numpy(numbers), count).numpy()
    assert expected.std() > 0.1
    # The first layers of the model have eight bits of precision.
    assert np.abs(found - expected).max() < 0.05 * expected.std()


def test_positions_of_several_numbers_of_players_are_judged_at_once() -> None:
    from wonderland.training.deep.torch_model import DeepModel

    torch.manual_seed(1)
    model = DeepModel()
    places, numbers = (torch.from_numpy(part) for part in random_positions(40, 3, seed=1))
    two, three = torch.full((20,), 2, dtype=torch.uint8), torch.full((20,), 3, dtype=torch.uint8)
    with torch.no_grad():
        found = model(places, numbers, torch.cat([two, three]))
        assert torch.allclose(found[:20], model(places[:20], numbers[:20], two), atol=1e-3)
        assert torch.allclose(found[20:], model(places[20:], numbers[20:], three), atol=1e-3)
        assert not torch.allclose(found[:20], model(places[:20], numbers[:20], three), atol=1e-3)


def test_a_model_takes_the_weights_of_a_network() -> None:
    from wonderland.training.deep.torch_model import DeepModel

    one, other = DeepModel(), DeepModel()
    other.set(DeepNetwork(**one.arrays()))
    before, after = one.arrays(), other.arrays()
    assert all((before[name] == after[name]).all() for name in before)
