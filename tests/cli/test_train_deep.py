"""``wonderland train-deep``: its help, and what it says when it is called wrongly."""

from __future__ import annotations

import json
import os
from importlib.util import find_spec
from pathlib import Path

import pytest

from commands import refusal, wonderland

needs_torch = pytest.mark.skipif(not find_spec("torch"), reason="torch (extra train) is not installed here")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--immediate", "1.5"], '--immediate: must be a number from 0 to 1, not "1.5"'),
        (["--immediate", "nan"], '--immediate: must be a number from 0 to 1, not "nan"'),
        (["--seconds", "0"], "--seconds: must be a whole number from 1 to 1000000000, not 0"),
        (["--games", "3"], "--games: must be a whole number from 4 to 1000000, not 3"),
        (["--device", "tpu"], '--device: there is no device "tpu"; the devices are cpu and cuda'),
        (["--learning-rate", "0"], '--learning-rate: must be a number above 0 and at most 1, not "0"'),
        (["--learning-rate", "0.00001"], "--final-learning-rate (3e-05) must not be above --learning-rate (1e-05)"),
        (["--resume", "nowhere"], "nowhere holds no training: there is no checkpoint.npz in it"),
        (["--begin-with", "x.npz"], "x.npz holds no networks for 2 players, or cannot be read"),
        (["--begin-with", "x.npz", "--resume", "nowhere"], "Give --begin-with FILE for a new training or --resume"),
        (["somewhere"], "A folder is named for --export"),
        (["--export", "x.npz"], "Name the folder of the training: --export FILE FOLDER"),
        (["--export", "x.npz", "nowhere"], "nowhere holds no training: there is no checkpoint.npz in it"),
    ],
)
def test_a_wrong_call_is_refused_in_one_line(words: list[str], message: str) -> None:
    assert refusal("train-deep", *words).startswith(message)


def test_the_help_names_all_options_in_both_languages() -> None:
    done = wonderland("train-deep", "--help")
    names = "seconds device seed out resume begin-with immediate learning-rate final-learning-rate games export lang"
    assert all(f"--{name} " in done.stdout for name in names.split())
    assert "réseau profond" in wonderland("train-deep", "--help", "--lang", "fr").stdout


def test_without_torch_one_line_says_what_to_install(tmp_path: Path) -> None:
    """As where torch is not installed: its import is refused. On a CPU it is needed as well."""
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib.util as util\n"
        "find = util.find_spec\n"
        "util.find_spec = lambda name, *more: None if name == 'torch' else find(name, *more)\n"
    )
    before = os.environ.get("PYTHONPATH", "")
    for device in ("cpu", "cuda"):
        words = ["train-deep", "--device", device, "--out", tmp_path / "out"]
        said = refusal(*words, env={"PYTHONPATH": f"{tmp_path}{os.pathsep}{before}"})
        assert said.startswith('The deep network needs torch, on a CPU as well: pip install "wonderland[train]"')
    assert not (tmp_path / "out" / "checkpoint.npz").exists()


@needs_torch
def test_a_training_is_run_continued_and_exported(tmp_path: Path) -> None:
    folder, more, file = tmp_path / "deep", tmp_path / "more", tmp_path / "weights.npz"
    done = wonderland("train-deep", "--seconds", "1", "--games", "4", "--seed", "3", "--out", folder)
    assert done.returncode == 0, done
    assert done.stdout.splitlines()[-1].startswith(f"{folder}: ")
    assert refusal("train-deep", "--out", folder).startswith(f"{folder} holds a training already")
    other = refusal("train-deep", "--resume", folder, "--seed", "4")
    assert other == f"--seed is 4, but the training in {folder} goes on with 3"
    done = wonderland("train-deep", "--resume", folder, "--out", more, "--seconds", "1", "--immediate", "1")
    assert done.returncode == 0, done
    rows = [json.loads(line) for line in (more / "log.jsonl").read_text().splitlines()]
    assert {row["run"] for row in rows} == {1, 2}
    assert list(rows[0]["hatter"]) == ["2", "3", "4", "5", "6"]

    done = wonderland("train-deep", "--export", file, more)
    assert done.stdout.startswith(f"{file}: for 2, 3, 4, 5, 6 players; size: "), done
    manifest = json.loads((tmp_path / "weights.json").read_text())["deep"]
    assert manifest["commands"][0] == f"wonderland train-deep --seconds 1 --games 4 --seed 3 --out {folder}"
    done = wonderland("train-deep", "--begin-with", file, "--seconds", "1", "--games", "4", "--out", tmp_path / "third")
    assert done.returncode == 0, done
