"""The numbers of actions: what they mean, which are legal, and what is said of the others."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from games.nimble.positions import position
from wonderland.bots.bot import WAIT
from wonderland.core.errors import Unreadable
from wonderland.envs.nimble import actions
from wonderland.envs.nimble.actions import (
    ACTION_COUNT,
    HESITATION_COUNT,
    WHAT,
    action_mask,
    check,
    read_action,
    write_action,
)
from wonderland.games.nimble import Card, Place, game

STATES = [
    position("RB BV VG", ["YR YB", "YO OV OB"], ["GO", "GY"]),
    position("RB BV VG", ["", "YO OV OB"], ["YR GO", "GY"]),
    position("RB BV VG", ["YR YB", "YO OV OB"], ["GO", "GY"], assist=True),
    game.deal(game.shuffle(["Ann", "Bob"], Random(1))),
]


@pytest.mark.parametrize("state", STATES)
def test_the_mask_is_what_the_rules_allow_and_waiting(state: Any) -> None:
    view = game.view(state, 0)
    legal = [number for number in range(ACTION_COUNT) if check(state, 0, number, read_action(number, view)[0]) is None]
    assert np.flatnonzero(action_mask(view)).tolist() == legal
    assert {write_action(action) for action in (*game.legal(state, 0), WAIT)} == {
        number for number in legal if number % HESITATION_COUNT == 0
    }


def test_numbers_round_trip_and_a_placement_names_the_card_that_is_seen() -> None:
    view = game.view(STATES[0], 0)
    assert [write_action(*read_action(number, view)) for number in range(ACTION_COUNT)] == list(range(ACTION_COUNT))
    assert read_action(np.int64(57), view) == (Place(2, seen=Card("VG")), 350)


def test_the_documentation_has_every_action() -> None:
    rows = [
        line for line in (actions.__doc__ or "").splitlines() if line.startswith("| ") and "–" in line.split("|")[1]
    ]
    assert [row.split("``")[1] for row in rows] == list(map(str, WHAT))


@pytest.mark.parametrize("wrong", [-1, 70, 1.0, "flip", None, True, [0, 1], np.array([3])])
def test_what_is_no_action_is_refused_with_what_would_be_one(wrong: Any) -> None:
    with pytest.raises(Unreadable, match="whole number from 0 to 69"):
        read_action(wrong, game.view(STATES[0], 0))


def test_an_illegal_action_is_refused_with_the_reason_and_what_is_legal() -> None:
    refusal = check(STATES[1], 0, 3, read_action(3, game.view(STATES[1], 0))[0])
    assert str(refusal) == (
        "Action 3 (flip) is not legal now. The hand is empty; turn the discard over first. "
        "Legal are 10–19 (back), 20–29 (turn), 30–39 (place 0), 40–49 (place 1), 50–59 (place 2), 60–69 (wait)."
    )
