"""Who plays by the card network, as everybody does in Alice's rollouts."""

from __future__ import annotations

from wonderland.bots.bot import Budget
from wonderland.bots.parade.alice.choices import evaluate_by_card_network
from wonderland.games.parade.state import Action
from wonderland.games.parade.view import View


class CardBot:
    """Plays what the card network expects most of."""

    def decide(self, view: View, budget: Budget) -> Action:
        return max(evaluate_by_card_network(view), key=lambda choice: choice[1])[0]
