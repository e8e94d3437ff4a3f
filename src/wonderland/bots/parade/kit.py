"""How the bots of Parade are driven."""

from __future__ import annotations

from typing import Any

from wonderland.bots.kit import GameBots
from wonderland.bots.parade.engine_views import read_view
from wonderland.core.fields import Data, field, items
from wonderland.games.parade import Action, Play, View
from wonderland.games.parade.cards import COLOURS, Card
from wonderland.games.parade.removal import split
from wonderland.games.parade.state import ASIDE, Discard

#: What makes a choice hard, as parts of the hardest: each card taken, up to a number; the end near; the last round.
TAKEN_CARDS, MAX_TAKEN_CARDS = 0.45, 5
NEAR_END, LAST_ROUND = 0.25, 0.45
#: Setting two cards aside is always about as hard.
SETTING_ASIDE = 0.8


class ParadeBots(GameBots):
    """Parade's :class:`wonderland.bots.kit.GameBots`."""

    substitute = "hatter"

    def hardness(self, view: View, action: Action) -> float:
        if not isinstance(action, Play):
            return SETTING_ASIDE
        taken, _ = split(view.parade, action.card)
        hard = TAKEN_CARDS * min(len(taken), MAX_TAKEN_CARDS) / MAX_TAKEN_CARDS
        if view.last_round is not None:
            hard += LAST_ROUND
        elif max(len({card.colour for card in cards}) for cards in view.front) >= len(COLOURS) - 1:
            hard += NEAR_END
        return min(hard, 1.0)

    # ---- engines: cards instead of actions, and two of them at the last choice (docs/formats.md) -------------

    def engine_legal(self, view: View) -> list[str]:
        return [str(card) for card in view.hand]

    def engine_answer(self, action: Action) -> dict[str, Any]:
        return {"discard": action.cards} if isinstance(action, Discard) else {"move": action.card}

    def read_engine_answer(self, message: Data, view: View) -> Action:
        if view.phase == "discard":
            with field(message, "discard") as cards:
                return Discard(tuple(Card(card) for card in items(cards, ASIDE)))
        with field(message, "move") as card:
            return Play(Card(card))

    def read_engine_view(self, data: Any) -> View:
        return read_view(data)
