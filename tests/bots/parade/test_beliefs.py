"""Imagined hands: always a re-deal of the hidden cards, and as often as the plays seen make them likely."""

from __future__ import annotations

from math import exp
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest

from wonderland.bots.parade.compiling import entry_point
from wonderland.bots.parade.evaluation.weights import HELD, LYING, SCALE, taste
from wonderland.bots.parade.heuristic import Mind
from wonderland.bots.parade.search.beliefs import ERRING, LEAST, STEPS, imagine, nothing_past, shuffle_pile, wander
from wonderland.games.parade import DECK, Play, State, game
from wonderland.sim.batch.observation import Sight, code, see
from wonderland.sim.kernel.layout import EMPTY, HAND
from wonderland.sim.kernel.random_words import key_of

PLAYERS = range(2, 7)


@entry_point
def imagined(
    seats: Any, seat: Any, key: Any, order: Any, meta: Any, hands: Any, pile: Any, taste: Any, all_hands: Any,
    all_piles: Any,
) -> Any:  # fmt: skip
    """The hands and the pile of many worlds, and the last past."""
    past = nothing_past()
    imagine(seats, seat, key, order, meta, hands, pile, taste, past)
    for world in range(len(all_hands)):
        chance = key_of(key, np.uint64(world + 1))
        wander(seats, seat, STEPS * (len(seats) - 1), chance, meta, hands, pile, past)
        shuffle_pile(chance, pile, meta)
        all_hands[world], all_piles[world] = hands, pile
    return past


class Imagined:
    """Worlds as a seat imagines them after some turns."""

    def __init__(self, sight: Sight, worlds: int, table: np.ndarray | None = None) -> None:
        self.hands = np.zeros((worlds, len(sight.hands)), np.uint8)
        self.piles = np.zeros((worlds, len(sight.pile)), np.uint8)
        seats, prices = (0,) * sight.players, np.array(taste(sight.players), np.int64)
        self.turns, self.tempting, self.cards, self.came, self.went, self.sums = imagined(
            *(seats, sight.seat, np.uint64(5), sight.order, sight.meta, sight.hands.copy(), sight.pile.copy()),
            *(prices if table is None else table, self.hands, self.piles),
        )


def walk(players: int, plies: int, seed: int) -> State:
    """A game after some random turns, at most until all have been played."""
    random = Random(seed)
    state = game.deal(game.shuffle([f"P{seat}" for seat in range(players)], random))
    while state.turn is not None and len(state.history) < plies:
        state = game.apply(state, state.turn, Play(random.choice(state.hands[state.turn])))
    return state


@pytest.mark.parametrize("players", PLAYERS)
def test_imagined_hands_are_a_deal_of_exactly_the_hidden_cards(players: int) -> None:
    for plies in (0, 1, players, 17, 25, 32, 99):
        state = walk(players, plies, plies)
        sight = see(game.view(state, plies % players))
        own = slice(sight.seat * HAND, sight.seat * HAND + HAND)
        known = {code(card) for card in (*state.start, *state.history, *state.hands[sight.seat])}
        hidden = sorted(code(card) for card in DECK if code(card) not in known)
        worlds = Imagined(sight, 30)
        for hands, pile in zip(worlds.hands, worlds.piles, strict=True):
            assert (hands[own] == sight.hands[own]).all()
            assert ((hands == EMPTY) == (sight.hands == EMPTY)).all()
            assert ((pile == EMPTY) == (sight.pile == EMPTY)).all()
            others = np.concatenate([hands[: own.start], hands[own.stop :], pile])
            assert sorted(others[others != EMPTY].tolist()) == hidden


