"""The chances of a round: from when to when the open card of a seat fitted a pile, and how that ended.

Only what the seat could see counts: the card on top of its own discard and the tops of the piles (N12). A chance is one
card on one pile, for as long as it fits without interruption; a card that fits two piles is two chances.
"""

from __future__ import annotations

from typing import assert_never

from wonderland.games.nimble.cards import Card
from wonderland.games.nimble.state import PILE_COUNT, Back, Flip, Place, State, Turn
from wonderland.review.nimble.replaying import Event, ReplayedRound, between
from wonderland.review.nimble.report import ChanceEnd, OpenChance


def find_chances(played: ReplayedRound, seat: int) -> tuple[OpenChance, ...]:
    """The chances of a seat, in the order in which they opened; those of the same moment by pile."""
    opened: dict[int, tuple[Card, Event]] = {}
    found: list[OpenChance] = []
    for event in played.events:
        fitting = {} if event.ends else fitting_piles(event.after, seat)
        for pile, (card, since) in list(opened.items()):
            if fitting.get(pile) != card:
                found.append(_closed(seat, pile, card, since, event))
                del opened[pile]
        for pile, card in fitting.items():
            opened.setdefault(pile, (card, event))
    found += [_still_open(pile, card, since, played) for pile, (card, since) in opened.items()]
    return tuple(sorted(found, key=lambda chance: (chance.opened, chance.pile)))


def fitting_piles(state: State, seat: int) -> dict[int, Card]:
    """The piles that the card on top of the seat's own discard fits, each with the card."""
    if not state.discards[seat]:
        return {}
    card = state.discards[seat][-1]
    return {pile: card for pile in range(PILE_COUNT) if card.fits(state.tops[pile])}


def _closed(seat: int, pile: int, card: Card, since: Event, event: Event) -> OpenChance:
    return OpenChance(
        card=str(card),
        pile=pile,
        opened=since.number,
        closed=event.number,
        opened_ms=since.ms,
        closed_ms=event.ms,
        open_ms=between(since.ms, event.ms),
        end=_end(seat, pile, card, event),
        by=event.seat,
    )


def _still_open(pile: int, card: Card, since: Event, played: ReplayedRound) -> OpenChance:
    open_ms = between(since.ms, played.length_ms)
    return OpenChance(str(card), pile, since.number, None, since.ms, None, open_ms, "open", None)


def _end(seat: int, pile: int, card: Card, event: Event) -> ChanceEnd:
    """How the event ended a chance of the seat."""
    if event.seat != seat:
        return _ended_by_another(pile, card, event)
    match event.action:
        case Place():
            return "taken" if event.action.pile == pile else "elsewhere"
        case Flip():
            return "passed"
        case Back() | Turn():
            return "back"
        case _:
            assert_never(event.action)


def _ended_by_another(pile: int, card: Card, event: Event) -> ChanceEnd:
    if card.fits(event.after.tops[pile]):
        return "end"
    # The pile was covered: nothing else changes its top card.
    return "lost" if event.after.tops[pile].fits(event.before.tops[pile]) else "vanished"
