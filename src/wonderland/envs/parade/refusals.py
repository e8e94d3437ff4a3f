"""The sentence about an action that is not legal: what it was, and what would be."""

from __future__ import annotations

import numpy as np

from wonderland.core.errors import NotAllowed, TooLate, Unreadable, WonderlandError
from wonderland.envs.arguments import agent_name
from wonderland.envs.parade.actions import ACTIONS, CARD_ACTIONS, action_of
from wonderland.envs.parade.batch import ParadeBatch
from wonderland.games.parade.state import Cards


def refuse(batch: ParadeBatch, game: int, action: int, seat: int | None = None) -> WonderlandError:
    """Why ``seat``, by default the one that acts next, may not choose this action now."""
    if not 0 <= action < ACTIONS:
        return Unreadable("integer_wrong", value=action, low=0, high=ACTIONS - 1).within("at_key", key="action")
    if batch.seat[game] < 0:
        return TooLate("env_game_over")
    if seat is None:
        seat = int(batch.seat[game])
    numbers: list[int] = np.flatnonzero(batch.mask[game]).tolist()
    # To say which card an action plays, the hand is not needed; and without masks very many actions are illegal.
    hand = batch.state(game).hands[seat] if numbers[0] >= CARD_ACTIONS else ()
    legal = ", ".join(_told(number, hand) for number in numbers)
    wrong = _told(action, hand) if action < CARD_ACTIONS else action
    return NotAllowed("env_choice_refused", name=agent_name(seat), action=wrong, legal=legal)


def _told(number: int, hand: Cards) -> str:
    """An action for people: its number, and what it does."""
    return f"{number} ({action_of(number, hand)})"
