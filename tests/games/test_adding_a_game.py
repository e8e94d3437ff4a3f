"""The guide docs/adding-a-game.md is true: a game written by it is known everywhere after one line."""

from __future__ import annotations

from random import Random

import pytest
from games.highcard import game

from wonderland.games import registry
from wonderland.records import encode, replay
from wonderland.records.log import Log
from wonderland.terminal.results import summary
from wonderland.testing import check_game


@pytest.fixture(autouse=True)
def one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.GAMES, "highcard", "games.highcard")


def test_it_passes_the_kit() -> None:
    check_game(game)


def test_its_rules_and_records_are_known() -> None:
    assert registry.rules_page("highcard", "fr").startswith("# La plus haute")
    log = Log(registry.find("highcard"), game.shuffle(["Ann", "Bob"], Random(1)))
    log.act(0, game.read_action("show"))
    result = replay(encode(log.record()))
    assert result == {"game": "highcard", "finished": False, "winner": None}
    assert summary(result, "en") == "Highcard: not finished"
    log.act(1, game.read_action("show"))
    assert summary(replay(encode(log.record())), "fr") == "Highcard\u00a0: terminée"
