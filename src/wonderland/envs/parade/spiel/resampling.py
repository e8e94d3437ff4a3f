"""Another game that looks the same to a seat: every card it cannot know is dealt anew, with a history to match.

All such games are equally likely, as far as chance goes; what the others' choices tell about their hands does not
count. A seat has five cards whenever it plays, and any of the five places may have held the card that it played.
Choosing one of them each turn, then giving cards that nobody has seen to the places still held, makes every order of
the deck that fits as likely as any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from wonderland.envs.parade.actions import ASIDE_PLACES, CARD_ACTIONS, number_of
from wonderland.envs.parade.spiel.position import Position
from wonderland.games.parade.cards import Card
from wonderland.games.parade.state import HAND_SIZE, Cards, Discard, State

#: Gives a number from 0 up to, but without, 1 at each call.
Sampler = Callable[[], float]

T = TypeVar("T")


def resampled(position: Position, seat: int, sampler: Sampler) -> list[int]:
    """The actions, those of chance included, that lead to a position which ``seat`` cannot tell from this one."""
    if position.first is None:
        return []
    state, first, players = position.table, position.first, position.players
    others = [other for other in range(players) if other != seat]
    hidden = [card for other in others for card in state.hands[other] if card not in _open(state, other)]
    unseen = iter(_shuffled([*hidden, *position.deck], sampler))
    received = {other: _received(position, state, other, unseen, sampler) for other in others}
    received[seat] = sum(position.received(seat), ())
    order = [(first + turn) % players for turn in range(players)]
    actions = [first, *(card.number for other in order for card in received[other][:HAND_SIZE])]
    actions += [card.number for card in state.start]
    for ply, card in enumerate(state.history):
        actions.append(card.number)
        drawn = received[order[ply % players]][HAND_SIZE + ply // players :]
        actions += [card.number for card in drawn[:1]]
    choosers = [order[(len(state.history) + turn) % players] for turn in range(players)]
    for chooser in choosers:
        if state.discards[chooser] is not None:
            known = chooser == seat or state.over
            actions.append(_aside(state, chooser, received[chooser]) if known else _any_aside(sampler))
    return actions


def _open(state: State, seat: int) -> Cards:
    """The cards of a hand that everybody sees: at the end, those that were kept (P7)."""
    return state.kept(seat) if state.over else ()


def _received(position: Position, state: State, seat: int, unseen: Iterator[Card], sampler: Sampler) -> Cards:
    """All cards a seat may have received, in their order: those it played, those that lie open, and unseen ones."""
    dealt, drawn = position.received(seat)
    received: dict[int, Card] = {}
    held = list(range(len(dealt)))
    for turn, card in enumerate(_plays(position, state, seat)):
        received[held.pop(_below(len(held), sampler))] = card
        if turn < len(drawn):
            held.append(len(dealt) + turn)
    cards = iter(_open(state, seat))
    for place in _shuffled(held, sampler):
        received[place] = next(cards, None) or next(unseen)
    return tuple(received[place] for place in sorted(received))


def _plays(position: Position, state: State, seat: int) -> Cards:
    return state.history[(seat - state.first) % position.players :: position.players]


def _aside(state: State, seat: int, received: Cards) -> int:
    """The action that leaves the cards which were kept, of the four that the seat had left."""
    hand = [card for card in received if card not in state.history]
    kept = state.kept(seat)
    return number_of(Discard(tuple(card for card in hand if card not in kept)), hand)


def _any_aside(sampler: Sampler) -> int:
    return CARD_ACTIONS + _below(len(ASIDE_PLACES), sampler)


def _below(limit: int, sampler: Sampler) -> int:
    # A sampler that rounds may give 1 itself.
    return min(int(sampler() * limit), limit - 1)


def _shuffled(items: list[T], sampler: Sampler) -> list[T]:
    """Every order equally likely (Fisher and Yates)."""
    items = items.copy()
    for last in range(len(items) - 1, 0, -1):
        other = _below(last + 1, sampler)
        items[last], items[other] = items[other], items[last]
    return items
