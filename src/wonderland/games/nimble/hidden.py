"""What a seat cannot know of a round of Nimble (N12), dealt anew: for leak tests and for sampling."""

from __future__ import annotations

from random import Random

import msgspec

from wonderland.core.shuffle import shuffled
from wonderland.games.nimble.state import State


def reshuffle(state: State, seat: int | None, random: Random) -> State:
    """A state that looks the same to ``seat`` (None: a spectator), with every hidden card dealt anew."""
    hands, discards, fresh = list(state.hands), list(state.discards), list(state.fresh)
    for owner in range(len(state.players)):
        hand, discard = state.hands[owner], state.discards[owner]
        if owner == seat:
            # The owner knows what has been flipped; the rest lies at the bottom of the hand.
            known = len(hand) - state.fresh[owner]
            hands[owner] = hand[:known] + shuffled(hand[known:], random)
        else:
            cards = shuffled([*hand, *discard[:-1]], random)
            hands[owner] = cards[: len(hand)]
            discards[owner] = cards[len(hand) :] + discard[-1:]
            fresh[owner] = int(random.random() * (len(hand) + 1))
    return msgspec.structs.replace(state, hands=tuple(hands), discards=tuple(discards), fresh=tuple(fresh))
