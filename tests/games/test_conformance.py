"""Every registered game passes the kit we ship, and the kit finds what is wrong."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from cases import cases
from wonderland.core.errors import NotAllowed
from wonderland.games import parade
from wonderland.games.registry import GAMES, find
from wonderland.testing import NotConforming, check_game


@pytest.mark.parametrize(
    ("name", "games"), cases([(name, 1) for name in GAMES], [(name, 10) for name in GAMES], "ten games instead of one")
)
def test_the_game_conforms(name: str, games: int) -> None:
    check_game(find(name), games, seed=1)


class Faulty(parade.Parade):
    """Parade with one fault, to see the kit find it."""

    def __init__(self, **faults: Any) -> None:
        for name, fault in faults.items():
            setattr(self, name, fault)


def leaky_view(state: parade.State, seat: int | None) -> parade.View:
    view = parade.game.view(state, seat)
    return msgspec.structs.replace(view, parade=(*view.parade, state.pile[0])) if state.pile else view


def lax_check(state: parade.State, seat: int, action: parade.Action) -> NotAllowed | None:
    refusal = parade.game.check(state, seat, action)
    return None if refusal and refusal.key == "refused_not_your_turn" else refusal


def forgetful_state(text: str) -> parade.State:
    return msgspec.structs.replace(parade.game.read_state(text), history=())


def random_shuffle(players: list[str], random: Random) -> parade.Deal:
    return parade.game.shuffle(players, Random())


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ({"view": leaky_view}, "tells what it cannot know"),
        ({"check": lax_check}, "legal and check disagree"),
        ({"read_state": forgetful_state}, "must give an equal state"),
        ({"shuffle": random_shuffle}, "the same deal for the same random source"),
        ({"outcome": lambda state: None}, "nobody may do anything"),
        ({"legal": lambda state, seat: parade.game.legal(state, seat)[1:]}, "choices must give|nobody may"),
        ({"choices": lambda view: parade.game.choices(view)[1:]}, "choices must give seat"),
        ({"name": "chess"}, "needs a RULES.en.md"),
    ],
)
def test_the_kit_finds_a_fault(fault: dict[str, Any], message: str) -> None:
    with pytest.raises(NotConforming, match=message):
        check_game(Faulty(**fault), games=1)
