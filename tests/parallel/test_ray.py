"""A real Ray: the same results as without it, also when workers and machines die."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from commands import WONDERLAND, wonderland
from parallel.ray_nodes import two_nodes

pytestmark = [
    pytest.mark.long("starts Ray clusters, ten seconds each"),
    pytest.mark.skipif(not find_spec("ray"), reason="ray (extra cluster) is not installed here"),
]

MATCH = ("arena", "rabbit", "greedy", "--seed", "3", "--games", "2000")


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    with two_nodes() as (address, _):
        yield address


def done(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """A command that succeeds."""
    found = wonderland(*words)
    assert found.returncode == 0, found.stderr
    return found


def records(folder: Path, name: str, *words: str) -> bytes:
    file = folder / name
    done(*MATCH, "--records", file, *words)
    return file.read_bytes()


def test_two_machines_play_the_same_match(tmp_path: Path, cluster: str) -> None:
    told = done(*MATCH, "--records", tmp_path / "cluster.jsonl", "--ray", cluster)
    assert told.stderr == "Ray cluster: machines 2, workers 2.\n"
    assert (tmp_path / "cluster.jsonl").read_bytes() == records(tmp_path, "alone.jsonl")


@pytest.mark.parametrize("bots", ["random,greedy", "hatter,rabbit"])
def test_datasets_are_the_same_byte_for_byte(tmp_path: Path, cluster: str, bots: str) -> None:
    words = ("dataset", "--bots", bots, "--games", "300", "--seed", "5", "--out")
    done(*words, tmp_path / "alone.jsonl")
    done(*words, tmp_path / "cluster.jsonl", "--ray", cluster)
    assert (tmp_path / "cluster.jsonl").read_bytes() == (tmp_path / "alone.jsonl").read_bytes()


def test_a_simulation_counts_the_same(cluster: str) -> None:
    found: list[dict[str, Any]] = []
    for where in ((), ("--ray", cluster)):
        words = ("simulate", "--games", "3_000_000", "--seed", "5", "--policy", "greedy,random", "--json")
        found.append({**json.loads(done(*words, *where).stdout), "seconds": None})
    assert found[0] == found[1]


def test_a_training_learns_the_same(tmp_path: Path, cluster: str) -> None:
    logs: list[list[dict[str, Any]]] = []
    for name, where in (("alone", ()), ("cluster", ("--ray", cluster))):
        done("train", "--tiny", "--decisions", "30000", "--seed", "2", "--out", tmp_path / name, *where)
        rows = map(json.loads, (tmp_path / name / "log.jsonl").read_text().splitlines())
        logs.append([{**row, "seconds": 0, "decisions_per_second": 0} for row in rows])
    assert logs[0] == logs[1]


def start(*words: str | Path) -> subprocess.Popen[str]:
    return subprocess.Popen([WONDERLAND, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def after_games(file: Path, games: int, process: subprocess.Popen[str]) -> None:
    """Wait until so many games are in a file."""
    while process.poll() is None and (not file.exists() or file.read_bytes().count(b"\n") < games):
        threading.Event().wait(0.05)
    assert process.poll() is None, process.communicate()


def test_a_machine_that_vanishes_takes_no_game_with_it(tmp_path: Path) -> None:
    file = tmp_path / "cluster.jsonl"
    with two_nodes() as (address, other):
        with start(*MATCH, "--records", file, "--ray", address) as arena:
            after_games(file, 100, arena)
            other.vanish()
            _, errors = arena.communicate()
        assert arena.returncode == 0, errors
    assert file.read_bytes() == records(tmp_path, "alone.jsonl")


def test_workers_that_are_killed_take_no_game_with_them(tmp_path: Path) -> None:
    file = tmp_path / "cluster.jsonl"
    with start(*MATCH, "--records", file, "--ray") as arena:
        for games in (50, 400, 800):
            after_games(file, games, arena)
            os.kill(workers_below(arena.pid)[0], signal.SIGKILL)
        _, errors = arena.communicate()
    assert arena.returncode == 0, errors
    assert file.read_bytes() == records(tmp_path, "alone.jsonl")


def test_ctrl_c_shows_what_was_played_and_leaves_no_process(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    with start(*MATCH[:-1], "1000000", "--save", file, "--ray") as arena:
        after_games(file, 20, arena)
        workers = workers_below(arena.pid)
        arena.send_signal(signal.SIGINT)
        output, errors = arena.communicate()
    assert arena.returncode == 130
    assert "greedy" in output
    assert "To go on: wonderland arena --resume" in errors
    for number in workers:
        with pytest.raises(ProcessLookupError):
            os.kill(number, 0)


def workers_below(number: int) -> list[int]:
    """The processes of ours that a process has started, itself or by others."""
    found, rest = list[int](), [number]
    while rest:
        parent = rest.pop()
        try:
            children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
            name = Path(f"/proc/{parent}/cmdline").read_text()
        except OSError:
            continue
        rest += map(int, children)
        if name.startswith("ray::WonderlandWorker"):
            found.append(parent)
    assert found
    return found
