"""Whose hand each card of a random game was in, settled afterwards.

The kernel draws the cards of a random game in the order in which they are played (``play_at_random``). The
deck that fits is found by playing with face-down cards: every hand holds places of the deck, a random one
is played each turn, and only then is it known which card lay there. The choices are independent of
the cards, so deck and choices are exactly as likely as if the deck had been shuffled first.
"""

from __future__ import annotations

from random import Random

import numpy as np

from wonderland.core.shuffle import shuffled
from wonderland.sim.kernel.layout import CARDS_IN_ALL, HAND, START

Aside = list[tuple[int, int]]


def reveal(
    seed: np.uint64, game: int, players: int, order: np.ndarray, plies: int, trigger: int
) -> tuple[list[int], list[int], Aside]:
    """Deck, moves and, in turn order, the pairs set aside."""
    # Only ``random()``, whose values Python promises to keep: a record stays what it was.
    chance = Random(int(seed) << 64 | game)
    cards = [int(card) for card in order[: START + plies + 2 * players]]
    start, moves, kept = cards[:START], cards[START : START + plies], cards[START + plies :]
    hands = [list(range(HAND * turn, HAND * (turn + 1))) for turn in range(players)]
    place = HAND * players
    deck = dict(zip(range(place, place + START), start, strict=True))
    place += START
    for ply, card in enumerate(moves):
        hand = hands[ply % players]
        deck[hand.pop(int(chance.random() * len(hand)))] = card
        if ply < trigger:
            hand.append(place)
            place += 1
    pairs = []
    for turn, hand in enumerate(hands):
        one, two, *others = shuffled(hand, chance)
        deck.update(zip(others, kept[2 * turn : 2 * turn + 2], strict=True))
        pairs.append((one, two))
    used = set(deck.values())
    unseen = [number + 5 * (number // 11) for number in range(CARDS_IN_ALL)]
    unseen = list(shuffled((card for card in unseen if card not in used), chance))
    for where in range(CARDS_IN_ALL):
        if where not in deck:
            deck[where] = unseen.pop()
    whole = [deck[where] for where in range(CARDS_IN_ALL)]
    return whole, moves, [(whole[one], whole[two]) for one, two in pairs]
