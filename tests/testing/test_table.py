"""The kit for a game's table rules finds what is wrong, and nothing is wrong with ours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from wonderland.bots.registry import kit
from wonderland.core.table import Standing
from wonderland.games.registry import GAMES, find
from wonderland.testing import NotConforming, check_table


@pytest.mark.parametrize("name", GAMES)
def test_every_registered_game_is_at_home_at_a_table(name: str) -> None:
    check_table(find(name))


def broken(name: str, **parts: Any) -> Any:
    """The table rules of a game with something else in their place."""
    return type("Broken", (type(find(name).table),), parts)(find(name))


FAULTS: list[tuple[str, dict[str, Any], str]] = [
    ("parade", {"options": lambda self, data: dict(data)}, "must be refused"),
    ("parade", {"waiting": lambda self, state: ()}, "waits for those who can"),
    ("parade", {"waiting": lambda self, state: (0, 1)}, "waits for those who can"),
    ("nimble", {"waiting": lambda self, state: (0,)}, "waits for nobody"),
    ("parade", {"own": lambda self, state, seat: {}}, "the secret fields"),
    ("nimble", {"own": lambda self, state, seat: {"discard": (), "remembered": ()}}, "its own fields"),
    ("parade", {"view_changes": lambda self, before, after: []}, "view_changes must give"),
    ("parade", {"standings": lambda self, state: tuple(Standing(1, 0) for _ in state.players)}, "be the winners"),
    ("parade", {"result": lambda self, state, series: {}}, "replaying the record"),
    ("parade", {"result": lambda self, state, series: find("parade").result(state)}, "must be a Result"),
    ("parade", {"measures": lambda self, state: {"score": (1,)}}, "measure_names"),
    ("parade", {"secret": frozenset({"hand"})}, "own must give the secret fields"),
    ("nimble", {"explain": lambda self, view: view}, "of the type NoneType"),
]


@pytest.mark.parametrize(("name", "parts", "fault"), FAULTS)
def test_what_is_wrong_is_found(name: str, parts: dict[str, Callable[..., Any]], fault: str) -> None:
    with pytest.raises(NotConforming, match=fault):
        check_table(find(name), broken(name, **parts))


def test_a_substitute_who_does_not_play_the_game_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(kit("parade")), "substitute", "gryphon")
    with pytest.raises(NotConforming, match="a bot that plays parade"):
        check_table(find("parade"))
