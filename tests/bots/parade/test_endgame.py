"""The last choice, where both hands are known: nothing foolish, and nothing that could be seen through."""

from __future__ import annotations

from itertools import combinations, islice
from random import Random

import numpy as np
import pytest

from bots.parade.endings import ending, shares
from cases import cases
from wonderland.bots.bot import Budget
from wonderland.bots.parade.search.discards import choose
from wonderland.bots.parade.search.endgame import PAIRS, respond
from wonderland.games.parade import State, game
from wonderland.games.parade.state import DISCARD_SIZE
from wonderland.sim.batch.observation import code, observe
from wonderland.sim.kernel.layout import MAX_PLAYERS

SHORT_BUDGET = Budget(rollouts=5000)


def kept(state: State, seat: int, seed: int) -> int:
    """The number of the pair that the bot keeps."""
    aside = choose(game.view(state, seat), Random(seed), SHORT_BUDGET).cards
    pair = tuple(card for card in state.hands[seat] if card not in aside)
    return list(combinations(state.hands[seat], DISCARD_SIZE)).index(pair)


def test_what_is_worse_whatever_the_other_does_is_never_kept() -> None:
    tried = 0
    for seed in range(600):
        state = ending(seed, turns_left=0)
        won = shares(state)
        worse = {row for row in range(PAIRS) if any((won[row] < other).all() for other in won)}
        if worse:
            tried += 1
            assert kept(state, 0, seed) not in worse, state
        if tried == 12:
            return
    pytest.fail(f"only {tried} positions to try")


def needs_mixing(won: np.ndarray) -> bool:
    """Whether a player who knew the other's choice would always win, so that only a mixed strategy is good."""
    return bool(won.min(axis=1).max() == 0 and won.max(axis=0).min() == 1)


def test_fictitious_play_converges_to_an_equilibrium() -> None:
    """As in matching pennies: what each can guarantee equals what the other must concede."""
    tried, worlds = 0, 16
    for seed in range(2000):
        state = ending(seed, turns_left=0)
        won = shares(state)
        if not needs_mixing(won):
            continue
        tried += 1
        types, choices = np.zeros((MAX_PLAYERS, worlds, 4), np.uint8), np.zeros((MAX_PLAYERS, worlds, PAIRS))
        for seat, hand in enumerate(state.hands):
            types[seat] = [code(card) for card in hand]
            choices[seat, :, seed % PAIRS] = 1
        seen = observe(game.view(state, 0))
        for number in range(1500):
            respond((0, 0), 0, np.uint64(number), seen.arrays(), types, choices)
        own, other = (choices[seat].sum(axis=0) / choices[seat].sum() for seat in range(2))
        assert 0 <= (won @ other).max() - (own @ won).min() < 0.2, state
        assert max(*own, *other) < 0.9, state
        if tried == 5:
            return
    pytest.fail(f"only {tried} positions to try")


@pytest.mark.parametrize("positions", cases([1], [4], "four positions instead of one"))
def test_a_predictable_choice_would_lose_so_it_is_mixed(positions: int) -> None:
    """Where knowing the choice wins, no choice is so frequent that knowing the frequencies wins."""
    found = (ending(seed, turns_left=0) for seed in range(2000))
    for state in islice((state for state in found if needs_mixing(shares(state))), positions):
        often = np.zeros(PAIRS)
        for seed in range(40):
            often[kept(state, 0, seed)] += 1 / 40
        assert (often @ shares(state)).min() > 0.15, state
