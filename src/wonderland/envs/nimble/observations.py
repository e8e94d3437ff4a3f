"""What an agent of Nimble observes: numbers from 0 to 1, all of them from what its seat may know (N12).

A seat may know its view, and what it could have seen before: every card on the piles was public when it was placed,
so the observation has which cards of each pack are gone, and the errors so far. The cards of the own hand that were
face up before are known in their order; of the others it is known only which they are. Seats are counted from the
own one (clockwise), so that all seats see alike. A card is twelve numbers: its frame and then its circle, one of six
colours each, in the order red, blue, violet, green, beige, orange; all zero is no card, or one that nobody has seen.

| piece             | shape  | index, n=2 | what                                                                     |
|-------------------|--------|------------|--------------------------------------------------------------------------|
| ``time``          | 1      | 0          | virtual time, as a part of the time limit                                |
| ``assist``        | 1      | 1          | cards that do not fit are refused (N10)                                  |
| ``bounced``       | 1      | 2          | the own last action bounced (N11)                                        |
| ``piles``         | 3 × 12 | 3–38       | the top card of each common pile                                         |
| ``heights``       | 3      | 39–41      | cards on each pile, as a part of all                                     |
| ``fits``          | 3      | 42–44      | the own top card fits that pile                                          |
| ``discard``       | 6 × 12 | 45–116     | the own discard from the top                                             |
| ``hand``          | 6 × 12 | 117–188    | the own hand from the top, as far as it was face up before               |
| ``cards``         | 30 × 4 | 189–308    | each own card: in discard; in hand, seen; in hand, unseen; above it ÷ 30 |
| ``hand_sizes``    | n      | 309–310    | cards in each seat's hand, ÷ 30                                          |
| ``discard_sizes`` | n      | 311–312    | cards in each seat's discard, ÷ 30                                       |
| ``discard_tops``  | n × 12 | 313–336    | the top card of each seat's discard                                      |
| ``errors``        | n      | 337–338    | errors of each seat on the piles so far, ÷ 30 (N8)                       |
| ``since``         | n      | 339–340    | time since each seat last acted, ÷ 2 seconds, at most 1                  |
| ``placed``        | n × 30 | 341–400    | which cards of each seat's pack lie on the piles                         |

Cards of a pack are in the order of ``wonderland.games.nimble.PACK``. In ``cards``, the fourth number is how many cards
lie above this one in the discard or in the hand, 0 if that is not known; on a pile all four are 0. ``pieces(players)``
gives the index of each piece for any number of players, ``named`` takes an observation apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import prod

import numpy as np
from numpy.typing import NDArray

from wonderland.envs.nimble.virtual_round import VirtualRound
from wonderland.games.nimble import COLOURS, PACK, Card
from wonderland.games.nimble.state import PILE_COUNT

Observation = NDArray[np.float32]

CARDS_SHOWN = 6  #: cards of the own discard and of the own hand that are shown in their order
SINCE_MS = 2000  #: milliseconds since the last action that count as long ago

PACK_SIZE = len(PACK)
CARD_SIZE = 2 * len(COLOURS)
_NUMBER = {card: number for number, card in enumerate(PACK)}
#: By card, which of its twelve numbers are 1.
_FRAME = {card: COLOURS.index(card.frame) for card in PACK}
_CIRCLE = {card: len(COLOURS) + COLOURS.index(card.circle) for card in PACK}


@cache
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


@cache
def size(players: int) -> int:
    """How many numbers an observation has."""
    return sum(map(prod, shapes(players).values()))


def named(observation: Observation, players: int) -> dict[str, Observation]:
    """An observation taken apart: each piece by its name and in its shape, without a copy."""
    return {name: observation[pieces(players)[name]].reshape(shape) for name, shape in shapes(players).items()}


def observe(played: VirtualRound, seat: int) -> Observation:
    """What the seat observes now, as a fresh array."""
    state, players = played.state, len(played.state.players)
    seen = played.view(seat)
    around = [(seat + step) % players for step in range(players)]
    whole = np.zeros(size(players), "f4")
    part = named(whole, players)
    part["time"][0] = min(1, played.now / played.time_limit_ms)
    part["assist"][0] = seen.options.assist
    part["bounced"][0] = seat in played.refusals
    part["heights"][:] = [height / (PACK_SIZE * players) for height in seen.heights]
    if seen.discard:
        part["fits"][:] = [seen.discard[-1].fits(top) for top in seen.tops]
    discard = seen.discard[::-1]
    _show(part["piles"], seen.tops)
    _show(part["discard"], discard[:CARDS_SHOWN])
    _show(part["hand"], seen.remembered[:CARDS_SHOWN])
    _show(part["discard_tops"], [seen.discard_tops[other] for other in around])
    part["hand_sizes"][:] = [seen.hand_sizes[other] / PACK_SIZE for other in around]
    part["discard_sizes"][:] = [seen.discard_sizes[other] / PACK_SIZE for other in around]
    part["errors"][:] = [played.errors[other] / PACK_SIZE for other in around]
    part["since"][:] = [min(1, (played.now - played.last_acted[other]) / SINCE_MS) for other in around]
    lying = [on for pile in state.piles for on in pile]
    part["placed"][[(on.seat - seat) % players for on in lying], [_NUMBER[on.card] for on in lying]] = 1
    # What is neither on a pile nor known to be held is in the unseen rest of the hand.
    part["cards"][:, 2] = 1 - part["placed"][0]
    for column, cards in enumerate((discard, seen.remembered)):
        numbers = [_NUMBER[card] for card in cards]
        part["cards"][numbers, column] = 1
        part["cards"][numbers, 2] = 0
        part["cards"][numbers, 3] = [place / PACK_SIZE for place in range(len(cards))]
    return whole


def _show(rows: Observation, cards: Sequence[Card | None]) -> None:
    """Write cards into rows of twelve numbers."""
    for row, card in zip(rows, cards, strict=False):
        if card is not None:
            row[_FRAME[card]] = row[_CIRCLE[card]] = 1
