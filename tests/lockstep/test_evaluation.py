"""The evaluation in three forms: plain Python, the kernel, and the kernel's move as entries of the table of weights."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest

from cases import cases
from lockstep.tables import actor
from wonderland.bots.bot import Budget
from wonderland.bots.parade.evaluation.costs import (
    PRICES_SIZE,
    best_card,
    hand_colours_of,
    keep_best_pair,
    laying_cost,
    price_colours,
    stage_of,
)
from wonderland.bots.parade.evaluation.weights import GAIN, KEEP_STAGE, TAKE_IN_HAND, WEIGHTS_SIZE, load_weights
from wonderland.bots.parade.heuristic import Evaluation, Heuristic
from wonderland.bots.parade.search.endgame import KEPT_PLACES, PAIRS
from wonderland.bots.parade.simple import Greedy
from wonderland.games.parade import DECK, Action, Discard, Play, State, game
from wonderland.sim import Batch
from wonderland.sim.batch.load import Rows, load, number_of
from wonderland.sim.batch.steps import playing
from wonderland.sim.kernel.layout import HAND_SIZE, ORDER_SIZE, U0
from wonderland.sim.kernel.policy_game import new_game
from wonderland.sim.kernel.turn import counters_of
from wonderland.training.compiling import entry_point
from wonderland.training.table.features import MAX_FEATURES, Features, features_of_card, features_of_pair

#: Each is compiled by itself.
PLAYERS = cases((2, 4), (3, 5, 6), "every number of players")
#: The stages that some games go through for certain: with two players the pile is never short, with six never long.
STAGES_SEEN = {2: {0, 4, 5, 6}, 3: {0, 1, 4, 5, 6}, 4: {0, 1, 2, 3, 4, 5, 6}, 5: {1, 2, 3, 4, 5, 6}, 6: {2, 3, 4, 5, 6}}
GAMES = 20


@entry_point
def evaluate(seats: Any, seat: Any, rows: Any, weights: Any, costs: Any, sums: Any, chosen: Any) -> Any:
    """What the kernel makes of the only game of a batch: all costs, the cards it chooses, and the stage."""
    players, rows, game = len(seats), Rows(*rows), new_game()
    prices = np.zeros(PRICES_SIZE, np.int64)
    features = Features(np.zeros(MAX_FEATURES, np.int64), np.zeros(MAX_FEATURES))
    load(0, rows, np.zeros(ORDER_SIZE, np.uint8), game)
    hand_colours, hand = hand_colours_of(seat, game.hands), seat * HAND_SIZE
    if not playing(players, game.meta):
        keep_best_pair(seat, seats, game, weights, prices)
        for which in range(2):
            chosen[which] = number_of(game.aside[seat * 2 + which])
        decision = price_colours(seat, seats, U0, hand_colours, KEEP_STAGE, game.masks, weights, prices)
        for pair in range(PAIRS):
            one = np.int64(game.hands[hand + KEPT_PLACES[pair, 0]])
            two = np.int64(game.hands[hand + KEPT_PLACES[pair, 1]])
            for number in range(features_of_pair(one, two, decision, players, game.masks, features)):
                sums[pair] += features.times[number] * weights[features.places[number]]
        return KEEP_STAGE
    counters, line = counters_of(game.meta), rows.line[0]
    stage = stage_of(players, counters.pile - counters.drawn, counters.trigger, game.masks)
    chosen[0] = number_of(game.hands[hand + best_card(seat, seats, line, stage, game, weights, prices)])
    turn = price_colours(seat, seats, line, hand_colours, stage, game.masks, weights, prices)
    for place in range(HAND_SIZE):
        card = np.int64(game.hands[hand + place])
        costs[place] = laying_cost(card, turn, seats, game.masks, weights, prices)
        for number in range(features_of_card(card, turn, seats, game.masks, prices, features)):
            sums[place] += features.times[number] * weights[features.places[number]]
    return stage


class Evaluated:
    """The kernel's opinion of a state; its hands are in the same order."""

    def __init__(self, state: State, seat: int, weights: np.ndarray) -> None:
        batch = Batch.of([state])
        self.costs, self.sums = np.zeros(HAND_SIZE, np.int64), np.zeros(PAIRS)
        chosen = np.zeros(2, np.int64)
        self.stage = evaluate((0,) * batch.players, seat, batch.rows, weights, self.costs, self.sums, chosen)
        cards = [DECK[number] for number in chosen]
        self.action: Action = Discard(tuple(cards)) if self.stage == KEEP_STAGE else Play(cards[0])


def decisions(players: int, games: int, greedy: bool) -> Iterator[tuple[State, int]]:
    """Every decision of some games, of random players or of greedy ones."""
    random, bot = Random(f"{players} {greedy}"), Greedy(0)
    for _ in range(games):
        state = game.deal(game.shuffle([f"P{seat}" for seat in range(players)], random))
        while not state.over:
            seat = actor(state)
            yield state, seat
            view = game.view(state, seat)
            action = bot.decide(view, Budget()) if greedy else random.choice(game.legal(state, seat))
            state = game.apply(state, seat, action)


def any_table(seed: int) -> np.ndarray:
    """Every entry differs, so that none can be mistaken for another."""
    return np.random.default_rng(seed).permutation(np.arange(-WEIGHTS_SIZE, WEIGHTS_SIZE))[:WEIGHTS_SIZE]


@pytest.mark.parametrize("greedy", [False, True])
@pytest.mark.parametrize("players", PLAYERS)
def test_plain_python_and_the_kernel_count_the_same(players: int, greedy: bool) -> None:
    table = any_table(players)
    stages = set()
    for state, seat in decisions(players, GAMES, greedy):
        found, evaluation = Evaluated(state, seat, table), Evaluation(game.view(state, seat))
        evaluation.weights = tuple(table.tolist())
        stages.add(found.stage)
        assert evaluation.stage == found.stage, state
        if state.phase == "play":
            assert [evaluation.cost(card) for card in state.hands[seat]] == found.costs.tolist(), state
        else:
            kept = min(combinations(state.hands[seat], 2), key=lambda pair: evaluation.taking(pair))
            assert set(kept).isdisjoint(found.action.cards), state  # type: ignore[union-attr]  # they are discards
    assert stages >= STAGES_SEEN[players]


@pytest.mark.parametrize("players", PLAYERS)
def test_the_hatter_decides_like_the_kernel(players: int) -> None:
    table, bot = np.array(load_weights(players), np.int64), Heuristic(0)
    for state, seat in decisions(players, GAMES, greedy=True):
        assert bot.decide(game.view(state, seat), Budget()) == Evaluated(state, seat, table).action, state


@pytest.mark.parametrize("players", PLAYERS)
def test_the_entries_of_a_move_add_up_to_what_it_costs(players: int) -> None:
    table = any_table(players)
    # What is saved counts in sixteenths: whole points here, so that nothing is rounded.
    table[GAIN:TAKE_IN_HAND] *= 16
    stages = set()
    for state, seat in [*decisions(players, GAMES, greedy=False), *decisions(players, GAMES, greedy=True)]:
        found = Evaluated(state, seat, table)
        stages.add(found.stage)
        if state.phase == "play":
            assert found.sums[:HAND_SIZE].tolist() == found.costs.tolist(), state
        else:
            kept = list(combinations(state.hands[seat], 2))[int(np.argmin(found.sums))]
            assert set(kept).isdisjoint(found.action.cards), state  # type: ignore[union-attr]  # they are discards
    assert stages >= STAGES_SEEN[players]
