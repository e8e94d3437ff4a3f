"""What a seat, or a spectator, may know: its own hand, and what lies on the table."""

from __future__ import annotations

import msgspec

from games.tricks.cards import Cards
from games.tricks.rules import Play, State, following
from wonderland.core.errors import unknown_seat


class View(msgspec.Struct, frozen=True):
    """A seat's view; only views ever leave the process."""

    players: tuple[str, ...]
    #: Whose view it is; None for a spectator.
    seat: int | None
    #: The seat to play; None when the game is over.
    turn: int | None
    hand: Cards
    trick: Cards
    hand_sizes: tuple[int, ...]
    won: tuple[int, ...]


def view(state: State, seat: int | None) -> View:
    if seat is not None and (refusal := unknown_seat(seat, len(state.players))):
        raise refusal
    hand = () if seat is None else state.hands[seat]
    sizes = tuple(map(len, state.hands))
    return View(state.players, seat, state.turn, hand, state.trick, sizes, state.won)


def choices(view: View) -> list[Play]:
    return [Play(card) for card in following(view.hand, view.trick)] if view.seat == view.turn is not None else []
