"""From the reference rules' state to a row of a batch, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from wonderland.core.errors import Unreadable
from wonderland.games.parade.cards import DECK, Card
from wonderland.games.parade.state import Cards, State, Trigger
from wonderland.sim.kernel.layout import (
    BY_COLOURS,
    BY_PILE,
    LINE_START,
    META_CAUSES,
    META_DRAWN,
    META_FIRST,
    META_PILE,
    META_PLIES,
    META_TRIGGER,
    NO_CARD,
)  # fmt: skip

if TYPE_CHECKING:
    from wonderland.sim.batch.batch import Batch, Bytes


def write(state: State, batch: Batch, game: int) -> None:
    """Put a state into an empty row."""
    entered = (*state.start, *state.history)
    slot = {card: place for place, card in enumerate(entered)}
    places = [slot.get(card, -1) for card in state.parade]
    lying = [*state.parade, *sum(state.front, ())]
    if -1 in places or places != sorted(places) or sorted(lying) != sorted(entered):
        raise Unreadable("sim_state_order", number=game)
    batch.slots[game, : len(entered)] = _numbers(entered)
    batch.line[game] = _bits(places)
    batch.pile[game, : len(state.pile)] = _numbers(state.pile)
    for seat, hand in enumerate(state.hands):
        batch.hands[game, seat, : len(hand)] = _numbers(hand)
        batch.front[game, seat] = _bits(slot[card] for card in state.front[seat])
        aside = state.discards[seat]
        if aside is not None:
            batch.aside[game, seat] = _numbers(aside)
    trigger = state.trigger
    row = batch.meta[game]
    row[META_FIRST], row[META_PLIES], row[META_PILE] = state.first, len(state.history), len(state.pile)
    if trigger is not None:
        row[META_TRIGGER] = trigger.ply
        row[META_CAUSES] = BY_COLOURS * trigger.colours + BY_PILE * trigger.pile


def read(batch: Batch, game: int, names: Sequence[str] | None = None) -> State:
    """A row as a state of the reference rules."""
    row = [int(number) for number in batch.meta[game]]
    plies, trigger = row[META_PLIES], row[META_TRIGGER]
    entered = _cards(batch.slots[game, : LINE_START + plies])
    seats = range(batch.players)
    causes = row[META_CAUSES]
    return State(
        players=tuple(names or (f"Player {seat + 1}" for seat in seats)),
        first=row[META_FIRST],
        start=entered[:LINE_START],
        parade=_chosen(entered, int(batch.line[game])),
        hands=tuple(_cards(batch.hands[game, seat]) for seat in seats),
        front=tuple(_chosen(entered, int(batch.front[game, seat])) for seat in seats),
        pile=_cards(batch.pile[game, row[META_DRAWN] : row[META_PILE]]),
        history=entered[LINE_START:],
        trigger=Trigger(
            trigger,
            (row[META_FIRST] + trigger - 1) % batch.players,
            bool(causes & BY_COLOURS),
            bool(causes & BY_PILE),
        )
        if trigger
        else None,
        discards=tuple(tuple(sorted(_cards(batch.aside[game, seat]), key=_number)) or None for seat in seats),
    )


def _number(card: Card) -> int:
    return card.number


def _numbers(cards: Cards) -> list[int]:
    return [card.number for card in cards]


def _bits(places: object) -> np.uint64:
    return np.uint64(sum(1 << place for place in places))  # type: ignore[attr-defined]  # any iterable of int


def _cards(numbers: Bytes) -> Cards:
    return tuple(DECK[number] for number in numbers.tolist() if number != NO_CARD)


def _chosen(entered: Cards, mask: int) -> Cards:
    return tuple(card for place, card in enumerate(entered) if mask >> place & 1)
