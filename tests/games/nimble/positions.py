"""Rounds of Nimble for tests: name what matters, the rest of each pack lies at the bottom of a pile."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from wonderland.core.notation import read_cards
from wonderland.games.nimble import PACK, Card, Options, Placed, State, game
from wonderland.games.nimble.state import Cards


def cards(text: str) -> Cards:
    return read_cards(Card, text)


def position(
    tops: str,
    hands: Sequence[str],
    discards: Sequence[str] | None = None,
    *,
    errors: str = "fewest",
    assist: bool = False,
) -> State:
    """A state with these pile tops (placed by seat 0), hands (top first) and discards (bottom first).

    All other cards lie under the first top in any order: tests that count errors compare before and after.
    """
    shown = cards(tops)
    discards = discards or [""] * len(hands)
    piles: list[list[Placed]] = [[], [], []]
    for seat in range(len(hands)):
        held = [*cards(hands[seat]), *cards(discards[seat]), *(shown if seat == 0 else ())]
        piles[0] += [Placed(card, seat) for card in PACK if card not in held]
    for pile, top in zip(piles, shown, strict=True):
        pile.append(Placed(top, 0))
    return State(
        players=("Ann", "Bob", "Cy", "Dee")[: len(hands)],
        options=Options(errors, assist),  # type: ignore[arg-type]  # tests pass text
        piles=tuple(tuple(pile) for pile in piles),
        hands=tuple(cards(text) for text in hands),
        discards=tuple(cards(text) for text in discards),
        fresh=tuple(len(cards(text)) for text in hands),
    )


def bare(tops: str, hands: Sequence[str], discards: Sequence[str] | None = None, *, errors: str = "fewest") -> State:
    """The same without the other cards: the piles hold their tops only, so every error is the test's own."""
    state = position(tops, hands, discards, errors=errors)
    return msgspec.structs.replace(state, piles=tuple(pile[-1:] for pile in state.piles))


def act(state: State, *actions: str) -> State:
    """``act(state, "0 flip", "1 place 2 on RB")``: seat, then the action's text."""
    for text in actions:
        seat, _, action = text.partition(" ")
        state = game.apply(state, int(seat), game.read_action(action))
    return state
