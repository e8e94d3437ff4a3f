"""What a seat cannot know, dealt anew: for the leak test and for bots that imagine."""

from __future__ import annotations

from random import Random

import msgspec

from games.tricks.cards import DECK
from games.tricks.rules import State
from wonderland.core.shuffle import shuffled


def reshuffle(state: State, seat: int | None, random: Random) -> State:
    """A state that looks the same to ``seat`` (None: a spectator), with every card it cannot see dealt anew."""
    known = {*state.trick, *(() if seat is None else state.hands[seat])}
    cards = iter(shuffled([card for card in DECK if card not in known], random))
    hands = tuple(hand if other == seat else tuple(next(cards) for _ in hand) for other, hand in enumerate(state.hands))
    return msgspec.structs.replace(state, hands=hands)
