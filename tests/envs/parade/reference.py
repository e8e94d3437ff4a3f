"""The reference rules beside an environment."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from cases import cases
from wonderland.envs.parade.actions import action_of, number_of
from wonderland.games import parade
from wonderland.games.parade.cards import by_colour
from wonderland.games.parade.state import State

PLAYERS = cases([2, 3], [4, 5, 6], "every number of players is compiled")


def any_legal(mask: NDArray[np.int8], random: Random) -> int:
    """One of the actions of a mask."""
    legal: list[int] = np.flatnonzero(mask).tolist()
    return random.choice(legal)


def legal_numbers(state: State, seat: int) -> set[int]:
    """The actions that the reference rules allow."""
    return {number_of(action, state.hands[seat]) for action in parade.game.legal(state, seat)}


def applied(state: State, seat: int, action: int) -> State:
    """The state after an action, by the reference rules."""
    return parade.game.apply(state, seat, action_of(action, state.hands[seat]))


def replayed(start: State, end: State) -> State:
    """The state at the end of a game again, by the reference rules, from an earlier one and the cards played since."""
    state = start
    for card in end.history[len(start.history) :]:
        assert state.turn is not None, "somebody played after the last turn"
        state = parade.game.apply(state, state.turn, parade.Play(card))
    for seat, aside in enumerate(end.discards):
        if aside is not None and state.discards[seat] is None:
            state = parade.game.apply(state, seat, parade.Discard(aside))
    return state


def as_lying(state: State) -> State:
    """With hands and the cards in front in one order, which has no meaning."""
    hands, front = (tuple(by_colour(cards) for cards in seats) for seats in (state.hands, state.front))
    return msgspec.structs.replace(state, hands=hands, front=front)


def assert_ended_as(end: State, scores: Any, rewards: Any) -> None:
    """The reference rules give these scores, and the rewards are (n · share of the win − 1) / (n − 1)."""
    outcome = parade.game.outcome(end)
    assert outcome is not None, f"the game is not over:\n{end}"
    players = len(end.players)
    shares = [(seat in outcome.winners) / len(outcome.winners) for seat in range(players)]
    expected = [(players * share - 1) / (players - 1) for share in shares]
    assert list(scores) == list(outcome.scores)
    np.testing.assert_allclose(rewards, expected[: len(rewards)], atol=1e-6)
