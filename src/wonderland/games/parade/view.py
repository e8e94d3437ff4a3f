"""What a seat, or a spectator, may know of a game of Parade (P11). Only this leaves the process."""

from __future__ import annotations

from itertools import combinations, cycle
from typing import Any

import msgspec

from wonderland.core.changes import Change, changes
from wonderland.core.errors import unknown_seat
from wonderland.games.parade.cards import DECK, Card, by_colour
from wonderland.games.parade.rules import SEATS
from wonderland.games.parade.scoring import final_front
from wonderland.games.parade.state import DISCARD_SIZE, Action, Cards, Discard, Play, State, Trigger

#: By seat and card, an item of a view's history: made once, for every view holds all turns so far.
_PLAYED: tuple[dict[Card, tuple[int, Card]], ...] = tuple(
    {card: (seat, card) for card in DECK} for seat in range(SEATS.stop - 1)
)


class View(msgspec.Struct, frozen=True, gc=False):
    """A seat's view; its JSON is the ``view`` that engines in any language receive (docs/formats.md)."""

    players: tuple[str, ...]
    #: Whose view it is; None for a spectator.
    seat: int | None
    first: int
    #: The seat to move; None when every turn has been played.
    turn: int | None
    #: The seat's own cards; empty for a spectator.
    hand: Cards
    start: Cards
    parade: Cards
    front: tuple[Cards, ...]
    hand_sizes: tuple[int, ...]
    #: How many cards are left to draw.
    pile: int
    #: Turns still to be played, this one included; None before the last round, 0 when it is over.
    last_round: int | None
    #: What began the last round; None before it.
    trigger: Trigger | None
    phase: str
    history: tuple[tuple[int, str], ...]
    #: Who has set two cards aside: seen at a table by everyone, though not which cards.
    chosen: tuple[bool, ...]
    #: The two cards this seat itself has set aside, once it has.
    discard: Cards | None


def own(state: State, seat: int | None) -> dict[str, Any]:
    """The part of a view that only its seat may know."""
    if seat is None:
        return {"hand": (), "discard": None}
    return {"hand": () if state.over else state.hands[seat], "discard": state.discards[seat]}


def view(state: State, seat: int | None) -> View:
    """What ``seat`` may know; None is a spectator. A seat that is not there may know nothing."""
    if seat is not None and (refusal := unknown_seat(seat, len(state.players))):
        raise refusal
    over = state.over
    mine = own(state, seat)
    return View(
        state.players,
        seat,
        state.first,
        state.turn,
        mine["hand"],
        state.start,
        state.parade,
        tuple([by_colour(cards) for cards in (final_front(state) if over else state.front)]),
        tuple([0 if over else len(hand) for hand in state.hands]),
        len(state.pile),
        state.last_round,
        state.trigger,
        state.phase,
        _history(state),
        tuple([cards is not None for cards in state.discards]),
        mine["discard"],
    )


def _history(state: State) -> tuple[tuple[int, str], ...]:
    order = _PLAYED[state.first : len(state.players)] + _PLAYED[: state.first]
    return tuple([played[card] for played, card in zip(cycle(order), state.history, strict=False)])


def view_changes(before: State, after: State) -> list[Change]:
    """What an action changes in a spectator's view. Before the last round that is known without making the views."""
    seat = before.turn
    if seat is None or after.trigger is not None:
        return changes(view(before, None), view(after, None), "view")
    found: list[Change] = [["view", "turn", after.turn], *changes(before.parade, after.parade, "view", "parade")]
    if after.front is not before.front:
        found += changes(by_colour(before.front[seat]), by_colour(after.front[seat]), "view", "front", seat)
    found.append(["view", "pile", len(after.pile)])
    found.append(["view", "history", len(before.history), _PLAYED[seat][after.history[-1]]])
    return found


def choices(view: View) -> list[Action]:
    """The cards the seat may play, or the pairs it may set aside; nothing when it is not asked."""
    if view.seat is None or view.phase == "over":
        return []
    if view.phase == "discard":
        return [] if view.chosen[view.seat] else [Discard(pair) for pair in combinations(view.hand, DISCARD_SIZE)]
    return [Play(card) for card in view.hand] if view.turn == view.seat else []
