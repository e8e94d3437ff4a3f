"""Every registered bot conforms to the protocol, and is offered with a name and a description."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from cases import cases
from wonderland.bots import registry
from wonderland.bots.bot import Budget
from wonderland.bots.registry import BOTS
from wonderland.core.errors import Unreadable
from wonderland.games.registry import GAMES, find
from wonderland.messages import LANGUAGES, say
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


#: Bots whose compiling takes longest; others that share their code are tried always.
SLOW_TO_COMPILE = ["flat", "cat", "queen", "alice", "alice:level=3"]


@pytest.mark.parametrize(
    "name",
    cases(
        [name for name in (*BOTS, "alice:net") if name not in SLOW_TO_COMPILE],
        SLOW_TO_COMPILE,
        "a search is compiled for every number of players",
    ),
)
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


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", [name for name, entry in BOTS.items() if entry.avatar])
def test_a_bot_that_is_offered_has_a_name_and_a_description(name: str, lang: str) -> None:
    for game in GAMES:
        find(game)  # loads the messages of the game
    assert registry.title(name, lang) == say(f"bot_{name}", lang) != name
    assert say(f"bot_{name}_about", lang)


@pytest.mark.parametrize("name", ["nobody", "nobody:fast", "Alice", "alice ", "lice:net", ":", ""])
def test_an_unknown_name_is_refused_in_one_sentence(name: str) -> None:
    with pytest.raises(Unreadable) as refused:
        registry.make(name, 1, "parade")
    assert str(refused.value) == f'there is no bot "{name}"; the bots are {", ".join(BOTS)}'
