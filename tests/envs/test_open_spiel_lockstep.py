"""The game of OpenSpiel beside the batch: the same decks and actions give the same seats, masks and rewards."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest

import wonderland.envs.open_spiel  # noqa: F401  # registers the game
from cases import cases
from wonderland.envs import ParadeBatch

GAMES = 5


def settle(state: Any, deck: list[int]) -> None:
    """Deal or draw from the deck until a seat is to act."""
    while state.is_chance_node():
        state.apply_action(deck.pop(0))


@pytest.mark.parametrize("players", cases([2, 3], [4, 5, 6], "every number of players is compiled"))
def test_the_same_game_as_the_batch(players: int) -> None:
    random = Random(players)
    decks = [random.sample(range(66), 66) for _ in range(GAMES)]
    first = [random.randrange(players) for _ in range(GAMES)]
    batch = ParadeBatch(GAMES, players, autoreset=False)
    batch.deal(np.array(decks), np.array(first))
    states = [pyspiel.load_game("python_wonderland_parade", {"players": players}).new_initial_state() for _ in first]
    for state, begins, deck in zip(states, first, decks, strict=True):
        state.apply_action(begins)
        settle(state, deck)
    while not all(state.is_terminal() for state in states):
        actions = [0 if state.is_terminal() else random.choice(state.legal_actions()) for state in states]
        for number, state in enumerate(states):
            assert batch.seat[number] == (-1 if state.is_terminal() else state.current_player())
            if not state.is_terminal():
                assert np.flatnonzero(batch.mask[number]).tolist() == state.legal_actions()
        batch.step(np.array(actions))
        for number, state in enumerate(states):
            if not state.is_terminal():
                state.apply_action(actions[number])
                settle(state, decks[number])
                assert batch.done[number] == state.is_terminal()
                assert batch.reward[number] == pytest.approx(state.returns())
