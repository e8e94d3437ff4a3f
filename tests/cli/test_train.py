"""``wonderland train``: what it prints and writes, and what it says when it is called wrongly."""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pytest

from commands import refusal, wonderland


def test_a_training_is_run_continued_drawn_and_exported(tmp_path: Path) -> None:
    folder = tmp_path / "two"
    done = wonderland("train", "--tiny", "--decisions", "5000", "--seed", "3", "--threads", "1", "--out", folder)
    assert (done.returncode, done.stdout.splitlines()[-1][: len(str(folder))]) == (0, str(folder)), done
    assert "% among greedy players, where 50.0 % would be even" in done.stdout
    taken = refusal("train", "--out", folder)
    assert taken == f"{folder} holds a training already; go on with --resume {folder}, or name another folder"
    assert refusal("train", "--resume", folder).startswith(f"The last run in {folder} has come to its end")
    other = refusal("train", "--resume", folder, "--players", "3")
    assert other == f"--players is 3, but the training in {folder} goes on with 2"
    more = tmp_path / "more"
    done = wonderland("train", "--resume", folder, "--out", more, "--decisions", "4096", "--learning-rate", "0.0005")
    assert done.returncode == 0, done
    rows = [json.loads(line) for line in (more / "log.jsonl").read_text().splitlines()]
    assert [row["run"] for row in rows] == [1] * (len(rows) - 1) + [2]
    assert rows[-1]["decisions"] == 8192 + 4096

    done = wonderland("train", "--plot", tmp_path / "x.svg", "--export", tmp_path / "weights.npz", folder)
    assert done.stdout.startswith(f"{tmp_path / 'weights.npz'}: for 2 players; size: 0.")
    assert "<polyline" in (tmp_path / "x.svg").read_text()
    manifest = json.loads((tmp_path / "weights.json").read_text())["players"]["2"]
    assert manifest["commands"] == [f"wonderland train --tiny --decisions 5000 --seed 3 --threads 1 --out {folder}"]
    assert manifest["seed"] == 3
    assert manifest["decisions"] in (4096, 8192)
    with np.load(tmp_path / "weights.npz") as arrays:
        assert arrays["2.card.colours"].dtype == np.float16


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--players", "7"], "--players: must be a whole number from 2 to 6, not 7"),
        (["--seconds", "x"], '--seconds: "x" is not a whole number like 10_000_000'),
        (["--seconds", "5", "--decisions", "5"], "Give --seconds or --decisions, not both"),
        (["--device", "tpu"], '--device: there is no device "tpu"; the devices are cpu and cuda'),
        (["--learning-rate", "0"], '--learning-rate: must be a number above 0 and at most 1, not "0"'),
        (["--learning-rate", "0.00001"], "--final-learning-rate (0.0001) must not be above --learning-rate (1e-05)"),
        (["--resume", "nowhere"], "nowhere holds no training: there is no checkpoint.npz in it"),
        (["somewhere"], "Folders are named for --plot and --export"),
        (["--export", "x.npz"], "Name the folders of the trainings"),
        (["--begin-with", "x.npz"], "x.npz holds no networks for 2 players, or cannot be read"),
        (["--freeze-critic"], "--freeze-critic needs --begin-with FILE, or --resume FOLDER after an evaluation"),
        (["--look-ahead", "31"], "--look-ahead: must be a whole number from 0 to 30, not 31"),
        (["--policy-weight", "-1"], "--policy-weight: must be a whole number from 0 to 1000, not -1"),
        (["--begin-with", "x.npz", "--resume", "nowhere"], "Give --begin-with FILE for a new training or --resume"),
        (["--plot", "x.gif", "nowhere"], "x.gif: a plot ends in .svg, .html or .png"),
    ],
)
def test_a_wrong_call_is_refused_in_one_line(words: list[str], message: str) -> None:
    assert refusal("train", *words).startswith(message)


def test_without_torch_one_line_says_what_to_install(tmp_path: Path) -> None:
    """As where torch is not installed: its import is refused."""
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib.util as util\n"
        "find = util.find_spec\n"
        "util.find_spec = lambda name, *more: None if name == 'torch' else find(name, *more)\n"
    )
    before = os.environ.get("PYTHONPATH", "")
    said = refusal("train", "--device", "cuda", env={"PYTHONPATH": f"{tmp_path}{os.pathsep}{before}"})
    assert said.startswith('Training on a GPU needs torch: pip install "wonderland[train]"')
