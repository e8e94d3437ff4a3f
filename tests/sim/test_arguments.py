"""Compiled code checks nothing, so everything that comes from outside is refused before it gets there."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from wonderland.core.errors import WonderlandError
from wonderland.games import parade
from wonderland.games.parade.state import Discard, Play, State
from wonderland.sim import Batch, record_of, rollouts, simulate

DECK = np.arange(66)


def batch(games: int = 4, players: int = 3) -> Batch:
    rng = np.random.default_rng(1)
    return Batch.deal(players, rng.permuted(np.tile(DECK, (games, 1)), axis=1), np.zeros(games, int))


def discard_phase(players: int = 3) -> State:
    random = Random(4)
    state = parade.game.deal(parade.game.shuffle([f"P{seat}" for seat in range(players)], random))
    while (seat := state.turn) is not None:
        state = parade.game.apply(state, seat, Play(random.choice(state.hands[seat])))
    return state


@pytest.mark.parametrize(
    ("players", "decks", "first", "words"),
    [
        (1, [DECK], [0], "players: must be a whole number from 2 to 6"),
        (7, [DECK], [0], "players: must be a whole number from 2 to 6"),
        (3, [np.full(66, 200)], [0], "decks: must be a whole number from 0 to 65, not 200"),
        (3, [np.zeros(66, int)], [0], "decks: must hold each card"),
        (3, [DECK[:65]], [0], "decks: must have the shape"),
        (3, DECK, [0], "decks: must have the shape"),
        (3, [DECK + 0.5], [0], "decks: must be whole numbers"),
        (3, [DECK], [3], "first: must be a whole number from 0 to 2, not 3"),
    ],
)
def test_a_deal_is_checked(players: int, decks: Any, first: Any, words: str) -> None:
    with pytest.raises(WonderlandError, match=words):
        Batch.deal(players, decks, first)


@pytest.mark.parametrize("seat", [3, 9, -2])
def test_a_view_of_nobody_is_refused(seat: int) -> None:
    with pytest.raises(WonderlandError, match="seats: must be a whole number from -1 to 2"):
        batch(2000).views(seat)


@pytest.mark.parametrize("wrong", [66, 65536, -2, 0.5])
def test_a_choice_that_is_no_card_is_refused(wrong: float) -> None:
    with pytest.raises(WonderlandError, match="choices: must be"):
        batch().step(np.full(4, wrong))


def test_rollouts_refuse_what_the_rules_refuse() -> None:
    state = discard_phase()
    one, two, *_ = (card.number for card in state.hands[0])
    for pair in ([one, one], [one, -1], [one, state.parade[0].number]):
        with pytest.raises(WonderlandError):
            rollouts(Batch.of([state]), 10, choices=[pair])
    with pytest.raises(WonderlandError):
        rollouts(batch(1), 10, choices=[int(np.flatnonzero(~batch(1).legal()[0])[0])])
    for unseen_by in (3, -2, "x"):
        with pytest.raises(WonderlandError, match="unseen_by"):
            rollouts(batch(1), 10, unseen_by=unseen_by)  # type: ignore[arg-type]
    with pytest.raises(WonderlandError, match="count"):
        rollouts(batch(1), 0)
    assert rollouts(Batch.of([state]), 10, choices=[[one, two]]).scores.shape == (1, 10, 3)


def test_cards_are_set_aside_in_any_order() -> None:
    """P7: seat 2 may choose before seat 0, in a batch and at the beginning of a rollout."""
    state = discard_phase()
    pair = state.hands[2][:2]
    table = Batch.of([state])
    table.step([[card.number for card in pair]], seats=[2])
    assert table.state(0, state.players).discards == parade.game.apply(state, 2, Discard(pair)).discards
    with pytest.raises(WonderlandError):
        table.step([[card.number for card in pair]], seats=[2])
    tried = rollouts(Batch.of([state]), 300, unseen_by=2, choices=[[card.number for card in pair]])
    kept = [card for card in state.hands[2] if card not in pair]
    front = [*state.front[2], *kept]
    # The seat's cards are all known, so its score varies only with the majorities of the others.
    assert tried.scores[0, :, 2].max() <= sum(card.value for card in front) + len(front)
    assert tried.scores[0, :, 2].min() >= min(len(front), sum(card.value for card in front))


def test_a_game_that_has_ended_has_one_outcome() -> None:
    state = discard_phase()
    for seat in range(3):
        state = parade.game.apply(state, seat, Discard(state.hands[seat][:2]))
    end = parade.game.outcome(state)
    assert end is not None
    for unseen_by in (-1, 0, 2):
        found = rollouts(Batch.of([state]), 50, unseen_by=unseen_by)
        assert (found.scores == np.array(end.scores)).all()


def test_numpy_numbers_are_numbers() -> None:
    there = simulate(np.int64(3), np.int32(50), seed=np.int64(9), threads=np.int8(1))  # type: ignore[arg-type]
    assert (there.table == simulate(3, 50, seed=9).table).all()


@pytest.mark.parametrize("wrong", [{"players": 1}, {"players": 7}, {"game": -1}, {"game": 1.5}])
def test_a_record_of_no_game_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(WonderlandError):
        record_of(**{"players": 3, "game": 0, **wrong})


def test_states_of_different_tables_do_not_mix() -> None:
    with pytest.raises(WonderlandError, match="the same number of players"):
        Batch.of([discard_phase(2), discard_phase(3)])
    with pytest.raises(WonderlandError, match="the same number of players"):
        Batch.of([])
