"""scripts/faults: rounds that can be repeated by their seeds, and counts that tell what went wrong."""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from server.faults import soak
from server.faults.kept import NotKept, Problem

#: What the scenario below has drawn.
drawn: list[float] = []


async def lucky(data: Path, random: Random) -> Counter[str]:
    drawn.append(random.random())
    return Counter(kills=2, acknowledged=1_000)


async def unlucky(data: Path, random: Random) -> Counter[str]:
    raise NotKept(
        [
            Problem("lost", "a", 1, []),
            Problem("lost", "b", 2, []),
            Problem("acted twice", "c", 3, [3, 4]),
        ]
    )


async def broken(data: Path, random: Random) -> Counter[str]:
    raise ValueError("anything else")


@pytest.fixture(autouse=True)
def _files_of_failures(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


def run(monkeypatch: pytest.MonkeyPatch, scenarios: dict[str, soak.Scenario], *words: str) -> int:
    monkeypatch.setattr(soak, "SCENARIOS", {name: (1, scenario) for name, scenario in scenarios.items()})
    monkeypatch.setattr(sys, "argv", ["scripts/faults", *words])
    return soak.main()


def test_a_seed_repeats_what_is_chosen(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    drawn.clear()
    assert run(monkeypatch, {"lucky": lucky}, "--rounds", "3", "--seed", "5") == 0
    assert run(monkeypatch, {"lucky": lucky}, "--rounds", "1", "--seed", "7") == 0
    assert len(set(drawn[:3])) == 3
    assert drawn[2] == drawn[3]
    said = capsys.readouterr().out
    assert "seed 6: lucky: 2 kills, 1000 acknowledged" in said
    assert (
        "kills 6, starts 0, acknowledged 3,000, refused 0, games checked 0, leaks checked 0, lost 0, acted twice 0"
        in said
    )


def test_a_violation_is_counted_and_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch, {"unlucky": unlucky}, "--rounds", "2", "--seed", "5") == 1
    said = capsys.readouterr().out
    assert "lost 4, acted twice 2, refused but done 0, out of order 0, failed 2" in said
    assert "failed: scripts/faults --rounds 1 --seed 6" in said


def test_any_failure_is_one(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch, {"lucky": lucky, "broken": broken}, "--rounds", "3", "--seed", "1") == 1
    said = capsys.readouterr().out
    assert "ValueError: anything else" in said
    assert "lost 0" in said
    assert "lucky: 2 kills" in said, "the others go on"
