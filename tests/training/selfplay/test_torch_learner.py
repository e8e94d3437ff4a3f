"""Learning in torch: the same networks as the compiled ones, rounds that learn, checkpoints that go on."""

from __future__ import annotations

import numpy as np
import pytest

from wonderland.bots.parade.network.layout import HIDDEN, NUMBERS_SIZE, WIDTH, Network
from wonderland.sim.kernel.layout import DECK_SIZE
from wonderland.training.selfplay.candidates import CANDIDATES, SEEN, WHOLE
from wonderland.training.selfplay.cpu_learner import CpuLearner
from wonderland.training.selfplay.gradients import new_room
from wonderland.training.selfplay.losses import evaluate_candidates
from wonderland.training.selfplay.settings import LOSSES, Settings

torch = pytest.importorskip("torch", reason="torch (extra train) is not installed here")

SMALL = Settings(2, 1, "cpu", games=64, moves=8, minibatch=128, critic=(64, 32))


@pytest.mark.parametrize(("view", "outputs"), [(SEEN, 1), (WHOLE, 2)])
def test_the_model_computes_what_the_compiled_network_does(view: int, outputs: int) -> None:
    from wonderland.training.selfplay.torch_model import Model

    torch.manual_seed(4)
    model = Model(2, outputs, WIDTH, HIDDEN)
    learner = CpuLearner(Settings(2, 3, "cpu", games=6, moves=40))
    seen = [part[30] for part in learner.play().candidates]
    compiled = np.zeros((6, CANDIDATES, outputs), np.float32)
    evaluate_candidates(2, view, tuple(seen), tuple(Network(**model.arrays())), new_room(), compiled)
    places, numbers = (torch.from_numpy(part[:, view].copy()) for part in seen[:2])
    with torch.no_grad():
        found = model(places.view(-1, DECK_SIZE), numbers.view(-1, NUMBERS_SIZE)).view(compiled.shape).numpy()
    # The first layer of the model has eight bits of precision.
    valid = seen[4] >= 0
    assert np.abs(found - compiled)[valid].max() < 0.02
    assert np.abs(compiled[valid]).max() > 0.1


def test_rounds_learn_and_checkpoints_go_on() -> None:
    from wonderland.training.selfplay.torch_learner import TorchLearner

    learner = TorchLearner(SMALL)
    first = learner.round(1e-3)
    assert tuple(first) == LOSSES
    for _ in range(6):
        last = learner.round(1e-3)
    assert last["card"] < first["card"]
    saved = {name: np.array(array) for name, array in learner.arrays().items()}
    other = TorchLearner(SMALL)
    other.load(saved)
    assert (other.decisions, other.games) == (learner.decisions, learner.games)
    assert {name: array.tolist() for name, array in other.arrays().items()} == {
        name: array.tolist() for name, array in saved.items()
    }
    other.round(1e-3)
    assert other.arrays()["card.out.step"] == saved["card.out.step"] + SMALL.games * SMALL.moves / SMALL.minibatch
