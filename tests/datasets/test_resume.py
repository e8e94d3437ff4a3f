"""A dataset that was interrupted, however that was, is finished by the same command, with the same content."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from commands import refusal, wonderland
from dataset_files import written
from wonderland.core.errors import NotAllowed, Unreadable
from wonderland.datasets import FreshDeals
from wonderland.datasets.partial import open_partial, partial_path
from wonderland.datasets.plan import DatasetPlan
from wonderland.datasets.writing import DatasetWriter, plan_dataset

pytest.importorskip("pyarrow", reason="the extra data (pyarrow) is not installed")

SIMULATED = ("--bots", "random,greedy", "--games", "100", "--seed", "5")
PLAYED = ("--bots", "rabbit,greedy", "--games", "10", "--seed", "5")

#: Runs the command and, just before the games after the first ``{games}`` are kept, runs the statement ``happens``.
INTERRUPTED = """
import os, signal, sys
from wonderland.cli.main import main
from wonderland.datasets.games.parade import simulated
from wonderland.datasets.partial import PartialFile
simulated.GAMES_AT_A_TIME = 20
append, remove = PartialFile.append, PartialFile.remove
def interrupted(self, games, data):
    if self.games >= {games}:
        {happens}
    append(self, games, data)
def finished(self):
    if {games} > 100:
        {happens}
    remove(self)
PartialFile.append, PartialFile.remove = interrupted, finished
if __name__ == "__main__":
    main(sys.argv[1:])
