"""Nimble, by Peter Jürgensen: the rules N1 to N12 (RULES.en.md, RULES.fr.md) behind the game protocol."""

from __future__ import annotations

from wonderland.games.nimble import challenge, hidden, notation, records, rules, scoring, state, view
from wonderland.games.nimble.cards import COLOURS, PACK, Card
from wonderland.games.nimble.challenge import Challenge
from wonderland.games.nimble.scoring import Checked, Outcome
from wonderland.games.nimble.state import Action, Back, Deal, Flip, Options, Place, Placed, State, Turn
from wonderland.games.nimble.table import NimbleTable
from wonderland.games.nimble.view import View


class Nimble:
    """Nimble as a :class:`wonderland.core.game.Game`."""

    name = "nimble"
    seats = rules.SEATS
    rules_version = 1

    deal = staticmethod(rules.deal)
    check = staticmethod(rules.check)
    legal = staticmethod(rules.legal)
    choices = staticmethod(view.choices)
    apply = staticmethod(rules.apply)
    view = staticmethod(view.view)
    outcome = staticmethod(scoring.outcome)

    shuffle = staticmethod(records.shuffle)
    read_state = staticmethod(notation.read_state)
    read_action = staticmethod(state.read_action)
    reshuffle = staticmethod(hidden.reshuffle)
    read_deal = staticmethod(records.read_deal)
    record = staticmethod(records.record)
    steps = staticmethod(records.steps)
    result = staticmethod(records.result)
    record_checker = challenge.Rounds

    def __init__(self) -> None:
        self.table = NimbleTable(self)


game = Nimble()

__all__ = [
    "COLOURS", "PACK", "Action", "Back", "Card", "Challenge", "Checked", "Deal", "Flip", "Nimble", "Options",
    "Outcome", "Place", "Placed", "State", "Turn", "View", "game",
]  # fmt: skip
