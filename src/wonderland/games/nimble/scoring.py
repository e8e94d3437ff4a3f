"""The end of a round of Nimble: titles, the check of the piles, the winner (N6 to N8, N10)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

import msgspec

from wonderland.core.table import ranked
from wonderland.games.nimble.cards import Card
from wonderland.games.nimble.rules import ended
from wonderland.games.nimble.state import Pile, State

Title = Literal["queen", "quixote", "moby", "pinocchio"]


class Checked(msgspec.Struct, frozen=True):
    """A card of a pile as it is checked at the end (N8)."""

    card: Card
    seat: int
    error: bool


class Outcome(msgspec.Struct, frozen=True):
    """The end of a round, by seat: cards left, errors, titles, and who won."""

    end: Literal["finished", "stuck"]
    left: tuple[int, ...]
    errors: tuple[int, ...]
    titles: tuple[Title, ...]
    winners: tuple[int, ...]
    #: The piles, bottom first, as they are checked card by card.
    piles: tuple[tuple[Checked, ...], ...]


def misplaced(pile: Pile) -> list[bool]:
    """Of each card of a pile whether its frame is not the circle of the card under it; the set-up card is fine (N8)."""
    return [False, *(not on.card.fits(below.card) for below, on in pairwise(pile))]


def checked(pile: Pile) -> tuple[Checked, ...]:
    """The cards of a pile, bottom first, with whether each is an error (N8)."""
    return tuple(Checked(on.card, on.seat, wrong) for on, wrong in zip(pile, misplaced(pile), strict=True))


def errors(state: State) -> tuple[int, ...]:
    """Errors on the piles by the player whose back the card has, as they stand (N8)."""
    count = [0] * len(state.players)
    for pile in state.piles:
        for on, wrong in zip(pile, misplaced(pile), strict=True):
            count[on.seat] += wrong
    return tuple(count)


def places(left: Sequence[int]) -> tuple[int, ...]:
    """A player's place is one more than the number of players with fewer cards (N7)."""
    return ranked(left)


def titles(left: Sequence[int]) -> tuple[Title, ...]:
    """Place 1 is the Queen of Hearts, the last place Pinocchio, whatever the number of players (N7).

    >>> titles([3, 0, 9]), titles([4, 4])
    (('quixote', 'queen', 'pinocchio'), ('queen', 'queen'))
    """
    between: dict[int, Title] = {1: "queen", 2: "quixote", 3: "moby"}
    return tuple("pinocchio" if place == len(left) else between[place] for place in places(left))


def winners(left: Sequence[int], faults: Sequence[int]) -> tuple[int, ...]:
    """Fewest errors, then the best title, then shared (N8).

    The option ``out`` (N10) asks for the best title among the faultless and, without one, for the fewest
    errors: the very same players, because the faultless are those with the fewest errors.
    """
    place = places(left)
    best = min(zip(faults, place, strict=True))
    return tuple(seat for seat, rank in enumerate(zip(faults, place, strict=True)) if rank == best)


def outcome(state: State) -> Outcome | None:
    """How the round ended, or None while it goes on."""
    end = ended(state)
    if end is None:
        return None
    left = tuple(state.left(seat) for seat in range(len(state.players)))
    faults = errors(state)
    return Outcome(
        end=end,
        left=left,
        errors=faults,
        titles=titles(left),
        winners=winners(left, faults),
        piles=tuple(checked(pile) for pile in state.piles),
    )
