"""What is particular to the bots of Parade."""

from __future__ import annotations

from typing import Any

from wonderland.bots.evaluator import Evaluator
from wonderland.bots.kit import GameBots
from wonderland.bots.parade.engine_views import read_view
from wonderland.core.fields import Data, field, items
from wonderland.games.parade import Action, Play, View
from wonderland.games.parade.cards import COLOURS, Card
from wonderland.games.parade.removal import split
from wonderland.games.parade.state import DISCARD_SIZE, Discard
from wonderland.sim import need_fast

#: What adds to the hardness of a choice: taking this many cards, a fifth colour in front of a player, the last round.
TAKING_HARDNESS, MAX_TAKEN_CARDS = 0.45, 5
NEAR_END_HARDNESS, LAST_ROUND_HARDNESS = 0.25, 0.45
#: The hardness of setting two cards aside.
DISCARD_HARDNESS = 0.8


class ParadeBots(GameBots):
    """Parade's :class:`wonderland.bots.kit.GameBots`."""

    substitute = "hatter"

    def hardness(self, view: View, action: Action) -> float:
        if not isinstance(action, Play):
            return DISCARD_HARDNESS
        taken, _ = split(view.parade, action.card)
        hardness = TAKING_HARDNESS * min(len(taken), MAX_TAKEN_CARDS) / MAX_TAKEN_CARDS
        if view.last_round is not None:
            hardness += LAST_ROUND_HARDNESS
        elif max(len({card.colour for card in cards}) for cards in view.front) >= len(COLOURS) - 1:
            hardness += NEAR_END_HARDNESS
        return min(hardness, 1.0)

    def evaluator(self, players: int) -> Evaluator:
        need_fast()
        # Imported here: only the luck of finished games needs compiled code.
        from wonderland.bots.parade.luck.by_network import network_evaluator

        return network_evaluator(players)

    # ---- engines answer with cards instead of actions (docs/formats.md) ---------------------------------------

    def engine_legal(self, view: View) -> list[str]:
        return [str(card) for card in view.hand]

    def engine_answer(self, action: Action) -> dict[str, Any]:
        return {"discard": action.cards} if isinstance(action, Discard) else {"move": action.card}

    def read_engine_answer(self, message: Data, view: View) -> Action:
        if view.phase == "discard":
            with field(message, "discard") as cards:
                return Discard(tuple(Card(card) for card in items(cards, DISCARD_SIZE)))
        with field(message, "move") as card:
            return Play(Card(card))

    def read_engine_view(self, data: Any) -> View:
        return read_view(data)
