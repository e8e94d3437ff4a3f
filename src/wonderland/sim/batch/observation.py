"""A seat's view in the kernel's arrays; what the seat cannot know stands there in an order that tells nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wonderland.games.parade.cards import DECK, Card
from wonderland.games.parade.state import Cards
from wonderland.games.parade.view import View
from wonderland.sim.batch.batch import Batch
from wonderland.sim.kernel.layout import (
    HAND_SIZE,
    MAX_PILE,
    MAX_PLAYERS,
    META_FIRST,
    META_PILE,
    META_PLIES,
    META_SIZE,
    META_TRIGGER,
    NO_CARD,
    ORDER_SIZE,
)  # fmt: skip


@dataclass(frozen=True)
class Observation:
    """What a seat sees; cards are in the kernel's form."""

    players: int
    seat: int
    #: Every card that has entered the line, in order. (72,)
    order: NDArray[np.uint8]
    line: np.uint64
    #: (6,)
    front: NDArray[np.uint64]
    #: Five places a seat; the others' cards are any of the hidden ones. (30,)
    hands: NDArray[np.uint8]
    #: (50,)
    pile: NDArray[np.uint8]
    meta: NDArray[np.int16]

    def arrays(self) -> tuple[Any, ...]:
        """What an entry point takes: order, line, front, hands, pile and meta."""
        return (self.order, self.line, self.front, self.hands, self.pile, self.meta)


def batch_of(view: View, copies: int) -> Batch:
    """Games that look like this to the view's own seat, for rollouts that hide what it cannot know."""
    seen = observe(view)
    batch = Batch.empty(seen.players, copies)
    entered = len(view.start) + len(view.history)
    batch.slots[:, :entered] = _numbers(seen.order[:entered])
    batch.line[:] = seen.line
    batch.front[:] = seen.front
    batch.hands[:] = _numbers(seen.hands).reshape(MAX_PLAYERS, HAND_SIZE)
    batch.pile[:] = _numbers(seen.pile)
    batch.meta[:] = seen.meta
    return batch


def code(card: Card) -> int:
    """The card in the kernel's form: the colour in the upper four bits, the value in the lower.

    >>> code(Card("B3"))
    19
    """
    return card.number + 5 * (card.number // 11)


def observe(view: View) -> Observation:
    """What the view's own seat sees."""
    assert view.seat is not None, "a spectator has no hand"
    players = len(view.players)
    entered = (*view.start, *(Card(card) for _, card in view.history))
    slot = {card: place for place, card in enumerate(entered)}
    order = np.zeros(ORDER_SIZE, np.uint8)
    order[: len(entered)] = _codes(entered)
    front = np.zeros(MAX_PLAYERS, np.uint64)
    for seat, cards in enumerate(view.front):
        front[seat] = _bits(slot[card] for card in cards)
    known = {*entered, *view.hand}
    hidden = [code(card) for card in DECK if card not in known]
    hands = np.full(MAX_PLAYERS * HAND_SIZE, NO_CARD, np.uint8)
    for seat, size in enumerate(view.hand_sizes):
        held = _codes(view.hand) if seat == view.seat else [hidden.pop() for _ in range(size)]
        hands[seat * HAND_SIZE : seat * HAND_SIZE + size] = held
    pile = np.full(MAX_PILE, NO_CARD, np.uint8)
    pile[: view.pile] = hidden
    meta = np.zeros(META_SIZE, np.int16)
    meta[META_FIRST], meta[META_PLIES], meta[META_PILE] = view.first, len(view.history), view.pile
    if view.trigger:
        meta[META_TRIGGER] = view.trigger.ply
    line = _bits(slot[card] for card in view.parade)
    return Observation(players, view.seat, order, line, front, hands, pile, meta)


def _codes(cards: Cards) -> list[int]:
    return [code(card) for card in cards]


def _numbers(codes: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.where(codes == NO_CARD, codes, codes - 5 * (codes >> 4))


def _bits(places: object) -> np.uint64:
    return np.uint64(sum(1 << place for place in places))  # type: ignore[attr-defined]  # any iterable of int
