"""The record of one game of a simulation, checked move by move by whoever replays it."""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.games.parade.cards import DECK
from wonderland.messages import say
from wonderland.sim.arguments import players_of, seed_of, whole
from wonderland.sim.kernel.layout import EMPTY, END, FIRST, PACK, PLIES, RANDOM, TRIGGER, WORK
from wonderland.sim.runs import cpu
from wonderland.sim.runs.reconstruction import reveal
from wonderland.sim.runs.simulate import Policy, policy_codes


def record_of(players: int, game: int, seed: int = 0, policy: Policy = "random", lang: str = "en") -> dict[str, Any]:
    """The record (docs/formats.md) of game number ``game`` of a seed.

    >>> record = record_of(players=2, game=5, seed=1)
    >>> len(record["deck"]), len(record["discards"])
    (66, 2)
    """
    players, game = players_of(players), whole(game, 0, 1 << 62, "game")
    _, codes = policy_codes(players, policy)
    word, seats = seed_of(seed), (0,) * players
    order, work, end = np.zeros(72, np.uint8), np.zeros(WORK, np.uint64), np.zeros(END, np.int64)
    if (codes == RANDOM).all():
        cpu.show_random(word, np.uint64(game), seats, PACK.copy(), order, work, end)
        deck, moves, aside = reveal(word, game, players, order, int(end[PLIES]), int(end[TRIGGER]))
    else:
        aside_cards, moves_cards = np.full(2 * players, EMPTY, np.uint8), np.zeros(64, np.uint8)
        cpu.show_game(word, np.uint64(game), seats, codes, PACK.copy(), order, moves_cards, aside_cards, end)
        deck = [int(card) for card in order[:66]]
        moves = [int(card) for card in moves_cards[: end[PLIES]]]
        aside = [(int(one), int(two)) for one, two in aside_cards.reshape(players, 2)]
    first = int(end[FIRST])
    discards = [aside[(seat - first) % players] for seat in range(players)]
    return {
        "game": "parade",
        "version": 1,
        "players": [say("player_name", lang, number=number) for number in range(1, players + 1)],
        "first": first,
        "deck": [_text(card) for card in deck],
        "moves": [_text(card) for card in moves],
        "discards": [[_text(card) for card in pair] for pair in discards],
    }


def _text(card: int) -> str:
    """A card of the kernel by its notation."""
    return str(DECK[card - 5 * (card >> 4)])
