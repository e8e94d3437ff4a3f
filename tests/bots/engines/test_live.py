"""Engines in live games (docs/formats.md): they are told the time, hesitate as long as they say, and may wait."""

from __future__ import annotations

import json
import sys
from itertools import pairwise
from pathlib import Path
from random import Random
from shlex import join

from commands import WONDERLAND
from wonderland.bots.nimble.levels import gryphon
from wonderland.bots.registry import make
from wonderland.bots.timeline import MIN_PACE_MS, play_live
from wonderland.games.nimble import game

#: Waits until somebody else has acted three times, then turns its pack over, 350 ms a card; keeps what it was asked.
PATIENT = """
import json, sys

for line in sys.stdin:
    message = json.loads(line)
    with open(sys.argv[1], "a") as log:
        log.write(line)
    if message["type"] == "hello":
        answer = {"type": "ready", "name": "Patient"}
    elif message["type"] == "decide":
        others = 30 - message["view"]["hand_sizes"][1]
        move = {"move": "wait", "after_ms": 60000} if others < 4 else {"move": message["legal"][0], "after_ms": 350}
        answer = {"type": "move", "id": message["id"], **move}
    else:
        break
    print(json.dumps(answer), flush=True)
"""


def test_an_engine_waits_hesitates_and_is_told_the_time(tmp_path: Path) -> None:
    program = tmp_path / "patient.py"
    program.write_text(PATIENT)
    engine = make(f"engine:{join([sys.executable, str(program), str(tmp_path / 'asked')])}", 1, "nimble")
    try:
        log, faults = play_live(game, game.shuffle(["Ann", "Bob"], Random(1)), [engine, gryphon(1)])
    finally:
        engine.close()  # type: ignore[attr-defined]  # engines have it, other bots do not
    assert not faults[0]
    assert game.outcome(log.state) is not None
    hello, *asked = [json.loads(line) for line in (tmp_path / "asked").read_text().splitlines()]
    assert hello["game"] == "nimble"
    asked = [message for message in asked if message["type"] == "decide"]
    assert all(message["legal"][-1] == "wait" for message in asked)
    mine = [done.time or 0 for done in log.actions if done.seat == 0]
    others = [done.time or 0 for done in log.actions if done.seat == 1]
    # Asked again at each of the others' first actions, although it wanted to wait for a minute.
    assert [message["at"] for message in asked[:4]] == [0, *others[:3]]
    assert mine[0] == others[2] + 350


def test_our_own_bots_play_live_games_as_engines() -> None:
    engine = make(f"engine:{join([WONDERLAND, 'engine', 'turtle'])}", 1, "nimble")
    try:
        log, faults = play_live(game, game.shuffle(["Ann", "Bob"], Random(1)), [engine, gryphon(1)])
    finally:
        engine.close()  # type: ignore[attr-defined]  # engines have it, other bots do not
    assert not faults[0]
    times = [done.time or 0 for done in log.actions if done.seat == 0]
    assert len(times) > 5
    assert min(later - sooner for sooner, later in pairwise(times)) > MIN_PACE_MS
