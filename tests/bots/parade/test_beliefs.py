"""Sampled hands: always a re-deal of the hidden cards, and as often as the plays seen make them likely."""

from __future__ import annotations

from math import exp
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest

from cases import cases
from wonderland.bots.parade.compiling import entry_point
from wonderland.bots.parade.evaluation.weights import SCALE, TAKE_IN_HAND, TAKE_IN_LINE, load_weights
from wonderland.bots.parade.heuristic import Evaluation
from wonderland.bots.parade.search.beliefs import (
    LEAST_PLAY_WEIGHT,
    STEPS,
    TEMPERATURE,
    first_sample,
    next_sample,
    no_beliefs,
    shuffle_pile,
)
from wonderland.bots.parade.search.rollouts import Seen, seen_game
from wonderland.games.parade import DECK, Play, State, game
from wonderland.sim.batch.observation import Observation, code, observe
from wonderland.sim.kernel.layout import HAND_SIZE, NO_CARD
from wonderland.sim.kernel.random_words import key_of

PLAYERS = cases([2, 4], [3, 5, 6], "every number of players is compiled")


@entry_point
def sample_worlds(seats: Any, seat: Any, key: Any, seen: Any, weights: Any, all_hands: Any, all_piles: Any) -> Any:
    """The hands and the pile of many worlds, and the beliefs of the last."""
    seen = Seen(*seen)
    game, beliefs = seen_game(seen), no_beliefs()
    first_sample(seats, seat, key, seen.order, game, weights, beliefs)
    for world in range(len(all_hands)):
        chance = key_of(key, np.uint64(world + 1))
        next_sample(seats, seat, STEPS * (len(seats) - 1), chance, game, beliefs)
        shuffle_pile(chance, game)
        all_hands[world], all_piles[world] = game.hands, game.pile
    return beliefs


class Sampled:
    """Worlds as a seat believes them to be after some turns."""

    def __init__(self, seen: Observation, worlds: int, weights: np.ndarray | None = None) -> None:
        self.hands = np.zeros((worlds, len(seen.hands)), np.uint8)
        self.piles = np.zeros((worlds, len(seen.pile)), np.uint8)
        if weights is None:
            weights = np.array(load_weights(seen.players), np.int64)
        self.turns, self.play_weights, self.cards, self.came, self.went, self.sums = sample_worlds(
            (0,) * seen.players, seen.seat, np.uint64(5), seen.arrays(), weights, self.hands, self.piles
        )


def walk(players: int, plies: int, seed: int) -> State:
    """A game after some random turns, at most until all have been played."""
    random = Random(seed)
    state = game.deal(game.shuffle([f"P{seat}" for seat in range(players)], random))
    while state.turn is not None and len(state.history) < plies:
        state = game.apply(state, state.turn, Play(random.choice(state.hands[state.turn])))
    return state


@pytest.mark.parametrize("players", PLAYERS)
def test_sampled_hands_are_a_deal_of_exactly_the_hidden_cards(players: int) -> None:
    for plies in (0, 1, players, 17, 25, 32, 99):
        state = walk(players, plies, plies)
        seen = observe(game.view(state, plies % players))
        own = slice(seen.seat * HAND_SIZE, seen.seat * HAND_SIZE + HAND_SIZE)
        known = {code(card) for card in (*state.start, *state.history, *state.hands[seen.seat])}
        hidden = sorted(code(card) for card in DECK if code(card) not in known)
        worlds = Sampled(seen, 30)
        for hands, pile in zip(worlds.hands, worlds.piles, strict=True):
            assert (hands[own] == seen.hands[own]).all()
            assert ((hands == NO_CARD) == (seen.hands == NO_CARD)).all()
            assert ((pile == NO_CARD) == (seen.pile == NO_CARD)).all()
            others = np.concatenate([hands[: own.start], hands[own.stop :], pile])
            assert sorted(others[others != NO_CARD].tolist()) == hidden


@pytest.mark.parametrize("players", PLAYERS)
def test_a_past_fits_what_was_seen(players: int) -> None:
    """Each card came before it went, one a turn; the hand now is its end, and what was added up is still right."""
    for plies in (2 * players, 25, 99):
        state = walk(players, plies, plies)
        seen = observe(game.view(state, 0))
        beliefs = Sampled(seen, 50)
        for seat in range(1, players):
            turns, size = int(beliefs.turns[seat]), len(state.hands[seat])
            held = size + turns
            cards, came, went = beliefs.cards[seat, :held], beliefs.came[seat, :held], beliefs.went[seat, :held]
            assert turns == sum(mover == seat for mover, _ in game.view(state, 0).history)
            assert cards[:size].tolist() == beliefs.hands[-1, seat * HAND_SIZE : seat * HAND_SIZE + size].tolist()
            assert cards[size:].tolist() == [
                code(card) for ply, card in enumerate(state.history) if (state.first + ply) % players == seat
            ]
            assert sorted(came) == [-1] * HAND_SIZE + list(range(held - HAND_SIZE))
            assert (came < went).all()
            for turn in range(turns):
                there = cards[(came < turn) & (went >= turn)]
                assert len(there) == HAND_SIZE
                assert beliefs.sums[seat, turn] == pytest.approx(
                    beliefs.play_weights[seat, turn, there].sum(), rel=1e-9
                )


