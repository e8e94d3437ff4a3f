"""What an agent of Nimble observes: numbers from 0 to 1, all of them from what its seat may know (N12).

A seat may know its view, and what it could have seen before: every card on the piles was public when it was placed, so
the observation has which cards of each pack are gone, and the errors so far. The cards of the own hand that were face up
before are known in their order; of the others it is known only which they are. Seats are counted from the own one
(clockwise), so that all seats see alike. A card is twelve numbers: its frame and then its circle, one of six colours each, in
the order red, blue, violet, green, beige, orange; all zero is no card, or one that nobody has seen.

| piece          | shape   | what                                                                                    |
|----------------|---------|-----------------------------------------------------------------------------------------|
| ``time``       | 1       | virtual time, as a part of the time limit                                                |
| ``assist``     | 1       | cards that do not fit are refused (N10)                                                  |
| ``bounced``    | 1       | the own last action was a placement that bounced (N11)                                   |
| ``piles``      | 3 × 12  | the top card of each common pile                                                         |
| ``heights``    | 3       | cards on each pile, as a part of all                                                     |
| ``fits``       | 3       | the own top card fits that pile                                                          |
| ``discard``    | 6 × 12  | the own discard from the top                                                             |
| ``hand``       | 6 × 12  | the own hand from the top, as far as its cards were face up before                       |
| ``cards``      | 30 × 4  | of each card of the own pack: in the discard; in the hand, seen; in the hand, unseen; how many lie above it, ÷ 30 (0 if unseen); all zero on a pile |
| ``hand_sizes`` | n       | cards in each seat's hand, ÷ 30                                                          |
| ``discard_sizes`` | n    | cards in each seat's discard, ÷ 30                                                       |
| ``discard_tops`` | n × 12 | the top card of each seat's discard                                                     |
| ``errors``     | n       | errors of each seat on the piles so far, ÷ 30 (N8)                                       |
| ``since``      | n       | time since each seat last acted, ÷ 2 seconds, at most 1                                  |
| ``placed``     | n × 30  | which cards of each seat's pack lie on the piles                                         |

Cards of a pack are in the order of ``wonderland.games.nimble.PACK``. ``pieces(players)`` gives the index of each piece, ``named``
takes an observation apart.
"""

from __future__ import annotations

from functools import cache
from math import prod

import numpy as np
from numpy.typing import NDArray

from wonderland.games.nimble import COLOURS, PACK, Card
from wonderland.games.nimble.scoring import errors
from wonderland.games.nimble.state import PILE_COUNT
from wonderland.games.nimble.view import view
from wonderland.envs.nimble.virtual_round import VirtualRound

Observation = NDArray[np.float32]

CARDS_SHOWN = 6  #: cards of the own discard and of the own hand that are shown in their order
SINCE_MS = 2000  #: milliseconds since the last action that count as long ago

PACK_SIZE = len(PACK)
CARD_SIZE = 2 * len(COLOURS)
_NUMBER = {card: number for number, card in enumerate(PACK)}
_ROW = {
    card: np.array([*(card.frame == colour for colour in COLOURS), *(card.circle == colour for colour in COLOURS)], "f4")
    for card in PACK
}
_NO_CARD = np.zeros(CARD_SIZE, "f4")


def shapes(players: int) -> dict[str, tuple[int, ...]]:
    """The shape of each piece, in order."""
    return {
        "time": (1,),
        "assist": (1,),
        "bounced": (1,),
        "piles": (PILE_COUNT, CARD_SIZE),
        "heights": (PILE_COUNT,),
        "fits": (PILE_COUNT,),
        "discard": (CARDS_SHOWN, CARD_SIZE),
        "hand": (CARDS_SHOWN, CARD_SIZE),
        "cards": (PACK_SIZE, 4),
        "hand_sizes": (players,),
        "discard_sizes": (players,),
        "discard_tops": (players, CARD_SIZE),
        "errors": (players,),
        "since": (players,),
        "placed": (players, PACK_SIZE),
    }


@cache
def pieces(players: int) -> dict[str, slice]:
    """Where each piece lies in an observation.

    >>> pieces(2)["piles"], size(2), size(4)
    (slice(3, 39, None), 401, 493)
    """
    places, first = {}, 0
    for name, shape in shapes(players).items():
        places[name] = slice(first, first + prod(shape))
        first += prod(shape)
    return places


def size(players: int) -> int:
    """How many numbers an observation has."""
    return sum(map(prod, shapes(players).values()))


def named(observation: Observation, players: int) -> dict[str, Observation]:
    """An observation taken apart: each piece by its name and in its shape, without a copy."""
    return {name: observation[pieces(players)[name]].reshape(shape) for name, shape in shapes(players).items()}


def observe(played: VirtualRound, seat: int) -> Observation:
    """What the seat observes now, as a fresh array."""
    state, players = played.state, len(played.state.players)
    seen = view(state, seat)
    around = [(seat + step) % players for step in range(players)]
    whole = np.zeros(size(players), "f4")
    part = named(whole, players)
    part["time"][0] = min(1, played.now / played.time_limit_ms)
    part["assist"][0] = seen.options.assist
    part["bounced"][0] = seat in played.refusals
    part["piles"][:] = [_ROW[top] for top in seen.tops]
    part["heights"][:] = np.divide(seen.heights, PACK_SIZE * players)
    if seen.discard:
        part["fits"][:] = [seen.discard[-1].fits(top) for top in seen.tops]
    discard = seen.discard[::-1]
    for name, cards in (("discard", discard), ("hand", seen.remembered)):
        for place, card in enumerate(cards[:CARDS_SHOWN]):
            part[name][place] = _ROW[card]
    errs = errors(state)
    part["hand_sizes"][:] = [seen.hand_sizes[other] / PACK_SIZE for other in around]
    part["discard_sizes"][:] = [seen.discard_sizes[other] / PACK_SIZE for other in around]
    part["discard_tops"][:] = [_row(seen.discard_tops[other]) for other in around]
    part["errors"][:] = [errs[other] / PACK_SIZE for other in around]
    part["since"][:] = [min(1, (played.now - played.last_acted[other]) / SINCE_MS) for other in around]
    for pile in state.piles:
        for placed in pile:
            part["placed"][(placed.seat - seat) % players, _NUMBER[placed.card]] = 1
    # What is neither on a pile nor known to be held is in the unseen rest of the hand.
    part["cards"][:, 2] = 1 - part["placed"][0]
    for column, cards in ((0, discard), (1, seen.remembered)):
        for place, card in enumerate(cards):
            part["cards"][_NUMBER[card]] = (column == 0, column == 1, 0, place / PACK_SIZE)
    return whole


def _row(card: Card | None) -> Observation:
    return _NO_CARD if card is None else _ROW[card]
