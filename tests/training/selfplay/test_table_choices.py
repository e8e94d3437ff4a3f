"""The Hatter's choices in a batch of games."""

from __future__ import annotations

import numpy as np

from wonderland.bots import registry
from wonderland.bots.bot import Budget
from wonderland.bots.parade.evaluation.weights import load_weights
from wonderland.bots.parade.network.policy import ASIDE_PLACES
from wonderland.envs.parade.actions import number_of
from wonderland.envs.parade.batch import ParadeBatch
from wonderland.games.parade import Discard, Play, game
from wonderland.training.selfplay.table_choices import choose_games, new_scratch

GAMES, PLAYERS, STEPS = 12, 3, 60


def test_a_batch_chooses_what_the_bot_does() -> None:
    """Whole games, in step with the plain rules."""
    batch, bot = ParadeBatch(GAMES, PLAYERS, seed=5), registry.make("hatter", 0)
    chosen, weights = np.zeros(GAMES, np.int8), np.array(load_weights(PLAYERS), np.int64)
    kinds = set()
    for _ in range(STEPS):
        choose_games(*batch.kernel_state, new_scratch(), weights, chosen)
        actions = np.zeros(GAMES, np.int64)
        for number in range(GAMES):
            state, seat = batch.state(number), int(batch.seat[number])
            hand = state.hands[seat]
            if len(hand) == len(ASIDE_PLACES[0]) * 2:
                found: Play | Discard = Discard(tuple(hand[place] for place in ASIDE_PLACES[chosen[number]]))
            else:
                found = Play(hand[chosen[number]])
            decided = bot.decide(game.view(state, seat), Budget())
            actions[number] = number_of(found, hand)
            assert actions[number] == number_of(decided, hand), (number, found, decided)
            kinds.add(type(found))
        batch.step(actions)
    assert kinds == {Play, Discard}
