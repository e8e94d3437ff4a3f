"""The sentence about an action that is not legal: what it was, and what would be."""

from __future__ import annotations

import numpy as np

from wonderland.core.errors import NotAllowed, TooLate
from wonderland.envs.parade.actions import CARD_ACTIONS, action_of
from wonderland.envs.parade.batch import ParadeBatch
from wonderland.envs.parade.render import agent_name
from wonderland.games.parade.state import HAND_SIZE, Cards


def refuse(batch: ParadeBatch, game: int, action: int, seat: int | None = None) -> NotAllowed:
    """Why ``seat``, by default the one that acts next, may not choose this action now."""
    if seat is None:
        seat = int(batch.seat[game])
    if batch.seat[game] < 0:
        return TooLate("env_game_over")
    hand = batch.state(game).hands[seat]
    legal = ", ".join(_told(int(one), hand) for one in np.flatnonzero(batch.mask[game]))
    return NotAllowed("env_choice_refused", name=agent_name(seat), action=_told(action, hand), legal=legal)


def _told(number: int, hand: Cards) -> str:
    """An action for people: its number and, where that means anything with this hand, what it does."""
    if number >= CARD_ACTIONS and len(hand) == HAND_SIZE:
        return str(number)
    return f"{number} ({action_of(number, hand)})"
