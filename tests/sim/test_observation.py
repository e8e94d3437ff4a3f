"""A view in the kernel's arrays: what the seat knows stands there as in the state itself, and nothing else does."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from lockstep.tables import actor
from wonderland.games.parade import State, game
from wonderland.sim import Batch
from wonderland.sim.batch.observation import batch_of, code, observe
from wonderland.sim.kernel.layout import DECK_SIZE, META_CAUSES, NO_CARD

PLAYERS = range(2, 7)


def states(players: int) -> Iterator[State]:
    """Every state of a few random games in which a seat still has to decide."""
    random = Random(players)
    for _ in range(3):
        state = game.deal(game.shuffle([f"P{seat}" for seat in range(players)], random))
        while not state.over:
            yield state
            seat = actor(state)
            state = game.apply(state, seat, random.choice(game.legal(state, seat)))


@pytest.mark.parametrize("players", PLAYERS)
def test_what_a_seat_sees_is_what_is_there(players: int) -> None:
    for state in states(players):
        whole = Batch.of([state])
        for seat in range(players):
            seen = batch_of(game.view(state, seat), copies=2)
            assert (len(seen), seen.players) == (2, players)
            for name in ("slots", "line", "front"):
                assert (getattr(seen, name) == getattr(whole, name)).all(), (name, seat, state)
            assert (seen.hands[:, seat] == whole.hands[:, seat]).all(), (seat, state)
            # What began the last round is not told, and nothing depends on it any more.
            assert (np.delete(seen.meta, META_CAUSES, 1) == np.delete(whole.meta, META_CAUSES, 1)).all(), (seat, state)


@pytest.mark.parametrize("players", PLAYERS)
def test_hidden_cards_lie_where_some_card_lies_and_each_once(players: int) -> None:
    for state in states(players):
        whole = Batch.of([state])
        for seat in range(players):
            seen = batch_of(game.view(state, seat), copies=1)
            assert ((seen.hands == NO_CARD) == (whole.hands == NO_CARD)).all(), (seat, state)
            assert ((seen.pile == NO_CARD) == (whole.pile == NO_CARD)).all(), (seat, state)
            cards = np.concatenate([seen.slots.ravel(), seen.hands.ravel(), seen.pile.ravel()])
            assert sorted(cards[cards != NO_CARD].tolist()) == list(range(DECK_SIZE)), (seat, state)


def test_observation_and_batch_are_the_same_in_two_forms() -> None:
    for state in states(4):
        view = game.view(state, 2)
        seen, batch = observe(view), batch_of(view, copies=1)
        entered = [code(card) for card in (*state.start, *state.history)]
        assert seen.order[: len(entered)].tolist() == entered
        assert seen.line == batch.line[0]
        assert (seen.front == batch.front[0]).all()
        assert (seen.meta == batch.meta[0]).all()
        for codes, numbers in ((seen.hands, batch.hands[0].ravel()), (seen.pile, batch.pile[0])):
            assert ((codes == NO_CARD) == (numbers == NO_CARD)).all()
            there = codes != NO_CARD
            assert (codes[there] // 16 == numbers[there] // 11).all()
            assert (codes[there] % 16 == numbers[there] % 11).all()
