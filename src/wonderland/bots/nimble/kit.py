"""What is particular to the bots of Nimble."""

from __future__ import annotations

from wonderland.bots.kit import GameBots
from wonderland.bots.nimble.levels import steady
from wonderland.bots.nimble.player import NimblePlayer
from wonderland.games.nimble import State


class NimbleBots(GameBots):
    """Nimble's :class:`wonderland.bots.kit.GameBots`."""

    substitute = "dodo"

    def finisher(self, seed: int) -> NimblePlayer:
        return steady(seed)

    def delays_end(self, state: State, seat: int) -> bool:
        """Whether the seat holds a card that fits: a round ends by placing (N6)."""
        return any(card.fits(top) for card in (*state.hands[seat], *state.discards[seat]) for top in state.tops)
