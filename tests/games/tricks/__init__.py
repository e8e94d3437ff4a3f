"""Moonlight tricks, a small trick-taking game: the example of docs/adding-a-game.md, which quotes these files."""

from __future__ import annotations

from games.tricks import hidden, records, rules, view
from games.tricks.table import TricksTable
from wonderland.core.game import IndependentRecords


class Tricks:
    """The game as a :class:`wonderland.core.game.Game`."""

    name = "tricks"
    seats = rules.SEATS
    rules_version = 1

    deal = staticmethod(rules.deal)
    check = staticmethod(rules.check)
    legal = staticmethod(rules.legal)
    choices = staticmethod(view.choices)
    apply = staticmethod(rules.apply)
    view = staticmethod(view.view)
    outcome = staticmethod(rules.outcome)

    shuffle = staticmethod(records.shuffle)
    read_state = staticmethod(records.read_state)
    read_action = staticmethod(records.read_action)
    reshuffle = staticmethod(hidden.reshuffle)
    read_deal = staticmethod(records.read_deal)
    record = staticmethod(records.record)
    steps = staticmethod(records.steps)
    result = staticmethod(records.result)
    record_checker = IndependentRecords

    def __init__(self) -> None:
        self.table = TricksTable(self)


game = Tricks()
