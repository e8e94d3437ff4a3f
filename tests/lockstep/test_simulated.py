"""Games of ``simulate`` re-played by the reference rules: the same results, card by card."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from wonderland.games.parade.cards import COLOURS, DECK
from wonderland.records import encode, replay
from wonderland.sim import record_of, simulate
from wonderland.sim.kernel.layout import (
    FRONT_MASKS,
    LINE_START,
    MASKS_SIZE,
    ORDER_SIZE,
    PACK,
    RESULT_FIRST,
    RESULT_PLIES,
    RESULT_SIZE,
)
from wonderland.sim.runs import cpu

PLAYERS = range(2, 7)
MIXED = ("greedy", "random", "random", "greedy", "random", "greedy")


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("policy", ["random", "greedy", "mixed"])
def test_games_replay_to_the_same_results(players: int, policy: str) -> None:
    policies = MIXED[:players] if policy == "mixed" else (policy,) * players
    games = simulate(players, 120, seed=9, policy=policies, start=2**33)
    for game in range(len(games)):
        record = record_of(players, 2**33 + game, seed=9, policy=policies)
        result = replay(encode(record))
        ours = {
            "plies": int(games.plies[game]),
            "trigger": {
                "ply": int(games.trigger_ply[game]),
                "seat": int(games.trigger_seat[game]),
                "colours": bool(games.by_colours[game]),
                "pile": bool(games.by_pile[game]),
            },
            "scores": tuple(games.scores[game].tolist()),
            "cards": tuple(games.cards[game].tolist()),
            "winners": tuple(np.flatnonzero(games.winners[game]).tolist()),
            "majorities": {
                colour: tuple(np.flatnonzero(games.majorities[game, :, place]).tolist())
                for place, colour in enumerate(COLOURS)
            },
        }
        theirs = {key: result[key] for key in ours}
        assert record["first"] == games.first[game]
        assert ours == theirs, f"game {game}: {ours} instead of {theirs}\n{encode(record).decode()}"


@pytest.mark.parametrize("players", PLAYERS)
def test_random_games_end_with_the_same_line_and_cards(players: int) -> None:
    """The random players' games never deal hands: the line and everyone's cards must still come out the same."""
    for game in range(150):
        order, masks, result = (
            np.zeros(ORDER_SIZE, np.uint8),
            np.zeros(MASKS_SIZE, np.uint64),
            np.zeros(RESULT_SIZE, np.int64),
        )
        line = cpu.show_random(np.uint64(3), np.uint64(game), (0,) * players, PACK.copy(), order, masks, result)
        record = record_of(players, game, seed=3)
        replayed = replay(encode(record))
        first, entered = int(result[RESULT_FIRST]), LINE_START + int(result[RESULT_PLIES])
        cards = [DECK[code - 5 * (code >> 4)] for code in order.tolist()]
        shown = encode(record).decode()
        assert _chosen(cards, int(line)) == replayed["parade"], shown
        for turn in range(players):
            taken = int(masks[FRONT_MASKS + turn]) & ((1 << entered) - 1)
            assert sorted(_chosen(cards, taken)) == sorted(replayed["front"][(first + turn) % players]), shown


def _chosen(cards: list[Any], mask: int) -> tuple[Any, ...]:
    return tuple(card for place, card in enumerate(cards[:64]) if mask >> place & 1)
