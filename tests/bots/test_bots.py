"""Every registered bot keeps the promises of the protocol, whatever it is made of."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from wonderland.bots import registry
from wonderland.bots.bot import Budget
from wonderland.bots.registry import BOTS
from wonderland.testing import check_bot

#: Every bot's decisions in one game; sets of cards come in another order in every process.
DECISIONS = """
from random import Random
from wonderland.bots import registry
from wonderland.bots.bot import Budget
from wonderland.games.registry import find

for name, entry in registry.BOTS.items():
    game, random = find(entry.game or "parade"), Random(7)
    bots = [registry.make(name, seed) for seed in range(3)]
    state = game.deal(game.shuffle(["A", "B", "C"], random))
    for ply in range(60):
        seats = [seat for seat in range(3) if game.legal(state, seat)]
        if not seats:
            break
        seat = seats[ply % len(seats)]
        action = bots[seat].decide(game.view(state, seat), Budget(rollouts=20))
        print(name, seat, action)
        state = game.apply(state, seat, action)
"""


@pytest.mark.parametrize("name", BOTS)
def test_the_bot_conforms(name: str) -> None:
    check_bot(name, budget=Budget(rollouts=10))


def test_a_seed_gives_the_same_decisions_in_every_process() -> None:
    first, second = (
        subprocess.run(
            [sys.executable, "-c", DECISIONS],
            env={**os.environ, "PYTHONHASHSEED": hashes},
            stdout=subprocess.PIPE,
            check=True,
            text=True,
        ).stdout
        for hashes in ("1", "2")
    )
    assert first == second
    assert {line.split()[0] for line in first.splitlines()} == set(BOTS)


def test_an_engine_goes_by_its_command_but_never_by_a_long_one() -> None:
    assert registry.title("engine:node examples/engine.js") == "node examples/engine.js"
    assert registry.title("engine:node " + "x" * 100) == "node " + "x" * 34 + "…"
