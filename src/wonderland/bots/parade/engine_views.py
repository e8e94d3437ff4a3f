"""Reads a view that another program sends, and checks that it can happen in a game.

The game is replayed from ``players``, ``first``, ``start``, ``history`` and the own ``hand``; all other keys must match
the result. So no impossible view reaches a bot, or the compiled code behind it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from wonderland.core.errors import NotAllowed, Unreadable, shown
from wonderland.core.fields import Data, at, choice, field, integer, items, names
from wonderland.games.parade import DECK, Card, Deal, Play, State, View, game
from wonderland.games.parade.cards import by_colour
from wonderland.games.parade.state import START_SIZE, Cards
from wonderland.records.writing import encode

#: The keys that follow from the others, in the order of docs/formats.md.
DERIVED_KEYS = ("turn", "parade", "front", "hand_sizes", "pile", "last_round", "phase")


def read_view(data: Any) -> View:
    """The view of a seat that must decide."""
    if not isinstance(data, dict):
        raise Unreadable("engine_view", value=shown(data))
    with field(data, "players") as value:
        players = names(value, game.seats)
    with field(data, "first") as value:
        first = integer(value, 0, len(players) - 1)
    with field(data, "seat") as value:
        seat = integer(value, 0, len(players) - 1)
    seen: set[Card] = set()
    with field(data, "start") as value:
        start = _cards(items(value, START_SIZE), seen)
    with field(data, "history") as value:
        history = _history(value, seen)
    with field(data, "hand") as value:
        hand = _cards(items(value), seen)
    state = game.deal(_deal(players, first, start, tuple(card for _, card in history), seat, hand))
    with at("at_key", key="history"):
        state = _replayed(state, history)
    view = game.view(state, seat)
    with at("at_key", key="hand"):
        items(data["hand"], view.hand_sizes[seat])
    _check_derived(data, view)
    with at("at_key", key="seat"):
        if view.phase == "play" and (refusal := game.check(state, seat, Play(hand[0]))):
            raise refusal
    return msgspec.structs.replace(view, chosen=_chosen(data, view))


def expect(found: object, right: object) -> None:
    """Refuse any value but this one, types included: ``5.0`` is not ``5``."""
    if not _same(found, right):
        raise NotAllowed("engine_differs", right=shown(right, 100), value=shown(found, 100))


def _cards(texts: list[Any], seen: set[Card]) -> Cards:
    """Read cards, none of which may be in ``seen``."""
    cards = []
    for number, text in enumerate(texts, 1):
        with at("at_card", number=number):
            cards.append(_new_card(text, seen))
    return tuple(cards)


def _new_card(text: object, seen: set[Card]) -> Card:
    card = Card(text)
    if card in seen:
        raise NotAllowed("engine_card_again", card=card)
    seen.add(card)
    return card


def _history(value: object, seen: set[Card]) -> list[tuple[int, Card]]:
    history = []
    for number, entry in enumerate(items(value), 1):
        with at("at_move", number=number):
            seat, card = items(entry, 2)
            history.append((integer(seat, 0, game.seats[-1] - 1), _new_card(card, seen)))
    return history


def _deal(players: tuple[str, ...], first: int, start: Cards, played: Cards, seat: int, hand: Cards) -> Deal:
    """A deal that leads to this history and hand; unseen cards fill the remaining places.

    Everyone is dealt, and then draws, cards in the order in which they play them; the own hand comes last.
    """
    number = len(players)
    # Dealing the sorted deck shows which place of a deck goes where: a card's number is its place.
    dealt = game.deal(Deal(players, first, DECK))
    deck: dict[int, Card] = {place.number: card for place, card in zip(dealt.start, start, strict=True)}
    for turn in range(number):
        owner = (first + turn) % number
        places = (*dealt.hands[owner], *dealt.pile[turn::number])  # a turn draws one card (P3)
        mine = played[turn::number] + (hand if owner == seat else ())
        deck.update((place.number, card) for place, card in zip(places, mine, strict=False))
    seen = set(deck.values())
    rest = iter([card for card in DECK if card not in seen])
    return Deal(players, first, tuple(deck.get(place) or next(rest) for place in range(len(DECK))))


def _replayed(state: State, history: list[tuple[int, Card]]) -> State:
    for number, (seat, card) in enumerate(history, 1):
        with at("at_move", number=number):
            state = game.apply(state, seat, Play(card))
    return state


def _check_derived(data: Data, view: View) -> None:
    """Check the derived keys."""
    right = msgspec.json.decode(encode(view))
    for key in DERIVED_KEYS:
        with field(data, key) as value:
            # The cards in front of a player may be listed in any order.
            found = _sorted(value, len(view.players)) if key == "front" else value
            expect(found, right[key])


def _sorted(front: object, players: int) -> list[list[str]]:
    return [list(by_colour(tuple(map(Card, items(cards))))) for cards in items(front, players)]


def _chosen(data: Data, view: View) -> tuple[bool, ...]:
    """Who has set cards aside. The key is optional; the seat itself has not chosen yet."""
    with at("at_key", key="discard"):
        expect(data.get("discard"), None)
    with at("at_key", key="chosen"):
        chosen = items(data.get("chosen", list(view.chosen)), len(view.players))
        for seat, value in enumerate(chosen):
            choice(value, [False] if view.phase == "play" or seat == view.seat else [False, True])
        return tuple(chosen)


def _same(found: object, right: object) -> bool:
    if isinstance(right, list):
        return isinstance(found, list) and len(found) == len(right) and all(map(_same, found, right))
    return (type(found) is type(right) or isinstance(right, str)) and found == right
