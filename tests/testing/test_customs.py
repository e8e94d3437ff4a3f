"""The kit for a game's customs finds what is wrong, and nothing is wrong with ours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from wonderland.core.customs import Standing
from wonderland.games.registry import GAMES, customs, find
from wonderland.testing import NotConforming, check_customs


@pytest.mark.parametrize("name", GAMES)
def test_every_registered_game_is_at_home_at_a_table(name: str) -> None:
    check_customs(find(name), customs(name))


def broken(name: str, **parts: Any) -> Any:
    """The customs of a game with something else in their place."""
    return type("Broken", (type(customs(name)),), parts)()


FAULTS: list[tuple[str, dict[str, Any], str]] = [
    ("parade", {"stand_in": "gryphon"}, "a bot of the ladder"),
    ("parade", {"options": lambda self, data: dict(data)}, "must be refused"),
    ("parade", {"waits_for": lambda self, state: ()}, "waits for those who can"),
    ("parade", {"waits_for": lambda self, state: (0, 1)}, "waits for those who can"),
    ("nimble", {"waits_for": lambda self, state: (0,)}, "waits for nobody"),
    ("parade", {"own": lambda self, state, seat: {}}, "its own fields"),
    ("nimble", {"own": lambda self, state, seat: {"discard": ()}}, "its own fields"),
    ("parade", {"standings": lambda self, state: tuple(Standing(1, 0, 0) for _ in state.players)}, "be the winners"),
    ("parade", {"result": lambda self, state, series: {}}, "replaying the record"),
]


@pytest.mark.parametrize(("name", "parts", "fault"), FAULTS)
def test_what_is_wrong_is_found(name: str, parts: dict[str, Callable[..., Any]], fault: str) -> None:
    with pytest.raises(NotConforming, match=fault):
        check_customs(find(name), broken(name, **parts))
