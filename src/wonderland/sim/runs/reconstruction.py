"""Whose hand each card of a random game was in, settled afterwards.

The kernel draws the cards of a random game in the order in which they are played (``kernel/random_game.py``). The
deck that fits is found by playing with face-down cards: every hand holds places of the deck, a random one is played
each turn, and only then is it known which card lay there. The choices are independent of the cards, so deck and
choices are exactly as likely as if the deck had been shuffled first.
"""

from __future__ import annotations

from random import Random

import numpy as np

from wonderland.core.shuffle import shuffled
from wonderland.sim.batch.batch import Batch
from wonderland.sim.kernel.layout import DECK_SIZE, LINE_START, PACK

Pairs = list[tuple[int, int]]


def reconstruct(
    seed: np.uint64, game: int, players: int, order: np.ndarray, plies: int, trigger: int
) -> tuple[list[int], list[int], Pairs]:
    """Deck, moves and, in turn order, the pairs set aside."""
    # Only ``random()``, whose values Python promises to keep: a record stays what it was.
    chance = Random(int(seed) << 64 | game)
    cards = [int(card) for card in order[: LINE_START + plies + 2 * players]]
    start, moves, kept = cards[:LINE_START], cards[LINE_START : LINE_START + plies], cards[LINE_START + plies :]
    # A deck of its own places, dealt: what comes out says where in the deck each card of the deal lies.
    dealt = Batch.deal(players, np.arange(DECK_SIZE)[None], 0)
    hands, pile = dealt.hands[0, :players].tolist(), iter(dealt.pile[0].tolist())
    deck = dict(zip(dealt.slots[0, :LINE_START].tolist(), start, strict=True))
    for ply, card in enumerate(moves):
        hand = hands[ply % players]
        deck[hand.pop(int(chance.random() * len(hand)))] = card
        if ply < trigger:
            hand.append(next(pile))
    pairs = []
    for turn, hand in enumerate(hands):
        one, two, *others = shuffled(hand, chance)
        deck.update(zip(others, kept[2 * turn : 2 * turn + 2], strict=True))
        pairs.append((one, two))
    used = set(deck.values())
    unseen = list(shuffled((card for card in PACK.tolist() if card not in used), chance))
    for place in range(DECK_SIZE):
        if place not in deck:
            deck[place] = unseen.pop()
    whole = [deck[place] for place in range(DECK_SIZE)]
    return whole, moves, [(whole[one], whole[two]) for one, two in pairs]
