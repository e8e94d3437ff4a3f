"""A training on one core: it beats greedy players soon, goes on as if nothing had happened, and is kept whole."""

from __future__ import annotations

import hashlib
import json
import os
import signal
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from wonderland.bots.parade.network.weights import CARD, POSITION, network_of
from wonderland.core.errors import NotAllowed, Unreadable
from wonderland.training.selfplay.checkpoints import Checkpoint, Run, Training, check_new, read_checkpoint
from wonderland.training.selfplay.export import export
from wonderland.training.selfplay.match import Matches
from wonderland.training.selfplay.plot import draw
from wonderland.training.selfplay.settings import Settings, settings_for
from wonderland.training.selfplay.stopping import stop_on_signals
from wonderland.training.selfplay.trainer import Trainer

DECISIONS = 80_000


def begin(folder: Path, settings: Settings, decisions: int) -> Trainer:
    run = Run("wonderland train", "one core", wanted_decisions=decisions)
    return Trainer(folder, Checkpoint(Training(settings, [run]), {}, None))


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A training of a few seconds."""
    folder = tmp_path_factory.mktemp("training") / "two"
    settings = replace(settings_for(2, 1, "cpu", tiny=True), evaluations=3)
    assert begin(folder, settings, DECISIONS).go()
    return folder


def test_a_short_training_beats_greedy_players(trained: Path) -> None:
    best = read_checkpoint(trained).best
    assert best
    share = Matches().against_greedy(best[CARD], 2, 4000, seed=5)
    assert share.interval[0] > 0.5, share


def test_the_log_has_a_line_for_each_evaluation(trained: Path) -> None:
    rows = [json.loads(line) for line in (trained / "log.jsonl").read_text().splitlines()]
    training = read_checkpoint(trained).training
    assert len(rows) == len(training.rows) == 3
    assert rows[0]["kept"]
    assert rows[0]["best"] is None
    assert rows[-1]["decisions"] == training.runs[0].decisions >= DECISIONS
    assert rows[-1]["losses"]["critic"] < np.log(2)


def test_a_network_is_as_strong_as_itself_and_stronger_than_a_new_one(trained: Path) -> None:
    found = read_checkpoint(trained)
    assert found.best
    one = found.best[CARD]
    assert Matches().against_network(one, one, 2, 200).mean == 0.5
    new = begin(trained, found.training.settings, 1).learner.networks()[CARD]
    assert Matches(threads=2).against_network(one, new, 2, 400).interval[0] > 0.8


def test_an_interrupted_training_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    settings = replace(settings_for(2, 7, "cpu", tiny=True), games=32, moves=4, minibatch=50, evaluations=2)
    settings = replace(settings, match_games=4)
    rounds = iter(range(4))
    begin(tmp_path / "undisturbed", settings, 900).go()
    stopped = begin(tmp_path / "stopped", settings, 900)
    assert not stopped.go(stop=lambda: next(rounds) == 3)
    assert 0 < stopped.run.decisions < 900
    assert Trainer(tmp_path / "stopped", read_checkpoint(tmp_path / "stopped")).go()
    one, other = (read_checkpoint(tmp_path / name) for name in ("undisturbed", "stopped"))
    assert one.learner.keys() == other.learner.keys()
    for name, array in one.learner.items():
        assert (array == other.learner[name]).all(), name
    assert [row.hatter for row in one.training.rows] == [row.hatter for row in other.training.rows]


def test_exported_weights_are_read_by_the_bots(trained: Path, tmp_path: Path) -> None:
    file = tmp_path / "weights.npz"
    manifest = export([trained], file)
    best = read_checkpoint(trained).best
    assert best
    with np.load(file) as arrays:
        for kind in (CARD, POSITION):
            found = network_of(arrays, kind, 2)
            assert all(np.allclose(one, other, 1e-3, 1e-6) for one, other in zip(found, best[kind], strict=True))
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    assert (tmp_path / "weights.sha256").read_text().split() == [digest, "weights.npz"]
    assert json.loads((tmp_path / "weights.json").read_text()) == manifest
    assert manifest["sha256"] == digest
    assert manifest["players"]["2"]["commands"] == ["wonderland train"]
    # Five numbers of players are to stay below 3 MB.
    assert file.stat().st_size < 600_000


def test_what_cannot_be_exported_or_read_is_told(trained: Path, tmp_path: Path) -> None:
    with pytest.raises(NotAllowed, match="are both for 2 players"):
        export([trained, trained], tmp_path / "weights.npz")
    with pytest.raises(Unreadable, match="holds no training"):
        read_checkpoint(tmp_path)
    (tmp_path / "checkpoint.npz").write_bytes((trained / "checkpoint.npz").read_bytes()[:1000])
    with pytest.raises(Unreadable, match="is damaged"):
        read_checkpoint(tmp_path)
    with pytest.raises(NotAllowed, match="holds a training already"):
        check_new(trained)


def test_strength_over_time_is_drawn(trained: Path, tmp_path: Path) -> None:
    draw([trained, trained], tmp_path / "strength.svg", "fr")
    picture = (tmp_path / "strength.svg").read_text("utf-8")
    assert "La force au fil du temps" in picture
    assert picture.count("<polyline") == 4


@pytest.mark.skipif(os.name == "nt", reason="Windows sends no SIGINT to a process of its own")
def test_ctrl_c_asks_to_stop_and_interrupts_the_second_time() -> None:
    with stop_on_signals() as stop:
        assert not stop()
        os.kill(os.getpid(), signal.SIGINT)
        assert stop()
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
