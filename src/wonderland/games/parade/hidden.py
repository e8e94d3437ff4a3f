"""What a seat cannot know of a game of Parade (P11), dealt anew: for leak tests and for sampling."""

from __future__ import annotations

from random import Random

import msgspec

from wonderland.core.shuffle import shuffled
from wonderland.games.parade.state import DISCARD_SIZE, Cards, State


def reshuffle(state: State, seat: int | None, random: Random) -> State:
    """A state that looks the same to ``seat`` (None: a spectator), with every hidden card dealt anew."""
    hidden = [other for other in range(len(state.players)) if other != seat]
    # After the end the kept cards lie open; only those set aside stay hidden.
    open_cards = [state.kept(other) if state.over else () for other in range(len(state.players))]
    unknown = [card for other in hidden for card in state.hands[other] if card not in open_cards[other]]
    cards = shuffled([*unknown, *state.pile], random)
    hands, discards = list(state.hands), list(state.discards)
    for other in hidden:
        size = len(state.hands[other]) - len(open_cards[other])
        dealt, cards = cards[:size], cards[size:]
        hands[other] = open_cards[other] + dealt
        if state.discards[other] is not None:
            discards[other] = _aside(dealt, random)
    return msgspec.structs.replace(state, hands=tuple(hands), discards=tuple(discards), pile=cards)


def _aside(dealt: Cards, random: Random) -> Cards:
    """Two of the cards, as the player might have chosen; after the end they are the only two left."""
    return shuffled(dealt, random)[:DISCARD_SIZE]
