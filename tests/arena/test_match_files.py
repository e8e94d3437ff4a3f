"""No file of anybody's is lost to a match, and no match to another's file."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from commands import refusal, wonderland

MATCH = ("arena", "greedy", "random", "--seed", "6", "--games")


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("played") / "match.jsonl"
    assert wonderland(*MATCH, "10", "--save", file).returncode == 0
    return file


@pytest.fixture
def match(tmp_path: Path, played: Path) -> Path:
    """A match of ten games that was kept, in a file of one's own."""
    return Path(shutil.copy(played, tmp_path))


@pytest.mark.parametrize(("one", "other"), [("--save", "--records"), ("--save", "--plot"), ("--records", "--plot")])
def test_a_file_is_named_once_only(tmp_path: Path, one: str, other: str) -> None:
    file = tmp_path / "a.svg"
    told = refusal(*MATCH, "10", one, file, other, tmp_path / "." / "a.svg")
    assert told == f"{one} and {other} both name {file}; each needs a file of its own"
    assert not file.exists()


def test_a_match_is_not_overwritten_by_its_records(match: Path) -> None:
    before = match.read_bytes()
    assert "--resume and --records both name" in refusal(
        "arena", "--resume", match, "--games", "14", "--records", match
    )
    assert match.read_bytes() == before


def test_new_records_replace_nothing(tmp_path: Path) -> None:
    records, kept = tmp_path / "games.jsonl", tmp_path / "kept.jsonl"
    records.write_text("mine\n")
    told = refusal(*MATCH, "10", "--records", records, "--save", kept)
    assert told == f"{records} is there already; name another file for --records"
    assert records.read_text() == "mine\n"
    assert not kept.exists()


@pytest.mark.parametrize("words", [("greedy", "random", "--seed", "7"), ("greedy", "rabbit", "--seed", "6")])
def test_the_records_of_another_match_are_refused(tmp_path: Path, match: Path, words: tuple[str, ...]) -> None:
    records = tmp_path / "games.jsonl"
    wonderland("arena", *words, "--games", "4", "--records", records)
    other, before = records.read_bytes(), match.read_bytes()
    told = refusal("arena", "--resume", match, "--games", "14", "--records", records)
    assert told == f"{records} does not hold the records of this match; name another file for --records"
    assert records.read_bytes() == other
    assert match.read_bytes() == before


def test_records_that_were_mixed_are_refused(tmp_path: Path, match: Path) -> None:
    ours, theirs = tmp_path / "ours.jsonl", tmp_path / "theirs.jsonl"
    wonderland(*MATCH, "4", "--records", ours)
    wonderland("arena", "greedy", "rabbit", "--seed", "6", "--games", "6", "--records", theirs)
    mixed = ours.read_bytes() + b"".join(theirs.read_bytes().splitlines(keepends=True)[4:])
    ours.write_bytes(mixed)
    assert "does not hold the records" in refusal("arena", "--resume", match, "--games", "14", "--records", ours)
    assert ours.read_bytes() == mixed


def test_records_that_are_no_arenas_are_refused(tmp_path: Path, match: Path) -> None:
    records = tmp_path / "games.jsonl"
    wonderland(*MATCH, "4", "--records", records)
    without = [{**json.loads(line), "arena": None} for line in records.read_text().splitlines()]
    records.write_text("".join(json.dumps(record) + "\n" for record in without))
    before = records.read_bytes()
    assert "does not hold the records" in refusal("arena", "--resume", match, "--games", "14", "--records", records)
    assert records.read_bytes() == before


def test_games_that_are_not_in_the_records_are_told(tmp_path: Path, match: Path) -> None:
    records = tmp_path / "games.jsonl"
    done = wonderland("arena", "--resume", match, "--records", records)
    assert done.stderr == f"No game was left to play, so nothing was written to {records}.\n"
    assert not records.exists()
    done = wonderland("arena", "--resume", match, "--games", "14", "--records", records)
    assert done.stderr == f"Games that were played without --records, and so are not in {records}: 10.\n"
    games = [json.loads(line)["arena"]["game"] for line in records.read_text().splitlines()]
    assert games == [10, 11, 12, 13]


@pytest.mark.parametrize("key", ["--save", "--records"])
def test_a_dash_is_no_file(key: str) -> None:
    assert refusal(*MATCH, "2", key, "-") == f"{key} writes a file; “-” names none"
