"""A work on a cluster whose workers die: lost tasks are repeated, and every result comes once, in order."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parallel.scripted_ray import Script, ScriptedRay
from parallel.works import Squares
from wonderland.core.errors import NotAllowed, WonderlandError
from wonderland.parallel.executor import WorkerLost
from wonderland.parallel.ray_run import MAX_ATTEMPTS, RayRun
from wonderland.parallel.ray_workers import RayWorkers
from wonderland.parallel.versions import computing_versions


def squares(script: Script, tasks: range, workers: int = 3, work: Squares | None = None) -> list[int]:
    return list(RayRun(RayWorkers(ScriptedRay(script), workers), work or Squares(), tasks).results())


@given(st.data(), st.integers(0, 40), st.integers(1, 4), st.sets(st.integers(1, 60), max_size=3))
def test_every_result_comes_once_and_in_order(
    data: st.DataObject, tasks: int, workers: int, bad_calls: set[int]
) -> None:
    calls = 0

    def script(worker: int, method: str, arguments: tuple[Any, ...]) -> str | None:
        nonlocal calls
        calls += 1
        return data.draw(st.sampled_from(["dies", "answer is lost"])) if calls in bad_calls else None

    ray = ScriptedRay(script, lambda calls: data.draw(st.integers(0, calls - 1)))
    pool = RayWorkers(ray, workers)
    for _ in range(2):  # workers stay from one work to the next
        found = list(RayRun(pool, Squares(), range(0, 2 * tasks, 2)).results())
        assert found == [task * task for task in range(0, 2 * tasks, 2)]
    assert ray.started <= workers + len(bad_calls) + workers


def test_workers_stay_for_the_next_work() -> None:
    ray = ScriptedRay(lambda worker, method, arguments: None)
    pool = RayWorkers(ray, 2)
    for _ in range(3):
        assert len(list(RayRun(pool, Squares(), range(10)).results())) == 10
    assert ray.started == 2


def test_the_task_of_which_workers_die_is_named_and_no_other() -> None:
    def script(worker: int, method: str, arguments: tuple[Any, ...]) -> str | None:
        return "dies" if method == "do" and 6 in arguments[0] else None

    with pytest.raises(WorkerLost) as lost:
        squares(script, range(30))
    assert f"the games from 6 on has died, the last of {MAX_ATTEMPTS} that tried" in str(lost.value)


def test_a_cluster_on_which_nothing_can_begin_is_given_up() -> None:
    with pytest.raises(WorkerLost):
        squares(lambda worker, method, arguments: "dies" if method == "begin" else None, range(30))


def test_a_refusal_comes_as_it_is() -> None:
    with pytest.raises(NotAllowed, match="There is no pile 7"):
        squares(lambda worker, method, arguments: None, range(30), work=Squares(refused=7))


def test_a_machine_with_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    other = computing_versions() | {"numpy": "1.0"}
    monkeypatch.setattr("wonderland.parallel.ray_run.computing_versions", lambda: other)
    with pytest.raises(WonderlandError, match=r"a machine of the Ray cluster, has numpy \S+, this one 1\.0:"):
        squares(lambda worker, method, arguments: None, range(30))
