"""Several processes play exactly what one does; one that dies, and engines, end cleanly."""

from __future__ import annotations

import multiprocessing
import os
import re
import select
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from commands import WONDERLAND
from wonderland.arena import Match, MatchRunner
from wonderland.arena.game_result import GameResult
from wonderland.core.errors import WonderlandError
from wonderland.parallel.executor import WorkerLost
from wonderland.parallel.signals import raise_on_termination

#: Plays the first legal card, writes down that it came, and holds a pipe open for as long as it lives.
ENGINE = """
import json, os, sys
alive = open(sys.argv[2], "w")
for line in sys.stdin:
    asked = json.loads(line)
    answer = {"type": "move", "id": asked.get("id")}
    if asked["type"] == "hello":
        print(os.getpid(), file=open(sys.argv[1], "a"))
        answer = {"type": "ready", "name": "first"}
    elif asked["type"] == "bye":
        break
    elif asked["view"]["phase"] == "discard":
        answer["discard"] = asked["legal"][:2]
    else:
        answer["move"] = asked["legal"][0]
    print(json.dumps(answer), flush=True)
"""


#: Tells its number, and then ignores whatever asks it to leave.
IMMORTAL = """
import os, signal, sys
signal.signal(signal.SIGTERM, signal.SIG_IGN)
sys.stdin.readline()
print('{"type":"ready","name":"immortal"}', flush=True)
sys.stdin.readline()
with open(sys.argv[1], "w") as pipe:
    pipe.write(str(os.getpid()))
while True:
    signal.pause()
"""


def play(match: Match, games: int, jobs: int) -> list[tuple[Any, ...]]:
    played: list[tuple[Any, ...]] = []

    def note(result: GameResult, record: dict[str, Any]) -> None:
        played.append((result.number, result.places, result.measures, record))

    MatchRunner(match, games).play(jobs, note)
    return played


@pytest.mark.parametrize("bots", [("rabbit", "greedy", "random"), ("hare", "dodo")])
def test_the_same_games_in_the_same_order_for_any_number_of_processes(bots: tuple[str, ...]) -> None:
    match = Match.of(bots, seed=8)
    alone = play(match, 18, jobs=1)
    assert [number for number, *_ in alone] == list(range(18))
    assert alone == play(match, 18, jobs=3)


def test_a_process_that_dies_gives_one_clear_message() -> None:
    def kill(result: GameResult, record: dict[str, Any]) -> None:
        for child in multiprocessing.active_children():
            os.kill(child.pid or 0, signal.SIGKILL)

    with pytest.raises(WorkerLost) as lost:
        MatchRunner(Match.of(["rabbit", "greedy"], seed=8), 1000).play(2, kill)
    assert re.search(r"played game \d+ \((rabbit, greedy|greedy, rabbit)\) has died, exit code -9", str(lost.value))
    assert not multiprocessing.active_children()


def test_stopping_early_leaves_no_process_behind() -> None:
    def stop(result: GameResult, record: dict[str, Any]) -> None:
        if result.number == 3:
            raise KeyboardInterrupt

    runner = MatchRunner(Match.of(["rabbit", "greedy"], seed=8), 1000)
    with pytest.raises(KeyboardInterrupt):
        runner.play(2, stop)
    assert runner.results.games == 3
    assert not multiprocessing.active_children()


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_engine_is_started_once_a_process_and_seat_and_closed_at_the_end(tmp_path: Path, jobs: int) -> None:
    script, diary, pipe = tmp_path / "engine.py", tmp_path / "diary", tmp_path / "pipe"
    script.write_text(ENGINE)
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    command = shlex.join([sys.executable, str(script), str(diary), str(pipe)])
    runner = MatchRunner(Match.of(["greedy", f"engine:{command}"], players=3, seed=2), 12)
    runner.play(jobs)
    assert runner.results.deals == 4
    assert runner.results.thinking[f"engine:{command}"].faults == {}
    came = diary.read_text().splitlines()
    assert len(set(came)) == len(came)
    # A second process may come too late for so short a match, and is sent away while its engines come.
    assert 2 <= len(came) <= 2 * jobs
    # The pipe ends when no process has it open for writing any more.
    assert select.select([reader], [], [], 30)[0]
    assert os.read(reader, 1) == b""
    os.close(reader)


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_stopped_from_outside_it_leaves_no_engine_behind(tmp_path: Path, jobs: str, stop: signal.Signals) -> None:
    script, pipe = tmp_path / "engine.py", tmp_path / "pipe"
    script.write_text(IMMORTAL)
    os.mkfifo(pipe)
    engine = f"engine:{shlex.join([sys.executable, str(script), str(pipe)])}"
    with subprocess.Popen(
        [WONDERLAND, "arena", engine, "greedy", "--budget", "60_000", "--jobs", jobs],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as arena:
        number = int(pipe.read_text())
        arena.send_signal(stop)
        arena.communicate()
    assert arena.returncode == 130
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)


def test_what_is_ignored_at_the_start_stays_ignored() -> None:
    """A match that was started under nohup continues when the terminal closes."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with raise_on_termination():
            assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
            assert signal.getsignal(signal.SIGTERM) != signal.SIG_DFL
    finally:
        signal.signal(signal.SIGHUP, before)


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_engine_that_cannot_start_is_told_at_once(jobs: int) -> None:
    with pytest.raises(WonderlandError, match="cannot be started"):
        MatchRunner(Match.of(["greedy", "engine:/no/such/program"]), 10).play(jobs)