def test_the_play_weight_of_a_card_is_what_it_cost_then() -> None:
    """The history looked at again: the line, the cards in front and the stage are those of that turn."""
    table = np.array(load_weights(3), np.int64)
    # A single card of an unknown hand: the plain form would count it as held.
    table[TAKE_IN_HAND:TAKE_IN_LINE] = 0
    random, state = Random(8), walk(3, 0, 8)
    turns, evaluations = [0, 0, 0], []
    while state.turn is not None:
        seat = state.turn
        view = game.view(state, seat)
        costs = {}
        for card in DECK:
            evaluation = Evaluation(msgspec.structs.replace(view, hand=(card,)))
            evaluation.weights = tuple(table.tolist())
            costs[code(card)] = evaluation.cost(card)
        evaluations.append((seat, turns[seat], costs))
        turns[seat] += 1
        state = game.apply(state, seat, Play(random.choice(state.hands[seat])))
    beliefs = Sampled(observe(game.view(state, 0)), 1, table)
    for seat, turn, costs in evaluations:
        if seat != 0:
            least = min(costs.values())
            for number, cost in costs.items():
                expected = exp((least - cost) / (TEMPERATURE * SCALE)) + LEAST_PLAY_WEIGHT
                assert beliefs.play_weights[seat, turn, number] == pytest.approx(expected)


#: How much sharper than real players those of the following tests choose, so that their plays tell a lot.
SHARPER = 5


def likely_hands(state: State, beliefs: Sampled, samples: int) -> np.ndarray:
    """How likely each seat holds each card in the eyes of seat 0, by what likely means and nothing else: (6, 96).

    The hidden cards are dealt at random, and each turn any of the five cards held is the one that was played. Each
    beliefs made up like that counts by how likely it makes the plays.
    """
    random, rows = np.random.default_rng(1), np.arange(samples)
    players, weights = len(state.players), np.ones(samples)
    known = {*state.start, *state.history, *state.hands[0]}
    hidden = np.array([code(card) for card in DECK if card not in known])
    dealt = hidden[random.random((samples, len(hidden))).argsort(axis=1)]
    found = np.zeros((6, 96))
    hands = []
    for seat in range(1, players):
        played = [code(card) for ply, card in enumerate(state.history) if (state.first + ply) % players == seat]
        size = len(state.hands[seat])
        # Cards face down, by when they came: the five dealt, then one a turn. Played, they are seen.
        hand = np.tile(np.arange(HAND_SIZE), (samples, 1))
        faces = np.zeros((samples, size + len(played)), np.int64)
        held = []
        for turn, card in enumerate(played):
            held.append(hand)
            any_of_five = random.integers(HAND_SIZE, size=samples)
            faces[rows, hand[rows, any_of_five]] = card
            if HAND_SIZE + turn < size + len(played):
                hand = np.where(np.arange(HAND_SIZE) == any_of_five[:, None], HAND_SIZE + turn, hand)
            else:
                hand = np.where(np.arange(HAND_SIZE - 1) < any_of_five[:, None], hand[:, :-1], hand[:, 1:])
        cards, dealt = dealt[:, :size], dealt[:, size:]
        faces[rows[:, None], hand] = cards
        for turn, there in enumerate(held):
            weights /= beliefs.play_weights[seat, turn, faces[rows[:, None], there]].sum(axis=1)
        hands.append((seat, cards))
    for seat, cards in hands:
        for place in range(cards.shape[1]):
            found[seat] += np.bincount(cards[:, place], weights / weights.sum(), minlength=96)
    return found


@pytest.mark.parametrize(
    ("players", "plies", "seed", "last_round"),
    [(2, 4, 1, False), (2, 8, 2, False), (3, 6, 3, False), (3, 10, 4, False), (2, 9, 249, True), (3, 10, 157, True)],
)
def test_hands_come_up_as_often_as_they_are_likely(players: int, plies: int, seed: int, last_round: bool) -> None:
    state = walk(players, plies, seed)
    assert (min(len(hand) for hand in state.hands) < HAND_SIZE) == last_round
    table = np.array(load_weights(players), np.int64) * SHARPER
    worlds = Sampled(observe(game.view(state, 0)), 100_000, table)
    likely, often = likely_hands(state, worlds, 150_000), np.zeros((6, 96))
    for place, cards in enumerate(worlds.hands.T):
        if place >= HAND_SIZE:
            often[place // HAND_SIZE] += np.bincount(cards, minlength=256)[:96] / len(cards)
    assert np.abs(often - likely).max() < 0.015
    # The plays do tell something: dealt at random, all hidden cards would be equally likely.
    assert likely.max() - likely[likely > 0].min() > 0.08
