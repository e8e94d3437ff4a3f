"""Learning in torch: the same networks as the compiled ones, rounds that learn, checkpoints that go on."""

from __future__ import annotations

from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from wonderland.bots.parade.network.layout import HIDDEN, NUMBERS_SIZE, WIDTH, Network
from wonderland.bots.parade.network.weights import CARD, POSITION, read_network
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


def test_a_learner_begins_with_smaller_networks() -> None:
    from wonderland.training.selfplay.torch_learner import TorchLearner

    small, large = TorchLearner(SMALL), TorchLearner(replace(SMALL, seed=7, critic=(128, 64)))
    large.begin_with(small.networks())
    seen = small.play()[0]
    places, numbers = seen.places[-1][:, WHOLE, 0], seen.numbers[-1][:, WHOLE, 0]
    with torch.no_grad():
        said, says = (learner.models[POSITION](places, numbers) for learner in (small, large))
    # The first layer has eight bits of precision.
    assert (said - says).abs().max() < 0.02
    assert said.std() > 0.02


def test_an_opponent_does_not_learn_and_plays_its_best() -> None:
    """The learner has one seat; the opponent's decisions are its network's best, and nothing is learned from them."""
    from wonderland.training.selfplay.torch_learner import TorchLearner

    weights = Path(str(resources.files("wonderland.bots.parade.network").joinpath("weights.npz")))
    learner = TorchLearner(replace(SMALL, opponent=str(weights), opponent_games=0.5))
    stretch, after = learner.play()
    theirs = torch.stack(stretch.theirs)
    assert theirs[:, 32:].sum() == 0
    assert 0.4 < theirs[:, :32].float().mean() < 0.6
    rows = learner._training_rows(stretch, after)
    opponents = theirs[:-1].flatten()
    assert not (rows["learned"] & opponents).any()
    assert rows["learned"].view(SMALL.moves, -1)[:, 32:].all()
    assert not (torch.stack(stretch.explored).flatten() & opponents).any()
    best = best_candidates(stretch, opponents, read_network(weights, CARD, 2))
    assert (best == rows["chosen"][opponents].numpy()).mean() > 0.9  # the model has eight bits of precision
    before = learner.arrays()["card.out"].copy()
    learner.learn(stretch, after)
    assert (learner.arrays()["card.out"] != before).any()


def best_candidates(stretch: Any, rows: Any, network: Network) -> Any:
    """The best candidates of decisions by the compiled network."""
    places, numbers = (torch.stack(part).flatten(0, 1)[rows].numpy() for part in (stretch.places, stretch.numbers))
    valid = torch.stack(stretch.valid).flatten(0, 1)[rows].numpy()
    empty = np.zeros((len(valid), 0), np.uint8)
    out = np.full((len(valid), CANDIDATES, 1), -np.inf, np.float32)
    actions = np.where(valid, 0, -1).astype(np.int16)
    evaluate_candidates(2, SEEN, (places, numbers, empty, empty, actions), tuple(network), new_room(), out)
    return np.argmax(out[:, :, 0], 1)


def test_hatters_have_most_of_the_other_seats_and_choose_like_the_bot() -> None:
    from wonderland.training.selfplay.torch_learner import HATTER, LEARNER, TorchLearner

    learner = TorchLearner(replace(SMALL, players=3, hatter_games=0.5))
    players = learner._players_by_seat
    assert (players[32:] == LEARNER).all()
    assert ((players[:32] == LEARNER).sum(1) >= 1).all()
    assert 0.3 < (players[:32] == HATTER).float().mean() < 0.7
    stretch, after = learner.play()
    rows = learner._training_rows(stretch, after)
    theirs = torch.stack(stretch.theirs)[:-1].flatten()
    assert theirs.any()
    assert not (rows["learned"] & theirs).any()
