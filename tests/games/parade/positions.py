"""Positions of Parade for tests: name what matters, the rest of the deck falls into place."""

from __future__ import annotations

from collections.abc import Sequence

from wonderland.core.notation import read_cards
from wonderland.games.parade import DECK, Card, Play, State, Trigger, game
from wonderland.games.parade.state import Cards


def cards(text: str) -> Cards:
    return read_cards(Card, text)


def position(
    parade: str,
    hands: Sequence[str],
    front: Sequence[str] | None = None,
    pile: str | None = None,
    trigger: Trigger | None = None,
    first: int = 0,
) -> State:
    """A state with this line and these hands; seat ``first`` is to move.

    Without ``pile`` all other cards are to be drawn; with it they lie in front of the last seat.
    """
    fronts = [cards(text) for text in (front or [""] * len(hands))]
    named = [*cards(parade), *cards(" ".join(hands)), *sum(fronts, ()), *cards(pile or "")]
    rest = tuple(card for card in DECK if card not in named)
    if pile is not None:
        fronts[-1] += rest
    return State(
        players=("Ann", "Bob", "Cy", "Dee", "Eve", "Flo")[: len(hands)],
        first=first,
        start=cards(parade),
        parade=cards(parade),
        hands=tuple(cards(text) for text in hands),
        front=tuple(fronts),
        pile=rest if pile is None else cards(pile),
        history=(),
        trigger=trigger,
        discards=(None,) * len(hands),
    )


def play(state: State, *names: str) -> State:
    """Play these cards, each by the seat to move."""
    for name in names:
        assert state.turn is not None, "every turn has been played"
        state = game.apply(state, state.turn, Play(Card(name)))
    return state


def play_out(state: State) -> State:
    """Everyone plays the first card of the hand until every turn has been played."""
    while state.turn is not None:
        state = play(state, state.hands[state.turn][0])
    return state
