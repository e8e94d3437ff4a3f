"""Whatever a bot returns, the game goes on."""

from __future__ import annotations

import sys
from random import Random
from typing import Any

import pytest

from wonderland.bots.bot import Budget
from wonderland.bots.running import decide
from wonderland.core.errors import NotAllowed
from wonderland.games.parade import Discard, Play, View, game


def text(card: Any) -> Any:
    """A card's text in place of the card."""
    return str(card)


class Returning:
    """Answers with whatever it is told to make of its hand."""

    def __init__(self, make: Any) -> None:
        self._make = make

    def decide(self, view: View, budget: Budget) -> Any:
        return self._make(view.hand)


@pytest.mark.parametrize(
    ("make", "fault"),
    [
        (lambda hand: Play(text(hand[0])), "crashed: TypeError: a card is needed"),
        (lambda hand: Discard((text(hand[0]), text(hand[1]))), "crashed: AttributeError"),
        (lambda hand: text(hand[0]), "crashed: AttributeError"),
        (lambda hand: None, "crashed: AttributeError"),
        (lambda hand: sys.exit("I am off"), "crashed: SystemExit: I am off"),
        (lambda hand: Discard(hand[:2]), "illegal: Cards are set aside only when every turn has been played."),
    ],
    ids=["text for a card", "texts for two cards", "text", "nothing", "leaving", "too early"],
)
def test_a_bad_answer_is_a_fault_and_a_legal_action_is_done(make: Any, fault: str) -> None:
    state = game.deal(game.shuffle(["Ann", "Bob"], Random(7)))
    seat = state.turn
    assert seat is not None
    action, found = decide(game, state, seat, Returning(make), Budget(), Random(1))
    assert str(found).startswith(fault)
    assert action in game.legal(state, seat)
    assert len(game.apply(state, seat, action).history) == 1


def test_a_fault_is_told_in_the_readers_language() -> None:
    state = game.deal(game.shuffle(["Ann", "Bob"], Random(7)))
    assert state.turn is not None
    _, fault = decide(game, state, state.turn, Returning(lambda hand: Discard(hand[:2])), Budget(), Random(1))
    assert fault
    assert isinstance(fault.problem, NotAllowed)
    assert fault.say("fr") == f"interdit\u00a0: {fault.problem.say('fr')}"
    assert fault.detail == "Cards are set aside only when every turn has been played."
