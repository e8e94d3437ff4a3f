"""Random games without hands, turn by turn beside the reference rules: line, cards, trigger, scores and winners."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cases import cases
from wonderland.games import parade
from wonderland.games.parade.cards import DECK
from wonderland.records import encode
from wonderland.sim import record_of
from wonderland.sim.kernel.compiling import allocating_function
from wonderland.sim.kernel.intrinsics import build_masks, has_all_colours
from wonderland.sim.kernel.layout import (
    FRONT_MASKS,
    LINE_START,
    MASKS_SIZE,
    PACK,
    RESULT_CARDS,
    RESULT_SCORES,
    RESULT_SIZE,
    RESULT_WINNERS,
    START_SLOTS,
    U0,
    U1,
)
from wonderland.sim.kernel.random_words import key_of
from wonderland.sim.kernel.score import judge
from wonderland.sim.kernel.shuffle import ALL_DRAWS, shuffle_early
from wonderland.sim.kernel.turn import take


@allocating_function
def trace(seed: Any, game: Any, seats: Any, plies: Any, pack: Any, order: Any, masks: Any, rows: Any) -> None:
    """The kernel's own turns, and after each the line, every front, whether all colours lie there, and a judgement."""
    players = len(seats)
    result = np.zeros(RESULT_SIZE, np.int64)
    shuffle_early(key_of(seed, game), seats, ALL_DRAWS, pack, order)
    build_masks(order, masks)
    for place in range(players):
        masks[FRONT_MASKS + place] = U0
    line, length, bit = START_SLOTS, np.uint64(LINE_START), START_SLOTS + U1
    for ply in range(plies):
        front = np.uint64(FRONT_MASKS + ply % players)
        line, length, cards = take(order[LINE_START + ply], front, line, length, bit, masks)
        bit <<= U1
        judge(seats, masks, result)
        rows[ply, 0], rows[ply, 1] = line, 1 if has_all_colours(masks, cards) else 0
        rows[ply, 2] = np.uint64(result[RESULT_WINNERS])
        for place in range(players):
            rows[ply, 3 + place] = masks[FRONT_MASKS + place]
            rows[ply, 9 + place] = np.uint64(result[RESULT_SCORES + place])
            rows[ply, 15 + place] = np.uint64(result[RESULT_CARDS + place])


@pytest.mark.parametrize(
    ("players", "games"),
    cases(((2, 80), (4, 80)), ((players, 1_000) for players in range(2, 7)), "all players, 1,000 games"),
)
def test_every_turn_is_equal(players: int, games: int) -> None:
    for game in range(games):
        record = record_of(players, game, seed=players)
        plies, first = len(record["moves"]), record["first"]
        order, masks = np.zeros(72, np.uint8), np.zeros(MASKS_SIZE, np.uint64)
        rows = np.zeros((plies, 21), np.uint64)
        trace(np.uint64(players), np.uint64(game), (0,) * players, plies, PACK.copy(), order, masks, rows)
        cards = [DECK[code - 5 * (code >> 4)] for code in order[: LINE_START + plies].tolist()]
        turns = [(first + turn) % players for turn in range(players)]
        states = [step.state for step in parade.game.steps(record)][1 : plies + 1]
        for ply, (state, row) in enumerate(zip(states, rows.tolist(), strict=True)):
            end = parade.score(state.front)
            mover = state.front[turns[ply % players]]
            theirs: tuple[Any, ...] = (
                state.parade,
                [sorted(state.front[seat]) for seat in turns],
                len({card.colour for card in mover}) == 6,
                [end.scores[seat] for seat in turns],
                [end.cards[seat] for seat in turns],
                {turns.index(seat) for seat in end.winners},
            )
            ours: tuple[Any, ...] = (
                chosen(cards, row[0]),
                [sorted(chosen(cards, mask)) for mask in row[3 : 3 + players]],
                bool(row[1]),
                row[9 : 9 + players],
                row[15 : 15 + players],
                {place for place in range(players) if row[2] >> place & 1},
            )
            assert ours == theirs, f"turn {ply + 1} of game {game}\n{encode(record).decode()}"
            if state.trigger and state.trigger.ply == ply + 1:
                assert state.trigger.colours == ours[2]


def chosen(cards: list[parade.Card], mask: int) -> tuple[parade.Card, ...]:
    return tuple(card for place, card in enumerate(cards) if mask >> place & 1)
