"""Whatever does the tasks, the results are those of one process, in the same order."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commands import refusal
from parallel.works import Squares
from wonderland.core.errors import NotAllowed
from wonderland.parallel.executor import Executor
from wonderland.parallel.processes import Processes
from wonderland.parallel.task_queue import TaskQueue
from wonderland.parallel.this_process import ThisProcess


@pytest.mark.parametrize("executor", [ThisProcess(), Processes(2)])
def test_results_come_in_order_and_refusals_as_they_are(executor: Executor) -> None:
    assert list(executor.run(Squares(), range(5, 60, 5))) == [task * task for task in range(5, 60, 5)]
    assert list(executor.run(Squares(), range(0))) == []
    with pytest.raises(NotAllowed, match="There is no pile 7"):
        list(executor.run(Squares(refused=7), range(9)))


@given(st.data(), st.integers(0, 30), st.integers(1, 5), st.integers(1, 12))
def test_tasks_that_are_lost_or_done_twice_count_once(data: st.DataObject, tasks: int, count: int, ahead: int) -> None:
    queue, under_way, given_back = TaskQueue[int](range(0, 3 * tasks, 3)), list[range](), list[int]()
    while not queue.finished:
        while some := queue.take(count, ahead):
            under_way.append(some)
            assert all(task < 3 * (len(given_back) + ahead) for task in some)
        some = under_way.pop(data.draw(st.integers(0, len(under_way) - 1)))
        happens = data.draw(st.sampled_from(["done", "lost", "lost on the way"]))
        if happens != "lost":
            for task in some:
                queue.finish(task, task)
        if happens != "done":
            queue.repeat(some)
        given_back += queue.ready()
    assert given_back == list(range(0, 3 * tasks, 3))


def test_the_simulator_counts_the_same_games_elsewhere() -> None:
    pytest.importorskip("numba", reason="the extra fast (numba) is not installed")
    from wonderland.sim import statistics
    from wonderland.sim.runs.counting_work import GAMES_PER_TASK

    games, progress = GAMES_PER_TASK + 1000, list[int]()
    found = statistics(3, games, seed=5, start=7, executor=Processes(2), progress=progress.append)
    alone = statistics(3, games, seed=5, start=7)
    assert (found.games, found.policies) == (alone.games, alone.policies)
    assert (found.counts == alone.counts).all()
    assert progress == [GAMES_PER_TASK, 1000]


def test_an_interrupted_count_is_that_of_the_first_games() -> None:
    pytest.importorskip("numba", reason="the extra fast (numba) is not installed")
    from wonderland.sim import statistics
    from wonderland.sim.runs.counting_work import GAMES_PER_TASK

    def interrupt(games: int) -> None:
        raise KeyboardInterrupt

    found = statistics(2, 3 * GAMES_PER_TASK, seed=5, executor=ThisProcess(), progress=interrupt)
    assert found.games == GAMES_PER_TASK
    assert (found.counts == statistics(2, GAMES_PER_TASK, seed=5).counts).all()


def test_a_dataset_has_the_same_bytes(tmp_path: Path) -> None:
    pytest.importorskip("numba", reason="the extra fast (numba) is not installed")
    from wonderland.datasets import FreshDeals, write_games

    one, other = tmp_path / "one.jsonl", tmp_path / "other.jsonl"
    match = FreshDeals.of(["random", "greedy"], seed=7)
    write_games(match, games=20_000, out=one)
    write_games(match, games=20_000, out=other, executor=Processes(2))
    assert one.read_bytes() == other.read_bytes()


def test_matches_of_networks_give_the_same_shares() -> None:
    pytest.importorskip("numba", reason="the extra fast (numba) is not installed")
    from wonderland.bots.parade.network.weights import CARD, load_network
    from wonderland.training.selfplay.match import Matches

    network = load_network(CARD, 2)
    alone = Matches(threads=2).against_hatter(network, 2, 420, seed=3)
    assert Matches(executor=Processes(2)).against_hatter(network, 2, 420, seed=3) == alone


@pytest.mark.parametrize(
    "words",
    [
        ("arena", "rabbit", "greedy"),
        ("simulate",),
        ("dataset", "--bots", "rabbit", "--games", "1", "--out", "games.jsonl"),
        ("train", "--tiny"),
    ],
)
def test_without_ray_one_line_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    (tmp_path / "ray.py").write_text("raise ImportError('as if it were not installed')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.chdir(tmp_path)
    assert 'pip install "wonderland[cluster]"' in refusal(*words, "--ray")
    assert [file.name for file in tmp_path.iterdir() if file.suffix in (".jsonl", ".partial", ".npz")] == []


def test_what_is_no_address_is_refused() -> None:
    assert "HOST:PORT" in refusal("simulate", "--ray=nowhere")
    assert "--device cuda" in refusal("simulate", "--ray", "--device", "cuda")
