"""Parade, by Naoki Homma: the rules P1 to P11 (RULES.en.md, RULES.fr.md) behind the game protocol."""

from __future__ import annotations

from wonderland.core.game import IndependentRecords
from wonderland.games.parade import hidden, notation, records, rules, scoring, state, view
from wonderland.games.parade.cards import COLOURS, DECK, Card
from wonderland.games.parade.removal import Fate, explain
from wonderland.games.parade.scoring import ColourLine, Outcome, score
from wonderland.games.parade.state import Action, Deal, Discard, Play, State, Trigger
from wonderland.games.parade.table import ParadeTable
from wonderland.games.parade.view import View


class Parade:
    """Parade as a :class:`wonderland.core.game.Game`."""

    name = "parade"
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
    record_checker = IndependentRecords

    def __init__(self) -> None:
        self.table = ParadeTable(self)


game = Parade()

__all__ = [
    "COLOURS", "DECK", "Action", "Card", "ColourLine", "Deal", "Discard", "Fate", "Outcome", "Parade", "Play",
    "State", "Trigger", "View", "explain", "game", "score",
]  # fmt: skip