"""
KILLED = "os.write(self.file.fileno(), b'half a game'); os.kill(os.getpid(), signal.SIGKILL)"
CTRL_C = "os.kill(os.getpid(), signal.SIGINT)"


def run_until(folder: Path, games: int, happens: str, *words: str | Path) -> subprocess.CompletedProcess[str]:
    script = folder / "interrupted.py"
    script.write_text(INTERRUPTED.format(games=games, happens=happens))
    command = [sys.executable, str(script), "dataset", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("words", "name", "games"),
    [(SIMULATED, "games.parquet", 40), (PLAYED, "games.parquet", 4), (PLAYED, "games.jsonl", 9)],
)
def test_killed_it_goes_on_to_the_same_file(tmp_path: Path, words: tuple[str, ...], name: str, games: int) -> None:
    out = tmp_path / name
    died = run_until(tmp_path, games, KILLED, *words, "--out", out)
    assert died.returncode == -9, died.stderr
    assert not out.exists()
    assert partial_path(out).read_bytes().endswith(b"half a game")
    again = wonderland("dataset", *words, "--out", out)
    assert again.returncode == 0, again.stderr
    assert again.stderr == f"Going on after {games} games.\n"
    assert {file.name for file in tmp_path.iterdir()} == {"interrupted.py", name}
    whole = written(tmp_path / f"whole-{name}", *words[1].split(","), games=int(words[3]), seed=5)
    assert out.read_bytes() == whole.read_bytes()


def test_ctrl_c_keeps_what_was_played_and_its_seed(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    words = ("--bots", "rabbit,greedy", "--games", "10", "--out", out)
    stopped = run_until(tmp_path, 3, CTRL_C, *words)
    assert stopped.returncode == 130
    assert stopped.stderr == (
        f"Stopped after 3 games, which are kept in {partial_path(out)}. The same command goes on.\n"
    )
    kept = partial_path(out).read_bytes().splitlines(keepends=True)
    assert wonderland("dataset", *words).returncode == 0
    assert out.read_bytes().startswith(b"".join(kept[1:]))


def test_killed_when_all_is_written_but_for_the_last_step_it_only_tidies_up(tmp_path: Path) -> None:
    out = tmp_path / "games.parquet"
    died = run_until(tmp_path, 101, KILLED, *SIMULATED, "--out", out)
    assert died.returncode == -9, died.stderr
    finished = out.read_bytes()
    assert "is there already" in refusal("dataset", *SIMULATED, "--out", out)
    assert wonderland("dataset", *SIMULATED, "--out", out, "--overwrite").returncode == 0
    assert out.read_bytes() == finished
    assert not partial_path(out).exists()


def test_a_full_disk_is_one_line_and_loses_nothing(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    limited = [sys.executable, "-c", "import resource, sys\n"
               "resource.setrlimit(resource.RLIMIT_FSIZE, (6000, 6000))\n"
               "from wonderland.cli.main import main\nmain(sys.argv[1:])"]  # fmt: skip
    if sys.platform == "win32":
        pytest.skip("Windows has no such limit")
    done = subprocess.run([*limited, "dataset", *PLAYED, "--out", out], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert "games.jsonl" in done.stderr
    assert wonderland("dataset", *PLAYED, "--out", out).stderr.startswith("Going on after ")
    assert out.read_bytes() == written(tmp_path / "whole.jsonl", "rabbit", "greedy", games=10, seed=5).read_bytes()


def plan(seed: int = 5, games: int = 10, players: int = 2, bots: tuple[str, ...] = ("random", "greedy")) -> DatasetPlan:
    return plan_dataset(FreshDeals.of(bots, players, seed), games)


def begun(out: Path, what: DatasetPlan, overwrite: bool = False) -> DatasetWriter:
    """A run that is interrupted before its first game."""
    writer = DatasetWriter(what, out, overwrite=overwrite)
    with writer.open():
        return writer


@pytest.mark.parametrize(
    ("other", "difference"),
    [
        (plan(seed=6), "--seed is 5 there, not 6"),
        (plan(games=11), "--games is 10 there, not 11"),
        (plan(players=3), "--players is 2 there, not 3"),
        (plan(bots=("greedy", "random")), "--bots is random,greedy there, not greedy,random"),
        (plan(bots=("rabbit", "greedy")), "--bots is random,greedy there, not rabbit,greedy"),
    ],
)
def test_another_command_is_refused_by_its_difference(tmp_path: Path, other: DatasetPlan, difference: str) -> None:
    out = tmp_path / "games.parquet"
    begun(out, plan())
    with pytest.raises(NotAllowed, match=difference):
        begun(out, other)
    begun(out, other, overwrite=True)
    with pytest.raises(NotAllowed, match="holds the beginning of another dataset"):
        begun(out, plan())


def test_two_processes_do_not_write_one_dataset(tmp_path: Path) -> None:
    writer = DatasetWriter(plan(), tmp_path / "games.jsonl")
    with writer.open(), pytest.raises(NotAllowed, match="is in use"):
        begun(tmp_path / "games.jsonl", plan())


def test_a_finished_file_is_replaced_only_when_told_and_only_at_the_end(tmp_path: Path) -> None:
    out = written(tmp_path / "games.parquet", "random", "greedy", games=3)
    before = out.read_bytes()
    with pytest.raises(NotAllowed, match="--overwrite replaces it"):
        DatasetWriter(plan(), out)
    begun(out, plan(), overwrite=True)
    assert out.read_bytes() == before


def test_something_else_in_the_place_of_the_partial_file_is_not_touched(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    partial_path(out).write_text("my notes\nof last week\n")
    with pytest.raises(Unreadable, match="is not the beginning of a dataset"):
        begun(out, plan())
    assert partial_path(out).read_text() == "my notes\nof last week\n"


def test_rows_that_a_power_cut_has_left_empty_are_played_again(tmp_path: Path) -> None:
    out = tmp_path / "games.parquet"
    writer = DatasetWriter(plan(games=200), out)
    with writer.open() as partial:
        for games, data in writer._source.play(range(100)):
            partial.append(games, data)
        partial.append(50, bytes(50 * len(data) // 100))
    with open_partial(partial_path(out), plan(games=200), writer._source) as partial:
        assert partial.games == 100
        assert os.fstat(partial.file.fileno()).st_size == partial.start + len(data)
