"""Taste three times over: plain Python, the kernel, and the kernel's move taken apart into entries of the table."""

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
from wonderland.bots.parade.heuristic import Heuristic, Mind
from wonderland.bots.parade.simple import Greedy
from wonderland.games.parade import DECK, Action, Discard, Play, State, game
from wonderland.sim import Batch
from wonderland.sim.closing import KEPT, PAIRS
from wonderland.sim.compiling import entry
from wonderland.sim.layout import HAND, META, META_DRAWN, META_PILE, META_TRIGGER, PILE, SEATS, WORK
from wonderland.sim.loading import load, number_of
from wonderland.sim.processor import popcount
from wonderland.sim.steps import playing
from wonderland.sim.taste import GAIN, HELD, KEEPING, SIZE, taste
from wonderland.sim.tasting import (
    MIND,
    colours_in,
    consider,
    cost_of,
    keep_tastefully,
    stage_of,
    tasteful_card,
)
from wonderland.sim.tracing import NOTES, trace_card, trace_pair

#: Each is compiled by itself.
PLAYERS = cases((2, 4), (3, 5, 6), "every number of players")
#: The stages that some games go through for certain: with two players the pile is never short, with six never long.
STAGES_SEEN = {2: {0, 4, 5, 6}, 3: {0, 1, 4, 5, 6}, 4: {0, 1, 2, 3, 4, 5, 6}, 5: {1, 2, 3, 4, 5, 6}, 6: {2, 3, 4, 5, 6}}
GAMES = 20


@entry
def tasted(
    seats: Any, seat: Any, slots: Any, line: Any, front: Any, hands: Any, pile: Any, aside: Any, meta: Any,
    taste: Any, costs: Any, traced: Any, chosen: Any,
) -> Any:  # fmt: skip
    """What the kernel makes of the only game of a batch: all costs, the cards it chooses, and the stage."""
    players = len(seats)
    order, work, mind = np.zeros(72, np.uint8), np.zeros(WORK, np.uint64), np.zeros(MIND, np.int64)
    own_hands, own_pile = np.zeros(SEATS * HAND, np.uint8), np.zeros(PILE, np.uint8)
    own_aside, own_meta = np.zeros(SEATS * 2, np.uint8), np.zeros(META, np.int16)
    places, times = np.zeros(NOTES, np.int64), np.zeros(NOTES)
    load(0, slots, front, hands, pile, aside, meta, order, work, own_hands, own_pile, own_aside, own_meta)
    counts, hand = colours_in(seat, own_hands), seat * HAND
    if not playing(players, own_meta):
        keep_tastefully(seat, seats, work, own_hands, taste, mind, own_aside)
        for which in range(2):
            chosen[which] = number_of(own_aside[seat * 2 + which])
        for pair in range(PAIRS):
            one, two = np.int64(own_hands[hand + KEPT[pair, 0]]), np.int64(own_hands[hand + KEPT[pair, 1]])
            noted = trace_pair(one, two, counts, seat, players, work, places, times)
            for number in range(noted):
                traced[pair] += times[number] * taste[places[number]]
        return KEEPING
    stage = stage_of(players, np.int64(own_meta[META_PILE] - own_meta[META_DRAWN]), own_meta[META_TRIGGER], work)
    place = tasteful_card(seat, seats, line[0], stage, work, own_hands, taste, mind)
    chosen[0] = number_of(own_hands[hand + place])
    held = consider(seat, seats, line[0], counts, stage, work, taste, mind)
    length = np.int64(popcount(line[0]))
    for place in range(HAND):
        card = np.int64(own_hands[hand + place])
        costs[place] = cost_of(card, counts, seat, seats, line[0], length, stage, held, work, taste, mind)
        noted = trace_card(card, counts, seat, seats, line[0], stage, work, mind, places, times)
        for number in range(noted):
            traced[place] += times[number] * taste[places[number]]
    return stage


class Tasted:
    """The kernel's opinion of a state; its hands are in the same order."""

    def __init__(self, state: State, seat: int, table: np.ndarray) -> None:
        batch = Batch.of([state])
        self.costs, self.traced = np.zeros(HAND, np.int64), np.zeros(PAIRS)
        chosen = np.zeros(2, np.int64)
        self.stage = tasted(
            *((0,) * batch.players, seat, batch.slots, batch.line, batch.front, batch.hands, batch.pile, batch.aside),
            *(batch.meta, table, self.costs, self.traced, chosen),
        )
        cards = [DECK[number] for number in chosen]
        self.action: Action = Discard(tuple(cards)) if self.stage == KEEPING else Play(cards[0])


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
    return np.random.default_rng(seed).permutation(np.arange(-SIZE, SIZE))[:SIZE]


@pytest.mark.parametrize("greedy", [False, True])
@pytest.mark.parametrize("players", PLAYERS)
def test_plain_python_and_the_kernel_count_the_same(players: int, greedy: bool) -> None:
    table = any_table(players)
    stages = set()
    for state, seat in decisions(players, GAMES, greedy):
        found, mind = Tasted(state, seat, table), Mind(game.view(state, seat))
        mind.table = tuple(table.tolist())
        stages.add(found.stage)
        assert mind.stage == found.stage, state
        if state.phase == "play":
            assert [mind.cost(card) for card in state.hands[seat]] == found.costs.tolist(), state
        else:
            kept = min(combinations(state.hands[seat], 2), key=lambda pair: mind.taking(pair))
            assert set(kept).isdisjoint(found.action.cards), state  # type: ignore[union-attr]  # they are discards
    assert stages >= STAGES_SEEN[players]


@pytest.mark.parametrize("players", PLAYERS)
def test_the_hatter_decides_like_the_kernel(players: int) -> None:
    table, bot = np.array(taste(players), np.int64), Heuristic(0)
    for state, seat in decisions(players, GAMES, greedy=True):
        assert bot.decide(game.view(state, seat), Budget()) == Tasted(state, seat, table).action, state


@pytest.mark.parametrize("players", PLAYERS)
def test_the_entries_of_a_move_add_up_to_what_it_costs(players: int) -> None:
    table = any_table(players)
    # What is saved counts in sixteenths: whole points here, so that nothing is rounded.
    table[GAIN:HELD] *= 16
    stages = set()
    for state, seat in [*decisions(players, GAMES, greedy=False), *decisions(players, GAMES, greedy=True)]:
        found = Tasted(state, seat, table)
        stages.add(found.stage)
        if state.phase == "play":
            assert found.traced[:HAND].tolist() == found.costs.tolist(), state
        else:
            kept = list(combinations(state.hands[seat], 2))[int(np.argmin(found.traced))]
            assert set(kept).isdisjoint(found.action.cards), state  # type: ignore[union-attr]  # they are discards
    assert stages >= STAGES_SEEN[players]
