"""The luck of the deal and of the draws in a finished game, by an evaluator of positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from wonderland.bots.evaluator import Luck
from wonderland.bots.parade.chances import Chances
from wonderland.core.game import Done
from wonderland.games.parade.state import Action, Deal, Play

#: ``replay(seats, decks, firsts, cards, deal, moves, draws)``: writes the chances of games, a row each; decks and the
#: cards played are card numbers.
Replay = Callable[..., None]


class PositionEvaluator:
    """Measures luck by everybody's chances in each position (:class:`wonderland.bots.evaluator.Evaluator`)."""

    def __init__(self, name: str, replay: Replay) -> None:
        self.name = name
        self._replay = replay

    def chances(self, deal: Deal, actions: Sequence[Done[Action]]) -> Chances:
        """The chances of one game after the deal, every move and every draw; the last choice (P7) adds none."""
        players = len(deal.players)
        played = [done.action.card.number for done in actions if isinstance(done.action, Play)]
        chances = Chances.empty(1, len(played), players)
        deck, cards = (np.array([numbers], np.uint8) for numbers in ([card.number for card in deal.deck], played))
        first = np.array([deal.first], np.uint8)
        self._replay((0,) * players, deck, first, cards, chances.deal, chances.moves, chances.draws)
        return chances

    def luck(self, deal: Deal, actions: Sequence[Done[Any]]) -> Luck:
        """What deal and draws have brought each seat, in shares of a win."""
        chances = self.chances(deal, actions)
        return {"deal": tuple(chances.deal_luck[0].tolist()), "draws": tuple(chances.draw_luck[0].tolist())}
