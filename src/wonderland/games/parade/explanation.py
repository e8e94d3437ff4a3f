"""An explanation of a view of Parade as plain data, for clients that do not know the rules."""

from __future__ import annotations

from itertools import combinations
from typing import Literal

import msgspec

from wonderland.games.parade.cards import Card
from wonderland.games.parade.removal import Reason, explain
from wonderland.games.parade.scoring import ColourLine, score
from wonderland.games.parade.state import Cards, Discard
from wonderland.games.parade.view import View


class WhatIf(msgspec.Struct, frozen=True):
    """The score after a choice, with the others' cards in front as they are now."""

    #: The seat's own lines of the score.
    sheet: tuple[ColourLine, ...]
    #: Everyone's points.
    scores: tuple[int, ...]


class Explanation(msgspec.Struct, frozen=True):
    """What each choice would mean, and how the cards in front would count."""

    #: For each card of the hand, what it would do to every card of the line, front first (P4, P5).
    cards: dict[Card, list[tuple[Literal["safe", "kept", "taken"], Reason | None]]]
    #: Per seat, how the cards in front would count now: sums and majorities (P8 to P10).
    sheets: tuple[tuple[ColourLine, ...], ...]
    #: In the last choice, by action: what would come of it (P7).
    aside: dict[str, WhatIf]


def explain_view(seen: View) -> Explanation:
    """Worked out from the view alone, so it tells nothing that the view does not."""
    return Explanation(
        {card: [(fate.fate, fate.reason) for fate in explain(seen.parade, card)] for card in seen.hand},
        score(seen.front).sheet,
        _aside(seen),
    )


def _aside(seen: View) -> dict[str, WhatIf]:
    if seen.seat is None or seen.phase != "discard":
        return {}
    # After the choice only what was chosen can still come of it.
    pairs = combinations(seen.hand, 2) if seen.discard is None else (seen.discard,)
    return {str(Discard(pair)): _what_if(seen, seen.seat, pair) for pair in pairs}


def _what_if(seen: View, seat: int, aside: Cards) -> WhatIf:
    front = list(seen.front)
    front[seat] += tuple(card for card in seen.hand if card not in aside)
    end = score(front)
    return WhatIf(end.sheet[seat], end.scores)
