"""Weights learned from scratch: a short training already beats greedy players, and they are kept like ours."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from wonderland.bots.parade.evaluation.weights import (
    GAIN,
    LAST_ROUND_LEAD,
    LAY_SLACK,
    SLACKS,
    WEIGHTS_SIZE,
    load_weights,
)
from wonderland.training.table.__main__ import main
from wonderland.training.table.fitting import greedy_weights, improve, learn, win_share

GAMES = 4000


def test_a_greedy_table_plays_like_the_greedy_policy() -> None:
    """Learning begins with weights that play like the greedy policy."""
    assert win_share(2, greedy_weights(), GAMES) == pytest.approx(0.5, abs=0.02)


def test_a_short_training_beats_greedy() -> None:
    assert win_share(2, learn(2, 150, seed=3), GAMES) > 0.62


def test_the_shipped_weights_are_better_than_a_short_training() -> None:
    """The shipped weights were learned from more games."""
    short = win_share(2, improve(2, greedy_weights(), 60, seed=3), GAMES)
    assert 0.5 < short < win_share(2, np.array(load_weights(2), np.int64), GAMES) - 0.05


def test_weights_of_features_that_never_occur_stay_zero() -> None:
    """With two players the pile is never short: stage 3 does not occur in the training data."""
    table = improve(2, greedy_weights(), 20, seed=1)
    assert table.shape == (WEIGHTS_SIZE,)
    assert (table[LAY_SLACK + 3 * SLACKS : LAY_SLACK + 4 * SLACKS] == 0).all()
    assert (table[LAST_ROUND_LEAD:GAIN] != 0).any()


def test_a_learned_table_is_written_beside_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "weights.json"
    out.write_text(json.dumps({"6": [0] * WEIGHTS_SIZE}))
    monkeypatch.setattr(sys, "argv", ["training", "--players", "2", "--games", "20", "--out", str(out)])
    main()
    tables = json.loads(out.read_text())
    assert list(tables) == ["2", "6"]
    assert tables["2"] == learn(2, 20).tolist()
    assert "of 20,000 games won among greedy players, where 50.0 % would be even" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["--players", "7"], ["--players", "2", "--out", "no/such/folder/x.json"]])
def test_what_cannot_be_learned_or_written_is_told_before(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["training", "--games", "1000000000", "--out", "x.json", *words])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2
