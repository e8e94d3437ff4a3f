"""A match that was interrupted, by a kill or by Ctrl-C, goes on as if nothing had happened."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from commands import refusal, wonderland
from wonderland.arena.match_writer import MatchWriter
from wonderland.core.errors import NotAllowed

MATCH = ("rabbit", "greedy", "--players", "3", "--games", "24", "--seed", "6")

#: Runs the command and, just before game ``number`` is written, runs the statement ``happens``.
INTERRUPTED = """
import os, signal, sys
from wonderland.arena.match_writer import MatchWriter
from wonderland.arena.record_writer import RecordWriter
from wonderland.cli.main import main
Writer = MatchWriter if "--save" in sys.argv else RecordWriter
write = Writer.write
def interrupted(self, game):
    if {number} == (game.number if Writer is MatchWriter else game["arena"]["game"]):
        {happens}
    write(self, game)
Writer.write = interrupted
if __name__ == "__main__":
    main(sys.argv[1:])
"""
KILLED = 'self._file.write(b\'{"number": 7, "pla\'); self._file.flush(); os.kill(os.getpid(), signal.SIGKILL)'
CTRL_C = "os.kill(os.getpid(), signal.SIGINT)"


def run_until(folder: Path, number: int, happens: str, *words: str | Path) -> subprocess.CompletedProcess[str]:
    script = folder / "interrupted.py"
    script.write_text(INTERRUPTED.format(number=number, happens=happens))
    command = [sys.executable, str(script), "arena", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def results(*words: str | Path) -> dict[str, Any]:
    """What a match says, but for how long it took."""
    done = wonderland("arena", *words, "--json")
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    del result["seconds"]
    for bot in result["table"]:
        del bot["milliseconds"]
    return result


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_killed_in_the_middle_of_a_line_it_goes_on_to_the_same_end(tmp_path: Path, jobs: str) -> None:
    kept, games, whole = tmp_path / "match.jsonl", tmp_path / "games.jsonl", tmp_path / "whole.jsonl"
    died = run_until(tmp_path, 7, KILLED, *MATCH, "--jobs", jobs, "--save", kept, "--records", games)
    assert died.returncode == -9
    assert len(kept.read_bytes().splitlines()) == 1 + 7 + 1
    assert not kept.read_bytes().endswith(b"\n")
    # The record of the torn game had been written already; it must not be there twice.
    assert len(games.read_bytes().splitlines()) == 8
    assert results("--resume", kept, "--jobs", jobs, "--records", games) == results(*MATCH, "--records", whole)
    assert [json.loads(line)["number"] for line in kept.read_text().splitlines()[1:]] == list(range(24))
    assert games.read_bytes() == whole.read_bytes()


def test_ctrl_c_shows_what_was_played_and_how_to_go_on(tmp_path: Path) -> None:
    kept = tmp_path / "my match.jsonl"
    done = run_until(tmp_path, 20, CTRL_C, *MATCH, "--save", kept)
    assert done.returncode == 130
    assert "18 games of Parade, 3 players" in done.stdout
    assert f"To go on: wonderland arena --resume '{kept}'" in done.stderr
    assert "Traceback" not in done.stderr
    assert results("--resume", kept) == results(*MATCH)


def test_ctrl_c_without_a_file_says_how_to_keep_a_match(tmp_path: Path) -> None:
    done = run_until(tmp_path, 2, CTRL_C, *MATCH, "--records", tmp_path / "games.jsonl")
    assert done.returncode == 130
    assert "nothing to compare" in done.stdout
    assert done.stderr == "Stopped after 2 games. With --save FILE a match can go on later.\n"


def test_a_finished_match_can_be_shown_again_and_made_longer(tmp_path: Path) -> None:
    kept = tmp_path / "match.jsonl"
    first = results(*MATCH, "--save", kept)
    before = kept.read_bytes()
    assert results("--resume", kept) == first
    assert kept.read_bytes() == before
    longer = results("--resume", kept, "--games", "30")
    assert longer["games"] == 30
    assert kept.read_bytes().startswith(before)
    assert longer == results(*MATCH[:-4], "--seed", "6", "--games", "30")


def test_a_resumed_match_stays_until_sure(tmp_path: Path) -> None:
    kept = tmp_path / "match.jsonl"
    run_until(tmp_path, 9, CTRL_C, "greedy", "random", "--seed", "3", "--until-sure", "--save", kept)
    resumed = results("--resume", kept)
    assert resumed["until_sure"]
    assert resumed["settled"]
    assert resumed["games"] < 1000
    assert resumed == results("greedy", "random", "--seed", "3", "--until-sure")


@pytest.mark.parametrize("target", [("--games", "60"), ("--games", "2000", "--until-sure")])
def test_a_later_target_is_kept_too(tmp_path: Path, target: tuple[str, ...]) -> None:
    kept = tmp_path / "match.jsonl"
    match = ("greedy", "random", "--seed", "3")
    results(*match, "--games", "10", "--save", kept)
    stopped = run_until(tmp_path, 17, CTRL_C, "--resume", kept, "--records", tmp_path / "games.jsonl", *target)
    assert stopped.returncode == 130
    assert len(kept.read_bytes().splitlines()) == 1 + 17 + 1
    assert results("--resume", kept) == results(*match, *target)


def test_fewer_games_than_were_kept_drop_none(tmp_path: Path) -> None:
    kept = tmp_path / "match.jsonl"
    first = results("greedy", "random", "--seed", "3", "--games", "20", "--save", kept)
    assert results("--resume", kept, "--games", "6") == first


def test_when_a_process_dies_the_games_are_told_all_the_same(tmp_path: Path) -> None:
    died = "import multiprocessing; [os.kill(child.pid, 9) for child in multiprocessing.active_children()]"
    done = run_until(tmp_path, 6, died, *MATCH[:-4], "--games", "600", "--jobs", "2", "--records", tmp_path / "r.jsonl")
    assert done.returncode == 2
    assert re.search(r"^\d+ games of Parade, 3 players$", done.stdout, re.MULTILINE)
    assert re.search(r"^The process that played game \d+ \(.*\) has died, exit code -9;.*\n$", done.stderr)


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("played") / "match.jsonl"
    results(*MATCH, "--save", file)
    return file


@pytest.fixture
def kept(tmp_path: Path, played: Path) -> Path:
    """A finished match, in a file of one's own."""
    return Path(shutil.copy(played, tmp_path))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--seed", "7"), "holds another match: --seed is 6 there, not 7"),
        (("--players", "2"), "holds another match: --players is 3 there, not 2"),
        (("--budget", "20"), "holds another match: --budget is 200 there, not 20"),
        (("--rollouts", "20"), "holds another match: --rollouts is – there, not 20"),
        (("greedy", "rabbit"), "holds another match: BOT is rabbit greedy there, not greedy rabbit"),
        (("--save", "other.jsonl"), "leave --save out"),
    ],
)
def test_another_match_is_not_mixed_in(kept: Path, words: tuple[str, ...], told: str) -> None:
    before = kept.read_bytes()
    assert told in refusal("arena", "--resume", kept, *words)
    assert kept.read_bytes() == before


