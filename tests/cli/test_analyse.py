"""``wonderland analyse``: what it prints, and that it refuses as ``replay`` does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from commands import refusal, wonderland
from wonderland.sim import record_of

QUICK = ("--budget", "50")


def beginning(number: int, moves: int = 3) -> dict[str, Any]:
    """A game of two that has only begun, which is reviewed quickly."""
    record = record_of(2, number, seed=5, policy="greedy")
    record.pop("discards")
    return record | {"moves": record["moves"][:moves], "players": ["Ann", "Bob"]}


def test_json_is_one_object_a_record(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(beginning(0), indent=1))
    first, again = (wonderland("analyse", file, "--json", "--seed", "7", *QUICK) for _ in range(2))
    assert first.returncode == 0, first.stderr
    assert first.stdout == again.stdout
    report = json.loads(first.stdout)
    assert list(report)[:8] == ["game", "players", "evaluator", "seed", "budget", "fair", "result", "decisions"]
    assert (report["players"], report["seed"], report["budget"]) == (["Ann", "Bob"], 7, {"worlds": 50})
    assert report["result"] is None
    assert [one["ply"] for one in report["decisions"]] == [1, 2, 3]
    kinds = {"deal", "draws", "hidden", "own_errors", "others_errors", "adjusted"}
    assert all(set(luck) == kinds for luck in report["luck"])


def test_lines_are_reviewed_one_by_one_and_bad_ones_named(tmp_path: Path) -> None:
    texts = [json.dumps(beginning(0)), "", "{", json.dumps(beginning(1) | {"first": 9}), json.dumps(beginning(1))]
    file = tmp_path / "games.jsonl"
    file.write_text("\n".join(texts))
    done = wonderland("analyse", file, "--json", *QUICK, "--lang", "fr")
    assert done.returncode == 2
    assert [json.loads(line)["line"] for line in done.stdout.splitlines()] == [1, 5]
    replayed = wonderland("replay", file, "--json", "--lang", "fr").stderr.splitlines()
    problems = [line for line in done.stderr.splitlines() if line.startswith("line ")]
    assert problems == replayed
    assert len(problems) == 2


def test_several_games_are_summed_up(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("\n".join(json.dumps(beginning(number)) for number in (0, 1)))
    lines = wonderland("analyse", file, *QUICK).stdout.splitlines()
    summary = lines[lines.index(next(line for line in lines if line.startswith("Everyone over all games"))) :]
    assert [line.split()[:2] for line in summary if line.strip().startswith(("Ann", "Bob"))] in (
        [["Ann", "2"], ["Bob", "2"]],
        [["Bob", "2"], ["Ann", "2"]],
    )


def test_several_files_and_a_table_for_people(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(beginning(0)))
    bad.write_text("[]")
    done = wonderland("analyse", bad, good, *QUICK)
    assert done.returncode == 2
    assert any(line.startswith(f"{bad}: line 1") for line in done.stderr.splitlines())
    assert "Review: Ann and Bob" in done.stdout
    assert "adjusted" in done.stdout
    assert "too few to compare" in " ".join(done.stdout.split())


@pytest.mark.parametrize("text", ["", "{", '{"game": "chess"}', '{"game": "parade"}'])
def test_it_refuses_as_replay_does(text: str) -> None:
    assert refusal("analyse", "-", "--json", given=text) == refusal("replay", "-", "--json", given=text)


def test_wrong_options_and_missing_files_are_refused_before_anything_is_reviewed(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(beginning(0)))
    assert "--budget" in refusal("analyse", file, "--budget", "0")
    assert "no.json" in refusal("analyse", file, tmp_path / "no.json")
