"""Runs of the deep network: the folder, what goes on from it, and the weights that are exported."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from wonderland.bots.parade.network.deep import deep_shapes
from wonderland.bots.parade.network.weights import CARD, POSITION, deep_network_of, read_network
from wonderland.core.errors import Unreadable
from wonderland.training.deep.beginning import beginning_of, shipped_beginning
from wonderland.training.deep.checkpoints import Checkpoint, Training, read_checkpoint
from wonderland.training.deep.export import export
from wonderland.training.deep.report import evaluation_line
from wonderland.training.deep.settings import Settings
from wonderland.training.deep.trainer import DeepTrainer
from wonderland.training.selfplay import checkpoints as selfplay
from wonderland.training.selfplay.checkpoints import Run

torch = pytest.importorskip("torch", reason="torch (extra train) is not installed here")

SMALL = Settings(
    1, "cpu", players=(2, 4), games=4, moves=2, minibatches=2, last_round_moves=0, evaluations=2, match_games=4
)


@pytest.fixture(scope="module", autouse=True)
def one_thread() -> Iterator[None]:
    """The trainer learns in one thread on a CPU."""
    before = torch.get_num_threads()
    yield
    torch.set_num_threads(before)


def begin(folder: Path, decisions: int) -> DeepTrainer:
    beginning, digest = shipped_beginning(SMALL.players)
    run = Run("wonderland train-deep", "one core", wanted_decisions=decisions)
    return DeepTrainer(folder, Checkpoint(Training(SMALL, digest, [run]), beginning))


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A training of some rounds of 24 decisions."""
    folder = tmp_path_factory.mktemp("training") / "deep"
    assert begin(folder, 96).go()
    return folder


def test_the_log_has_a_line_for_each_evaluation(trained: Path) -> None:
    rows = [json.loads(line) for line in (trained / "log.jsonl").read_text().splitlines()]
    training = read_checkpoint(trained).training
    assert [row["decisions"] for row in rows] == [48, 96]
    assert set(rows[0]["hatter"]) == {"2", "4"}
    assert all(0 <= share <= 1 for row in rows for share, _ in row["hatter"].values())
    assert set(rows[0]["losses"]) == {"deep", "gap", "gained", "card"}
    assert rows[-1]["learning_rate"] == SMALL.final_learning_rate
    assert training.runs[0].decisions == training.decisions == 96
    assert evaluation_line(training.rows[0], "fr").count("\u00a0:") == 2


def test_compiling_changes_nothing(tmp_path: Path) -> None:
    beginning, digest = shipped_beginning(SMALL.players)
    learner = begin(tmp_path, 24).learner
    assert learner.decisions == 0
    for players, networks in beginning.networks.items():
        found = learner.card_network(players)
        assert all((one == other).all() for one, other in zip(found, networks[CARD], strict=True))
    assert digest == hashlib.sha256(weights_file().read_bytes()).hexdigest()


def weights_file() -> Path:
    from wonderland.bots.parade.network import weights

    return Path(weights.__file__).parent / weights.FILE


def test_a_training_goes_on_where_it_ended(trained: Path, tmp_path: Path) -> None:
    checkpoint = read_checkpoint(trained)
    checkpoint.training.runs.append(Run("wonderland train-deep --resume deep", "one core", wanted_decisions=48))
    trainer = DeepTrainer(tmp_path, checkpoint)
    for name, array in trainer.learner.arrays().items():
        assert (array == checkpoint.learner[name]).all(), name
    assert trainer.go()
    training = read_checkpoint(tmp_path).training
    assert [(row.run, row.decisions) for row in training.rows] == [(1, 48), (1, 96), (2, 120), (2, 144)]


def test_a_run_that_is_stopped_is_saved_and_finished_later(tmp_path: Path) -> None:
    rounds = iter(range(4))
    assert not begin(tmp_path, 96).go(stop=lambda: next(rounds) == 3)
    stopped = read_checkpoint(tmp_path)
    assert stopped.training.decisions == 72
    assert DeepTrainer(tmp_path, stopped).go()
    training = read_checkpoint(tmp_path).training
    assert (len(training.runs), training.decisions) == (1, 96)


def test_exported_weights_are_read_by_the_bots_and_by_another_training(trained: Path, tmp_path: Path) -> None:
    file = tmp_path / "weights.npz"
    manifest = export(trained, file)
    found = read_checkpoint(trained)
    assert found.beginning.deep
    with np.load(file) as arrays:
        deep = deep_network_of(arrays)
    for name in deep_shapes():
        before, after = getattr(found.beginning.deep, name), getattr(deep, name)
        assert np.abs(before - after).max() <= np.abs(before).max() * 0.006 + 1e-6, name
    for players in SMALL.players:
        for kind in (CARD, POSITION):
            pairs = zip(read_network(file, kind, players), found.beginning.networks[players][kind], strict=True)
            assert all(np.allclose(one, other, 1e-3, 1e-6) for one, other in pairs)
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    assert (tmp_path / "weights.sha256").read_text().split() == [digest, "weights.npz"]
    assert json.loads((tmp_path / "weights.json").read_text()) == manifest
    assert manifest["sha256"] == digest
    told = manifest["deep"]
    assert (told["commands"], told["seed"], told["decisions"]) == (["wonderland train-deep"], 1, 96)
    assert (told["evaluated_after"], set(told["share_among_hatters"])) == (96, {"2", "4"})

    beginning, again = beginning_of(file, SMALL.players)
    assert again == digest
    assert beginning.deep
    run = Run("wonderland train-deep --begin-with weights.npz", "one core", wanted_decisions=24)
    trainer = DeepTrainer(tmp_path, Checkpoint(Training(SMALL, again, [run]), beginning))
    assert all((one == other).all() for one, other in zip(trainer.learner.deep_network(), deep, strict=True))


def test_a_checkpoint_that_cannot_be_read_is_told(trained: Path, tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="holds no training"):
        read_checkpoint(tmp_path)
    with pytest.raises(Unreadable, match="by this version of “wonderland train”"):
        selfplay.read_checkpoint(trained)
    (tmp_path / "checkpoint.npz").write_bytes((trained / "checkpoint.npz").read_bytes()[:1000])
    with pytest.raises(Unreadable, match="by this version of “wonderland train-deep”"):
        read_checkpoint(tmp_path)
