"""The luck of the deal and of the draws in a finished game, by an evaluator of positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from wonderland.bots.evaluator import Luck
from wonderland.bots.parade.luck.chances import Chances, Played
from wonderland.core.game import Done
from wonderland.games.parade.state import DISCARD_SIZE, Action, Deal, Play
from wonderland.sim.kernel.layout import MAX_PLAYERS, NO_CARD

#: ``replay(seats, played, chances)``: writes the chances of games; ``Played`` and ``Chances`` as tuples of arrays.
Replay = Callable[[tuple[int, ...], tuple[Any, ...], tuple[Any, ...]], None]


class PositionEvaluator:
    """Measures luck by everybody's chances in each position (:class:`wonderland.bots.evaluator.Evaluator`)."""

    def __init__(self, name: str, replay: Replay) -> None:
        self.name = name
        self._replay = replay

    def chances(self, deal: Deal, actions: Sequence[Done[Action]]) -> Chances:
        """The chances of one game: after the deal, every move, every draw and, if it is finished, every last choice."""
        played = played_game(deal, actions)
        players = len(deal.players)
        chances = Chances.empty(1, played.moves.shape[1], players)
        self._replay((0,) * players, tuple(played), chances.arrays)
        return chances

    def luck(self, deal: Deal, actions: Sequence[Done[Any]]) -> Luck:
        """What deal and draws have brought each seat, in shares of a win."""
        chances = self.chances(deal, actions)
        return {"deal": tuple(chances.deal_luck[0].tolist()), "draws": tuple(chances.draw_luck[0].tolist())}


def played_game(deal: Deal, actions: Sequence[Done[Action]]) -> Played:
    """One game in the arrays that are replayed."""
    players = len(deal.players)
    moves, discards = [], np.full((1, DISCARD_SIZE * MAX_PLAYERS), NO_CARD, np.uint8)
    for done in actions:
        if isinstance(done.action, Play):
            moves.append(done.action.card.number)
        else:
            place = DISCARD_SIZE * ((done.seat - deal.first) % players)
            discards[0, place : place + DISCARD_SIZE] = [card.number for card in done.action.cards]
    if (discards[0, : DISCARD_SIZE * players] == NO_CARD).any():
        discards[:] = NO_CARD
    deck = np.array([[card.number for card in deal.deck]], np.uint8)
    return Played(deck, np.array([deal.first], np.uint8), np.array([moves], np.uint8), discards)