@pytest.mark.parametrize("players", PLAYERS)
def test_a_past_fits_what_was_seen(players: int) -> None:
    """Each card came before it went, one a turn; the hand now is its end, and what was added up is still right."""
    for plies in (2 * players, 25, 99):
        state = walk(players, plies, plies)
        sight = see(game.view(state, 0))
        past = Imagined(sight, 50)
        for seat in range(1, players):
            turns, size = int(past.turns[seat]), len(state.hands[seat])
            held = size + turns
            cards, came, went = past.cards[seat, :held], past.came[seat, :held], past.went[seat, :held]
            assert turns == sum(mover == seat for mover, _ in game.view(state, 0).history)
            assert cards[:size].tolist() == past.hands[-1, seat * HAND : seat * HAND + size].tolist()
            assert cards[size:].tolist() == [
                code(card) for ply, card in enumerate(state.history) if (state.first + ply) % players == seat
            ]
            assert sorted(came) == [-1] * HAND + list(range(held - HAND))
            assert (came < went).all()
            for turn in range(turns):
                there = cards[(came < turn) & (went >= turn)]
                assert len(there) == HAND
                assert past.sums[seat, turn] == pytest.approx(past.tempting[seat, turn, there].sum(), rel=1e-9)


def test_how_tempting_a_card_was_is_what_it_cost_then() -> None:
    """The history looked at again: the line, the cards in front and the stage are those of that turn."""
    table = np.array(taste(3), np.int64)
    # A single card of an unknown hand: the plain form would count it as held.
    table[HELD:LYING] = 0
    random, state = Random(8), walk(3, 0, 8)
    turns, minds = [0, 0, 0], []
    while state.turn is not None:
        seat = state.turn
        view = game.view(state, seat)
        costs = {}
        for card in DECK:
            mind = Mind(msgspec.structs.replace(view, hand=(card,)))
            mind.table = tuple(table.tolist())
            costs[code(card)] = mind.cost(card)
        minds.append((seat, turns[seat], costs))
        turns[seat] += 1
        state = game.apply(state, seat, Play(random.choice(state.hands[seat])))
    past = Imagined(see(game.view(state, 0)), 1, table)
    for seat, turn, costs in minds:
        if seat != 0:
            least = min(costs.values())
            for number, cost in costs.items():
                expected = exp((least - cost) / (ERRING * SCALE)) + LEAST
                assert past.tempting[seat, turn, number] == pytest.approx(expected)


#: How much sharper than real players those of the following tests choose, so that their plays tell a lot.
SHARPER = 5


def likely_hands(state: State, past: Imagined, samples: int) -> np.ndarray:
    """How likely each seat holds each card in the eyes of seat 0, by what likely means and nothing else: (6, 96).

    The hidden cards are dealt at random, and each turn any of the five cards held is the one that was played. Each
    past made up like that counts by how likely it makes the plays.
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
        hand = np.tile(np.arange(HAND), (samples, 1))
        faces = np.zeros((samples, size + len(played)), np.int64)
        held = []
        for turn, card in enumerate(played):
            held.append(hand)
            any_of_five = random.integers(HAND, size=samples)
            faces[rows, hand[rows, any_of_five]] = card
            if HAND + turn < size + len(played):
                hand = np.where(np.arange(HAND) == any_of_five[:, None], HAND + turn, hand)
            else:
                hand = np.where(np.arange(HAND - 1) < any_of_five[:, None], hand[:, :-1], hand[:, 1:])
        cards, dealt = dealt[:, :size], dealt[:, size:]
        faces[rows[:, None], hand] = cards
        for turn, there in enumerate(held):
            weights /= past.tempting[seat, turn, faces[rows[:, None], there]].sum(axis=1)
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
    assert (min(len(hand) for hand in state.hands) < HAND) == last_round
    table = np.array(taste(players), np.int64) * SHARPER
    worlds = Imagined(see(game.view(state, 0)), 100_000, table)
    likely, often = likely_hands(state, worlds, 150_000), np.zeros((6, 96))
    for place, cards in enumerate(worlds.hands.T):
        if place >= HAND:
            often[place // HAND] += np.bincount(cards, minlength=256)[:96] / len(cards)
    assert np.abs(often - likely).max() < 0.015
    # The plays do tell something: dealt at random, all hidden cards would be equally likely.
    assert likely.max() - likely[likely > 0].min() > 0.08
