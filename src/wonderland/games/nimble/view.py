"""What a seat, or a spectator, may know of a round of Nimble (N12). Only this leaves the process."""

from __future__ import annotations

from typing import Any

import msgspec

from wonderland.core.errors import unknown_seat
from wonderland.games.nimble.cards import Card
from wonderland.games.nimble.rules import ended
from wonderland.games.nimble.state import PILE_COUNT, Action, Back, Cards, Flip, Options, Place, State, Turn


class View(msgspec.Struct, frozen=True, gc=False):
    """A seat's view."""

    players: tuple[str, ...]
    #: Whose view it is; None for a spectator.
    seat: int | None
    options: Options
    #: The top card of each common pile, and how many cards lie there.
    tops: Cards
    heights: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    discard_sizes: tuple[int, ...]
    #: The top of each player's own discard.
    discard_tops: tuple[Card | None, ...]
    #: The seat's own discard, bottom first: it has seen every card of it.
    discard: Cards
    #: The cards on top of the seat's own hand that have been face up before, top first.
    remembered: Cards
    #: ``finished``, ``stuck`` or None while the round goes on (N6).
    end: str | None


def own(state: State, seat: int | None) -> dict[str, Any]:
    """The part of a view that only its seat may know."""
    if seat is None:
        return {"discard": (), "remembered": ()}
    hand = state.hands[seat]
    return {"discard": state.discards[seat], "remembered": hand[: len(hand) - state.fresh[seat]]}


def view(state: State, seat: int | None) -> View:
    """What ``seat`` may know; None is a spectator. A seat that is not there may know nothing."""
    if seat is not None and (refusal := unknown_seat(seat, len(state.players))):
        raise refusal
    return View(
        players=state.players,
        seat=seat,
        options=state.options,
        tops=state.tops,
        heights=tuple(len(pile) for pile in state.piles),
        hand_sizes=tuple(len(hand) for hand in state.hands),
        discard_sizes=tuple(len(discard) for discard in state.discards),
        discard_tops=tuple(discard[-1] if discard else None for discard in state.discards),
        **own(state, seat),
        end=ended(state),
    )


def choices(view: View) -> list[Action]:
    """Everything the seat may do now, errors (N5) included."""
    if view.seat is None or view.end is not None:
        return []
    size, top = view.hand_sizes[view.seat], view.discard[-1] if view.discard else None
    actions: list[Action] = [Flip()] if size else []
    actions += [Back()] if top is not None else []
    actions += [] if size else [Turn()]
    if top is not None:
        fitting = [pile for pile in range(PILE_COUNT) if top.fits(view.tops[pile]) or not view.options.assist]
        actions += [Place(pile) for pile in fitting]
    return actions
