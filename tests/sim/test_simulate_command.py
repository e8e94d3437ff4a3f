"""``wonderland simulate`` as people and programs run it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from commands import refusal, wonderland

RUN = ("simulate", "--players", "3", "--games", "20_000", "--seed", "6")


def test_the_tables_tell_everything() -> None:
    done = wonderland(*RUN)
    assert done.returncode == 0
    assert "20,000 games of Parade, 3 players, policy random, seed 6" in done.stdout
    for words in (
        "1st player",
        "player 3",
        "six colours",
        "an empty pile",
        "both at once",
        "violet",
        "Turns a game",
        "±",
    ):
        assert words in done.stdout


def test_in_french() -> None:
    done = wonderland(*RUN, "--lang", "fr")
    assert "parties de Parade, 3 joueurs" in done.stdout
    assert "six couleurs" in done.stdout


def test_json_is_for_programs_and_the_same_for_the_same_seed() -> None:
    told = [json.loads(wonderland(*RUN, "--json", "--threads", threads).stdout) for threads in ("1", "2")]
    for result in told:
        del result["seconds"]
    assert told[0] == told[1]
    assert sum(told[0]["plies"]["counts"]) == 20_000
    assert sum(end["count"] for end in told[0]["ends"].values()) == 20_000
    assert sum(seat["wins"]["rate"] for seat in told[0]["seats"]) == pytest.approx(1)


@pytest.mark.parametrize("policy", ["random", "greedy", "greedy,random,random"])
def test_sample_records_replay(tmp_path: Path, policy: str) -> None:
    file = tmp_path / "games.jsonl"
    done = wonderland(*RUN, "--policy", policy, "--records", file, "--samples", "12")
    assert done.returncode == 0, done.stderr
    replayed = wonderland("replay", file, "--json")
    assert replayed.returncode == 0, replayed.stderr
    results = [json.loads(line) for line in replayed.stdout.splitlines()]
    assert len(results) == 12
    assert all(result["finished"] for result in results)


def test_plots_are_well_formed(tmp_path: Path) -> None:
    drawing, page = tmp_path / "a.svg", tmp_path / "a.html"
    for file in (drawing, page):
        assert wonderland(*RUN, "--plot", file).returncode == 0
    root = ElementTree.parse(drawing).getroot()
    assert len(root.findall("{http://www.w3.org/2000/svg}rect")) > 50
    assert drawing.read_text("utf-8") in page.read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--players", "7"), "from 2 to 6"),
        (("--games", "1e6"), "10_000_000"),
        (("--policy", "clever"), "random, greedy"),
        (("--policy", "greedy,random"), "2 policies for 3 players"),
        (("--plot", "a.gif"), ".svg, .html or .png"),
        (("--device", "tpu"), "cpu and cuda"),
    ],
)
def test_refusals_are_one_line(words: tuple[str, ...], told: str) -> None:
    assert told in refusal("simulate", "--players", "3", *words)


def test_without_a_gpu_one_line_says_so() -> None:
    cuda: Any = pytest.importorskip("numba.cuda")
    if cuda.is_available():
        pytest.skip("this machine has a GPU")
    assert "GPU" in refusal("simulate", "--device", "cuda", "--games", "10")