def test_the_same_match_may_be_named_again(kept: Path) -> None:
    assert results(*MATCH, "--resume", kept)["games"] == 24


def test_a_file_that_is_there_is_never_replaced(kept: Path) -> None:
    before = kept.read_bytes()
    assert "is there already; to go on with the match in it: --resume" in refusal("arena", *MATCH, "--save", kept)
    assert kept.read_bytes() == before


def test_two_processes_do_not_play_the_same_match(kept: Path) -> None:
    before = kept.read_bytes()
    with closing(MatchWriter.resume(kept, 24)):
        told = refusal("arena", "--resume", kept, "--games", "30")
    assert told == f"{kept} is in use: another process is playing this match"
    assert kept.read_bytes() == before
    with pytest.raises(NotAllowed, match="is in use"):
        MatchWriter.resume(kept, 23)  # a game more has come since the others were read
    assert results("--resume", kept, "--games", "30")["games"] == 30


def test_damage_is_named_by_its_line(kept: Path) -> None:
    lines = kept.read_bytes().splitlines(keepends=True)
    game = lines[5]
    for damaged in (
        b"{}\n",
        lines[6],
        game.replace(b'"places":[', b'"places":[1,'),
        re.sub(rb'"places":\[[^]]*', b'"places":[1,1,9', game),
        game.replace(b'"score"', b'"points"'),
        re.sub(rb'"score":\[\d+', b'"score":[1e308', game),
        re.sub(rb'"decisions":\d+', b'"decisions":-5', game, count=1),
        re.sub(rb'"decisions":\d+', b'"decisions":5,"faults":{"asleep":1}', game, count=1),
    ):
        assert damaged != game
        kept.write_bytes(b"".join([*lines[:5], damaged, *lines[6:]]))
        assert refusal("arena", "--resume", kept).startswith("line 6: this is not game 4 of the match in")


@pytest.mark.parametrize(
    "content", [b"", b"\n", b"[]\n", b'{"arena": 2}\n', b'{"game": "parade"}\n', b"\xff\xfe\n", b'{"arena":1,"mat']
)
def test_what_is_no_match_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "other.jsonl"
    file.write_bytes(content)
    assert "does not hold a match" in refusal("arena", "--resume", file)
    assert file.read_bytes() == content


def test_a_match_that_was_tampered_with_is_checked_like_any_other(kept: Path) -> None:
    kept.write_bytes(kept.read_bytes().replace(b'"rabbit","greedy"', b'"nobody","greedy"', 1))
    assert 'there is no bot "nobody"' in refusal("arena", "--resume", kept)


@pytest.mark.parametrize(
    ("there", "changed"),
    [
        (b'"games":24', b'"games":0'),
        (b'"games":24', b'"games":-3'),
        (b'"milliseconds":200', b'"milliseconds":-200'),
        (b'"rollouts":null', b'"rollouts":0'),
    ],
)
def test_a_plan_that_nobody_could_have_asked_for_is_refused(kept: Path, there: bytes, changed: bytes) -> None:
    assert there in kept.read_bytes()
    kept.write_bytes(kept.read_bytes().replace(there, changed, 1))
    assert "does not hold a match" in refusal("arena", "--resume", kept)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    assert refusal("arena", "--resume", tmp_path / "none.jsonl").endswith("none.jsonl: there is no such file")
