"""The record of one game of a simulation, checked move by move by whoever replays it."""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.core.game import Done
from wonderland.games.parade.cards import DECK, Card
from wonderland.games.parade.records import record
from wonderland.games.parade.state import Action, Deal, Discard, Play
from wonderland.messages import say
from wonderland.sim.arguments import Policy, players_of, policy_codes, seed_of, whole
from wonderland.sim.kernel.layout import (
    DECK_SIZE,
    MASKS_SIZE,
    NO_CARD,
    ORDER_SIZE,
    PACK,
    RANDOM,
    RESULT_FIRST,
    RESULT_PLIES,
    RESULT_SIZE,
    RESULT_TRIGGER,
)  # fmt: skip
from wonderland.sim.runs import cpu
from wonderland.sim.runs.reconstruction import reconstruct


def record_of(players: int, game: int, seed: int = 0, policy: Policy = "random", lang: str = "en") -> dict[str, Any]:
    """The record (docs/formats.md) of game number ``game`` of a seed.

    >>> record = record_of(players=2, game=5, seed=1)
    >>> len(record["deck"]), len(record["discards"])
    (66, 2)
    """
    players, game = players_of(players), whole(game, 0, 1 << 62, "game")
    _, codes = policy_codes(players, policy)
    word, seats = seed_of(seed), (0,) * players
    order, result = np.zeros(ORDER_SIZE, np.uint8), np.zeros(RESULT_SIZE, np.int64)
    if (codes == RANDOM).all():
        masks = np.zeros(MASKS_SIZE, np.uint64)
        cpu.show_random(word, np.uint64(game), seats, PACK.copy(), order, masks, result)
        plies, trigger = int(result[RESULT_PLIES]), int(result[RESULT_TRIGGER])
        deck, moves, aside = reconstruct(word, game, players, order, plies, trigger)
    else:
        aside_cards, moves_cards = np.full(2 * players, NO_CARD, np.uint8), np.zeros(64, np.uint8)
        cpu.show_game(word, np.uint64(game), seats, codes, PACK.copy(), order, moves_cards, aside_cards, result)
        deck = [int(card) for card in order[:DECK_SIZE]]
        moves = [int(card) for card in moves_cards[: result[RESULT_PLIES]]]
        aside = [(int(one), int(two)) for one, two in aside_cards.reshape(players, 2)]
    first = int(result[RESULT_FIRST])
    names = tuple(say("player_name", lang, number=number) for number in range(1, players + 1))
    actions = [Done[Action]((first + ply) % players, Play(_card(card))) for ply, card in enumerate(moves)]
    for turn, (one, two) in enumerate(aside):
        actions.append(Done((first + turn) % players, Discard((_card(one), _card(two)))))
    return record(Deal(names, first, tuple(_card(card) for card in deck)), actions)


def _card(code: int) -> Card:
    """A card of the kernel as the rules' card."""
    return DECK[code - 5 * (code >> 4)]
