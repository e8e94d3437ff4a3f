"""The guide docs/adding-a-bot.md is true: the bot written there is known everywhere after one line."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from wonderland.bots import registry
from wonderland.bots.bot import Budget
from wonderland.bots.running import decide
from wonderland.games.parade import Play, game
from wonderland.testing import check_bot

GUIDE = Path(__file__).parents[2] / "docs" / "adding-a-bot.md"


@pytest.fixture(autouse=True)
def one_file_and_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    source, line = re.findall(r"```python\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)[:2]
    knave = ModuleType("wonderland.bots.parade.knave")
    exec(source, knave.__dict__)
    monkeypatch.setitem(sys.modules, knave.__name__, knave)
    found = re.search(r'"knave": (BotEntry\(.*?\)),', line)
    assert found
    monkeypatch.setitem(registry.BOTS, "knave", eval(found[1], {"BotEntry": registry.BotEntry}))


def test_it_passes_the_kit() -> None:
    check_bot("knave")


def test_it_never_parts_with_red() -> None:
    random = Random(1)
    state = game.deal(game.shuffle(["Ann", "Bob"], random))
    bot = registry.make("knave", 7)
    while state.turn is not None:
        hand = state.hands[state.turn]
        action, fault = decide(game, state, state.turn, bot, Budget(), random)
        assert fault is None
        assert isinstance(action, Play)
        assert action.card.colour != "R" or {card.colour for card in hand} == {"R"}
        state = game.apply(state, state.turn, action)
